// SPDX-License-Identifier: MIT
//
// Where diagonal_compact.h keeps words from round to round, and what its permutations need for it.
//
// Source: see diagonal.h. Rotation offsets and round constants from permutation.h.
#ifndef HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_TABLES_H
#define HASHLANE_SRC_KECCAK_DIAGONAL_COMPACT_TABLES_H

#include "diagonal.h"

namespace {

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

} // namespace

#endif
