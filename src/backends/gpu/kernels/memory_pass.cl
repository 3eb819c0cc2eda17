// SPDX-License-Identifier: MIT
//
// A pass over a device's memory: words that depend on their numbers are written, and compared later.
//
// A buffer begins with a header of 64 bytes, as memory_pass.cpp writes it; after it `lanes` work items take
// the words of 64 bits in turn, each `rounds` of them, so that neighbours write next to each other.
// Idea: every word of a device differs from every other one, so a wrong address is found as well as a
// wrong bit. The mask is all zeros, then all ones: every bit of the memory holds a 0 and a 1. A word
// takes little to compute, and eight are read at once, so that a lane waits for the memory alone.

// Different for different numbers, as both steps can be undone: an odd factor (2^64 by the golden
// ratio), and a shift, as low bits of a product depend on low bits alone.
DEVICE u64 expected_word(u64 number, u64 mask)
{
    const u64 word = (number + 1) * 0x9e3779b97f4a7c15UL;
    return word ^ word >> 32 ^ mask;
}

KERNEL void memory_write(GLOBAL u64 *memory, u32 lanes, u32 rounds)
{
    if (LANE >= lanes)
        return;
    const u64 first = memory[0], words = memory[1], mask = memory[2];
    for (u64 i = LANE; rounds != 0 && i < words; i += lanes, --rounds)
        memory[8 + i] = expected_word(first + i, mask);
}

#define AT_ONCE 8

KERNEL void memory_compare(GLOBAL u64 *memory, u32 lanes, u32 rounds)
{
    if (LANE >= lanes)
        return;
    const u64 first = memory[0], words = memory[1], mask = memory[2];
    u32 wrong = 0;
    u64 i = LANE;
    for (; rounds >= AT_ONCE && i + (AT_ONCE - 1) * (u64)lanes < words; rounds -= AT_ONCE) {
        u64 read[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; ++j)
            read[j] = memory[8 + i + j * (u64)lanes];
#pragma unroll
        for (int j = 0; j < AT_ONCE; ++j, i += lanes)
            wrong += read[j] != expected_word(first + i, mask);
    }
    for (; rounds != 0 && i < words; i += lanes, --rounds)
        wrong += memory[8 + i] != expected_word(first + i, mask);
    if (wrong != 0)
        ATOMIC_ADD((GLOBAL u32 *)(memory + 3), wrong);
}
