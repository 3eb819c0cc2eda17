// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] for cores whose vector pipes differ, as AMD's Zen 4: one word of one, two or four
// states in a register, in assembly.
//
// Zen 4 has four pipes for vector logic. Rotations go to two of them, and so does a VPTERNLOG whose
// second or third operand has just been computed; one whose first operand is the late one goes to
// any pipe. The core chooses the pipe of an instruction before its operands are ready, so the order
// of the instructions decides how evenly the pipes are filled. The order in balanced_rounds.h was
// found by search, with the first operand of each VPTERNLOG and the form of θ for each column: the
// effect first, or both parities to each word. The next round's parities are taken within the
// round, so that they fill its end.
//
// One round is a loop's body, which ends with the copies that bring each word back to its register.
// A copy takes no pipe, and 24 rounds without a loop take longer.
//
// Registers: 0 to 24 hold the words, 25 to 29 the parities of their columns, 30 and 31 are free.
#pragma once

#include "avx512_ops.h"
#include "balanced_rounds.h"
#include "in_place.h"

// ---- Instructions; v is xmm or ymm, the destination comes first ----

#define HASHLANE_BYTES_xmm "16"
#define HASHLANE_BYTES_ymm "32"
#define HASHLANE_BROADCAST_xmm "%{1to2%}"
#define HASHLANE_BROADCAST_ymm "%{1to4%}"

#define HASHLANE_TERNARY(v, table, d, a, b)                                                        \
    "vpternlogq $" table ", %%" #v #b ", %%" #v #a ", %%" #v #d "\n\t"
#define HASHLANE_BINARY(v, name, d, a, b) name " %%" #v #b ", %%" #v #a ", %%" #v #d "\n\t"
#define HASHLANE_SHIFT(v, name, d, a, n) name " $" #n ", %%" #v #a ", %%" #v #d "\n\t"

#define MOVE(v, d, a) "vmovdqa64 %%" #v #a ", %%" #v #d "\n\t"
#define XOR(v, d, a, b) HASHLANE_BINARY(v, "vpxorq", d, a, b)
#define ADD(v, d, a, b) HASHLANE_BINARY(v, "vpaddq", d, a, b)
#define ROL(v, d, a, n) HASHLANE_SHIFT(v, "vprolq", d, a, n)
#define SRL(v, d, a, n) HASHLANE_SHIFT(v, "vpsrlq", d, a, n)
#define XOR3(v, d, a, b) HASHLANE_TERNARY(v, "0x96", d, a, b)
// χ, a ^ (~b & c), on a destination that holds a, b or c; the other two follow in this order.
#define CHI0(v, d, b, c) HASHLANE_TERNARY(v, "0xd2", d, b, c)
#define CHI1(v, d, a, c) HASHLANE_TERNARY(v, "0xc6", d, a, c)
#define CHI2(v, d, a, b) HASHLANE_TERNARY(v, "0x9c", d, a, b)
#define IOTA(v, d, a) "vpxorq (%[constant])" HASHLANE_BROADCAST_##v ", %%" #v #a ", %%" #v #d "\n\t"
#define LOAD(v, i) "vmovdqu64 " HASHLANE_BYTES_##v "*" #i "(%[words]), %%" #v #i "\n\t"
#define STORE(v, i, a) "vmovdqu64 %%" #v #a ", " HASHLANE_BYTES_##v "*" #i "(%[words])\n\t"

// ---- Parts of a permutation ----

// clang-format off
#define HASHLANE_LOAD(v)                                                                           \
    LOAD(v, 0) LOAD(v, 1) LOAD(v, 2) LOAD(v, 3) LOAD(v, 4) LOAD(v, 5)                              \
    LOAD(v, 6) LOAD(v, 7) LOAD(v, 8) LOAD(v, 9) LOAD(v, 10) LOAD(v, 11)                            \
    LOAD(v, 12) LOAD(v, 13) LOAD(v, 14) LOAD(v, 15) LOAD(v, 16) LOAD(v, 17)                        \
    LOAD(v, 18) LOAD(v, 19) LOAD(v, 20) LOAD(v, 21) LOAD(v, 22) LOAD(v, 23)                        \
    LOAD(v, 24)
#define HASHLANE_STORE(v)                                                                          \
    STORE(v, 0, 0) STORE(v, 1, 1) STORE(v, 2, 2) STORE(v, 3, 3) STORE(v, 4, 4)                     \
    STORE(v, 5, 5) STORE(v, 6, 6) STORE(v, 7, 7) STORE(v, 8, 8) STORE(v, 9, 9)                     \
    STORE(v, 10, 10) STORE(v, 11, 11) STORE(v, 12, 12) STORE(v, 13, 13) STORE(v, 14, 14)           \
    STORE(v, 15, 15) STORE(v, 16, 16) STORE(v, 17, 17) STORE(v, 18, 18) STORE(v, 19, 19)           \
    STORE(v, 20, 20) STORE(v, 21, 21) STORE(v, 22, 22) STORE(v, 23, 23) STORE(v, 24, 24)
