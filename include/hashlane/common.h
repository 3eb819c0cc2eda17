/* SPDX-License-Identifier: MIT */
/* The status that functions return, and the differences between C and C++. */
#ifndef HASHLANE_COMMON_H
#define HASHLANE_COMMON_H

#include <stddef.h>
#include <stdint.h>

/* HASHLANE_ANY_VALUE: of an enumeration that functions take. They refuse a number without a name;
 * in C++ that is a value only if the enumeration says its type. */
#ifdef __cplusplus
#define HASHLANE_NOEXCEPT noexcept
#define HASHLANE_ANY_VALUE : int
extern "C" {
#else
#define HASHLANE_NOEXCEPT
#define HASHLANE_ANY_VALUE
#endif

/* Marks a function whose result tells right from forged: compilers warn where it is not used. */
#if defined(__GNUC__)
#define HASHLANE_MUST_CHECK __attribute__((warn_unused_result))
#else
#define HASHLANE_MUST_CHECK
#endif

typedef enum hashlane_status HASHLANE_ANY_VALUE {
    HASHLANE_OK = 0,
    HASHLANE_BAD_ARGUMENT = 1, /* an argument is outside the documented range; nothing was done */
    HASHLANE_NOT_FOUND = 2,    /* the file does not exist, or has no entry for this core */
    HASHLANE_NOT_VALID = 3,    /* the file cannot be used; nothing was done */
    HASHLANE_WRONG = 4,        /* verification found a wrong value */
    HASHLANE_STOPPED = 5       /* verification stopped before it was complete */
} hashlane_status;

/*
 * A part of each of many messages of one length: of message i, the `bytes` bytes at
 * first + i * stride. A message is its parts, one after the other:
 *
 *     {{rows, 100, 100}}                          whole messages of 100 bytes, without gaps
 *     {{rows + 8, 200, 100}}                      bytes 8 to 107 of each row of 200
 *     {{prefix, 0, 1}, {nodes, 64, 64}}           one prefix before each node of 64 bytes
 *     {{left, 32, 32}, {right, 32, 32}}           pairs from two arrays
 *
 * `first` may be NULL if `bytes` is 0.
 */
typedef struct hashlane_column {
    const uint8_t *first;
    size_t stride; /* 0: the same bytes in every message */
    size_t bytes;
} hashlane_column;

/*
 * Returns an English text for a status, such as "argument out of range", without a full stop. Any
 * other value gives "unknown status". The text is a constant: do not free it.
 */
const char *hashlane_status_text(hashlane_status status) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
