// SPDX-License-Identifier: MIT
//
// Five words a register: how one state lies in five zmm registers, for diagonal_compact.h and
// diagonal_shortpath.h.
//
// In layout (a, b) word (x, y) is in register (a x + b y) mod 5. With a and b not 0 a register
// holds a diagonal of the state: each x once and each y once. So its words can be in the order of
// y, as χ needs them (its operands (x, y), (x + 1, y), (x + 2, y) are then the same element of
// registers r, r + a, r + 2a), or after one VPERMQ in the order of x, as θ needs them (the parity
// of column x is then the XOR of one element of all five). Between rounds they are in the order of
// y.
//
// π sends (x, y) to (y, 2x + 3y). If each register keeps its words, layout (a, b) becomes
// (a + b, 3a). From (2, 1) that yields (3, 1), (4, 4), (3, 2), where the next one would have a
// zero; (3, 2) is brought back to (2, 1) by moving words between registers with blends.
//
// Source: FIPS 202, 3.2. Rotation offsets and round constants from permutation.h.
#pragma once

#include "permutation.h"

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

constexpr int mod5(int n) { return (n % 5 + 5) % 5; }
constexpr int divide_mod5(int n, int by)
{
    constexpr int inverse[5] = {0, 1, 3, 2, 4};
    return mod5(n * inverse[mod5(by)]);
}
/// Returns the y of the word in column x of register r.
constexpr int row_of(Layout layout, int r, int x)
{
    return divide_mod5(r - layout.a * x, layout.b);
}
/// Returns the row that π sends (x, y) to: (y, row_after(x, y)).
constexpr int row_after(int x, int y) { return mod5(2 * x + 3 * y); }

HASHLANE_INLINE __m512i load_elements(const Elements &e) { return _mm512_load_si512(e.at); }
HASHLANE_INLINE __m512i permute(__m512i a, const Elements &index)
{
    return _mm512_permutexvar_epi64(load_elements(index), a);
}

/// The place of word i of a state, as 8 × register + element.
using PlaceOfWord = int(int i);

/// By element: VPERMT2Q index of words 0 to 15, VPERMQ index of words 16 to 23.
struct WordOrder {
    Registers low, high;
    __mmask8 is_low[5] = {}, is_high[5] = {};
};
constexpr WordOrder word_order(PlaceOfWord *place_of)
{
    WordOrder order{};
    for (int i = 0; i < 24; ++i) {
        const int r = place_of(i) / 8, element = place_of(i) % 8;
        order.low.r[r].at[element] = static_cast<std::uint64_t>(i % 16);
        order.high.r[r].at[element] = static_cast<std::uint64_t>(i % 8);
        __mmask8 &mask = i < 16 ? order.is_low[r] : order.is_high[r];
        mask = static_cast<__mmask8>(mask | 1 << element);
    }
    return order;
}

template <PlaceOfWord place_of> constexpr WordOrder word_order_of = word_order(place_of);

/// Words 0 … count - 1 of a state from memory, the others 0. count ≤ 24.
template <PlaceOfWord place_of>
HASHLANE_INLINE void load_words(__m512i (&v)[5], const void *from, std::uint64_t count)
{
    constexpr const WordOrder &order = word_order_of<place_of>;
    const std::uint32_t present = (1U << count) - 1;
    const auto eight = [&](int j) HASHLANE_INLINE_LAMBDA {
        return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(present >> 8 * j),
                                        static_cast<const std::uint64_t *>(from) + 8 * j);
    };
    const __m512i words[3] = {eight(0), eight(1), eight(2)};
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA {
        const __m512i low = _mm512_maskz_permutex2var_epi64(
            order.is_low[r], words[0], load_elements(order.low.r[r]), words[1]);
        v[r] = _mm512_mask_permutexvar_epi64(low, order.is_high[r], load_elements(order.high.r[r]),
                                             words[2]);
    });
}

template <PlaceOfWord place_of>
HASHLANE_INLINE void load_state(__m512i (&v)[5], const std::uint64_t *state)
{
    constexpr int last = keccak_words - 1;
    constexpr int r = place_of(last) / 8, element = place_of(last) % 8;
    load_words<place_of>(v, state, last);
    v[r] = _mm512_mask_set1_epi64(v[r], 1U << element, static_cast<long long>(state[last]));
}

template <PlaceOfWord place_of>
HASHLANE_INLINE void store_state(std::uint64_t *state, const __m512i (&v)[5])
{
    alignas(64) std::uint64_t words[5 * 8];
    unroll<5>([&](auto r) HASHLANE_INLINE_LAMBDA { _mm512_store_si512(words + 8 * r, v[r]); });
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA { state[i] = words[place_of(i)]; });
}

} // namespace
