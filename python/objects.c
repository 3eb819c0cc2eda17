/* SPDX-License-Identifier: MIT */
/*
 * What cffi's glue would take longer for than the hash of a short message: the hash objects of
 * functions without parameters, sha256_many, and the addresses of many messages. Everything else of
 * hashlane._native is cffi's.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <hashlane/hashlane.h>

#include <stdint.h>

/* cffi's PyInit__native(), under the name that CMakeLists.txt gives it. */
extern PyObject *hashlane_python_glue(void);

/* From this length on, hashing lets other threads run; for less, taking turns would cost more. */
#define LONG_MESSAGE 2048

static int get_readable(PyObject *data, Py_buffer *view)
{
    if (PyUnicode_Check(data)) {
        PyErr_SetString(PyExc_TypeError,
                        "a str has no bytes before it is encoded: use data.encode()");
        return -1;
    }
    return PyObject_GetBuffer(data, view, PyBUF_SIMPLE);
}

/* ---- Hash objects ---- */

typedef union state {
    hashlane_sha256_context sha256;
    hashlane_sha3_context sha3;
} state;

typedef struct algorithm {
    const char *name;
    Py_ssize_t digest_size, block_size;
    int is_sha3;
    hashlane_sha3_function function;
} algorithm;

static const algorithm sha256_algorithm = {"sha256", 32, 64, 0, HASHLANE_SHA3_256};
static const algorithm sha3_224_algorithm = {"sha3_224", 28, 144, 1, HASHLANE_SHA3_224};
static const algorithm sha3_256_algorithm = {"sha3_256", 32, 136, 1, HASHLANE_SHA3_256};
static const algorithm sha3_384_algorithm = {"sha3_384", 48, 104, 1, HASHLANE_SHA3_384};
static const algorithm sha3_512_algorithm = {"sha3_512", 64, 72, 1, HASHLANE_SHA3_512};
static const algorithm keccak_224_algorithm = {"keccak_224", 28, 144, 1, HASHLANE_KECCAK_224};
static const algorithm keccak_256_algorithm = {"keccak_256", 32, 136, 1, HASHLANE_KECCAK_256};
static const algorithm keccak_384_algorithm = {"keccak_384", 48, 104, 1, HASHLANE_KECCAK_384};
static const algorithm keccak_512_algorithm = {"keccak_512", 64, 72, 1, HASHLANE_KECCAK_512};

#define MOST_DIGEST_BYTES 64

typedef struct hash {
    PyObject_HEAD const algorithm *algorithm;
    PyThread_type_lock
        lock; /* NULL until a long message comes: shorter ones keep the interpreter's */
    state state;
} hash;

static PyTypeObject *hash_type;

static void start(const algorithm *algorithm, state *state)
{
    if (algorithm->is_sha3)
        hashlane_sha3_init(&state->sha3, algorithm->function);
    else
        hashlane_sha256_init(&state->sha256);
}

static hashlane_status append(const algorithm *algorithm, state *state, const Py_buffer *view)
{
    const size_t bytes = (size_t)view->len;
    return algorithm->is_sha3 ? hashlane_sha3_absorb(&state->sha3, view->buf, bytes)
                              : hashlane_sha256_update(&state->sha256, view->buf, bytes);
}

/* `state` is used up. */
static void finish(const algorithm *algorithm, state *state, uint8_t *digest)
{
    if (algorithm->is_sha3)
        hashlane_sha3_squeeze(&state->sha3, digest, (size_t)algorithm->digest_size);
    else
        hashlane_sha256_final(&state->sha256, digest);
}

/* Other threads wait where another one hashes a long message with this object. */
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

