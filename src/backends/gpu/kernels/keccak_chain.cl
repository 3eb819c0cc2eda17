// SPDX-License-Identifier: MIT
//
// Keccak chain, one lane a work item, in the language that portable.h makes of OpenCL C and CUDA.
//
// Contract: src/lib/keccak/chain.h's, with the lanes and loops of this launch as arguments; work items
// beyond the last lane do nothing.
// Idea: throughput from many lanes in flight, bound by 32-bit logic and rotations (docs/internals/gpu.md).
//  - A word is kept as its even bits and its odd ones, a[2 i] and a[2 i + 1]. Rotated by r, both are
//    rotated by about r / 2 and change places when r is odd: θ's rotation by one is one of 32 bits
//    where two halves of a word would need two.
//  - θ's effect is applied to a word on its way through ρ and π into the row that χ takes it from:
//    one three-input operation a half.
//  - All loops over words are unrolled, so that each half is a register. Two rounds fit the first
//    instruction cache twice: in the loop, and behind it, where renaming the words costs no moves.
// Source: NIST FIPS 202, August 2015, sections 3.2 and 3.3.

// The rotation of all words in a round in addition to ρ's; the last two rounds have their own. With
// it most of ρ's rotations are by 0, which costs nothing, or by 1 or 63, which costs half. The other
// steps are not affected, and the 24 add up to 0 modulo 64.
#define TURN 20U
#define TURN_22 9U
#define TURN_23 63U

// 3.2.5 (ι), turned as far as the words are by then, even bits in the lower half.
CONSTANT u64 round_constant[24] = {
    0x0000000000000400UL, 0x0890000000000000UL, 0xe000002200000000UL, 0x0080808000000000UL,
    0x022c000000040000UL, 0x0000080010000000UL, 0x0020222000000040UL, 0x0082800000010000UL,
    0x2c00000000000000UL, 0x000000a000000000UL, 0x2020800000004000UL, 0x0300008000000000UL,
    0x0002022c00000004UL, 0x0000b80000001000UL, 0x22a0000000400000UL, 0x8000008100000001UL,
    0x0002060000000000UL, 0x0088000000000000UL, 0xc000002000000000UL, 0x0080038000000000UL,
    0x0222000200040000UL, 0x8800000800000000UL, 0x0000000100010000UL, 0x8000808200000000UL};

// 3.2.2 (ρ).
CONSTANT u32 rotation[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                             25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

DEVICE void permute_once(u32 *a, u32 turn, u64 iota)
{
    u32 parity[10];  // of columns
    u32 rotated[10]; // by one
#pragma unroll
    for (int i = 0; i < 10; ++i)
        parity[i] = xor3(xor3(a[i], a[i + 10], a[i + 20]), a[i + 30], a[i + 40]);
#pragma unroll
    for (int i = 0; i < 10; i += 2) {
        rotated[i] = rotl(parity[i + 1], 1);
        rotated[i + 1] = parity[i];
    }
    u32 next[50];
#pragma unroll
    for (u32 row = 0; row < 10; ++row) { // the even halves of y = row / 2, or the odd ones
        u32 b[5];
#pragma unroll
        for (u32 x = 0; x < 5; ++x) {
            const u32 column = (x + row / 2 * 3) % 5; // 3.2.3 (π)
            const u32 r = (rotation[5 * x + column] + turn) % 64;
            const u32 odd = (r + row) % 2;
            b[x] = rotl(xor3(a[10 * x + 2 * column + odd], parity[(2 * column + 8) % 10 + odd],
                             rotated[(2 * column + 2) % 10 + odd]),
                        (r + 1 - row % 2) / 2);
        }
#pragma unroll
        for (u32 x = 0; x < 5; ++x)
            next[row / 2 * 10 + 2 * x + row % 2] = b[x] ^ (~b[(x + 1) % 5] & b[(x + 2) % 5]);
    }
    next[0] ^= (u32)iota;
    next[1] ^= (u32)(iota >> 32);
#pragma unroll
    for (int i = 0; i < 50; ++i)
        a[i] = next[i];
}

// The permutation, and the rotation of the state by a word as in the Keccak suite.
DEVICE void iterate(u32 *a)
{
    // Counting down keeps the counter out of the lanes' registers and their pipes.
#pragma unroll 1
    for (int left = 22; left != 0; left -= 2) {
        permute_once(a, TURN, round_constant[22 - left]);
        permute_once(a, TURN, round_constant[23 - left]);
    }
    permute_once(a, TURN_22, round_constant[22]);
    permute_once(a, TURN_23, round_constant[23]);
    const u32 first[2] = {a[0], a[1]};
#pragma unroll
    for (int i = 0; i < 48; ++i)
        a[i] = a[i + 2];
    a[48] = first[0];
    a[49] = first[1];
}

// Lets the bits of `mask` and those `n` above them change places.
DEVICE u64 swap_bits(u64 word, u32 n, u64 mask)
{
    const u64 different = (word ^ word >> n) & mask;
    return word ^ different ^ different << n;
}

// Bits 2 i to i, bits 2 i + 1 to 32 + i.
DEVICE u64 interleave(u64 word)
{
    word = swap_bits(word, 1, 0x2222222222222222UL);
    word = swap_bits(word, 2, 0x0c0c0c0c0c0c0c0cUL);
    word = swap_bits(word, 4, 0x00f000f000f000f0UL);
    word = swap_bits(word, 8, 0x0000ff000000ff00UL);
    return swap_bits(word, 16, 0x00000000ffff0000UL);
}

// And back.
DEVICE u64 deinterleave(u64 word)
{
    word = swap_bits(word, 16, 0x00000000ffff0000UL);
    word = swap_bits(word, 8, 0x0000ff000000ff00UL);
    word = swap_bits(word, 4, 0x00f000f000f000f0UL);
    word = swap_bits(word, 2, 0x0c0c0c0c0c0c0c0cUL);
    return swap_bits(word, 1, 0x2222222222222222UL);
}

KERNEL void keccak_chain(GLOBAL u64 *states, u32 lanes, u32 loops)
{
    if (LANE >= lanes)
        return;
    GLOBAL u64 *state = states + 25 * LANE;
    u32 a[50];
    // In memory and in a loop of its own: unrolled it would be longer than all else.
#pragma unroll 1
    for (int i = 0; i < 25; ++i)
        state[i] = interleave(state[i]);
#pragma unroll
    for (int i = 0; i < 25; ++i) {
        a[2 * i] = (u32)state[i];
        a[2 * i + 1] = (u32)(state[i] >> 32);
    }
#pragma unroll 1
    for (; loops != 0; --loops)
        iterate(a);
#pragma unroll
    for (int i = 0; i < 25; ++i)
        state[i] = (u64)a[2 * i + 1] << 32 | a[2 * i];
#pragma unroll 1
    for (int i = 0; i < 25; ++i)
        state[i] = deinterleave(state[i]);
}
