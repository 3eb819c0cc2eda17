/* SPDX-License-Identifier: MIT */
/* Functions of many messages: a sequence of buffers, or the rows of an array. */
#include "native.h"

#include <string.h>

/* ---- Messages ---- */

/* Messages as C takes them; `messages` and `views` keep them where they are. */
typedef struct message_list {
    const uint8_t **pointers;
    size_t *lengths;
    Py_ssize_t count;
    PyObject *messages; /* a tuple; NULL for rows */
    Py_buffer *views;   /* of those that are no bytes objects; of the array of rows */
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

static void *new_array(Py_ssize_t count, size_t size)
{
    void *const array =
        (size_t)count <= PY_SSIZE_T_MAX / size ? PyMem_Malloc((size_t)count * size) : NULL;
    if (array == NULL)
        PyErr_NoMemory();
    return array;
}

static Py_buffer *new_view(message_list *list, Py_ssize_t most)
{
    if (list->views == NULL)
        list->views = new_array(most, sizeof *list->views);
    return list->views == NULL ? NULL : &list->views[list->view_count];
}

static int add_message(message_list *list, Py_ssize_t i)
{
    PyObject *const message = PyTuple_GetItem(list->messages, i);
    Py_buffer *view;
    if (PyBytes_CheckExact(message)) { /* a class of its own may have another buffer */
        list->pointers[i] = (const uint8_t *)PyBytes_AsString(message);
        list->lengths[i] = (size_t)PyBytes_Size(message);
        return 0;
    }
    view = new_view(list, list->count);
    if (view == NULL || get_readable(message, view) != 0)
        return -1;
    ++list->view_count;
    list->pointers[i] = view->buf;
    list->lengths[i] = (size_t)view->len;
    return 0;
}

static int allocate_list(message_list *list)
{
    list->pointers = new_array(list->count, sizeof *list->pointers);
    list->lengths = list->pointers == NULL ? NULL : new_array(list->count, sizeof *list->lengths);
    return list->lengths == NULL ? -1 : 0;
}

static int fill_list(message_list *list, PyObject *sequence)
{
    Py_ssize_t i;
    list->messages = PySequence_Tuple(sequence);
    if (list->messages == NULL)
        return -1;
    list->count = PyTuple_Size(list->messages);
    if (allocate_list(list) != 0)
        return -1;
    for (i = 0; i < list->count; ++i)
        if (add_message(list, i) != 0)
            return -1;
    return 0;
}

/* The array that `rows` are of, with `count` of them. */
static int open_rows(message_list *list, PyObject *array)
{
    Py_buffer *const view = new_view(list, 1);
    if (view == NULL || PyObject_GetBuffer(array, view, PyBUF_ND) != 0)
        return -1;
    ++list->view_count;
    if (view->ndim != 2) {
        PyErr_Format(PyExc_TypeError,
                     "one buffer of %d dimensions; messages are a sequence of buffers, "
                     "or an array of two dimensions whose rows they are",
                     view->ndim);
        return -1;
    }
    list->count = view->shape[0];
    return 0;
}

static hashlane_column column_of(const message_list *rows)
{
    const Py_buffer *const array = rows->views;
    const size_t row = rows->count != 0 ? (size_t)(array->len / rows->count) : 0;
    const hashlane_column column = {array->buf, row, row};
    return column;
}

/* Makes a list of the rows of an array. */
static int fill_rows(message_list *list)
{
    const hashlane_column column = column_of(list);
    Py_ssize_t i;
    if (allocate_list(list) != 0)
        return -1;
    for (i = 0; i < list->count; ++i) {
        list->pointers[i] = column.first + (size_t)i * column.bytes;
        list->lengths[i] = column.bytes;
    }
    return 0;
}

static int open_messages(message_list *list, PyObject *messages)
{
    return PyObject_CheckBuffer(messages) ? open_rows(list, messages) : fill_list(list, messages);
}

static void release_capsule(PyObject *capsule)
{
    message_list *const list = PyCapsule_GetPointer(capsule, NULL);
    release_list(list);
    PyMem_Free(list);
}

static PyObject *addresses(PyObject *module, PyObject *messages)
{
    message_list *const list = PyMem_Calloc(1, sizeof *list);
    PyObject *kept = NULL;
    (void)module;
    if (list == NULL)
        return PyErr_NoMemory();
    if (open_messages(list, messages) == 0 && (list->messages != NULL || fill_rows(list) == 0))
        kept = PyCapsule_New(list, NULL, release_capsule);
    if (kept == NULL) {
        release_list(list);
        PyMem_Free(list);
        return NULL;
    }
    return Py_BuildValue("(KKnN)", (unsigned long long)(uintptr_t)list->pointers,
                         (unsigned long long)(uintptr_t)list->lengths, list->count, kept);
}

/* ---- Outputs ---- */

/* The place for outputs: the caller's buffer, or a new bytes object. */
typedef struct destination {
    PyObject *result; /* NULL with an exception */
    uint8_t *bytes;
    Py_ssize_t size;
    Py_buffer view; /* view.obj is NULL for a bytes object */
} destination;

/* For `count` outputs of `each` bytes: an array of empty rows has any count. */
static destination open_destination(PyObject *out, Py_ssize_t count, Py_ssize_t each)
{
    destination to = {NULL, NULL, 0, {0}};
    if (each != 0 && count > MOST_BYTES / each) {
        PyErr_Format(PyExc_ValueError, "%zd messages: no buffer has room for %zd bytes of each",
                     count, each);
        return to;
    }
    to.size = count * each;
    if (out == NULL || out == Py_None) {
        to.result = PyBytes_FromStringAndSize(NULL, to.size);
        if (to.result != NULL)
            to.bytes = (uint8_t *)PyBytes_AsString(to.result);
        return to;
    }
    if (PyObject_GetBuffer(out, &to.view, PyBUF_WRITABLE) != 0)
        return to;
    if (to.view.len != to.size) {
        PyErr_Format(PyExc_ValueError, "out has %zd bytes; the output has %zd", to.view.len,
                     to.size);
        return to;
    }
    to.result = out;
    Py_INCREF(out);
    to.bytes = to.view.buf;
    return to;
}

static void close_destination(destination *to)
{
    if (to->view.obj != NULL)
        PyBuffer_Release(&to->view);
}

static void give_up(destination *to) { Py_CLEAR(to->result); }

static int overlaps(const destination *to, const void *bytes, size_t count)
{
    const uintptr_t first = (uintptr_t)to->bytes, other = (uintptr_t)bytes;
    return to->size != 0 && count != 0 && first < other + count && other < first + (size_t)to->size;
}

/* A buffer of the caller's may lie anywhere, a new one may not. */
static int overlaps_messages(const destination *to, const message_list *list)
{
    Py_ssize_t i;
    if (to->view.obj == NULL)
        return 0;
    if (list->messages == NULL)
        return overlaps(to, list->views->buf, (size_t)list->views->len);
    for (i = 0; i < list->count; ++i)
        if (overlaps(to, list->pointers[i], list->lengths[i]))
            return 1;
    return 0;
}

/* ---- Hashing ---- */

/* A function of each message, with its parameters. */
typedef struct batch batch;
struct batch {
    /* The messages of a list. */
    hashlane_status (*hash_list)(const batch *what, const message_list *list, uint8_t *to,
                                 const hashlane_pool *pool);
    /* Those of a column; NULL: as a list. */
    void (*hash_column)(const batch *what, const hashlane_column *column, size_t count,
                        uint8_t *to);
    int function;
    uint8_t domain;
    Py_ssize_t each; /* bytes of output */
    const hashlane_sha256_seed *seed;
};

typedef struct column_job {
    const batch *what;
    hashlane_column column;
    size_t count, part_count; /* of messages; in each part but the last */
    uint8_t *to;
} column_job;

static void hash_part(void *argument, size_t index)
{
    const column_job *const job = argument;
    const size_t first = index * job->part_count;
    const size_t rest = job->count - first;
    hashlane_column column = job->column;
    column.first += first * column.stride;
    job->what->hash_column(job->what, &column, rest < job->part_count ? rest : job->part_count,
                           job->to + first * (size_t)job->what->each);
}

/* Divides the work where that pays: threads take up to 100 us to wake up. */
static void hash_column(column_job *job, const hashlane_pool *pool)
{
    const size_t least_bytes = (size_t)1 << 18, lanes = 32;
    size_t parts = 1, row_count = least_bytes / (job->column.bytes + 64) + 1;
    if (pool != NULL && pool->threads > 1) {
        parts = 4 * pool->threads; /* some take longer */
        if (parts > job->count / row_count)
            parts = job->count / row_count;
    }
    if (parts < 2) {
        job->part_count = job->count;
        hash_part(job, 0);
        return;
    }
    job->part_count = ((job->count - 1) / parts / lanes + 1) * lanes;
    pool->run(pool->context, hash_part, job, (job->count - 1) / job->part_count + 1);
}

static hashlane_status hash_all(const batch *what, const message_list *list, uint8_t *to,
                                const hashlane_pool *pool)
{
    if (list->pointers != NULL)
        return what->hash_list(what, list, to, pool);
    column_job job = {what, column_of(list), (size_t)list->count, 0, to};
    hash_column(&job, pool);
    return HASHLANE_OK;
}

static void hash_to(const batch *what, message_list *list, destination *to,
                    const hashlane_pool *pool)
{
    hashlane_status status = HASHLANE_OK;
    if (overlaps_messages(to, list)) {
        PyErr_SetString(PyExc_ValueError, "out overlaps a message");
        return give_up(to);
    }
    if (to->size == 0) /* of messages that may be more than anybody can count */
        return;
    if (list->messages == NULL && what->hash_column == NULL && fill_rows(list) != 0)
        return give_up(to);
    Py_BEGIN_ALLOW_THREADS status = hash_all(what, list, to->bytes, pool);
    Py_END_ALLOW_THREADS if (status != HASHLANE_OK)
    {
        PyErr_SetString(PyExc_ValueError, "a message is too long");
        give_up(to);
    }
}

/* Returns the outputs for the messages, which go to `out` if it is one. */
static PyObject *hash_many(const batch *what, PyObject *messages, PyObject *out, PyObject *pool)
{
    message_list list = {NULL, NULL, 0, NULL, NULL, 0};
    destination to = {NULL, NULL, 0, {0}};
    pool_use use;
    if (hold_pool(pool, &use) != 0)
        return NULL;
    if (open_messages(&list, messages) == 0) {
        to = open_destination(out, list.count, what->each);
        if (to.result != NULL)
            hash_to(what, &list, &to, use.pool);
    }
    close_destination(&to);
    release_list(&list);
    release_pool(&use);
    return to.result;
}

/* ---- Functions ---- */

static hashlane_status sha256_list(const batch *what, const message_list *list, uint8_t *to,
                                   const hashlane_pool *pool)
{
    (void)what;
    hashlane_sha256_many_pool(list->pointers, list->lengths, (size_t)list->count, to, pool);
    return HASHLANE_OK;
}

static void sha256_column(const batch *what, const hashlane_column *column, size_t count,
                          uint8_t *to)
{
    (void)what;
    hashlane_sha256_columns(column, 1, count, to, HASHLANE_SHA256_BYTES);
}

static hashlane_status sha256d_list(const batch *what, const message_list *list, uint8_t *to,
                                    const hashlane_pool *pool)
{
    (void)what;
    hashlane_sha256d_many_pool(list->pointers, list->lengths, (size_t)list->count, to, pool);
    return HASHLANE_OK;
}

static hashlane_status seeded_list(const batch *what, const message_list *list, uint8_t *to,
                                   const hashlane_pool *pool)
{
    return hashlane_sha256_seeded_many_pool(what->seed, list->pointers, list->lengths,
                                            (size_t)list->count, to, pool);
}

static hashlane_status rfc9162_list(const batch *what, const message_list *list, uint8_t *to,
                                    const hashlane_pool *pool)
{
    (void)what;
    (void)pool;
    hashlane_merkle_rfc9162_leaves(list->pointers, list->lengths, (size_t)list->count, to);
    return HASHLANE_OK;
}

static hashlane_status sha3_list(const batch *what, const message_list *list, uint8_t *to,
                                 const hashlane_pool *pool)
{
    return hashlane_sha3_hash_many_pool((hashlane_sha3_function)what->function, list->pointers,
                                        list->lengths, (size_t)list->count, to, (size_t)what->each,
                                        (size_t)what->each, pool);
}

static void sha3_column(const batch *what, const hashlane_column *column, size_t count, uint8_t *to)
{
    const size_t each = (size_t)what->each;
    hashlane_sha3_hash_columns((hashlane_sha3_function)what->function, column, 1, count, to, each,
                               each);
}

static hashlane_status turboshake_list(const batch *what, const message_list *list, uint8_t *to,
                                       const hashlane_pool *pool)
{
    return hashlane_turboshake_hash_many_pool(
        (hashlane_turboshake_function)what->function, what->domain, list->pointers, list->lengths,
        (size_t)list->count, to, (size_t)what->each, (size_t)what->each, pool);
}

static PyObject *sha256_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                             PyObject *keywords)
{
    static const signature signature = {1, 1, {"messages", "out", "pool", NULL}};
    static const batch what = {sha256_list, sha256_column, 0, 0, HASHLANE_SHA256_BYTES, NULL};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    (void)module;
    if (take_arguments("sha256_many", &signature, args, count, keywords, values) != 0)
        return NULL;
    return hash_many(&what, values[0], values[1], values[2]);
}

