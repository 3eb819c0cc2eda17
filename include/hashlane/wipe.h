/* SPDX-License-Identifier: MIT */
/* Clearing secrets. */
#ifndef HASHLANE_WIPE_H
#define HASHLANE_WIPE_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes zeros over `size` bytes. Unlike memset(), no compiler leaves it out because nothing reads
 * them afterwards. Use it on keys, and on contexts that saw one and were not finished: a copy of a
 * keyed context is as good as the key. What registers and the stack hold of a secret is not
 * reached.
 */
void hashlane_wipe(void *bytes, size_t size) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
