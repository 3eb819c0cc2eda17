/* SPDX-License-Identifier: MIT */
/* The functions that return hash objects. */
#include "hash.h"

#include <string.h>

static PyObject *make_plain(const algorithm *algorithm, PyObject *const *args, Py_ssize_t count,
                            PyObject *keywords)
{
    static const signature signature = {1, 0, {"data", "usedforsecurity", "string", NULL}};
    PyObject *values[MOST_ARGUMENTS] = {NULL};
    hash *self;
    if (keywords == NULL && count == 1) /* the usual call, which would notice the rest */
        values[0] = args[0];
    else if (take_arguments(algorithm->name, &signature, args, count, keywords, values) != 0)
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
    keep_pool(self, values[2]);
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

int add_constructors(PyObject *module) { return PyModule_AddFunctions(module, functions); }
