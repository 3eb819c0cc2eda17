// SPDX-License-Identifier: MIT
//
// Ops of permutation.h on ARM64's vectors: two states.
#ifndef HASHLANE_SRC_KECCAK_NEON_OPS_H
#define HASHLANE_SRC_KECCAK_NEON_OPS_H

#include "../core/lanes.h"
#include "little_endian.h"

#include <arm_neon.h>
#include <cstdint>

namespace {

struct Neon {
    using Register = uint64x2_t;
    static constexpr int states = 2;
    static constexpr int rounds_unrolled = 2;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return veorq_u64(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return xor2(xor2(a, b), c);
    }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        // An addition goes to more pipes than a shift.
        const Register shifted = n == 1 ? vaddq_u64(a, a) : vshlq_n_u64(a, n);
        return vsriq_n_u64(shifted, a, 64 - n);
    }
    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        return xor2(rotl<1>(after), before);
    }
    template <int n> HASHLANE_INLINE static Register theta_rho(Register a, Register effect)
    {
        if constexpr (n == 0)
            return xor2(a, effect);
        else
            return rotl<n>(xor2(a, effect));
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return xor2(a, vbicq_u64(c, b));
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word) { return vdupq_n_u64(word); }
    HASHLANE_INLINE static Register load(const std::uint64_t *words) { return vld1q_u64(words); }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a) { vst1q_u64(words, a); }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return vcombine_u64(vcreate_u64(load_little_endian(blocks[0] + offset)),
                            vcreate_u64(load_little_endian(blocks[1] + offset)));
    }
};

} // namespace

#endif
