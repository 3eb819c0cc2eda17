/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], NIST FIPS 202, Keccak-p[1600, 12], and chains of the former. */
#ifndef HASHLANE_KECCAK_H
#define HASHLANE_KECCAK_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Permutations ---- */

/*
 * Permutes each of `count` states by Keccak-f[1600], 24 rounds, in place. FIPS 202, 3.3 and 3.4.
 * states: count × 25 words, state after state, word x + 5y being FIPS 202's lane (x, y); NULL if
 * count is 0. States are independent; several in one call are faster than one after the other.
 */
void hashlane_keccak_f1600(uint64_t *states, size_t count) HASHLANE_NOEXCEPT;

/*
 * The same by Keccak-p[1600, 12]: the last 12 of the 24 rounds. FIPS 202, 3.3; the permutation of
 * TurboSHAKE and KangarooTwelve, RFC 9861, 2.
 */
void hashlane_keccak_p1600_12(uint64_t *states, size_t count) HASHLANE_NOEXCEPT;

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
