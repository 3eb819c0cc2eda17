// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state in five zmm registers, with AVX512F.
//
// The place of a word. In layout (a, b) word (x, y) is in register (a x + b y) mod 5. With a and b
// not 0 a register holds a diagonal of the state: each x once and each y once. So its words can
// be in the order of y, as χ needs them (its operands (x, y), (x + 1, y), (x + 2, y) are then
// element y of registers r, r + a, r + 2a), or after one VPERMQ in the order of x, as θ needs them
// (the parity of column x is then the XOR of element x of all five). Between rounds they are in
// the order of y.
//
// π sends (x, y) to (y, 2x + 3y). If each register keeps its words, layout (a, b) becomes
// (a + b, 3a). From (2, 1) that yields (3, 1), (4, 4), (3, 2), where the next one would have a
// zero; (3, 2) is brought back to (2, 1) by moving words between registers with blends, for which
// nothing waits, because the parities are taken before.
//
// What a round waits for: VPERMQ, parity, VPERMQ, θ, ρ, χ. The word itself, both parities of its
// θ and its new place are three independent VPERMQs, so that none waits for another.
//
// Source: FIPS 202, 3.2. Rotation offsets and round constants from permutation.h.
#ifndef HASHLANE_SRC_KECCAK_DIAGONAL_H
#define HASHLANE_SRC_KECCAK_DIAGONAL_H

#include "permutation.h"
#include "vpternlog.h"

#include <immintrin.h>

namespace {

// Elements 5 to 7 of a register hold nothing of use.
struct alignas(64) Elements {
    std::uint64_t at[8];
};
struct Registers {
    Elements r[5];
};

struct Layout {
    int a, b;
};

constexpr int periods = 3; // rounds from layout (2, 1) to (2, 1)
constexpr Layout layouts[periods + 1] = {{2, 1}, {3, 1}, {4, 4}, {3, 2}};

constexpr int mod5(int n) { return (n % 5 + 5) % 5; }
constexpr int divide_mod5(int n, int by)
{
    constexpr int inverse[5] = {0, 1, 3, 2, 4};
    return mod5(n * inverse[mod5(by)]);
}
/// The y of the word in column x of register r.
constexpr int row_of(Layout layout, int r, int x)
{
    return divide_mod5(r - layout.a * x, layout.b);
}

/// VPERMQ indices from the order of y to the order of x; element x takes column x + shift.
constexpr Registers column_order(Layout layout, int shift = 0)
{
    Registers order{};
    for (int r = 0; r < 5; ++r)
        for (int x = 0; x < 5; ++x)
            order.r[r].at[x] = static_cast<std::uint64_t>(row_of(layout, r, mod5(x + shift)));
    return order;
}

/// For one round, by element after π: what to take there, and how far ρ rotates it.
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
            const int to = mod5(2 * x + 3 * y);
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

HASHLANE_INLINE __m512i load_elements(const Elements &e) { return _mm512_load_si512(e.at); }
HASHLANE_INLINE __m512i permute(__m512i a, const Elements &index)
{
    return _mm512_permutexvar_epi64(load_elements(index), a);
}

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

/// Keccak-f[1600]; with `rotate` followed by the chain's rotation of the state by one word.
template <bool rotate> HASHLANE_INLINE void diagonal_permute(Diagonal &s)
{
    for (int i = 0; i < keccak_rounds; i += periods) {
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

/// Register and element of word i in layout (2, 1), as 8 r + y.
constexpr int place_of(int i)
{
    return mod5(layouts[0].a * (i % 5) + layouts[0].b * (i / 5)) * 8 + i / 5;
}

/// By element in layout (2, 1): VPERMT2Q index of words 0 to 15, VPERMQ index of words 16 to 23.
struct WordOrder {
    Registers low, high;
    __mmask8 is_low[5] = {}, is_high[5] = {};
};
constexpr WordOrder word_order = [] {
    WordOrder order{};
    for (int i = 0; i < 24; ++i) {
        const int r = place_of(i) / 8, y = place_of(i) % 8;
        order.low.r[r].at[y] = static_cast<std::uint64_t>(i % 16);
        order.high.r[r].at[y] = static_cast<std::uint64_t>(i % 8);
        __mmask8 &mask = i < 16 ? order.is_low[r] : order.is_high[r];
        mask = static_cast<__mmask8>(mask | 1 << y);
    }
    return order;
}();

/// Words 0 … count - 1 of a state from memory, the others 0; parities too. count ≤ 24.
HASHLANE_INLINE Diagonal load_words(const void *from, std::uint64_t count)
{
    const std::uint32_t present = (1U << count) - 1;
    const auto eight = [&](int j) {
        return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(present >> 8 * j),
                                        static_cast<const std::uint64_t *>(from) + 8 * j);
    };
    const __m512i words[3] = {eight(0), eight(1), eight(2)};
    Diagonal s;
    unroll<5>([&](auto r) {
        const __m512i low = _mm512_maskz_permutex2var_epi64(
            word_order.is_low[r], words[0], load_elements(word_order.low.r[r]), words[1]);
        s.v[r] = _mm512_mask_permutexvar_epi64(low, word_order.is_high[r],
                                               load_elements(word_order.high.r[r]), words[2]);
    });
    s.parity = column_parity(s.v, columns[0]);
    return s;
}

/// s ← s ^ other.
HASHLANE_INLINE void add(Diagonal &s, const Diagonal &other)
{
    unroll<5>([&](auto r) { s.v[r] = _mm512_xor_si512(s.v[r], other.v[r]); });
    s.parity = _mm512_xor_si512(s.parity, other.parity);
}

HASHLANE_INLINE Diagonal load_state(const std::uint64_t *state)
{
    constexpr int last = keccak_words - 1;
    constexpr int r = place_of(last) / 8, y = place_of(last) % 8;
    Diagonal s = load_words(state, last);
    s.v[r] = _mm512_mask_set1_epi64(s.v[r], 1U << y, static_cast<long long>(state[last]));
    s.parity = column_parity(s.v, columns[0]);
    return s;
}

HASHLANE_INLINE void store_state(std::uint64_t *state, const Diagonal &s)
{
    alignas(64) std::uint64_t words[5 * 8];
    unroll<5>([&](auto r) { _mm512_store_si512(words + 8 * r, s.v[r]); });
    unroll<keccak_words>([&](auto i) { state[i] = words[place_of(i)]; });
}

} // namespace

#endif