static int append_object(hash *self, PyObject *data)
{
    Py_buffer view;
    hashlane_status status;
    if (get_readable(data, &view) != 0)
        return -1;
    if (view.len >= LONG_MESSAGE && self->lock == NULL) {
        self->lock = PyThread_allocate_lock();
        if (self->lock == NULL) {
            PyBuffer_Release(&view);
            PyErr_NoMemory();
            return -1;
        }
    }
    lock(self);
    if (view.len >= LONG_MESSAGE) {
        Py_BEGIN_ALLOW_THREADS status = append(self->algorithm, &self->state, &view);
        Py_END_ALLOW_THREADS
    } else {
        status = append(self->algorithm, &self->state, &view);
    }
    unlock(self);
    PyBuffer_Release(&view);
    if (status != HASHLANE_OK) {
        PyErr_SetString(PyExc_ValueError, "the message is too long");
        return -1;
    }
    return 0;
}

static void digest_of(hash *self, uint8_t *digest)
{
    state copy;
    lock(self);
    copy = self->state;
    unlock(self);
    finish(self->algorithm, &copy, digest);
}

static hash *new_hash(const algorithm *algorithm)
{
    hash *const self = PyObject_New(hash, hash_type);
    if (self != NULL) {
        self->algorithm = algorithm;
        self->lock = NULL;
    }
    return self;
}

