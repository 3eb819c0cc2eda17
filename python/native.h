/* SPDX-License-Identifier: MIT */
/*
 * hashlane._native: what cffi's glue would take longer for than the hash of a short message. Hash
 * objects are in hashes.c and constructors.c, functions of many messages in many.c, what both need
 * in module.c and algorithms.c. Everything else of the module is cffi's.
 */
#ifndef HASHLANE_PYTHON_NATIVE_H
#define HASHLANE_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <hashlane/hashlane.h>

/* From this many bytes on, hashing lets other threads run; for less, taking turns would cost more.
 */
#define LONG_WORK 2048

/* The bytes of `data`; a str has none. Returns -1 with an exception. */
int get_readable(PyObject *data, Py_buffer *view);

#define MOST_ARGUMENTS 6

/* A function of METH_FASTCALL | METH_KEYWORDS, for a table of methods. */
#define WITH_KEYWORDS(function) (PyCFunction)(void (*)(void)) function

typedef struct signature {
    int positional; /* the number of those that may be given without their names */
    int required;
    const char *names[MOST_ARGUMENTS + 1]; /* up to a NULL */
} signature;

/* Sorts the arguments of METH_FASTCALL | METH_KEYWORDS into `values`, which are NULL before; one
 * that is not given stays so. Returns -1 with an exception. */
int take_arguments(const char *function, const signature *signature, PyObject *const *args,
                   Py_ssize_t count, PyObject *keywords, PyObject **values);

/* More than this in a bytes object is an OverflowError of Python's own. */
#define MOST_BYTES (PY_SSIZE_T_MAX - 64)

/* An int that is a number of bytes, 0 to MOST_BYTES; -1 with an exception. */
Py_ssize_t length_of(PyObject *object);

/* TurboSHAKE's domain byte; `object` may be NULL. Returns 0, which is none, with an exception. */
uint8_t domain_of(PyObject *object);

/* A pool in use: its threads stay as long as `held`. */
typedef struct pool_use {
    PyObject *held;
    const hashlane_pool *pool;
} pool_use;

/* `pool` is a hashlane.Pool, or None or NULL for no threads. Returns -1 with an exception. */
int hold_pool(PyObject *pool, pool_use *use);
void release_pool(pool_use *use);

/* Functions that share a context and the calls for it. */
typedef struct family {
    size_t context_bytes;
    hashlane_status (*append)(void *context, const uint8_t *message, size_t bytes,
                              const hashlane_pool *pool);
    /* Uses the context up. customization: of KangarooTwelve, which takes it at the end; bytes or
     * NULL. */
    void (*finish)(void *context, PyObject *customization, uint8_t *output, size_t bytes);
} family;

typedef struct algorithm {
    const char *name;
    const family *family;
    int function;           /* of its family's enumeration */
    Py_ssize_t digest_size; /* 0: the output has any length */
    Py_ssize_t block_size;
} algorithm;

extern const family sha256_family, sponge_family, turboshake_family, kangarootwelve_family,
    cshake_family, kmac_family;
extern const algorithm sha256_algorithm, sha3_224_algorithm, sha3_256_algorithm, sha3_384_algorithm,
    sha3_512_algorithm, keccak_224_algorithm, keccak_256_algorithm, keccak_384_algorithm,
    keccak_512_algorithm, shake_128_algorithm, shake_256_algorithm, turboshake_128_algorithm,
    turboshake_256_algorithm, kt128_algorithm, kt256_algorithm, cshake_128_algorithm,
    cshake_256_algorithm, kmac_128_algorithm, kmac_256_algorithm;

/* Finds an algorithm of the family by its name, or raises ValueError. */
const algorithm *find_algorithm(PyObject *name, const family *family);

/* Add their types and functions to the module; -1 with an exception. */
int add_hashes(PyObject *module);
int add_constructors(PyObject *module);
int add_many(PyObject *module);
int add_chains(PyObject *module);

#endif