#define HASHLANE_COLUMN(v, p, a, b, c, d, e) XOR(v, p, a, b) XOR3(v, p, c, d) XOR(v, p, p, e)
#define HASHLANE_PARITIES(v)                                                                       \
    HASHLANE_COLUMN(v, 25, 0, 5, 10, 15, 20)                                                       \
    HASHLANE_COLUMN(v, 26, 1, 6, 11, 16, 21)                                                       \
    HASHLANE_COLUMN(v, 27, 2, 7, 12, 17, 22)                                                       \
    HASHLANE_COLUMN(v, 28, 3, 8, 13, 18, 23)                                                       \
    HASHLANE_COLUMN(v, 29, 4, 9, 14, 19, 24)
#define HASHLANE_SUM(...) __VA_ARGS__
#define HASHLANE_NO_SUM(...)
// The rounds from %[constant] to the one before %[last], and the last one, after which the words are
// where HASHLANE_STORE_AFTER and HASHLANE_ROTATE take them from.
#define HASHLANE_ROUNDS(v)                                                                         \
    ".p2align 6\n1:\n\t"                                                                           \
    HASHLANE_ROUND(v, HASHLANE_SUM)                                                                \
    HASHLANE_NEXT(v)                                                                               \
    "addq $8, %[constant]\n\tcmpq %[last], %[constant]\n\tjne 1b\n\t"                              \
    HASHLANE_ROUND(v, HASHLANE_NO_SUM)
// clang-format on

#define HASHLANE_ALL_REGISTERS                                                                     \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",       \
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20",  \
        "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30",  \
        "xmm31"

// permute_words: the last `rounds` rounds, at least two, of words at any alignment. chain_words:
// loops of the chain (chain.h), at least one.
#define HASHLANE_BALANCED(v, Register)                                                             \
    HASHLANE_INLINE void permute_words(Register *words, unsigned rounds)                           \
    {                                                                                              \
        const std::uint64_t *constant = keccak_round_constant + (keccak_rounds - rounds);          \
        asm volatile(HASHLANE_LOAD(v) HASHLANE_PARITIES(v) HASHLANE_ROUNDS(v)                      \
                         HASHLANE_STORE_AFTER(v)                                                   \
                     : [constant] "+r"(constant)                                                   \
                     : [words] "r"(words), [last] "r"(keccak_round_constant + keccak_rounds - 1)   \
                     : "cc", "memory", HASHLANE_ALL_REGISTERS);                                    \
    }                                                                                              \
    HASHLANE_INLINE void chain_words(Register(&words)[keccak_words], std::uint64_t loops)          \
    {                                                                                              \
        const std::uint64_t *constant;                                                             \
        asm volatile(HASHLANE_LOAD(v) "2:\n\tmovq %[first], %[constant]\n\t" HASHLANE_PARITIES(v)  \
                         HASHLANE_ROUNDS(v)                                                        \
                             HASHLANE_ROTATE(v) "decq %[loops]\n\tjnz 2b\n\t" HASHLANE_STORE(v)    \
                     : [constant] "=&r"(constant), [loops] "+r"(loops)                             \
                     : [words] "r"(words), [first] "r"(keccak_round_constant),                     \
                       [last] "r"(keccak_round_constant + keccak_rounds - 1)                       \
                     : "cc", "memory", HASHLANE_ALL_REGISTERS);                                    \
    }

namespace {

HASHLANE_BALANCED(xmm, __m128i)
HASHLANE_BALANCED(ymm, __m256i)

/// A Form of in_place.h whose states are in memory between two permutations.
template <class Width> struct Balanced : Avx512<Width> {
    HASHLANE_INLINE static void permute(State<Balanced> &a, unsigned rounds)
    {
        permute_words(a, rounds);
    }
    /// Interleaved states (forms.h) where they are.
    HASHLANE_INLINE static void permute_at(std::uint64_t *words, unsigned rounds)
    {
        permute_words(reinterpret_cast<typename Width::Register *>(words), rounds);
    }
};

/// Contract: see chain.h.
template <class Width>
HASHLANE_INLINE void balanced_chain(std::uint64_t *states, std::uint64_t loops)
{
    State<Balanced<Width>> a;
    load_in_place<Balanced<Width>>(a, states);
    if (loops != 0)
        chain_words(a, loops);
    store_in_place<Balanced<Width>>(states, a);
}

} // namespace

#undef MOVE
#undef XOR
#undef ADD
#undef ROL
#undef SRL
#undef XOR3
#undef CHI0
#undef CHI1
#undef CHI2
#undef IOTA
#undef LOAD
#undef STORE
