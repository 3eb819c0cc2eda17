// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] in place, for processors with a register for each word and five to spare.
//
// π has order 24. If every operation leaves its result in a register of its operands, the words
// are back where they were after 24 rounds, and nothing is moved in between. Compilers do not
// find that by themselves: each operation on a word is written so that it must update that word,
// the order of the source is kept, and all rounds are unrolled.
//
// Registers: 25 words. θ needs ten more, five parities and five effects, if done at once; here an
// effect is applied to its column as soon as its two parities and the column's own are known, so
// that five suffice. χ needs three.
//
// A Form is how words are kept and updated:
//   Register                            a word of each of its states
//   parity<round, x>(a)                 column x's, in another register
//   apply<round, x>(a, before, after)   θ on that column, from both neighbours' parities; with ρ,
//   or
//                                       what replaces it
//   chi<round, y>(row)                  χ on the words that ρ and π bring into row y. It may be
//                                       chi_by_terms(), which takes ~b[x + 1] & b[x + 2] from
//   chi_term<round, y, x>(row)            in another register, and has it added to b[x] by
//   add_chi_term<round, y, x>(row, term)
//   iota<round>(word)
//   copy(a), copy_to(a, b)              a ← b
//   begin_with<round>(a)                a state that no round has been applied to, as if it came
//                                       from the round before that one
//   exchange(a, b)                      each with the other's value
//   states, load(words), store(words, a)   as in permutation.h
// All are static.
//
// With enough registers, θ is better left to the rows: a Form with a constant rows_ahead
// has, instead of parity() and apply(),
//   theta<round>(a)                     the rest of θ
//   theta_rho<round, y>(a, left)        that and ρ on the words of row y, as many rows before χ
// and one that transposes (avx512_ops.h), instead of load() and store(),
//   words_together, load_words(words, rows, offset), store_words(rows, offset, words),
//   gather(rows, offset), scatter(rows, offset, word)
//
// Or a Form has the whole of it, permute(a, rounds).
//
// The lambdas are HASHLANE_INLINE_LAMBDA, or GCC 12 keeps the state in memory.
//
// Sources: FIPS 202, 3.2; G. Bertoni et al., "Keccak implementation overview", version 3.2, section
// 2.5.
#pragma once

#include "chain.h"

namespace {

template <class Form> using State = typename Form::Register[keccak_words];

template <class Form, int round> HASHLANE_INLINE void theta_in_place(State<Form> &a)
{
    const auto p4 = Form::template parity<round, 4>(a);
    const auto p1 = Form::template parity<round, 1>(a);
    const auto p0 = Form::template parity<round, 0>(a);
    Form::template apply<round, 0>(a, p4, p1);
    const auto p2 = Form::template parity<round, 2>(a);
    Form::template apply<round, 1>(a, p0, p2);
    const auto p3 = Form::template parity<round, 3>(a);
    Form::template apply<round, 2>(a, p1, p3);
    Form::template apply<round, 4>(a, p3, p0);
    Form::template apply<round, 3>(a, p2, p4);
}

// A word is updated once it is in two terms, so that there are never more than three.
template <class Form, int round, int y>
HASHLANE_INLINE void chi_by_terms(typename Form::Register (&row)[5])
{
    const auto t3 = Form::template chi_term<round, y, 3>(row);
    const auto t4 = Form::template chi_term<round, y, 4>(row);
    const auto t0 = Form::template chi_term<round, y, 0>(row);
    Form::template add_chi_term<round, y, 0>(row, t0);
    const auto t1 = Form::template chi_term<round, y, 1>(row);
    Form::template add_chi_term<round, y, 1>(row, t1);
    const auto t2 = Form::template chi_term<round, y, 2>(row);
    Form::template add_chi_term<round, y, 2>(row, t2);
    Form::template add_chi_term<round, y, 3>(row, t3);
    Form::template add_chi_term<round, y, 4>(row, t4);
}

template <class Form, int round, int y>
HASHLANE_INLINE void chi_row_in_place(State<Form> &b, const State<Form> &a)
{
    typename Form::Register row[5] = {a[keccak_source(0, y)], a[keccak_source(1, y)],
                                      a[keccak_source(2, y)], a[keccak_source(3, y)],
                                      a[keccak_source(4, y)]};
    Form::template chi<round, y>(row);
    if constexpr (y == 0)
        Form::template iota<round>(row[0]);
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA { b[x + 5 * y] = row[x]; });
}

template <class Form, int round> HASHLANE_INLINE void pi_chi_iota_in_place(State<Form> &a)
{
    State<Form> b;
    chi_row_in_place<Form, round, 0>(b, a);
    chi_row_in_place<Form, round, 1>(b, a);
    chi_row_in_place<Form, round, 2>(b, a);
    chi_row_in_place<Form, round, 3>(b, a);
    chi_row_in_place<Form, round, 4>(b, a);
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA { a[i] = b[i]; });
}

template <class Form, int round> HASHLANE_INLINE void round_by_rows(State<Form> &a)
{
    const auto left = Form::template theta<round>(a);
    State<Form> b;
    unroll<5 + Form::rows_ahead>([&](auto step) HASHLANE_INLINE_LAMBDA {
        if constexpr (step < 5)
            Form::template theta_rho<round, step>(a, left);
        if constexpr (step >= Form::rows_ahead)
            chi_row_in_place<Form, round, step - Form::rows_ahead>(b, a);
    });
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA { a[i] = b[i]; });
}

