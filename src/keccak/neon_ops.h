// SPDX-License-Identifier: MIT
//
// Ops of two_states.h with Advanced SIMD.
//
// Assembly, because with intrinsics compilers take a new register for each result (in_place.h).
#ifndef HASHLANE_SRC_KECCAK_NEON_OPS_H
#define HASHLANE_SRC_KECCAK_NEON_OPS_H

#include "../compiler/unroll.h"
#include "little_endian.h"

#include <arm_neon.h>
#include <cstdint>

namespace {

struct Neon {
    using Register = uint64x2_t;
    static constexpr int states = 2;

    HASHLANE_INLINE static Register xor2(Register a, Register b)
    {
        Register result;
        asm("eor %0.16b, %1.16b, %2.16b" : "=w"(result) : "w"(a), "w"(b));
        return result;
    }
    HASHLANE_INLINE static void xor_to(Register &a, Register b)
    {
        asm("eor %0.16b, %0.16b, %1.16b" : "+w"(a) : "w"(b));
    }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        Register result = xor2(a, b);
        xor_to(result, c);
        return result;
    }
    HASHLANE_INLINE static Register and_not(Register a, Register b)
    {
        Register result;
        asm("bic %0.16b, %1.16b, %2.16b" : "=w"(result) : "w"(a), "w"(b));
        return result;
    }
    HASHLANE_INLINE static Register copy(Register a)
    {
        Register result;
        asm("mov %0.16b, %1.16b" : "=w"(result) : "w"(a));
        return result;
    }
    HASHLANE_INLINE static void copy_to(Register &a, Register b)
    {
        asm("mov %0.16b, %1.16b" : "+w"(a) : "w"(b));
    }
    HASHLANE_INLINE static void exchange(Register &a, Register &b)
    {
        Register t;
        asm("mov %2.16b, %0.16b\n\tmov %0.16b, %1.16b\n\tmov %1.16b, %2.16b"
            : "+w"(a), "+w"(b), "=&w"(t));
    }
    // An addition goes to more pipes than a shift by one.
    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        Register result;
        asm("add %0.2d, %2.2d, %2.2d\n\tsri %0.2d, %2.2d, #63\n\teor %0.16b, %0.16b, %1.16b"
            : "=&w"(result)
            : "w"(before), "w"(after));
        return result;
    }
    template <int n> HASHLANE_INLINE static void theta_rho_to(Register &a, Register effect)
    {
        if constexpr (n == 0) {
            xor_to(a, effect);
        } else {
            const Register sum = xor2(a, effect);
            asm("shl %0.2d, %1.2d, %2\n\tsri %0.2d, %1.2d, %3"
                : "+&w"(a)
                : "w"(sum), "i"(n), "i"(64 - n));
        }
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
