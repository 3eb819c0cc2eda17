/* SPDX-License-Identifier: MIT */
#ifndef HASHLANE_PYTHON_HASH_H
#define HASHLANE_PYTHON_HASH_H

#include "native.h"

typedef struct hash {
    PyObject_HEAD const algorithm *algorithm;
    Py_ssize_t digest_size; /* the algorithm's, or of a MAC as long as the caller wants it */
    PyThread_type_lock
        lock;       /* NULL until a long piece comes: shorter ones keep the interpreter's */
    unsigned forks; /* up to the process that took the lock last */
    PyObject *customization; /* of KangarooTwelve, which takes it at the end; bytes or NULL */
    PyObject *pool;          /* of KangarooTwelve, or NULL: set by keep_pool() */
    uint64_t context[];      /* its family's */
} hash;

extern PyTypeObject *hash_type, *extendable_type, *mac_type;

/* An object whose context is not started yet. */
hash *new_hash(PyTypeObject *type, const algorithm *algorithm);

/* Keeps a pool, or none, for the object's calls. */
void keep_pool(hash *self, PyObject *pool);

/* Returns the object with its first piece, which may be NULL; gives it up if that fails. */
PyObject *begin(hash *self, PyObject *data);

#endif