static PyObject *hash_update(PyObject *self, PyObject *data)
{
    if (append_object((hash *)self, data) != 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *hash_digest(PyObject *self, PyObject *unused)
{
    PyObject *const digest =
        PyBytes_FromStringAndSize(NULL, ((hash *)self)->algorithm->digest_size);
    (void)unused;
    if (digest != NULL)
        digest_of((hash *)self, (uint8_t *)PyBytes_AsString(digest));
    return digest;
}

static PyObject *hash_hexdigest(PyObject *self, PyObject *unused)
{
    static const char digits[] = "0123456789abcdef";
    const Py_ssize_t size = ((hash *)self)->algorithm->digest_size;
    uint8_t digest[MOST_DIGEST_BYTES];
    char text[2 * MOST_DIGEST_BYTES];
    Py_ssize_t i;
    (void)unused;
    digest_of((hash *)self, digest);
    for (i = 0; i < size; ++i) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    return PyUnicode_FromStringAndSize(text, 2 * size);
}

static PyObject *hash_digest_into(PyObject *self, PyObject *out)
{
    const Py_ssize_t size = ((hash *)self)->algorithm->digest_size;
    Py_buffer view;
    const char *problem = NULL;
    if (PyObject_GetBuffer(out, &view, PyBUF_WRITABLE) != 0)
        return NULL;
    if (view.len == size)
        digest_of((hash *)self, view.buf);
    else
        problem = "out has %zd bytes; the digest has %zd";
    PyBuffer_Release(&view);
    if (problem != NULL)
        return PyErr_Format(PyExc_ValueError, problem, view.len, size);
    Py_RETURN_NONE;
}

static PyObject *hash_copy(PyObject *self, PyObject *unused)
{
    hash *const other = new_hash(((hash *)self)->algorithm);
    (void)unused;
    if (other != NULL) {
        lock((hash *)self);
        other->state = ((hash *)self)->state;
        unlock((hash *)self);
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
    (void)type;
    (void)args;
    (void)keywords;
    PyErr_SetString(PyExc_TypeError, "a hash object is made by its function: sha256()");
    return NULL;
}

static void hash_dealloc(PyObject *self)
{
    PyTypeObject *const type = Py_TYPE(self);
    if (((hash *)self)->lock != NULL)
        PyThread_free_lock(((hash *)self)->lock);
    PyObject_Free(self);
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
    return PyLong_FromSsize_t(((hash *)self)->algorithm->digest_size);
}

static PyObject *hash_block_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((hash *)self)->algorithm->block_size);
}

static PyMethodDef hash_methods[] = {
    {"update", hash_update, METH_O,
     "Appends the bytes of any object that has the buffer protocol."},
    {"digest", hash_digest, METH_NOARGS,
     "Returns the digest of the message so far; more can be appended afterwards."},
    {"hexdigest", hash_hexdigest, METH_NOARGS, "Returns the digest in hexadecimal digits."},
    {"digest_into", hash_digest_into, METH_O,
     "Writes the digest into a buffer of `digest_size` bytes."},
    {"copy", hash_copy, METH_NOARGS, "Returns a copy with the same message so far."},
    {"__reduce__", hash_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef hash_properties[] = {
    {"name", hash_name, NULL, "The algorithm's name, as `new` takes it.", NULL},
    {"digest_size", hash_digest_size, NULL, "The bytes of a digest.", NULL},
    {"block_size", hash_block_size, NULL, "The bytes of a block of the algorithm.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot hash_slots[] = {
    {Py_tp_doc, "A message that is being hashed. Any thread may call any method at any time."},
    {Py_tp_new, hash_new},
    {Py_tp_dealloc, hash_dealloc},
    {Py_tp_repr, hash_repr},
    {Py_tp_methods, hash_methods},
    {Py_tp_getset, hash_properties},
    {0, NULL},
};

static PyType_Spec hash_spec = {"hashlane.Hash", sizeof(hash), 0, Py_TPFLAGS_DEFAULT, hash_slots};

/* Finds the message among the arguments (data=b"", *, usedforsecurity=True). NULL with an
 * exception, or without one if there is none. */
static PyObject *find_data(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                           PyObject *names)
{
    PyObject *data = count > 0 ? args[0] : NULL;
    const Py_ssize_t named = names != NULL ? PyTuple_Size(names) : 0;
    Py_ssize_t i;
    if (count > 1)
        return PyErr_Format(PyExc_TypeError, "%s() takes one message, not %zd", algorithm->name,
                            count);
    for (i = 0; i < named; ++i) {
        PyObject *const name = PyTuple_GetItem(names, i);
        if (PyUnicode_CompareWithASCIIString(name, "data") == 0 && data == NULL)
            data = args[count + i];
        else if (PyUnicode_CompareWithASCIIString(name, "usedforsecurity") != 0)
            return PyErr_Format(PyExc_TypeError, "%s() takes no argument %R here", algorithm->name,
                                name);
    }
    return data;
}

static PyObject *make(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                      PyObject *names)
{
    PyObject *const data = find_data(algorithm, args, count, names);
    hash *self;
    if (data == NULL && PyErr_Occurred() != NULL)
        return NULL;
    self = new_hash(algorithm);
    if (self == NULL)
        return NULL;
    start(algorithm, &self->state);
    if (data != NULL && append_object(self, data) != 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

#define CONSTRUCTOR(name)                                                                          \
    static PyObject *make_##name(PyObject *self, PyObject *const *args, Py_ssize_t count,          \
                                 PyObject *names)                                                  \
    {                                                                                              \
        (void)self;                                                                                \
        return make(&name##_algorithm, args, count, names);                                        \
    }

CONSTRUCTOR(sha256)
CONSTRUCTOR(sha3_224)
CONSTRUCTOR(sha3_256)
CONSTRUCTOR(sha3_384)
CONSTRUCTOR(sha3_512)
CONSTRUCTOR(keccak_224)
CONSTRUCTOR(keccak_256)
CONSTRUCTOR(keccak_384)
CONSTRUCTOR(keccak_512)

/* ---- Many messages ---- */

/* Messages as C takes them; `messages` and `views` keep them where they are. */
typedef struct message_list {
    const uint8_t **pointers;
    size_t *lengths;
    PyObject *messages; /* a tuple */
    Py_buffer *views;   /* of those that are no bytes objects */
    Py_ssize_t view_count;
} message_list;

static void release_list(message_list *list)
{
    Py_ssize_t i;
    for (i = 0; i < list->view_count; ++i)
        PyBuffer_Release(&list->views[i]);
    PyMem_Free(list->views);
    PyMem_Free(list->lengths);
    PyMem_Free((void *)list->pointers);
    Py_XDECREF(list->messages);
}

static int add_message(message_list *list, Py_ssize_t i, Py_ssize_t count)
{
    PyObject *const message = PyTuple_GetItem(list->messages, i);
    Py_buffer *view;
    if (PyBytes_Check(message)) {
        list->pointers[i] = (const uint8_t *)PyBytes_AsString(message);
        list->lengths[i] = (size_t)PyBytes_Size(message);
        return 0;
    }
    if (list->views == NULL)
        list->views = PyMem_New(Py_buffer, count);
    if (list->views == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    view = &list->views[list->view_count];
    if (get_readable(message, view) != 0)
        return -1;
    ++list->view_count;
    list->pointers[i] = view->buf;
    list->lengths[i] = (size_t)view->len;
    return 0;
}

static int fill_list(message_list *list, PyObject *sequence)
{
    Py_ssize_t count, i;
    list->messages = PySequence_Tuple(sequence);
    if (list->messages == NULL)
        return -1;
    count = PyTuple_Size(list->messages);
    list->pointers = PyMem_New(const uint8_t *, count);
    list->lengths = PyMem_New(size_t, count);
    if (list->pointers == NULL || list->lengths == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < count; ++i)
        if (add_message(list, i, count) != 0)
            return -1;
    return 0;
}

static void release_capsule(PyObject *capsule)
{
    message_list *const list = PyCapsule_GetPointer(capsule, NULL);
    release_list(list);
    PyMem_Free(list);
}

static PyObject *addresses(PyObject *self, PyObject *sequence)
{
    message_list *const list = PyMem_Calloc(1, sizeof *list);
    PyObject *kept = NULL;
    (void)self;
    if (list == NULL)
        return PyErr_NoMemory();
    if (fill_list(list, sequence) == 0)
        kept = PyCapsule_New(list, NULL, release_capsule);
    if (kept == NULL) {
        release_list(list);
        PyMem_Free(list);
        return NULL;
    }
    return Py_BuildValue("(KKnN)", (unsigned long long)(uintptr_t)list->pointers,
                         (unsigned long long)(uintptr_t)list->lengths, PyTuple_Size(list->messages),
                         kept);
}

/* The place for outputs: the caller's buffer, or a new bytes object. */
typedef struct destination {
    PyObject *result; /* NULL with an exception */
    uint8_t *bytes;
    Py_buffer view; /* view.obj is NULL for a bytes object */
} destination;

/* For `count` outputs of `each` bytes: an array of empty rows has any count. */
static destination open_destination(PyObject *out, Py_ssize_t count, Py_ssize_t each)
{
    destination to = {NULL, NULL, {0}};
    const Py_ssize_t size = count <= PY_SSIZE_T_MAX / each ? count * each : -1;
    if (size < 0) {
        PyErr_Format(PyExc_ValueError, "%zd messages: no buffer has room for %zd bytes of each",
                     count, each);
        return to;
    }
    if (out == Py_None) {
        to.result = PyBytes_FromStringAndSize(NULL, size);
        if (to.result != NULL)
            to.bytes = (uint8_t *)PyBytes_AsString(to.result);
        return to;
    }
    if (PyObject_GetBuffer(out, &to.view, PyBUF_WRITABLE) != 0)
        return to;
    if (to.view.len != size) {
        PyErr_Format(PyExc_ValueError, "out has %zd bytes; the output has %zd", to.view.len, size);
        PyBuffer_Release(&to.view);
        return to;
    }
    to.result = out;
    Py_INCREF(out);
    to.bytes = to.view.buf;
    return to;
}

static PyObject *close_destination(destination *to)
{
    if (to->view.obj != NULL)
        PyBuffer_Release(&to->view);
    return to->result;
}

static PyObject *sha256_of_list(PyObject *messages, PyObject *out)
{
    message_list list = {NULL, NULL, NULL, NULL, 0};
    destination to = {NULL, NULL, {0}};
    if (fill_list(&list, messages) == 0) {
        const Py_ssize_t count = PyTuple_Size(list.messages);
        to = open_destination(out, count, HASHLANE_SHA256_BYTES);
        if (to.result != NULL) {
            Py_BEGIN_ALLOW_THREADS hashlane_sha256_many(list.pointers, list.lengths, (size_t)count,
                                                        to.bytes);
            Py_END_ALLOW_THREADS
        }
    }
    release_list(&list);
    return close_destination(&to);
}

static PyObject *sha256_of_rows(const Py_buffer *array, PyObject *out)
{
    const Py_ssize_t count = array->shape[0];
    const size_t row = count != 0 ? (size_t)(array->len / count) : 0;
    const hashlane_column column = {array->buf, row, row};
    destination to = open_destination(out, count, HASHLANE_SHA256_BYTES);
    if (to.result != NULL) {
        Py_BEGIN_ALLOW_THREADS hashlane_sha256_columns(&column, 1, (size_t)count, to.bytes,
                                                       HASHLANE_SHA256_BYTES);
        Py_END_ALLOW_THREADS
    }
    return close_destination(&to);
}

static PyObject *sha256_many(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Py_buffer array;
    PyObject *result;
    (void)self;
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "sha256_many() takes messages and out");
    if (!PyObject_CheckBuffer(args[0]))
        return sha256_of_list(args[0], args[1]);
    if (PyObject_GetBuffer(args[0], &array, PyBUF_ND) != 0)
        return NULL;
    if (array.ndim == 2)
        result = sha256_of_rows(&array, args[1]);
    else
        result = PyErr_Format(PyExc_TypeError,
                              "one buffer of %d dimensions; messages are a sequence of buffers, "
                              "or an array of two dimensions whose rows they are",
                              array.ndim);
    PyBuffer_Release(&array);
    return result;
}

/* ---- The module ---- */

#define FUNCTION(name, text)                                                                       \
    {#name, (PyCFunction)(void (*)(void))make_##name, METH_FASTCALL | METH_KEYWORDS,               \
     #name "(data=b'', *, usedforsecurity=True)\n--\n\n" text}

static PyMethodDef functions[] = {
    FUNCTION(sha256, "SHA-256, NIST FIPS 180-4."),
    FUNCTION(sha3_224, "SHA3-224, NIST FIPS 202."),
    FUNCTION(sha3_256, "SHA3-256, NIST FIPS 202."),
    FUNCTION(sha3_384, "SHA3-384, NIST FIPS 202."),
    FUNCTION(sha3_512, "SHA3-512, NIST FIPS 202."),
    FUNCTION(keccak_224, "Keccak-224 with the padding from before the standard; not SHA3-224."),
    FUNCTION(keccak_256,
             "Keccak-256 with the padding from before the standard: Ethereum's; not SHA3-256."),
    FUNCTION(keccak_384, "Keccak-384 with the padding from before the standard; not SHA3-384."),
    FUNCTION(keccak_512, "Keccak-512 with the padding from before the standard; not SHA3-512."),
    {"sha256_many", (PyCFunction)(void (*)(void))sha256_many, METH_FASTCALL,
     "The SHA-256 of many messages, as hashlane.sha256_many() describes it."},
    {"addresses", addresses, METH_O,
     "The addresses of pointers to messages and of their lengths, the messages' number, and an "
     "object that keeps all of these."},
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC PyInit__native(void)
{
    PyObject *const module = hashlane_python_glue();
    if (module == NULL)
        return NULL;
    hash_type = (PyTypeObject *)PyType_FromSpec(&hash_spec);
    if (hash_type == NULL || PyModule_AddType(module, hash_type) != 0 ||
        PyModule_AddFunctions(module, functions) != 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
