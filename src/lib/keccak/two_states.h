// SPDX-License-Identifier: MIT
//
// A Form of in_place.h: two states in ARM64's vectors, over Ops with Advanced SIMD alone or with
// ARMv8.2's SHA3 instructions, those that do three others' work or all. Each function of Ops is one
// instruction or few:
//   xor3(a, b, c)                a ^ b ^ c
//   xor_to(a, b)                 a ^= b
//   and_not(a, b)                a & ~b
//   copy(a), copy_to(a, b)
//   effect(before, after)        θ's on a column, from the neighbouring parities
//   theta_rho_to<n>(a, effect)   a word of that column, rotated left by n
//   chi(row)                     instead of and_not()
// and those of permutation.h for memory. A name with _to updates its first operand.
#pragma once

#include "../base/compiler.h"
#include "in_place.h"

#include <arm_neon.h>
#include <cstdint>

namespace {

// A constant from the memory next to the code. It needs no register for its address. Because it is
// volatile it stays at its place of use; compilers move constants out of loops, in which no
// registers are left for them.
template <std::uint64_t value> HASHLANE_INLINE std::uint64_t literal()
{
    std::uint64_t result;
    asm volatile("ldr %0, =%c1" : "=r"(result) : "i"(value));
    return result;
}

// ---- Ops with Advanced SIMD ----
//
// Assembly, because with intrinsics compilers take a new register for each result (in_place.h).

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

// ---- XAR and RAX1 ----
//
// Assembly that names its extension: the file is compiled without it, so that no compiler makes
// EOR3 or BCAX of the other two.

struct Xar : Neon {
    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        Register result;
        asm(".arch_extension sha3\n\trax1 %0.2d, %1.2d, %2.2d"
            : "=w"(result)
            : "w"(before), "w"(after));
        return result;
    }
    template <int n> HASHLANE_INLINE static void theta_rho_to(Register &a, Register effect)
    {
        if constexpr (n == 0)
            xor_to(a, effect);
        else
            asm(".arch_extension sha3\n\txar %0.2d, %0.2d, %1.2d, %2"
                : "+w"(a)
                : "w"(effect), "i"(64 - n));
    }
};

// ---- All of them ----

struct Sha3 : Xar {
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        Register result;
        asm(".arch_extension sha3\n\teor3 %0.16b, %1.16b, %2.16b, %3.16b"
            : "=w"(result)
            : "w"(a), "w"(b), "w"(c));
        return result;
    }
    HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        const Register b1 = bcax(row[1], row[2], row[3]);
        const Register b2 = bcax(row[2], row[3], row[4]);
        bcax_to(row[3], row[4], row[0]);
        bcax_to(row[4], row[0], row[1]);
        bcax_to(row[0], row[1], row[2]);
        row[1] = b1;
        row[2] = b2;
    }

private:
    // a ^ (~b & c).
    HASHLANE_INLINE static Register bcax(Register a, Register b, Register c)
    {
        Register result;
        asm(".arch_extension sha3\n\tbcax %0.16b, %1.16b, %2.16b, %3.16b"
            : "=w"(result)
            : "w"(a), "w"(c), "w"(b));
        return result;
    }
    HASHLANE_INLINE static void bcax_to(Register &a, Register b, Register c)
    {
        asm(".arch_extension sha3\n\tbcax %0.16b, %0.16b, %1.16b, %2.16b"
            : "+w"(a)
            : "w"(c), "w"(b));
    }
};

// ---- The Form ----

template <class Ops> struct TwoStates : Ops {
    using Register = typename Ops::Register;
    using Words = Register[keccak_words];

    template <int round, int x> HASHLANE_INLINE static Register parity(const Words &a)
    {
        return Ops::xor3(Ops::xor3(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
    }

    template <int round, int x>
    HASHLANE_INLINE static void apply(Words &a, Register before, Register after)
    {
        const Register effect = Ops::effect(before, after);
        unroll<5>([&](auto y) HASHLANE_INLINE_LAMBDA {
            constexpr int i = x + 5 * y;
            Ops::template theta_rho_to<keccak_rotation[i]>(a[i], effect);
        });
    }

    template <int round, int y> HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        if constexpr (requires { Ops::chi(row); })
            Ops::chi(row);
        else
            chi_by_terms<TwoStates, round, y>(row);
    }

    template <int round, int y, int x>
    HASHLANE_INLINE static Register chi_term(const Register (&row)[5])
    {
        return Ops::and_not(row[(x + 2) % 5], row[(x + 1) % 5]);
    }

    template <int round, int y, int x>
    HASHLANE_INLINE static void add_chi_term(Register (&row)[5], Register term)
    {
        Ops::xor_to(row[x], term);
    }

    template <int round> HASHLANE_INLINE static void iota(Register &word)
    {
        Ops::xor_to(word, Ops::broadcast(literal<keccak_round_constant[round]>()));
    }

    template <int round> HASHLANE_INLINE static void begin_with(Words & /*a*/) {}
};

} // namespace
