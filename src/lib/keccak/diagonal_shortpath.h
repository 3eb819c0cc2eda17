// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state on diagonals (diagonal.h) with the shortest path, with AVX512F.
//
// What a round waits for: VPERMQ, parity, VPERMQ, θ, ρ, χ. The word itself, both parities of its
// θ and its new place are three independent VPERMQs, so that none waits for another: 20 a round,
// for cores with more than one port for them. Nothing waits for the blends back to layout (2, 1),
// because the parities are taken before.
//
// Source: FIPS 202, 3.2.
#pragma once

#include "avx512_ops.h"
#include "diagonal.h"

#include <immintrin.h>

namespace {

constexpr int periods = 3; // rounds from layout (2, 1) to (2, 1)
constexpr Layout layouts[periods + 1] = {{2, 1}, {3, 1}, {4, 4}, {3, 2}};

/// Returns VPERMQ indices from the order of y to the order of x; element x takes column x + shift.
constexpr Registers column_order(Layout layout, int shift = 0)
{
    Registers order{};
    for (int r = 0; r < 5; ++r)
        for (int x = 0; x < 5; ++x)
            order.r[r].at[x] = static_cast<std::uint64_t>(row_of(layout, r, mod5(x + shift)));
    return order;
}

/// For one round, by element after π: the source of the element, and the distance that ρ rotates
/// it.
struct RoundTables {
    Registers word;   ///< VPERMQ index into the register itself
    Registers before; ///< VPERMQ index into the parities: column x - 1
    Registers after;  ///< and column x + 1
    Registers rotation;
};

constexpr RoundTables round_tables(Layout layout)
{
    RoundTables t{};
    for (int r = 0; r < 5; ++r)
        for (int x = 0; x < 5; ++x) {
            const int y = row_of(layout, r, x);
            const int to = row_after(x, y);
            t.word.r[r].at[to] = static_cast<std::uint64_t>(y);
            t.before.r[r].at[to] = static_cast<std::uint64_t>(mod5(x - 1));
            t.after.r[r].at[to] = static_cast<std::uint64_t>(mod5(x + 1));
            t.rotation.r[r].at[to] = static_cast<std::uint64_t>(keccak_rotation[x + 5 * y]);
        }
    return t;
}

constexpr RoundTables tables[periods] = {round_tables(layouts[0]), round_tables(layouts[1]),
                                         round_tables(layouts[2])};
constexpr Registers columns[periods + 1] = {column_order(layouts[0]), column_order(layouts[1]),
                                            column_order(layouts[2]), column_order(layouts[3])};
/// As columns[periods], of the state after the chain's rotation by one word: that rotates the
/// columns, and column 4 of the rotated state has the words of column 0.
constexpr Registers rotated_columns = column_order(layouts[periods], 1);

/// A state: its words, in layout (2, 1) outside of a permutation, and its column parities.
struct Diagonal {
    __m512i v[5];
    __m512i parity;
};

HASHLANE_INLINE __m512i column_parity(const __m512i (&v)[5], const Registers &order)
{
    const auto column = [&](int r) { return permute(v[r], order.r[r]); };
    // Register 0 last: ι makes it late.
    return xor3(xor3(column(1), column(2), column(3)), column(4), column(0));
}

template <int period> HASHLANE_INLINE void diagonal_round(Diagonal &s, std::uint64_t constant)
{
    constexpr int next_x = layouts[period + 1].a;
    const __m512i rotated = _mm512_rol_epi64(s.parity, 1);
    __m512i row[5];
    unroll<5>([&](auto r) {
        const RoundTables &t = tables[period];
        row[r] =
            _mm512_rolv_epi64(xor3(permute(rotated, t.after.r[r]), permute(s.v[r], t.word.r[r]),
                                   permute(s.parity, t.before.r[r])),
                              load_elements(t.rotation.r[r]));
    });
    unroll<5>(
        [&](auto r) { s.v[r] = chi(row[r], row[(r + next_x) % 5], row[(r + 2 * next_x) % 5]); });
    const __m128i iota = _mm_cvtsi64_si128(static_cast<long long>(constant));
    s.v[0] = _mm512_xor_si512(s.v[0], _mm512_zextsi128_si512(iota));
}

/// From layout (3, 2) to (3, 4): element y of register r moves from register r - 2y. Then to
/// (2, 1), which is the same with the registers renamed: 4 (3, 4) = (2, 1).
HASHLANE_INLINE void realign(__m512i (&v)[5])
{
    // Masks: the y for which -2y mod 5 has this bit.
    __m512i by1[5], by2[5], by4[5];
    unroll<5>([&](auto r) { by1[r] = _mm512_mask_blend_epi64(0b00110, v[r], v[(r + 1) % 5]); });
    unroll<5>([&](auto r) { by2[r] = _mm512_mask_blend_epi64(0b10010, by1[r], by1[(r + 2) % 5]); });
    unroll<5>([&](auto r) { by4[r] = _mm512_mask_blend_epi64(0b01000, by2[r], by2[(r + 4) % 5]); });
    unroll<5>([&](auto r) { v[r] = by4[4 * r % 5]; });
}

constexpr Elements next_y{{1, 2, 3, 4, 0}};

/// st[i] ← st[i+1], st[24] ← old st[0], in layout (3, 2). (x, y) comes from (x + 1, y), which is
/// the same element of register r + a; only (4, y) comes from (0, y + 1).
HASHLANE_INLINE void rotate_words(__m512i (&v)[5])
{
    constexpr Layout layout = layouts[periods];
    __m512i rotated[5];
    unroll<5>([&](auto r) {
        constexpr int y = row_of(layout, r, 4);
        rotated[r] = _mm512_mask_permutexvar_epi64(
            v[(r + layout.a) % 5], 1U << y, load_elements(next_y), v[layout.b * (y + 1) % 5]);
    });
    unroll<5>([&](auto r) { v[r] = rotated[r]; });
}

/// The last `rounds` rounds; with `rotate` followed by the chain's rotation of the state by a word.
template <bool rotate>
HASHLANE_INLINE void diagonal_permute(Diagonal &s, int rounds = keccak_rounds)
{
    for (int i = keccak_rounds - rounds; i < keccak_rounds; i += periods) {
        unroll<periods>([&](auto period) {
            diagonal_round<period>(s, keccak_round_constant[i + period]);
            if constexpr (period + 1 < periods)
                s.parity = column_parity(s.v, columns[period + 1]);
        });
        if (rotate && i + periods == keccak_rounds) {
            s.parity = column_parity(s.v, rotated_columns);
            rotate_words(s.v);
        } else {
            s.parity = column_parity(s.v, columns[periods]);
        }
        realign(s.v);
    }
}

/// Returns the place of word i between permutations.
constexpr int place_of(int i)
{
    return mod5(layouts[0].a * (i % 5) + layouts[0].b * (i / 5)) * 8 + i / 5;
}

HASHLANE_INLINE Diagonal load_diagonal(const std::uint64_t *state)
{
    Diagonal s;
    load_state<place_of>(s.v, state);
    s.parity = column_parity(s.v, columns[0]);
    return s;
}

/// s ← s ^ the `count` words at `from`.
HASHLANE_INLINE void add_words(Diagonal &s, const void *from, std::uint64_t count)
{
    __m512i words[5];
    load_words<place_of>(words, from, count);
    unroll<5>([&](auto r) { s.v[r] = _mm512_xor_si512(s.v[r], words[r]); });
    s.parity = _mm512_xor_si512(s.parity, column_parity(words, columns[0]));
}

} // namespace
