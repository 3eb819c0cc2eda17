// SPDX-License-Identifier: MIT
//
// Keccak chain, one lane a work item, in the language that portable.h makes of OpenCL C and CUDA.
//
// Contract: src/keccak/chain.h's, with the lanes and loops of this launch as arguments; work items
// beyond the last lane do nothing.
// Idea: throughput from many lanes in flight, so the 25 words of a state stay in registers through
// all loops: each is a variable of an array that constants alone index. θ's effect is applied to a
// word on its way through ρ and π into the row that χ takes it from.
// Source: NIST FIPS 202, August 2015, sections 3.2 and 3.3.

// 3.2.5 (ι).
CONSTANT u64 round_constant[24] = {
    0x0000000000000001UL, 0x0000000000008082UL, 0x800000000000808aUL, 0x8000000080008000UL,
    0x000000000000808bUL, 0x0000000080000001UL, 0x8000000080008081UL, 0x8000000000008009UL,
    0x000000000000008aUL, 0x0000000000000088UL, 0x0000000080008009UL, 0x000000008000000aUL,
    0x000000008000808bUL, 0x800000000000008bUL, 0x8000000000008089UL, 0x8000000000008003UL,
    0x8000000000008002UL, 0x8000000000000080UL, 0x000000000000800aUL, 0x800000008000000aUL,
    0x8000000080008081UL, 0x8000000000008080UL, 0x0000000080000001UL, 0x8000000080008008UL};

#define ROTL(a, n) ((a) << (n) | (a) >> (-(n)&63)) // 0 ≤ n < 64

#define PARITY(x) (a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20])

// Row y of the next state from the words i0 … i4 of this one, one of each column, rotated by r0 … r4
// (3.2.2, 3.2.3): word x takes θ's effect on column ix % 5.
#define ROW(y, i0, r0, i1, r1, i2, r2, i3, r3, i4, r4)                                             \
    do {                                                                                           \
        const u64 b0 = ROTL(a[i0] ^ effect[i0 % 5], r0);                                           \
        const u64 b1 = ROTL(a[i1] ^ effect[i1 % 5], r1);                                           \
        const u64 b2 = ROTL(a[i2] ^ effect[i2 % 5], r2);                                           \
        const u64 b3 = ROTL(a[i3] ^ effect[i3 % 5], r3);                                           \
        const u64 b4 = ROTL(a[i4] ^ effect[i4 % 5], r4);                                           \
        next[5 * (y)] = b0 ^ (~b1 & b2);                                                           \
        next[5 * (y) + 1] = b1 ^ (~b2 & b3);                                                       \
        next[5 * (y) + 2] = b2 ^ (~b3 & b4);                                                       \
        next[5 * (y) + 3] = b3 ^ (~b4 & b0);                                                       \
        next[5 * (y) + 4] = b4 ^ (~b0 & b1);                                                       \
    } while (0)

DEVICE void permute(u64 *a)
{
    for (int round = 0; round < 24; ++round) {
        const u64 parity[5] = {PARITY(0), PARITY(1), PARITY(2), PARITY(3), PARITY(4)};
        const u64 effect[5] = {
            parity[4] ^ ROTL(parity[1], 1), parity[0] ^ ROTL(parity[2], 1),
            parity[1] ^ ROTL(parity[3], 1), parity[2] ^ ROTL(parity[4], 1),
            parity[3] ^ ROTL(parity[0], 1)};
        u64 next[25];
        ROW(0, 0, 0, 6, 44, 12, 43, 18, 21, 24, 14);
        ROW(1, 3, 28, 9, 20, 10, 3, 16, 45, 22, 61);
        ROW(2, 1, 1, 7, 6, 13, 25, 19, 8, 20, 18);
        ROW(3, 4, 27, 5, 36, 11, 10, 17, 15, 23, 56);
        ROW(4, 2, 62, 8, 55, 14, 39, 15, 41, 21, 2);
        next[0] ^= round_constant[round];
#pragma unroll
        for (int i = 0; i < 25; ++i)
            a[i] = next[i];
    }
}

KERNEL void keccak_chain(GLOBAL u64 *states, u32 lanes, u32 loops)
{
    if (LANE >= lanes)
        return;
    GLOBAL u64 *state = states + 25 * LANE;
    u64 a[25];
#pragma unroll
    for (int i = 0; i < 25; ++i)
        a[i] = state[i];
    for (; loops != 0; --loops) {
        permute(a);
        const u64 first = a[0];
#pragma unroll
        for (int i = 0; i < 24; ++i)
            a[i] = a[i + 1];
        a[24] = first;
    }
#pragma unroll
    for (int i = 0; i < 25; ++i)
        state[i] = a[i];
}
