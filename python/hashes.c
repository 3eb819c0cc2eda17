/* SPDX-License-Identifier: MIT */
/* The hash objects, which have hashlib's interface. */
#include "native.h"

#include <stddef.h>
#include <string.h>

typedef struct hash {
    PyObject_HEAD const algorithm *algorithm;
    Py_ssize_t digest_size; /* the algorithm's, or of a MAC as long as the caller wants it */
    PyThread_type_lock
        lock; /* NULL until a long piece comes: shorter ones keep the interpreter's */
    PyObject *customization; /* of KangarooTwelve, which takes it at the end; bytes or NULL */
    PyObject *pool;          /* of KangarooTwelve, or NULL */
    uint64_t context[];      /* its family's */
} hash;

/* A copy of a context, for an output after which the message goes on. */
typedef union any_context {
    hashlane_sha256_context sha256;
    hashlane_sha3_context sponge;
    hashlane_turboshake_context turboshake;
    hashlane_kangarootwelve_context kangarootwelve;
    hashlane_cshake_context cshake;
    hashlane_kmac_context kmac;
} any_context;

/* ---- What all objects do ---- */

/* Other threads wait where another one hashes a long piece with this object. */
static void lock(hash *self)
{
    if (self->lock != NULL && !PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
        Py_END_ALLOW_THREADS
    }
}

static void unlock(hash *self)
{
    if (self->lock != NULL)
        PyThread_release_lock(self->lock);
}

/* No code of Python runs while the lock is taken: a handler of signals may use the object. */
static int append_view(hash *self, const Py_buffer *view, const hashlane_pool *pool)
{
    const size_t bytes = (size_t)view->len;
    hashlane_status status;
    if (view->len >= LONG_WORK && self->lock == NULL) {
        self->lock = PyThread_allocate_lock();
        if (self->lock == NULL) {
            PyErr_NoMemory();
            return -1;
        }
    }
    lock(self);
    if (view->len >= LONG_WORK) {
        Py_BEGIN_ALLOW_THREADS status =
            self->algorithm->family->append(self->context, view->buf, bytes, pool);
        Py_END_ALLOW_THREADS
    } else {
        status = self->algorithm->family->append(self->context, view->buf, bytes, NULL);
    }
    unlock(self);
    if (status != HASHLANE_OK) {
        PyErr_SetString(PyExc_ValueError, "the message is too long");
        return -1;
    }
    return 0;
}

static int append_object(hash *self, PyObject *data)
{
    Py_buffer view;
    pool_use use;
    int failed;
    if (get_readable(data, &view) != 0)
        return -1;
    failed = hold_pool(self->pool, &use) != 0 || append_view(self, &view, use.pool) != 0;
    release_pool(&use);
    PyBuffer_Release(&view);
    return failed ? -1 : 0;
}

static void copy_context(hash *self, void *copy)
{
    lock(self);
    memcpy(copy, self->context, self->algorithm->family->context_bytes);
    unlock(self);
}

/* The output for the message so far; more can be appended afterwards. */
static void write_output(hash *self, uint8_t *output, Py_ssize_t length)
{
    any_context copy;
    copy_context(self, &copy);
    if (length >= LONG_WORK) {
        Py_BEGIN_ALLOW_THREADS self->algorithm->family->finish(&copy, self->customization, output,
                                                               (size_t)length);
        Py_END_ALLOW_THREADS
    } else {
        self->algorithm->family->finish(&copy, self->customization, output, (size_t)length);
    }
}

static PyObject *output_of(hash *self, Py_ssize_t length)
{
    PyObject *const output = PyBytes_FromStringAndSize(NULL, length);
    if (output != NULL)
        write_output(self, (uint8_t *)PyBytes_AsString(output), length);
    return output;
}

