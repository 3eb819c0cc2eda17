// SPDX-License-Identifier: MIT
//
// Ops of salted_sliced.h in plain C++: one lane.
#ifndef HASHLANE_SRC_CHAIN_SALTED_PORTABLE_H
#define HASHLANE_SRC_CHAIN_SALTED_PORTABLE_H

#include "salted_sliced.h"

namespace {

struct Word {
    using Register = std::uint32_t;
    static constexpr std::size_t lanes = 1;

    static Register add(Register a, Register b) { return a + b; }
    static Register xor3(Register a, Register b, Register c) { return a ^ b ^ c; }
    static Register choose(Register x, Register y, Register z) { return ::choose(x, y, z); }
    static Register majority(Register x, Register y, Register z) { return ::majority(x, y, z); }
    template <int n> static Register rotr(Register x) { return ::rotr(x, n); }
    template <int n> static Register shr(Register x) { return x >> n; }
    static Register broadcast(std::uint32_t word) { return word; }
    static Register load(const std::uint32_t *words) { return *words; }
    static void store(std::uint32_t *words, Register x) { *words = x; }
};

} // namespace

#endif
