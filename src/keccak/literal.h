// SPDX-License-Identifier: MIT
//
// A constant from beside the code, on ARM64.
#ifndef HASHLANE_SRC_KECCAK_LITERAL_H
#define HASHLANE_SRC_KECCAK_LITERAL_H

#include "../compiler/compiler.h"

#include <cstdint>

namespace {

// Needs no register for its address. Because it is volatile it stays where it is used; compilers
// move constants out of loops, where no registers are left for them.
template <std::uint64_t value> HASHLANE_INLINE std::uint64_t literal()
{
    std::uint64_t result;
    asm volatile("ldr %0, =%c1" : "=r"(result) : "i"(value));
    return result;
}

} // namespace

#endif