static PyObject *hex_output_of(hash *self, Py_ssize_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *const text = length <= PY_SSIZE_T_MAX / 2 ? PyMem_Malloc((size_t)(2 * length)) : NULL;
    uint8_t *output;
    PyObject *result;
    Py_ssize_t i;
    if (text == NULL)
        return PyErr_NoMemory();
    output = (uint8_t *)text + length; /* no digit is written beyond the byte that it is of */
    write_output(self, output, length);
    for (i = 0; i < length; ++i) {
        const uint8_t byte = output[i];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    result = PyUnicode_FromStringAndSize(text, 2 * length);
    PyMem_Free(text);
    return result;
}

static hash *new_hash(PyTypeObject *type, const algorithm *algorithm)
{
    hash *const self = PyObject_New(hash, type);
    if (self != NULL) {
        self->algorithm = algorithm;
        self->digest_size = algorithm->digest_size;
        self->lock = NULL;
        self->customization = NULL;
        self->pool = NULL;
    }
    return self;
}

/* Returns the object with its first piece, which may be NULL; gives it up if that fails. */
static PyObject *begin(hash *self, PyObject *data)
{
    if (data != NULL && append_object(self, data) != 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *hash_update(PyObject *self, PyObject *data)
{
    if (append_object((hash *)self, data) != 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *hash_digest_into(PyObject *self, PyObject *out)
{
    const Py_ssize_t size = ((hash *)self)->digest_size;
    Py_buffer view;
    Py_ssize_t given;
    if (PyObject_GetBuffer(out, &view, PyBUF_WRITABLE) != 0)
        return NULL;
    given = view.len;
    if (size == 0 || given == size)
        write_output((hash *)self, view.buf, given);
    PyBuffer_Release(&view);
    if (size != 0 && given != size)
        return PyErr_Format(PyExc_ValueError, "out has %zd bytes; the digest has %zd", given, size);
    Py_RETURN_NONE;
}

static PyObject *hash_copy(PyObject *object, PyObject *unused)
{
    hash *const self = (hash *)object;
    hash *const other = new_hash(Py_TYPE(object), self->algorithm);
    (void)unused;
    if (other != NULL) {
        other->digest_size = self->digest_size;
        Py_XINCREF(self->customization);
        other->customization = self->customization;
        Py_XINCREF(self->pool);
        other->pool = self->pool;
        copy_context(self, other->context);
    }
    return (PyObject *)other;
}

static PyObject *hash_reduce(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyErr_SetString(PyExc_TypeError, "a hash object cannot be pickled");
    return NULL;
}

static PyObject *hash_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<hashlane %s at %p>", ((hash *)self)->algorithm->name, self);
}

static PyObject *hash_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *const name = PyObject_GetAttrString((PyObject *)type, "__name__");
    (void)args;
    (void)keywords;
    if (name != NULL)
        PyErr_Format(PyExc_TypeError,
                     "cannot create 'hashlane.%U' instances: call sha256() or another function",
                     name);
    Py_XDECREF(name);
    return NULL;
}

static void hash_dealloc(PyObject *object)
{
    hash *const self = (hash *)object;
    PyTypeObject *const type = Py_TYPE(object);
    if (self->algorithm->family == &kmac_family)
        hashlane_wipe(self->context, kmac_family.context_bytes);
    if (self->lock != NULL)
        PyThread_free_lock(self->lock);
    Py_XDECREF(self->customization);
    Py_XDECREF(self->pool);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *hash_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((hash *)self)->algorithm->name);
}

static PyObject *hash_digest_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((hash *)self)->digest_size);
}

static PyObject *hash_block_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((hash *)self)->algorithm->block_size);
}

/* ---- Types ---- */

static PyObject *hash_digest(PyObject *self, PyObject *unused)
{
    (void)unused;
    return output_of((hash *)self, ((hash *)self)->digest_size);
}

static PyObject *hash_hexdigest(PyObject *self, PyObject *unused)
{
    (void)unused;
    return hex_output_of((hash *)self, ((hash *)self)->digest_size);
}

static Py_ssize_t take_length(const char *function, PyObject *const *args, Py_ssize_t count,
                              PyObject *keywords)
{
    static const signature signature = {1, 1, {"length", NULL}};
    PyObject *length = NULL;
    if (take_arguments(function, &signature, args, count, keywords, &length) != 0)
        return -1;
    return length_of(length);
}

