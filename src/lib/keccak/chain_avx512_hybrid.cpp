// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX-512 and in general registers at once: 17 lanes.
//
// Contract: see chain.h. Needs AVX512F, AVX512VL, BMI1 and BMI2.
// Idea: zmm operations leave general registers' pipes, the load and store pipes and half of the
// front end idle. Two batches of eight lanes are permuted in turn, and with each half a
// permutation of the seventeenth lane, a round in two of the vectors', in pieces between their
// rows. A whole permutation next to one batch would fill the front end and the first-level cache.
// So the two halves are one loop, whose code holds once what they share, and a batch waits in
// memory while the other is permuted: 25 loads and stores, which also rotate its states by a word.
// Source: FIPS 202, 3.2 and 3.3.
#include "avx512_ops.h"
#include "permutation.h"
#include "rows_in_place.h"

namespace {

// ---- The seventeenth lane: words in memory, general registers for a row or a parity ----
//
// 25 words do not fit into 15 registers, and a load costs nothing as part of an exclusive or. A
// round reads each word twice, for its parity and for its row, writes it once, and needs twelve
// registers. It is cut into pieces that the kernel issues between its vector operations. Each
// instruction is assembly, which stays where the source has it.

HASHLANE_INLINE std::uint64_t load_word(const std::uint64_t &word)
{
    std::uint64_t result;
    asm volatile("movq %1, %0" : "=r"(result) : "m"(word));
    return result;
}
HASHLANE_INLINE void store_word(std::uint64_t &word, std::uint64_t a)
{
    asm volatile("movq %1, %0" : "=m"(word) : "r"(a));
}
HASHLANE_INLINE std::uint64_t copy_word(std::uint64_t a)
{
    std::uint64_t result;
    asm volatile("movq %1, %0" : "=r"(result) : "r"(a));
    return result;
}
HASHLANE_INLINE void xor_word_to(std::uint64_t &a, std::uint64_t b)
{
    asm volatile("xorq %1, %0" : "+r"(a) : "r"(b) : "cc");
}
HASHLANE_INLINE void xor_loaded_to(std::uint64_t &a, const std::uint64_t &word)
{
    asm volatile("xorq %1, %0" : "+r"(a) : "m"(word) : "cc");
}
template <int n> HASHLANE_INLINE std::uint64_t rotl_word(std::uint64_t a)
{
    std::uint64_t result;
    asm volatile("rorxq %2, %1, %0" : "=r"(result) : "r"(a), "i"(64 - n));
    return result;
}
template <int n> HASHLANE_INLINE void rotl_word_to(std::uint64_t &a)
{
    asm volatile("rorxq %1, %0, %0" : "+r"(a) : "i"(64 - n));
}
// ~a & b
HASHLANE_INLINE std::uint64_t and_not_word(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm volatile("andnq %2, %1, %0" : "=r"(result) : "r"(a), "r"(b) : "cc");
    return result;
}

template <int x>
HASHLANE_INLINE void word_parity(std::uint64_t (&parity)[5], const std::uint64_t *state)
{
    parity[x] = load_word(state[x]);
    unroll<4>([&](auto y)
                  HASHLANE_INLINE_LAMBDA { xor_loaded_to(parity[x], state[x + 5 * (y + 1)]); });
}

HASHLANE_INLINE void word_effects(std::uint64_t (&effect)[5], const std::uint64_t (&parity)[5])
{
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        effect[x] = rotl_word<1>(parity[(x + 1) % 5]);
        xor_word_to(effect[x], parity[(x + 4) % 5]);
    });
}

/// From θ's effects to ι; `constant` for row 0 alone.
template <int y>
HASHLANE_INLINE void word_row(std::uint64_t *next, const std::uint64_t *state,
                              const std::uint64_t (&effect)[5], const std::uint64_t &constant)
{
    std::uint64_t row[5];
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        constexpr int i = keccak_source(x, y);
        row[x] = copy_word(effect[i % 5]);
        xor_loaded_to(row[x], state[i]);
        if constexpr (keccak_rotation[i] != 0)
            rotl_word_to<keccak_rotation[i]>(row[x]);
    });
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        std::uint64_t word = and_not_word(row[(x + 1) % 5], row[(x + 2) % 5]);
        xor_word_to(word, row[x]);
        if constexpr (x + 5 * y == 0)
            xor_loaded_to(word, constant);
        store_word(next[x + 5 * y], word);
    });
}

// ---- Two batches of lanes in vectors, and the two halves of the loop ----

