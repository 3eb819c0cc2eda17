// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state on diagonals (diagonal.h) with the fewest permutations, with AVX512F.
//
// A round brings words into the order of columns (VPERMQ), takes the parities, applies θ and ρ, and
// brings the words into the order of rows after π (VPERMQ) for χ. For cores with one port for
// permutations:
// - In which element a row's words are, or a column's, is free. The order of columns is that which
//   one register (`stays_to_columns`) has anyhow, and the order of rows likewise (`stays_to_rows`):
//   four permutations each time, and the register that is ready last needs none.
// - The way back from layout (3, 2) to (2, 1), every third round, waits for nothing: the parities
//   are taken before. It is two blends a register, and a permutation that takes from two registers.
// - The chain's rotation by one word renames columns and the words of column 0, which the first
//   round's second permutation then takes from two registers.
// After six rounds every word is where it was.
//
// The order of operations is this source's (zmm_steps.h): parities before blends, a row's
// permutation one register after its rotation, χ where the rows come first.
//
// Source: FIPS 202, 3.2.
#ifndef HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_H
#define HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_H

#include "diagonal_compact_tables.h"
#include "zmm_steps.h"

#include <type_traits>

namespace {

/// A block of a message in the order of columns, and its column parities.
struct Block {
    __m512i words[5];
    __m512i parity;
};

// What a round does besides; the first of a permutation alone does anything.
struct Nothing {};
struct RotateWords {}; ///< the chain's rotation by one word, before it
struct AddBlock {
    Block block;
};

static_assert(stays_to_columns == 0 && stays_to_rows == 4); // which register loops leave out

template <class First> constexpr bool adds_block = std::is_same_v<First, AddBlock>;

/// What θ adds to each column: its two parities.
struct Effect {
    __m512i before, after;
};

template <int round, class First>
HASHLANE_INLINE Effect parities(__m512i (&column)[5], const __m512i (&v)[5], const First &first)
{
    constexpr const RoundTables &t = tables[round % layout_period];
    column[stays_to_columns] = v[stays_to_columns];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        constexpr int r = i + 1;
        column[r] = permute_step(v[r], t.to_columns.r[r]);
    });
    __m512i parity = column[0];
    xor3_step(parity, column[1], column[2]);
    if constexpr (adds_block<First>)
        xor_step(parity, first.block.parity);
    xor3_step(parity, column[3], column[4]);
    Effect effect;
    effect.before = permute_step(parity, t.before);
    effect.after = permute_step(rotate_step(parity), t.after);
    return effect;
}

/// From layout (3, 2), in the order of rows, to (2, 1), in the order of columns. Row y moves by 2y
/// registers: by -1 for y of 1 and 2, by -2 for 1 and 4, by -4 for 3. That yields (3, 4), which is
/// (2, 1) with the registers renamed.
template <int k> HASHLANE_INLINE void realign(__m512i (&column)[5], const __m512i (&v)[5])
{
    __m512i once[5], twice[5];
    const auto again = [&](auto r) HASHLANE_INLINE_LAMBDA {
        twice[r] = blend_step(rows_mask(k, 1, 4), once[r], once[(r + 2) % 5]);
    };
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
        once[r] = blend_step(rows_mask(k, 1, 2), v[r], v[(r + 1) % 5]);
    });
    again(std::integral_constant<int, 0>{});
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
        if constexpr (r < 4)
            again(std::integral_constant<int, 4 - r>{});
        column[r] =
            permute_step(twice[4 * r % 5], twice[4 * (r + 1) % 5], tables[k].realigned.r[r]);
    });
}

/// θ, ρ and π, from the order of columns into that of rows.
template <int k>
HASHLANE_INLINE void theta_rho_pi(__m512i (&row)[5], __m512i (&word)[5], const Effect &effect)
{
    constexpr const RoundTables &t = tables[k];
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
        xor3_step(word[r], effect.before, effect.after);
        rotate_step(word[r], t.rotation.r[r]);
        // One register late: ρ needs the other port first.
        if constexpr (r > 0)
            row[r - 1] = permute_step(word[r - 1], t.to_rows.r[r - 1]);
    });
    row[stays_to_rows] = word[stays_to_rows];
}

