// SPDX-License-Identifier: MIT
//
// The x86-64 instructions that C++ has no words for, as GCC and Clang spell them.
#pragma once

#include "compiler.h"

#if HASHLANE_X86_64

#include <cstdint>

#include <cpuid.h>
#include <x86intrin.h>

namespace hashlane::x86 {

inline void cpuid(std::uint32_t leaf, std::uint32_t subleaf, std::uint32_t (&registers)[4])
{
    __cpuid_count(leaf, subleaf, registers[0], registers[1], registers[2], registers[3]);
}

inline std::uint64_t xcr0()
{
    // The instruction itself: the intrinsic needs a target flag that its callers must not have.
    std::uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

inline std::uint64_t rdtscp()
{
    unsigned processor = 0;
    return __rdtscp(&processor);
}

/// Does eight multiplications, each of which waits for the one before.
inline void multiply_in_a_row(std::uint64_t &value)
{
    asm volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                 "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0"
                 : "+r"(value));
}

/// Does an exclusive or on each of eight values: none of them waits for another.
inline void eight_independent_xors(std::uint64_t (&values)[8], std::uint64_t mask)
{
    asm volatile("xor %8, %0\n\txor %8, %1\n\txor %8, %2\n\txor %8, %3\n\t"
                 "xor %8, %4\n\txor %8, %5\n\txor %8, %6\n\txor %8, %7"
                 : "+r"(values[0]), "+r"(values[1]), "+r"(values[2]), "+r"(values[3]),
                   "+r"(values[4]), "+r"(values[5]), "+r"(values[6]), "+r"(values[7])
                 : "r"(mask)
                 : "cc");
}

} // namespace hashlane::x86

#endif