using Form = FewestOperations<Avx512<Zmm>>;

constexpr int vector_lanes = 2 * Form::states;

struct Lanes {
    // One word of a batch's eight states after another.
    std::uint64_t batch[2][keccak_words * Form::states];
    std::uint64_t word[2][keccak_words]; // even rounds go from the first to the second
};

HASHLANE_INLINE __m512i load_zmm(const std::uint64_t *words) { return _mm512_loadu_si512(words); }
HASHLANE_INLINE void store_zmm(std::uint64_t *words, __m512i a) { _mm512_storeu_si512(words, a); }

struct WordRegisters {
    std::uint64_t parity[5], effect[5];
};

// Piece 0 to 10 of a round.
template <int round, int piece>
HASHLANE_INLINE void word_piece(std::uint64_t (&states)[2][keccak_words], WordRegisters &r,
                                const std::uint64_t *constants)
{
    std::uint64_t *const from = states[round % 2];
    std::uint64_t *const to = states[1 - round % 2];
    if constexpr (piece < 5)
        word_parity<piece>(r.parity, from);
    else if constexpr (piece == 5)
        word_effects(r.effect, r.parity);
    else if constexpr (piece < 11)
        word_row<piece - 6>(to, from, r.effect, constants[round]);
}

// round_by_rows() with a piece after each of its steps.
template <int round>
HASHLANE_INLINE void hybrid_round(State<Form> &a, std::uint64_t (&words)[2][keccak_words],
                                  WordRegisters &r, const std::uint64_t *constants)
{
    constexpr int steps = 5 + Form::rows_ahead;
    constexpr int first_piece = round % 2 == 0 ? 0 : 6;
    const auto left = Form::theta<round>(a);
    State<Form> b;
    unroll<steps>([&](auto step) HASHLANE_INLINE_LAMBDA {
        if constexpr (step < 5)
            Form::theta_rho<round, step>(a, left);
        if constexpr (step >= Form::rows_ahead)
            chi_row_in_place<Form, round, step - Form::rows_ahead>(b, a);
        if constexpr (step < 6)
            word_piece<round / 2, first_piece + step>(words, r, constants);
    });
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA { a[i] = b[i]; });
}

template <int... round>
HASHLANE_INLINE void hybrid_rounds(State<Form> &a, std::uint64_t (&words)[2][keccak_words],
                                   const std::uint64_t *constants,
                                   std::integer_sequence<int, round...> /*rounds*/)
{
    WordRegisters r;
    (hybrid_round<round>(a, words, r, constants), ...);
}

HASHLANE_INLINE void rotate_words(std::uint64_t (&words)[keccak_words])
{
    const std::uint64_t first = words[0];
    unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA { words[i] = words[i + 1]; });
    words[keccak_words - 1] = first;
}

} // namespace

extern "C" void hashlane_keccak_chain_avx512_hybrid_x17(std::uint64_t *states,
                                                        std::uint64_t loops) noexcept
{
    alignas(64) Lanes lanes;
    State<Form> a;
    for (int batch = 0; batch < 2; ++batch) {
        load_in_place<Form>(a, states + batch * Form::states * keccak_words);
        unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
            store_zmm(lanes.batch[batch] + i * Form::states, a[i]);
        });
    }
    for (int i = 0; i < keccak_words; ++i)
        lanes.word[0][i] = states[vector_lanes * keccak_words + i];

    for (std::uint64_t half = 0; half != 2 * loops; ++half) {
        std::uint64_t *const batch = lanes.batch[half % 2];
        const std::uint64_t *const constants =
            keccak_round_constant + keccak_rounds / 2 * (half % 2);
        unroll<keccak_words>(
            [&](auto i) HASHLANE_INLINE_LAMBDA { a[i] = load_zmm(batch + i * Form::states); });
        hybrid_rounds(a, lanes.word, constants, std::make_integer_sequence<int, keccak_rounds>{});
        unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
            store_zmm(batch + i * Form::states, a[(i + 1) % keccak_words]);
        });
        if (half % 2 == 1)
            rotate_words(lanes.word[0]);
    }

    for (int batch = 0; batch < 2; ++batch) {
        unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
            a[i] = load_zmm(lanes.batch[batch] + i * Form::states);
        });
        store_in_place<Form>(states + batch * Form::states * keccak_words, a);
    }
    for (int i = 0; i < keccak_words; ++i)
        states[vector_lanes * keccak_words + i] = lanes.word[0][i];
}