static PyObject *extendable_digest(PyObject *self, PyObject *const *args, Py_ssize_t count,
                                   PyObject *keywords)
{
    const Py_ssize_t length = take_length("digest", args, count, keywords);
    return length < 0 ? NULL : output_of((hash *)self, length);
}

static PyObject *extendable_hexdigest(PyObject *self, PyObject *const *args, Py_ssize_t count,
                                      PyObject *keywords)
{
    const Py_ssize_t length = take_length("hexdigest", args, count, keywords);
    return length < 0 ? NULL : hex_output_of((hash *)self, length);
}

static PyObject *mac_verify(PyObject *self, PyObject *expected)
{
    any_context copy;
    Py_buffer view;
    hashlane_status status = HASHLANE_WRONG;
    if (get_readable(expected, &view) != 0)
        return NULL;
    if (view.len == ((hash *)self)->digest_size) {
        copy_context((hash *)self, &copy);
        status = hashlane_kmac_final_verify(&copy.kmac, view.buf, (size_t)view.len);
    }
    PyBuffer_Release(&view);
    return PyBool_FromLong(status == HASHLANE_OK);
}

#define SHARED_METHODS                                                                             \
    {"update", hash_update, METH_O,                                                                \
     "update($self, data, /)\n--\n\nAppends the bytes of any object that has the buffer "          \
     "protocol."},                                                                                 \
        {"copy", hash_copy, METH_NOARGS,                                                           \
         "copy($self, /)\n--\n\nReturns a copy with the same message so far."},                    \
    {                                                                                              \
        "__reduce__", hash_reduce, METH_NOARGS, NULL                                               \
    }

#define WITH_KEYWORDS(function) (PyCFunction)(void (*)(void)) function

