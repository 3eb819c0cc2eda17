/* SPDX-License-Identifier: MIT */
/* The hash objects, which have hashlib's interface. */
#include "hash.h"

#include <string.h>

#ifndef _WIN32
#include <pthread.h>
#endif

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

/* The forks from the start of the program to this process. */
static unsigned forks;

#ifndef _WIN32
static void count_fork(void) { ++forks; }
#endif

static void unlock(hash *self)
{
    if (self->lock != NULL)
        PyThread_release_lock(self->lock);
}

/* Other threads wait where another one hashes a long piece with this object. The child of a fork
 * has no such thread, and would wait for ever: -1 with an exception. */
static int lock(hash *self)
{
    if (self->lock == NULL)
        return 0;
    while (!PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) {
        if (self->forks != forks) {
            PyErr_SetString(PyExc_RuntimeError,
                            "another thread was hashing with this object when the process forked");
            return -1;
        }
        Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
        unlock(self); /* an ending interpreter keeps daemon threads where they come back */
        Py_END_ALLOW_THREADS
    }
    self->forks = forks;
    return 0;
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
    if (lock(self) != 0)
        return -1;
    if (view->len >= LONG_WORK) {
        Py_BEGIN_ALLOW_THREADS status =
            self->algorithm->family->append(self->context, view->buf, bytes, pool);
        unlock(self); /* first, as in lock() */
        Py_END_ALLOW_THREADS
    } else {
        status = self->algorithm->family->append(self->context, view->buf, bytes, NULL);
        unlock(self);
    }
    if (status != HASHLANE_OK) {
        PyErr_SetString(PyExc_ValueError, "the message is too long");
        return -1;
    }
    return 0;
}

static int append_object(hash *self, PyObject *data)
{
    Py_buffer view;
    pool_use use = {NULL, NULL};
    int failed = 0;
    if (get_readable(data, &view) != 0)
        return -1;
    if (self->pool != NULL)
        failed = hold_pool(self->pool, &use) != 0;
    if (!failed)
        failed = append_view(self, &view, use.pool) != 0;
    release_pool(&use);
    PyBuffer_Release(&view);
    return failed ? -1 : 0;
}

static int copy_context(hash *self, void *copy)
{
    if (lock(self) != 0)
        return -1;
    memcpy(copy, self->context, self->algorithm->family->context_bytes);
    unlock(self);
    return 0;
}

/* The output for the message so far; more can be appended afterwards. */
static int write_output(hash *self, uint8_t *output, Py_ssize_t length)
{
    any_context copy;
    if (copy_context(self, &copy) != 0)
        return -1;
    if (length >= LONG_WORK) {
        Py_BEGIN_ALLOW_THREADS self->algorithm->family->finish(&copy, self->customization, output,
                                                               (size_t)length);
        Py_END_ALLOW_THREADS
    } else {
        self->algorithm->family->finish(&copy, self->customization, output, (size_t)length);
    }
    return 0;
}

static PyObject *output_of(hash *self, Py_ssize_t length)
{
    PyObject *const output = PyBytes_FromStringAndSize(NULL, length);
    if (output != NULL && write_output(self, (uint8_t *)PyBytes_AsString(output), length) != 0) {
        Py_DECREF(output);
        return NULL;
    }
    return output;
}

static PyObject *long_hex_output_of(hash *self, Py_ssize_t length)
{
    PyObject *const output = output_of(self, length);
    PyObject *const result = output != NULL ? PyObject_CallMethod(output, "hex", NULL) : NULL;
    Py_XDECREF(output);
    return result;
}

static PyObject *hex_output_of(hash *self, Py_ssize_t length)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t output[64];
    char text[2 * sizeof output];
    Py_ssize_t i;
    if (length > (Py_ssize_t)sizeof output)
        return long_hex_output_of(self, length);
    if (write_output(self, output, length) != 0)
        return NULL;
    for (i = 0; i < length; ++i) {
        text[2 * i] = digits[output[i] >> 4];
        text[2 * i + 1] = digits[output[i] & 15];
    }
    return PyUnicode_FromStringAndSize(text, 2 * length);
}