template <class Form, int round> HASHLANE_INLINE void round_in_place(State<Form> &a)
{
    if constexpr (requires { Form::rows_ahead; }) {
        round_by_rows<Form, round>(a);
    } else {
        theta_in_place<Form, round>(a);
        pi_chi_iota_in_place<Form, round>(a);
    }
}

// Not unroll<>(): GCC would not inline so large a lambda.
template <class Form, int... round>
HASHLANE_INLINE void rounds_in_place(State<Form> &a,
                                     std::integer_sequence<int, round...> /*rounds*/)
{
    (round_in_place<Form, round>(a), ...);
}

template <class Form> HASHLANE_INLINE void permute_in_place(State<Form> &a)
{
    rounds_in_place<Form>(a, std::make_integer_sequence<int, keccak_rounds>{});
}

template <int first, class Rounds> struct RoundsFrom;
template <int first, int... round> struct RoundsFrom<first, std::integer_sequence<int, round...>> {
    using type = std::integer_sequence<int, first + round...>;
};

/// A state that no round has been applied to, as if it came from the first half of the rounds: π^12
/// sends word (x, y) to (-x, -y). The words are exchanged, not renamed: each is then in the
/// register in which those rounds leave it.
template <class Form> HASHLANE_INLINE void skip_half_in_place(State<Form> &a)
{
    Form::template begin_with<keccak_rounds / 2>(a);
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
        constexpr int opposite = (5 - i % 5) % 5 + 5 * ((5 - i / 5) % 5);
        if constexpr (i < opposite) {
            Form::exchange(a[i], a[opposite]);
            const typename Form::Register word = a[i];
            a[i] = a[opposite];
            a[opposite] = word;
        }
    });
}

/// 24 rounds, or the last 12.
template <class Form> HASHLANE_INLINE void permute_in_place(State<Form> &a, unsigned rounds)
{
    constexpr int half = keccak_rounds / 2;
    using Half = std::make_integer_sequence<int, half>;
    if constexpr (requires { Form::permute(a, rounds); }) {
        Form::permute(a, rounds);
    } else {
        if (rounds == keccak_rounds)
            rounds_in_place<Form>(a, Half{});
        else
            skip_half_in_place<Form>(a);
        rounds_in_place<Form>(a, typename RoundsFrom<half, Half>::type{});
    }
}

// All but the last word goes in groups.
template <class Form>
HASHLANE_INLINE void load_transposed(State<Form> &a, const std::uint64_t *states)
{
    constexpr int together = Form::words_together, last = keccak_words - 1;
    const std::uint8_t *rows[Form::states];
    unroll<Form::states>([&](auto s) HASHLANE_INLINE_LAMBDA {
        rows[s] = reinterpret_cast<const std::uint8_t *>(states + s * keccak_words);
    });
    unroll<last / together>([&](auto group) HASHLANE_INLINE_LAMBDA {
        typename Form::Register words[together];
        Form::load_words(words, rows, 8 * together * group);
        unroll<together>([&](auto i)
                             HASHLANE_INLINE_LAMBDA { a[together * group + i] = words[i]; });
    });
    a[last] = Form::gather(rows, 8 * last);
}

template <class Form>
HASHLANE_INLINE void store_transposed(std::uint64_t *states, const State<Form> &a)
{
    constexpr int together = Form::words_together, last = keccak_words - 1;
    std::uint8_t *rows[Form::states];
    unroll<Form::states>([&](auto s) HASHLANE_INLINE_LAMBDA {
        rows[s] = reinterpret_cast<std::uint8_t *>(states + s * keccak_words);
    });
    unroll<last / together>([&](auto group) HASHLANE_INLINE_LAMBDA {
        Form::store_words(rows, 8 * together * group, a + together * group);
    });
    Form::scatter(rows, 8 * last, a[last]);
}

// The same as permutation.h for states in memory, inlined as above: with the shared function,
// x86-64's kernels come out differently.
template <class Form>
HASHLANE_INLINE void load_in_place(State<Form> &a, const std::uint64_t *states)
{
    if constexpr (requires { Form::words_together; }) {
        load_transposed<Form>(a, states);
    } else {
        unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
            std::uint64_t words[Form::states];
            for (int s = 0; s < Form::states; ++s)
                words[s] = states[s * keccak_words + i];
            a[i] = Form::load(words);
        });
    }
}

template <class Form>
HASHLANE_INLINE void store_in_place(std::uint64_t *states, const State<Form> &a)
{
    if constexpr (requires { Form::words_together; }) {
        store_transposed<Form>(states, a);
    } else {
        unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
            std::uint64_t words[Form::states];
            Form::store(words, a[i]);
            for (int s = 0; s < Form::states; ++s)
                states[s * keccak_words + i] = words[s];
        });
    }
}

// chain.h's rotation of the state.
template <class Form> HASHLANE_INLINE void rotate_in_place(State<Form> &a)
{
    const typename Form::Register first = Form::copy(a[0]);
    unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA { Form::copy_to(a[i], a[i + 1]); });
    Form::copy_to(a[keccak_words - 1], first);
}

/// Contract: see chain.h.
template <class Form>
HASHLANE_INLINE void chain_in_place(std::uint64_t *states, std::uint64_t loops)
{
    State<Form> a;
    load_in_place<Form>(a, states);
    for (; loops != 0; --loops) {
        permute_in_place<Form>(a);
        rotate_in_place<Form>(a);
    }
    store_in_place<Form>(states, a);
}

} // namespace