static PyMethodDef hash_methods[] = {
    SHARED_METHODS,
    {"digest", hash_digest, METH_NOARGS,
     "digest($self, /)\n--\n\nReturns the digest of the message so far; more can be appended "
     "afterwards."},
    {"hexdigest", hash_hexdigest, METH_NOARGS,
     "hexdigest($self, /)\n--\n\nReturns the digest in hexadecimal digits."},
    {"digest_into", hash_digest_into, METH_O,
     "digest_into($self, out, /)\n--\n\nWrites the digest into a buffer of `digest_size` bytes."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef extendable_methods[] = {
    SHARED_METHODS,
    {"digest", WITH_KEYWORDS(extendable_digest), METH_FASTCALL | METH_KEYWORDS,
     "digest($self, length)\n--\n\nReturns the first `length` bytes of output; the message can be "
     "continued afterwards."},
    {"hexdigest", WITH_KEYWORDS(extendable_hexdigest), METH_FASTCALL | METH_KEYWORDS,
     "hexdigest($self, length)\n--\n\nReturns `digest(length)` in hexadecimal digits."},
    {"digest_into", hash_digest_into, METH_O,
     "digest_into($self, out, /)\n--\n\nFills a buffer with output."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef mac_methods[] = {
    {"verify", mac_verify, METH_O,
     "verify($self, expected, /)\n--\n\nReturns True if this is the MAC. The time does not depend "
     "on how many bytes are equal."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"name", hash_name, NULL, "The algorithm's name, as `new` takes it.", NULL},
    {"digest_size", hash_digest_size, NULL,
     "The bytes of a digest; 0 if its length is the caller's choice.", NULL},
    {"block_size", hash_block_size, NULL, "The bytes of a block of the algorithm.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot hash_slots[] = {
    {Py_tp_doc, "A message that is being hashed to a digest of a fixed length. Any thread may call "
                "any method at any time."},
    {Py_tp_new, hash_new},
    {Py_tp_dealloc, hash_dealloc},
    {Py_tp_repr, hash_repr},
    {Py_tp_methods, hash_methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Slot extendable_slots[] = {
    {Py_tp_doc, "A message that is being hashed to an output of any length. Any thread may call "
                "any method at any time."},
    {Py_tp_new, hash_new},
    {Py_tp_dealloc, hash_dealloc},
    {Py_tp_repr, hash_repr},
    {Py_tp_methods, extendable_methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Slot mac_slots[] = {
    {Py_tp_doc, "A message that is being authenticated."},
    {Py_tp_methods, mac_methods},
    {0, NULL},
};

#ifdef Py_TPFLAGS_IMMUTABLETYPE
#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
#else
#define TYPE_FLAGS Py_TPFLAGS_DEFAULT
#endif

/* An object has room for the largest context of its type. */
static PyType_Spec hash_spec = {"hashlane.Hash", sizeof(hash) + sizeof(hashlane_sha3_context), 0,
                                TYPE_FLAGS | Py_TPFLAGS_BASETYPE, hash_slots};
static PyType_Spec extendable_spec = {"hashlane.ExtendableHash",
                                      sizeof(hash) + sizeof(hashlane_kangarootwelve_context), 0,
                                      TYPE_FLAGS, extendable_slots};
static PyType_Spec mac_spec = {"hashlane.Mac", sizeof(hash) + sizeof(hashlane_kmac_context), 0,
                               TYPE_FLAGS, mac_slots};

static PyTypeObject *hash_type, *extendable_type, *mac_type;

/* ---- Functions ---- */

static PyObject *make_plain(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                            PyObject *keywords)
{
    static const signature signature = {1, 0, {"data", "usedforsecurity", "string", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    hash *self;
    if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0)
        return NULL;
    if (values[0] != NULL && values[2] != NULL)
        return PyErr_Format(PyExc_TypeError, "%s(): data and string are one argument",
                            algorithm->name);
    self = new_hash(algorithm->digest_size == 0 ? extendable_type : hash_type, algorithm);
    if (self == NULL)
        return NULL;
    if (algorithm->family == &sha256_family)
        hashlane_sha256_init((hashlane_sha256_context *)self->context);
    else
        hashlane_sha3_init((hashlane_sha3_context *)self->context,
                           (hashlane_sha3_function)algorithm->function);
    return begin(self, values[0] != NULL ? values[0] : values[2]);
}

static PyObject *make_turboshake(const algorithm *algorithm, PyObject *const *args,
                                 Py_ssize_t count, PyObject *keywords)
{
    static const signature signature = {2, 0, {"data", "domain", "usedforsecurity", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    uint8_t domain;
    hash *self;
    if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0)
        return NULL;
    domain = domain_of(values[1]);
    if (domain == 0)
        return NULL;
    self = new_hash(extendable_type, algorithm);
    if (self == NULL)
        return NULL;
    hashlane_turboshake_init((hashlane_turboshake_context *)self->context,
                             (hashlane_turboshake_function)algorithm->function, domain);
    return begin(self, values[0]);
}

/* A copy of a string; NULL for an empty one, and with an exception. */
static PyObject *copy_string(PyObject *object)
{
    PyObject *copy = NULL;
    Py_buffer view;
    if (object == NULL || get_readable(object, &view) != 0)
        return NULL;
    if (view.len != 0)
        copy = PyBytes_FromStringAndSize(view.buf, view.len);
    PyBuffer_Release(&view);
    return copy;
}

static PyObject *make_kangarootwelve(const algorithm *algorithm, PyObject *const *args,
                                     Py_ssize_t count, PyObject *keywords)
{
    static const signature signature = {
        2, 0, {"data", "customization", "pool", "usedforsecurity", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    pool_use use;
    hash *self;
    if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0 ||
        hold_pool(values[2], &use) != 0)
        return NULL;
    release_pool(&use); /* each piece takes it again: it may be closed before the next one */
    self = new_hash(extendable_type, algorithm);
    if (self == NULL)
        return NULL;
    hashlane_kangarootwelve_init((hashlane_kangarootwelve_context *)self->context,
                                 (hashlane_kangarootwelve_function)algorithm->function);
    self->customization = copy_string(values[1]);
    if (PyErr_Occurred() != NULL) {
        Py_DECREF(self);
        return NULL;
    }
    if (values[2] != NULL && values[2] != Py_None) {
        Py_INCREF(values[2]);
        self->pool = values[2];
    }
    return begin(self, values[0]);
}

/* The two strings of cSHAKE and KMAC, each empty if its argument is NULL. */
static int get_strings(PyObject *first, PyObject *second, Py_buffer *views)
{
    memset(views, 0, 2 * sizeof *views);
    if (first != NULL && get_readable(first, &views[0]) != 0)
        return -1;
    if (second != NULL && get_readable(second, &views[1]) != 0) {
        PyBuffer_Release(&views[0]);
        return -1;
    }
    return 0;
}

static PyObject *make_cshake(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                             PyObject *keywords)
{
    static const signature signature = {1, 0, {"data", "name", "customization", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    Py_buffer strings[2];
    hash *self;
    if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0 ||
        get_strings(values[1], values[2], strings) != 0)
        return NULL;
    self = new_hash(extendable_type, algorithm);
    if (self != NULL)
        hashlane_cshake_init((hashlane_cshake_context *)self->context,
                             (hashlane_cshake_function)algorithm->function, strings[0].buf,
                             (size_t)strings[0].len, strings[1].buf, (size_t)strings[1].len);
    PyBuffer_Release(&strings[0]);
    PyBuffer_Release(&strings[1]);
    return self == NULL ? NULL : begin(self, values[0]);
}

static PyObject *make_kmac(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                           PyObject *keywords)
{
    static const signature signature = {2, 1, {"key", "data", "length", "customization", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    Py_ssize_t length = algorithm->digest_size;
    Py_buffer strings[2];
    hash *self;
    if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0)
        return NULL;
    if (values[2] != NULL)
        length = length_of(values[2]);
    if (length < 0)
        return NULL;
    if (length < HASHLANE_KMAC_MIN_BYTES)
        return PyErr_Format(PyExc_ValueError, "a MAC of %zd bytes; it takes %d", length,
                            HASHLANE_KMAC_MIN_BYTES);
    if (get_strings(values[0], values[3], strings) != 0)
        return NULL;
    self = new_hash(mac_type, algorithm);
    if (self != NULL) {
        self->digest_size = length;
        hashlane_kmac_init((hashlane_kmac_context *)self->context,
                           (hashlane_kmac_function)algorithm->function, strings[0].buf,
                           (size_t)strings[0].len, strings[1].buf, (size_t)strings[1].len);
    }
    PyBuffer_Release(&strings[0]);
    PyBuffer_Release(&strings[1]);
    return self == NULL ? NULL : begin(self, values[1]);
}

#define CONSTRUCTOR(name, make)                                                                    \
    static PyObject *make_##name(PyObject *module, PyObject *const *args, Py_ssize_t count,        \
                                 PyObject *keywords)                                               \
    {                                                                                              \
        (void)module;                                                                              \
        return make(&name##_algorithm, args, count, keywords);                                     \
    }

CONSTRUCTOR(sha256, make_plain)
CONSTRUCTOR(sha3_224, make_plain)
CONSTRUCTOR(sha3_256, make_plain)
CONSTRUCTOR(sha3_384, make_plain)
CONSTRUCTOR(sha3_512, make_plain)
CONSTRUCTOR(keccak_224, make_plain)
CONSTRUCTOR(keccak_256, make_plain)
CONSTRUCTOR(keccak_384, make_plain)
CONSTRUCTOR(keccak_512, make_plain)
CONSTRUCTOR(shake_128, make_plain)
CONSTRUCTOR(shake_256, make_plain)
CONSTRUCTOR(turboshake_128, make_turboshake)
CONSTRUCTOR(turboshake_256, make_turboshake)
CONSTRUCTOR(kt128, make_kangarootwelve)
CONSTRUCTOR(kt256, make_kangarootwelve)
CONSTRUCTOR(cshake_128, make_cshake)
CONSTRUCTOR(cshake_256, make_cshake)
CONSTRUCTOR(kmac_128, make_kmac)
CONSTRUCTOR(kmac_256, make_kmac)

#define FUNCTION(name, arguments, text)                                                            \
    {#name, WITH_KEYWORDS(make_##name), METH_FASTCALL | METH_KEYWORDS,                             \
     #name arguments "\n--\n\n" text}
#define PLAIN "(data=b'', *, usedforsecurity=True)"
#define TURBOSHAKE "(data=b'', domain=0x1f, *, usedforsecurity=True)"
#define KANGAROOTWELVE "(data=b'', customization=b'', *, pool=None, usedforsecurity=True)"
#define CSHAKE "(data=b'', *, name=b'', customization=b'')"

static PyMethodDef functions[] = {
    FUNCTION(sha256, PLAIN, "SHA-256, NIST FIPS 180-4: sha256(b'…').hexdigest()."),
    FUNCTION(sha3_224, PLAIN, "SHA3-224, NIST FIPS 202."),
    FUNCTION(sha3_256, PLAIN, "SHA3-256, NIST FIPS 202."),
    FUNCTION(sha3_384, PLAIN, "SHA3-384, NIST FIPS 202."),
    FUNCTION(sha3_512, PLAIN, "SHA3-512, NIST FIPS 202."),
    FUNCTION(keccak_224, PLAIN,
             "Keccak-224 with the padding from before the standard; not SHA3-224."),
    FUNCTION(keccak_256, PLAIN,
             "Keccak-256 with the padding from before the standard: Ethereum's; not SHA3-256."),
    FUNCTION(keccak_384, PLAIN,
             "Keccak-384 with the padding from before the standard; not SHA3-384."),
    FUNCTION(keccak_512, PLAIN,
             "Keccak-512 with the padding from before the standard; not SHA3-512."),
    FUNCTION(shake_128, PLAIN, "SHAKE128, NIST FIPS 202."),
    FUNCTION(shake_256, PLAIN, "SHAKE256, NIST FIPS 202."),
    FUNCTION(turboshake_128, TURBOSHAKE,
             "TurboSHAKE128, RFC 9861: SHAKE128 with half of the rounds. domain: 0x01 to 0x7f."),
    FUNCTION(turboshake_256, TURBOSHAKE,
             "TurboSHAKE256, RFC 9861: SHAKE256 with half of the rounds. domain: 0x01 to 0x7f."),
    FUNCTION(kt128, KANGAROOTWELVE,
             "KT128 (KangarooTwelve), RFC 9861: 128 bits of security; 32 bytes make a digest.\n\n"
             "One long message uses all lanes of a core: pass it whole, or in pieces of 64 KiB and "
             "more.\nHashes with different customizations are unrelated. pool: threads to share "
             "the work with."),
    FUNCTION(kt256, KANGAROOTWELVE,
             "KT256, RFC 9861: as kt128, with 256 bits of security; 64 bytes make a digest."),
    FUNCTION(cshake_128, CSHAKE,
             "cSHAKE128: SHAKE128 with a customization. name: of a function that NIST defines by "
             "it."),
    FUNCTION(cshake_256, CSHAKE,
             "cSHAKE256: SHAKE256 with a customization. name: of a function that NIST defines by "
             "it."),
    FUNCTION(kmac_128, "(key, data=b'', *, length=32, customization=b'')",
             "KMAC128: a message authentication code of `length` bytes. A key should have 16 bytes "
             "or more.\n\nTo authenticate many messages with one key, copy an object that has "
             "taken nothing."),
    FUNCTION(kmac_256, "(key, data=b'', *, length=64, customization=b'')",
             "KMAC256: as kmac_128. A key should have 32 bytes or more."),
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *const bases = PyTuple_Pack(1, base);
    PyTypeObject *type;
    if (bases == NULL)
        return NULL;
    type = (PyTypeObject *)PyType_FromSpecWithBases(spec, bases);
    Py_DECREF(bases);
    if (type != NULL && PyModule_AddType(module, type) != 0) {
        Py_DECREF(type);
        return NULL;
    }
    return type;
}

int add_hashes(PyObject *module)
{
    hash_type = add_type(module, &hash_spec, &PyBaseObject_Type);
    if (hash_type == NULL)
        return -1;
    extendable_type = add_type(module, &extendable_spec, &PyBaseObject_Type);
    if (extendable_type == NULL)
        return -1;
    mac_type = add_type(module, &mac_spec, hash_type);
    return mac_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
