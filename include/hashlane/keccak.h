/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], NIST FIPS 202, and chains of it. */
#ifndef HASHLANE_KECCAK_H
#define HASHLANE_KECCAK_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Keccak chain: Keccak-f[1600], NIST FIPS 202, then a rotation by one word ---- */

/*
 * Advances each of `lanes` states by `loops` loops, in place. A loop is Keccak-f[1600], then
 * st[i] = st[i + 1] for i < 24 and st[24] = the old st[0].
 * states: lanes × 25 words, state after state, word x + 5y being FIPS 202's lane (x, y).
 */
void hashlane_keccak_chain(uint64_t *states, size_t lanes, uint64_t loops) HASHLANE_NOEXCEPT;

/* The suite's starting state: its 25 constants, each XORed with `key`. state: 25 words. */
void hashlane_keccak_chain_start(uint64_t *state, uint64_t key) HASHLANE_NOEXCEPT;

/* The suite's checksum of a state: the XOR of its 25 words. */
uint64_t hashlane_keccak_chain_checksum(const uint64_t *state) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