/// The same in the first round, of a state that is to be rotated by one word.
HASHLANE_INLINE void theta_rho_pi_of_rotated(__m512i (&row)[5], __m512i (&word)[5],
                                             const Effect &effect)
{
    constexpr const RoundTables &t = rotated_tables;
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
        xor3_step(word[r], effect.before, effect.after);
        rotate_step(word[r], t.rotation.r[r]);
        if constexpr (r > 0) {
            constexpr int to = (r + 2) % 5;
            row[to] = permute_step(word[r - 1], word[r], t.to_rows.r[to]);
        }
    });
    row[2] = permute_step(word[4], word[0], t.to_rows.r[2]);
}

/// χ and ι.
template <int round> HASHLANE_INLINE void chi_iota(__m512i (&v)[5], const __m512i (&row)[5])
{
    constexpr int a = rows_layout(round + 1).a;
    const auto chi_into = [&](auto r, __m512i first) HASHLANE_INLINE_LAMBDA {
        v[r] = chi_step(first, row[(r + a) % 5], row[(r + 2 * a) % 5]);
    };
    // Register 0 last: ι makes it late.
    constexpr int order[4] = {3, 1, 2, 4};
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        constexpr int r = order[i];
        chi_into(std::integral_constant<int, r>{}, row[r]);
    });
    chi_into(std::integral_constant<int, 0>{}, xor_step(row[0], round_constants.of[round]));
}

HASHLANE_INLINE void add_words(__m512i (&word)[5], const __m512i (&words)[5])
{
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA { xor_step(word[r], words[r]); });
}

template <int round, class First>
HASHLANE_INLINE void diagonal_round(__m512i (&v)[5], const First &first)
{
    constexpr int k = round % layout_period;
    __m512i word[5], row[5];
    const Effect effect = parities<round>(word, v, first);
    if constexpr (k % 3 == 0)
        realign<k>(word, v);
    if constexpr (adds_block<First>)
        add_words(word, first.block.words);
    if constexpr (std::is_same_v<First, RotateWords>)
        theta_rho_pi_of_rotated(row, word, effect);
    else
        theta_rho_pi<k>(row, word, effect);
    chi_iota<round>(v, row);
}

template <int after, int... round>
HASHLANE_INLINE void diagonal_rounds(__m512i (&v)[5],
                                     std::integer_sequence<int, round...> /*rounds*/)
{
    (diagonal_round<after + round>(v, Nothing{}), ...);
}

/// The rounds from `begin` to `end` - 1.
template <int begin, int end, class First>
HASHLANE_INLINE void diagonal_rounds(__m512i (&v)[5], const First &first)
{
    diagonal_round<begin>(v, first);
    diagonal_rounds<begin + 1>(v, std::make_integer_sequence<int, end - begin - 1>{});
}

/// 24 rounds.
template <class First> HASHLANE_INLINE void diagonal_permute(__m512i (&v)[5], const First &first)
{
    diagonal_rounds<0, keccak_rounds>(v, first);
}

/// 24 rounds, or the last 12.
template <class First>
HASHLANE_INLINE void diagonal_permute(__m512i (&v)[5], const First &first, unsigned rounds)
{
    constexpr int half = keccak_rounds / 2;
    static_assert(half % layout_period == 0); // so a state that enters there is where it should be
    if (rounds == keccak_rounds)
        diagonal_rounds<0, half + 1>(v, first);
    else
        diagonal_rounds<half, half + 1>(v, first);
    diagonal_rounds<half + 1>(v, std::make_integer_sequence<int, half - 1>{});
}

/// `count` words of a message, count ≤ 24.
HASHLANE_INLINE Block load_block(const void *from, std::uint64_t count)
{
    Block block;
    load_words<place_among_columns>(block.words, from, count);
    block.parity =
        xor3(xor3(block.words[0], block.words[1], block.words[2]), block.words[3], block.words[4]);
    return block;
}

} // namespace

#endif