static PyObject *sha256d_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                              PyObject *keywords)
{
    static const signature signature = {1, 1, {"messages", "out", "pool", NULL}};
    static const batch what = {sha256d_list, NULL, 0, 0, HASHLANE_SHA256_BYTES, NULL};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    (void)module;
    if (take_arguments("sha256d_many", &signature, args, count, keywords, values) != 0)
        return NULL;
    return hash_many(&what, values[0], values[1], values[2]);
}

static PyObject *rfc9162_leaves(PyObject *module, PyObject *entries)
{
    static const batch what = {rfc9162_list, NULL, 0, 0, HASHLANE_SHA256_BYTES, NULL};
    (void)module;
    return hash_many(&what, entries, NULL, NULL);
}

static PyObject *sha256_seeded_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                                    PyObject *keywords)
{
    static const signature signature = {2, 2, {"beginning", "messages", "out", "pool", NULL}};
    hashlane_sha256_seed seed;
    const batch what = {seeded_list, NULL, 0, 0, HASHLANE_SHA256_BYTES, &seed};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    Py_buffer view;
    hashlane_status status;
    Py_ssize_t bytes;
    (void)module;
    if (take_arguments("sha256_seeded_many", &signature, args, count, keywords, values) != 0 ||
        get_readable(values[0], &view) != 0)
        return NULL;
    bytes = view.len;
    status = hashlane_sha256_seed_init(&seed, view.buf, (size_t)bytes);
    PyBuffer_Release(&view);
    if (status != HASHLANE_OK)
        return PyErr_Format(PyExc_ValueError, "a beginning of %zd bytes, no multiple of 64", bytes);
    return hash_many(&what, values[1], values[2], values[3]);
}

