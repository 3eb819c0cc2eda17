/* SPDX-License-Identifier: MIT */
/*
 * The permutations Keccak-f[1600] and Keccak-p[1600, 12], NIST FIPS 202, for constructions of your
 * own, and the chains of a benchmark, the Keccak suite (bench_keccakf_ref and others).
 *
 *     uint64_t states[8 * 25] = {0};
 *     hashlane_keccak_f1600(states, 8);
 *
 * A state is 25 words, word x + 5y being FIPS 202's lane (x, y). Where nothing else is documented,
 * states are contiguous. No function allocates or locks; no branch and no address depends on the
 * words of a state. Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_KECCAK_H
#define HASHLANE_KECCAK_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Permutations ---- */

/*
 * Permutes each of `count` states by Keccak-f[1600], 24 rounds, in place: FIPS 202, 3.3 and 3.4.
 * States are independent; several in one call are faster than several calls. `states` may be NULL
 * if count is 0.
 */
void hashlane_keccak_f1600(uint64_t *states, size_t count) HASHLANE_NOEXCEPT;

/*
 * Permutes each of `count` states by Keccak-p[1600, 12], the last 12 of the 24 rounds, in place:
 * FIPS 202, 3.3. This is the permutation of TurboSHAKE and KangarooTwelve, RFC 9861, 2.
 */
void hashlane_keccak_p1600_12(uint64_t *states, size_t count) HASHLANE_NOEXCEPT;

/*
 * Do the same for `count` states that are interleaved: word i of state s is words[i * count + s],
 * as in an array uint64_t words[25][count]. Kernels for several states keep them so in registers,
 * and most of them then transpose nothing. Any count will do, and any alignment that a uint64_t may
 * have. A count that is a multiple of hashlane_lanes(HASHLANE_WORK_KECCAK) fills all lanes, and an
 * array that is aligned to 64 bytes is loaded fastest. `words` may be NULL if count is 0.
 */
void hashlane_keccak_f1600_interleaved(uint64_t *words, size_t count) HASHLANE_NOEXCEPT;
void hashlane_keccak_p1600_12_interleaved(uint64_t *words, size_t count) HASHLANE_NOEXCEPT;

/* ---- Keccak chains: Keccak-f[1600], then a rotation of the state by one word ---- */

/*
 * Advances each of `lanes` states by `loops` loops, in place. A loop is Keccak-f[1600], then
 * st[i] = st[i + 1] for i < 24 and st[24] = the old st[0].
 */
void hashlane_keccak_chain(uint64_t *states, size_t lanes, uint64_t loops) HASHLANE_NOEXCEPT;

/* Writes the first state of a chain of the Keccak suite: 25 constants, each XORed with `key`. */
void hashlane_keccak_chain_start(uint64_t *state, uint64_t key) HASHLANE_NOEXCEPT;

/* Returns the checksum of a chain in the Keccak suite: the XOR of the state's 25 words. */
uint64_t hashlane_keccak_chain_checksum(const uint64_t *state) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
