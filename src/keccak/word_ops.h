// SPDX-License-Identifier: MIT
//
// Ops of permutation.h for one state in general registers.
#ifndef HASHLANE_SRC_KECCAK_WORD_OPS_H
#define HASHLANE_SRC_KECCAK_WORD_OPS_H

#include "../compiler/unroll.h"
#include "little_endian.h"

#include <cstdint>

namespace {

struct WordOps {
    using Register = std::uint64_t;
    static constexpr int states = 1;
    static constexpr int rounds_unrolled = 4;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return a ^ b; }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c) { return a ^ b ^ c; }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        return a << n | a >> (64 - n);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c) { return a ^ (~b & c); }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word) { return word; }
    HASHLANE_INLINE static Register load(const std::uint64_t *words) { return *words; }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a) { *words = a; }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return load_little_endian(blocks[0] + offset);
    }
};

} // namespace

#endif