static PyObject *sha3_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                           PyObject *keywords)
{
    static const signature signature = {1, 1, {"messages", "name", "length", "out", "pool", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    const algorithm *found = &sha3_256_algorithm;
    batch what = {sha3_list, sha3_column, 0, 0, 0, NULL};
    (void)module;
    if (take_arguments("sha3_many", &signature, args, count, keywords, values) != 0)
        return NULL;
    if (values[1] != NULL)
        found = find_algorithm(values[1], &sponge_family);
    if (found == NULL)
        return NULL;
    what.function = found->function;
    what.each = found->digest_size;
    if (values[2] != NULL && values[2] != Py_None) {
        if (found->digest_size != 0)
            return PyErr_Format(PyExc_ValueError, "%s has digests of %zd bytes: give no length",
                                found->name, found->digest_size);
        what.each = length_of(values[2]);
        if (what.each < 0)
            return NULL;
    } else if (found->digest_size == 0) {
        return PyErr_Format(PyExc_ValueError, "%s needs a length", found->name);
    }
    return hash_many(&what, values[0], values[3], values[4]);
}

static PyObject *turboshake_many(PyObject *module, PyObject *const *args, Py_ssize_t count,
                                 PyObject *keywords)
{
    static const signature signature = {
        1, 1, {"messages", "length", "name", "domain", "out", "pool", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    const algorithm *found = &turboshake_128_algorithm;
    batch what = {turboshake_list, NULL, 0, 0, 0, NULL};
    (void)module;
    if (take_arguments("turboshake_many", &signature, args, count, keywords, values) != 0)
        return NULL;
    if (values[1] == NULL)
        return PyErr_Format(PyExc_TypeError, "turboshake_many() needs the argument 'length'");
    if (values[2] != NULL)
        found = find_algorithm(values[2], &turboshake_family);
    if (found == NULL)
        return NULL;
    what.function = found->function;
    what.domain = domain_of(values[3]);
    what.each = what.domain != 0 ? length_of(values[1]) : -1;
    return what.each < 0 ? NULL : hash_many(&what, values[0], values[4], values[5]);
}

#define FUNCTION(name, arguments, text)                                                            \
    {#name, WITH_KEYWORDS(name), METH_FASTCALL | METH_KEYWORDS, #name arguments "\n--\n\n" text}
#define DIGESTS                                                                                    \
    "Returns the digests in the messages' order, joined; or writes them into `out`, returned "     \
    "then, which\noverlaps no message."

static PyMethodDef functions[] = {
    FUNCTION(sha256_many, "(messages, *, out=None, pool=None)",
             "Returns the SHA-256 of each message, computed on all lanes of a core.\n\n"
             "messages: a sequence of buffers of any lengths, or an array of two dimensions whose "
             "rows are the\nmessages. Order them longest first for the best speed.\n" DIGESTS
             "\npool: threads to share the work with, where it is worth waking them."),
    FUNCTION(sha256d_many, "(messages, *, out=None, pool=None)",
             "Returns SHA256(SHA256(message)) of each message, as Bitcoin hashes; as `sha256_many` "
             "else."),
    FUNCTION(
        sha256_seeded_many, "(beginning, messages, *, out=None, pool=None)",
        "Returns SHA256(beginning ‖ message) of each message; the beginning is hashed "
        "once.\n\nbeginning: a multiple of 64 bytes. messages, out, pool: as for `sha256_many`."),
    {"rfc9162_leaves", rfc9162_leaves, METH_O,
     "rfc9162_leaves(entries, /)\n--\n\nReturns the leaf SHA256(0x00 ‖ entry) of each entry, "
     "joined; entries as the messages of `sha256_many`."},
    FUNCTION(sha3_many, "(messages, *, name='sha3_256', length=None, out=None, pool=None)",
             "Returns SHA-3, SHAKE or Keccak of each message, several at once; messages as for "
             "`sha256_many`.\n\nlength: bytes of output for each; needed for shake_128 and "
             "shake_256, and for them alone.\n" DIGESTS
             "\npool: threads to share the work with, where it is worth waking them."),
    FUNCTION(turboshake_many,
             "(messages, *, length, name='turboshake_128', domain=0x1f, out=None, pool=None)",
             "Returns TurboSHAKE of each message, several at once; messages and pool as for "
             "`sha256_many`.\n\nlength: bytes of output for each. domain: 0x01 to 0x7f.\n" DIGESTS),
    {"addresses", addresses, METH_O,
     "The addresses of pointers to messages and of their lengths, the messages' number, and an "
     "object that keeps all of these."},
    {NULL, NULL, 0, NULL},
};

int add_many(PyObject *module) { return PyModule_AddFunctions(module, functions); }
