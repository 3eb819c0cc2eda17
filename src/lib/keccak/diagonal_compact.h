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
// The order of operations is this source's (steps, below): parities before blends, a row's
// permutation one register after its rotation, χ where the rows come first.
//
// Source: FIPS 202, 3.2.
#pragma once

#include "avx512_ops.h"
#include "diagonal.h"

#include <immintrin.h>
#include <type_traits>

namespace {

// ---- Places of words from round to round, and the permutations' constants for them ----

constexpr int layout_period = 6; // rounds until every word is where it was
// The registers that need no permutation: of all choices the one that is ready last.
constexpr int stays_to_columns = 0, stays_to_rows = 4;

constexpr Layout rows_layout(int round)
{
    constexpr Layout layouts[3] = {{3, 2}, {3, 1}, {4, 4}};
    return layouts[round % 3];
}
constexpr Layout columns_layout(int round)
{
    return round % 3 == 0 ? Layout{2, 1} : rows_layout(round);
}

/// Element by row, or by column.
struct Slots {
    int at[5];
};

constexpr Slots slots_of_columns(Slots rows, Layout layout, int register_that_stays)
{
    Slots columns{};
    for (int x = 0; x < 5; ++x)
        columns.at[x] = rows.at[row_of(layout, register_that_stays, x)];
    return columns;
}
constexpr Slots slots_after_pi(Slots columns, Layout layout, int register_that_stays)
{
    Slots rows{};
    for (int x = 0; x < 5; ++x)
        rows.at[row_after(x, row_of(layout, register_that_stays, x))] = columns.at[x];
    return rows;
}

struct Arrangement {
    Slots rows[layout_period + 1];
    Slots columns[layout_period];
};
constexpr Arrangement arrangement = [] {
    Arrangement a{};
    a.rows[0] = {{0, 1, 2, 3, 4}};
    for (int k = 0; k < layout_period; ++k) {
        a.columns[k] = slots_of_columns(a.rows[k], rows_layout(k), stays_to_columns);
        a.rows[k + 1] = slots_after_pi(a.columns[k], columns_layout(k), stays_to_rows);
    }
    return a;
}();
static_assert(arrangement.rows[layout_period].at[0] == 0 &&
              arrangement.rows[layout_period].at[1] == 1);

/// Returns the place of word i between permutations; with `rotated`, of a state that is still to be
/// rotated by a word.
template <bool rotated> constexpr int place_of(int i)
{
    const int word = rotated ? (i + 1) % keccak_words : i;
    return mod5(rows_layout(0).a * (word % 5) + rows_layout(0).b * (word / 5)) * 8 + word / 5;
}
/// Returns the place of word i among columns in the first round.
constexpr int place_among_columns(int i)
{
    return mod5(columns_layout(0).a * (i % 5) + columns_layout(0).b * (i / 5)) * 8 +
           arrangement.columns[0].at[i % 5];
}

/// VPERMQ and VPERMI2Q indices, and rotations, by register and element.
struct RoundTables {
    Registers to_columns, realigned, to_rows, rotation;
    Elements before, after; ///< from a column's parity to the columns that it acts on
};

constexpr std::uint64_t index_in_second = 8; // of the registers of VPERMI2Q

constexpr RoundTables round_tables(int k, bool rotated)
{
    const Slots rows = arrangement.rows[k], columns = arrangement.columns[k];
    const Slots next = arrangement.rows[k + 1];
    const auto index = [](int slot) { return static_cast<std::uint64_t>(slot); };
    RoundTables t{};
    for (int x = 0; x < 5; ++x) {
        const int to = columns.at[x];
        t.before.at[to] = index(columns.at[mod5(x - 1)]);
        t.after.at[to] = index(columns.at[mod5(x + 1)]);
        for (int r = 0; r < 5; ++r) {
            t.to_columns.r[r].at[to] = index(rows.at[row_of(rows_layout(k), r, x)]);
            const int y = row_of(columns_layout(k), r, x);
            t.realigned.r[r].at[to] = index(rows.at[y]) + (y == 3 ? index_in_second : 0);
            // The position of (x, y) after the rotation by a word.
            const int new_x = rotated ? mod5(x - 1) : x,
                      new_y = rotated && x == 0 ? mod5(y - 1) : y;
            t.rotation.r[r].at[to] = static_cast<std::uint64_t>(keccak_rotation[new_x + 5 * new_y]);
            // Rotated, it goes to the register 2 before this one, from column 0 to that 3 before.
            const int to_register = rotated ? mod5(r - (x == 0 ? 3 : 2)) : r;
            t.to_rows.r[to_register].at[next.at[row_after(new_x, new_y)]] =
                index(to) + (rotated && x == 0 ? index_in_second : 0);
        }
    }
    return t;
}

constexpr RoundTables tables[layout_period] = {round_tables(0, false), round_tables(1, false),
                                               round_tables(2, false), round_tables(3, false),
                                               round_tables(4, false), round_tables(5, false)};
constexpr RoundTables rotated_tables = round_tables(0, true);

struct RoundConstants {
    Elements of[keccak_rounds];
};
constexpr RoundConstants round_constants = [] {
    RoundConstants constants{};
    for (int i = 0; i < keccak_rounds; ++i)
        constants.of[i].at[arrangement.rows[i % layout_period + 1].at[0]] =
            keccak_round_constant[i];
    return constants;
}();

constexpr __mmask8 rows_mask(int k, int y1, int y2)
{
    const Slots rows = arrangement.rows[k];
    return static_cast<__mmask8>(1 << rows.at[y1] | 1 << rows.at[y2]);
}

// ---- Steps on whole zmm registers ----
//
// They stay in the order in which they are written. Each is volatile assembly: where one chain of
// operations is all there is to do, the order decides which of two that are ready goes first, and
// compilers have orders of their own. An index comes just before its permutation, which cannot take
// it from memory.

using Steps = Avx512<Zmm>;

HASHLANE_INLINE __m512i permute_step(__m512i a, const Elements &index)
{
    __m512i result;
    asm volatile("vmovdqa64 %1, %0\n\tvpermq %2, %0, %0" : "=&v"(result) : "m"(index), "v"(a));
    return result;
}
/// Index 0 to 7 takes an element of a, 8 to 15 of b.
HASHLANE_INLINE __m512i permute_step(__m512i a, __m512i b, const Elements &index)
{
    __m512i result;
    asm volatile("vmovdqa64 %1, %0\n\tvpermi2q %3, %2, %0"
                 : "=&v"(result)
                 : "m"(index), "v"(a), "v"(b));
    return result;
}
HASHLANE_INLINE __m512i chi_step(__m512i a, __m512i b, __m512i c)
{
    asm volatile("vpternlogq %3, %2, %1, %0" : "+v"(a) : "v"(b), "v"(c), "i"(chi_of_three));
    return a;
}
HASHLANE_INLINE __m512i xor_step(__m512i a, const Elements &b)
{
    __m512i result;
    asm volatile("vpxorq %2, %1, %0" : "=v"(result) : "v"(a), "m"(b));
    return result;
}
HASHLANE_INLINE void rotate_step(__m512i &a, const Elements &by)
{
    asm volatile("vprolvq %1, %0, %0" : "+v"(a) : "m"(by));
}
HASHLANE_INLINE __m512i blend_step(__mmask8 from_b, __m512i a, __m512i b)
{
    __m512i result;
    asm volatile("vpblendmq %2, %1, %0%{%3%}" : "=v"(result) : "v"(a), "v"(b), "Yk"(from_b));
    return result;
}

// ---- The permutation ----

/// A block of a message in the order of columns, and its column parities.
struct Block {
    __m512i words[5];
    __m512i parity;
};

// Additional work of a round; only the first of a permutation has any.
struct Nothing {};
struct RotateWords {}; ///< the chain's rotation by one word, before it
struct AddBlock {
    Block block;
};

static_assert(stays_to_columns == 0 && stays_to_rows == 4); // which register loops leave out

template <class First> constexpr bool adds_block = std::is_same_v<First, AddBlock>;

/// θ's summand for each column: its two parities.
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
    Steps::xor3_to(parity, column[1], column[2]);
    if constexpr (adds_block<First>)
        Steps::xor_to(parity, first.block.parity);
    Steps::xor3_to(parity, column[3], column[4]);
    Effect effect;
    effect.before = permute_step(parity, t.before);
    effect.after = permute_step(Steps::rotl<1>(parity), t.after);
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
        Steps::xor3_to(word[r], effect.before, effect.after);
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
        Steps::xor3_to(word[r], effect.before, effect.after);
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
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA { Steps::xor_to(word[r], words[r]); });
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