/* True of the type whose objects may hold a pool, which may be in a cycle with them. */
static int is_collected(PyTypeObject *type)
{
    return (PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) != 0;
}

hash *new_hash(PyTypeObject *type, const algorithm *algorithm)
{
    hash *const self = is_collected(type) ? PyObject_GC_New(hash, type) : PyObject_New(hash, type);
    if (self != NULL) {
        self->algorithm = algorithm;
        self->digest_size = algorithm->digest_size;
        self->lock = NULL;
        self->customization = NULL;
        self->pool = NULL;
    }
    return self;
}

/* The collector sees objects that have a pool, and no others. */
void keep_pool(hash *self, PyObject *pool)
{
    if (pool == NULL || pool == Py_None)
        return;
    Py_INCREF(pool);
    self->pool = pool;
    PyObject_GC_Track(self);
}

PyObject *begin(hash *self, PyObject *data)
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
    int failed;
    if (PyObject_GetBuffer(out, &view, PyBUF_WRITABLE) != 0)
        return NULL;
    failed = size != 0 && view.len != size;
    if (failed)
        PyErr_Format(PyExc_ValueError, "out has %zd bytes; the digest has %zd", view.len, size);
    else
        failed = write_output((hash *)self, view.buf, view.len) != 0;
    PyBuffer_Release(&view);
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *hash_copy(PyObject *object, PyObject *unused)
{
    hash *const self = (hash *)object;
    hash *const other = new_hash(Py_TYPE(object), self->algorithm);
    (void)unused;
    if (other == NULL)
        return NULL;
    other->digest_size = self->digest_size;
    Py_XINCREF(self->customization);
    other->customization = self->customization;
    keep_pool(other, self->pool);
    if (copy_context(self, other->context) != 0) {
        Py_DECREF(other);
        return NULL;
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
    if (is_collected(type))
        PyObject_GC_UnTrack(object);
    if (self->algorithm->family == &kmac_family)
        hashlane_wipe(self->context, kmac_family.context_bytes);
    if (self->lock != NULL)
        PyThread_free_lock(self->lock);
    Py_XDECREF(self->customization);
    Py_XDECREF(self->pool);
    if (is_collected(type))
        PyObject_GC_Del(object);
    else
        PyObject_Free(object);
    Py_DECREF(type);
}

static int extendable_traverse(PyObject *object, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((hash *)object)->pool);
    return 0;
}

static int extendable_clear(PyObject *object)
{
    Py_CLEAR(((hash *)object)->pool);
    return 0;
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
    int failed = 0;
    if (get_readable(expected, &view) != 0)
        return NULL;
    if (view.len == ((hash *)self)->digest_size) {
        failed = copy_context((hash *)self, &copy) != 0;
        if (!failed)
            status = hashlane_kmac_final_verify(&copy.kmac, view.buf, (size_t)view.len);
    }
    PyBuffer_Release(&view);
    return failed ? NULL : PyBool_FromLong(status == HASHLANE_OK);
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
    {Py_tp_traverse, extendable_traverse},
    {Py_tp_clear, extendable_clear},
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
                                      TYPE_FLAGS | Py_TPFLAGS_HAVE_GC, extendable_slots};
static PyType_Spec mac_spec = {"hashlane.Mac", sizeof(hash) + sizeof(hashlane_kmac_context), 0,
                               TYPE_FLAGS, mac_slots};

PyTypeObject *hash_type, *extendable_type, *mac_type;

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
#ifndef _WIN32
    if (pthread_atfork(NULL, NULL, count_fork) != 0) {
        PyErr_NoMemory();
        return -1;
    }
#endif
    hash_type = add_type(module, &hash_spec, &PyBaseObject_Type);
    if (hash_type == NULL)
        return -1;
    extendable_type = add_type(module, &extendable_spec, &PyBaseObject_Type);
    if (extendable_type == NULL)
        return -1;
    mac_type = add_type(module, &mac_spec, hash_type);
    return mac_type == NULL ? -1 : 0;
}
