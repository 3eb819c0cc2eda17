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
// The order of operations is diagonal_order.h's.
//
// Source: FIPS 202, 3.2.
#ifndef HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_H
#define HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_H

#include "diagonal_order.h"
#include "zmm_steps.h"

#include <iterator>
#include <type_traits>

namespace {

// ---- Where words are ----

constexpr int layout_period = 6;
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

/// Word i between permutations; with `rotated`, of a state that is still to be rotated by a word.
template <bool rotated> constexpr int place_of(int i)
{
    const int word = rotated ? (i + 1) % keccak_words : i;
    return mod5(rows_layout(0).a * (word % 5) + rows_layout(0).b * (word / 5)) * 8 + word / 5;
}
/// Word i among columns in the first round.
constexpr int place_among_columns(int i)
{
    return mod5(columns_layout(0).a * (i % 5) + columns_layout(0).b * (i / 5)) * 8 +
           arrangement.columns[0].at[i % 5];
}

// ---- Tables ----

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
            // What the rotation by a word makes of (x, y).
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

// ---- A round ----

constexpr Step step_of(int round, int i)
{
    return round % 3 == 0 ? round_zero[i] : round % 3 == 1 ? round_one[i] : round_two[i];
}
constexpr int steps_in(int round)
{
    return static_cast<int>(round % 3 == 0   ? std::size(round_zero)
                            : round % 3 == 1 ? std::size(round_one)
                                             : std::size(round_two));
}

/// A block of a message in the order of columns, and its column parities.
struct Block {
    __m512i words[5];
    __m512i parity;
};

// What the first round of a permutation does besides.
struct Nothing {};
struct RotateWords {}; ///< the chain's rotation by one word, before it
struct AddBlock {
    Block block;
};

template <int round, class First>
constexpr bool adds_block = round == 0 && std::is_same_v<First, AddBlock>;

struct Working {
    __m512i v[5];              // in the order of rows, between rounds
    __m512i column[5];         // in the order of columns
    __m512i once[5], twice[5]; // blended on the way back to layout (2, 1)
    __m512i aligned[5];        // there, in the order of columns
    __m512i word[5], row[5];   // after θ and ρ, after π
    __m512i sum, parity, rotated, before, after, row_with_constant;
};

template <int round, Step step, class First>
HASHLANE_INLINE void parity_step(Working &s, const First &first)
{
    constexpr int k = round % layout_period, r = step.r;
    if constexpr (step.kind == to_column)
        s.column[r] = permute_step(s.v[r], tables[k].to_columns.r[r]);
    else if constexpr (step.kind == add_three)
        s.sum = xor3_step(s.column[r], s.column[step.q], s.column[step.p]);
    else if constexpr (step.kind == add_two)
        s.parity = xor3_step(s.sum, s.column[r], s.column[step.q]);
    else if constexpr (step.kind == before)
        s.before = permute_step(s.parity, tables[k].before);
    else if constexpr (step.kind == rotate)
        s.rotated = rotate_step(s.parity);
    else if constexpr (step.kind == after)
        s.after = permute_step(s.rotated, tables[k].after);
    if constexpr (step.kind == add_three && adds_block<round, First>)
        s.sum = _mm512_xor_si512(s.sum, first.block.parity);
}

template <int round, Step step, class First>
HASHLANE_INLINE void realign_step(Working &s, const First &first)
{
    constexpr int k = round % layout_period, r = step.r;
    if constexpr (step.kind == blend_once)
        s.once[r] = blend_step(rows_mask(k, 1, 2), s.v[r], s.v[(r + 1) % 5]);
    else if constexpr (step.kind == blend_twice)
        s.twice[r] = blend_step(rows_mask(k, 1, 4), s.once[r], s.once[(r + 2) % 5]);
    else if constexpr (step.kind == realign)
        s.aligned[r] =
            permute_step(s.twice[4 * r % 5], s.twice[4 * (r + 1) % 5], tables[k].realigned.r[r]);
    if constexpr (step.kind == realign && adds_block<round, First>)
        s.aligned[r] = _mm512_xor_si512(s.aligned[r], first.block.words[r]);
}

/// What to_row does not: the register that stays, or all of a state that is rotated by a word.
template <bool rotates> HASHLANE_INLINE void rows_from_words(Working &s, const RoundTables &t)
{
    if constexpr (rotates)
        unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
            s.row[r] = permute_step(s.word[(r + 2) % 5], s.word[(r + 3) % 5], t.to_rows.r[r]);
        });
    else
        s.row[stays_to_rows] = s.word[stays_to_rows];
}

template <int round, Step step, class First> HASHLANE_INLINE void word_step(Working &s)
{
    constexpr int k = round % layout_period, r = step.r;
    constexpr bool rotates = round == 0 && std::is_same_v<First, RotateWords>;
    constexpr const RoundTables &t = rotates ? rotated_tables : tables[k];
    if constexpr (step.kind == apply_theta)
        s.word[r] = xor3_step(k % 3 == 0 ? s.aligned[r] : s.column[r], s.before, s.after);
    else if constexpr (step.kind == apply_rho)
        s.word[r] = rotate_step(s.word[r], t.rotation.r[r]);
    else if constexpr (step.kind == to_row && !rotates)
        s.row[r] = permute_step(s.word[r], t.to_rows.r[r]);
    else if constexpr (step.kind == apply_iota)
        s.row_with_constant = xor_step(s.row[0], round_constants.of[round]);
    else if constexpr (step.kind == apply_chi)
        s.v[r] =
            chi_step(r == 0 ? s.row_with_constant : s.row[r], s.row[(r + rows_layout(k + 1).a) % 5],
                     s.row[(r + 2 * rows_layout(k + 1).a) % 5]);
    // The last of ρ.
    if constexpr (step.kind == apply_rho && r == stays_to_rows)
        rows_from_words<rotates>(s, t);
}

template <int round, class First, int... step>
HASHLANE_INLINE void diagonal_round(Working &s, const First &first,
                                    std::integer_sequence<int, step...> /*steps*/)
{
    s.column[stays_to_columns] = s.v[stays_to_columns];
    ((parity_step<round, step_of(round, step)>(s, first),
      realign_step<round, step_of(round, step)>(s, first),
      word_step<round, step_of(round, step), First>(s)),
     ...);
}

template <class First, int... round>
HASHLANE_INLINE void diagonal_rounds(Working &s, const First &first,
                                     std::integer_sequence<int, round...> /*rounds*/)
{
    (diagonal_round<round>(s, first, std::make_integer_sequence<int, steps_in(round)>{}), ...);
}

/// Keccak-f[1600].
template <class First> HASHLANE_INLINE void diagonal_permute(__m512i (&v)[5], const First &first)
{
    Working s;
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA { s.v[r] = v[r]; });
    diagonal_rounds(s, first, std::make_integer_sequence<int, keccak_rounds>{});
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA { v[r] = s.v[r]; });
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
