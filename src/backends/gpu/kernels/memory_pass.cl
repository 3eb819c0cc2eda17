// SPDX-License-Identifier: MIT
//
// A pass over a device's memory: words that depend on their numbers are written, and compared later.
//
// A buffer begins with a header of 64 bytes, as memory_pass.h has it; after it `lanes` work items take
// the words of 64 bits in turn, each `rounds` of them, so that neighbours write next to each other.
// Idea: every word of a device differs from every other one, so a wrong address is found as well as a
// wrong bit. The mask is all zeros, then all ones: every bit of the memory holds a 0 and a 1.
// Source of the mixing function: Steele, Lea and Flood, Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014 (SplitMix64).

DEVICE u64 expected_word(u64 number, u64 mask)
{
    u64 word = (number + 1) * 0x9e3779b97f4a7c15UL;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9UL;
    word = (word ^ word >> 27) * 0x94d049bb133111ebUL;
    return word ^ word >> 31 ^ mask;
}

KERNEL void memory_write(GLOBAL u64 *memory, u32 lanes, u32 rounds)
{
    if (LANE >= lanes)
        return;
    const u64 first = memory[0], words = memory[1], mask = memory[2];
    for (u64 i = LANE; rounds != 0 && i < words; i += lanes, --rounds)
        memory[8 + i] = expected_word(first + i, mask);
}

KERNEL void memory_compare(GLOBAL u64 *memory, u32 lanes, u32 rounds)
{
    if (LANE >= lanes)
        return;
    const u64 first = memory[0], words = memory[1], mask = memory[2];
    u32 wrong = 0;
    for (u64 i = LANE; rounds != 0 && i < words; i += lanes, --rounds)
        wrong += memory[8 + i] != expected_word(first + i, mask);
    if (wrong != 0)
        ATOMIC_ADD((GLOBAL u32 *)(memory + 3), wrong);
}
