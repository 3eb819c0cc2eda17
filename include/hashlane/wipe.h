/* SPDX-License-Identifier: MIT */
/*
 * Clearing secrets.
 *
 *     hashlane_kmac_context keyed;
 *     hashlane_kmac_init(&keyed, HASHLANE_KMAC256, key, 32, NULL, 0);
 *     hashlane_wipe(&keyed, sizeof keyed);
 */
#ifndef HASHLANE_WIPE_H
#define HASHLANE_WIPE_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes zeros over `size` bytes. Unlike memset(), no compiler removes the call because nothing
 * reads the bytes afterwards. Use it on keys, and on contexts that absorbed a key and were not
 * finished: a copy of a keyed context is as good as the key. Copies of a secret in registers and on
 * the stack are not reached.
 */
void hashlane_wipe(void *bytes, size_t size) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
