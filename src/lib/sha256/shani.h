// SPDX-License-Identifier: MIT
//
// The SHA-256 chain on the SHA extensions, for any number of lanes.
//
// Between iterations a lane is kept as its working variables before the initial hash is added:
// the next block adds (initial hash + K) as one constant, so that one shuffle and one addition
// lie between its first SHA256RNDS2 and the last one before. Words 8…15 are padding: their
// rounds take constants, and one of twelve MSG1 is a constant too.
//
// The order of instructions is the source's, and an Order says which: lanes take
// turns, a number of SHA256RNDS2 each, and may be a share of a block apart, so that one at a time
// is at the block boundary, where it waits longest, or has the most vectors alive. A pass over the
// lanes then finishes blocks that the pass before it began. Up to six vectors of each lane are
// alive; three and four lanes have more than the 15 registers besides xmm0, and keep some of the
// schedule in memory (Order::stored).
//
// Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA Extensions", July 2013.
#pragma once

#include "shani_words.h"

namespace {

struct Order {
    Schedule schedule = Schedule::few_instructions;
    // After which rounds a vector is formed, in groups of four before its own; 0: just before them.
    int ahead = 0;
    // Each SHA256RNDS2 has its own addition of words and constants, so that other lanes' may come
    // between the two of a group.
    bool add_twice = false;
    // SHA256RNDS2 of a lane before it is the next one's turn.
    int turn = 2;
    // The distance of each lane from the first, in SHA256RNDS2.
    int behind[4] = {};
    // Bit g: vector g is also stored, and uses after the next vector take it from memory.
    unsigned stored = 0;
};

constexpr int steps = 32; // SHA256RNDS2 of a block, two rounds each

struct Lane {
    __m128i abef, cdgh;
    __m128i v[4];
    Words *stored; // elsewhere: compilers keep all of an object in memory if a part is there
};

template <int g> constexpr Words pad = at(padding + 4 * (g - 2)); // vector 2 or 3
template <int g> constexpr Words pad_k = sum(pad<g>, k<g>);
template <int g>
constexpr Words pad_k_high = {{pad_k<g>.w[2], pad_k<g>.w[3], pad_k<g>.w[2], pad_k<g>.w[3]}};
constexpr Words first_k = sum(hash<0>, k<0>);
constexpr Words last_pads = {{padding[5], padding[6], padding[7], 0}};
constexpr bool is_padding_vector(int g) { return g == 2 || g == 3; }
constexpr bool is_stored(const Order &order, int g) { return ((order.stored >> g) & 1) != 0; }

template <Order order, int g> HASHLANE_INLINE void keep(Lane &l)
{
    if constexpr (is_stored(order, g))
        store(l.stored[g], l.v[g % 4]);
}

// Vector g, for one that is not the next.
template <Order order, int g> HASHLANE_INLINE const auto &late(const Lane &l)
{
    if constexpr (is_padding_vector(g))
        return pad<g>;
    else if constexpr (is_stored(order, g))
        return l.stored[g];
    else
        return l.v[g % 4];
}

// Over vector g-4, MSG1 of that and of g-3.
template <Order order, int g> HASHLANE_INLINE void begin_vector(Lane &l)
{
    __m128i &v = l.v[g % 4];
    // For g = 6 MSG1 sees nothing but padding: words 8…11 plus σ0 of words 9…12, all zeros.
    if constexpr (g == 6) {
        load_to(v, pad<2>);
    } else {
        if constexpr (is_padding_vector(g - 4) || is_stored(order, g - 4))
            load_to(v, late<order, g - 4>(l));
        message1(v, late<order, g - 3>(l));
    }
}

template <Order order, int g> HASHLANE_INLINE void form_vector(Lane &l)
{
    __m128i &v = l.v[g % 4];
    const __m128i newest = l.v[(g + 3) % 4];
    begin_vector<order, g>(l);
    if constexpr (g == 4) {
        message2(v, pad<3>); // words 9…12 are zeros
    } else if constexpr (order.schedule == Schedule::short_path && g == 5) {
        add(v, last_pads);
        message2(v, newest);
        add_first(v, newest);
    } else if constexpr (order.schedule == Schedule::short_path) {
        finish_vector<order.schedule>(v, l.v[(g + 2) % 4], newest);
    } else {
        finish_vector<order.schedule>(v, late<order, g - 2>(l), newest);
    }
    keep<order, g>(l);
}

template <Order order> HASHLANE_INLINE void second_two_rounds(Lane &l)
{
    next_two_rounds(l.abef, l.cdgh, l.v[0], first_k);
    add(l.v[0], hash<0>);
    add(l.v[1], hash<1>);
    keep<order, 0>(l);
    keep<order, 1>(l);
}

// SHA256RNDS2 number t of a block. Where four rounds are one step, it is that of the first.
template <Order order, int t> HASHLANE_INLINE void rounds(Lane &l)
{
    constexpr int g = t / 2;
    constexpr bool first = t % 2 == 0;
    if constexpr (t == 0)
        first_two_rounds(l.abef, l.cdgh, l.v[0], l.v[1], initial_abef, initial_cdgh, first_k);
    else if constexpr (t == 1)
        second_two_rounds<order>(l);
    else if constexpr (is_padding_vector(g) && first)
        two_rounds(l.cdgh, l.abef, pad_k<g>);
    else if constexpr (is_padding_vector(g))
        two_rounds(l.abef, l.cdgh, pad_k_high<g>);
    else if constexpr (first && order.add_twice)
        two_rounds(l.cdgh, l.abef, l.v[g % 4], k<g>);
    else if constexpr (order.add_twice)
        next_two_rounds(l.abef, l.cdgh, l.v[g % 4], k<g>);
    else if constexpr (first)
        four_rounds(l.abef, l.cdgh, l.v[g % 4], k<g>);
}

template <Order order, int t> HASHLANE_INLINE void step(Lane &l)
{
    constexpr int g = t / 2 + order.ahead;
    constexpr bool forms = g >= 4 && g < 16;
    if constexpr (forms && order.ahead == 0 && t % 2 == 0)
        form_vector<order, g>(l);
    rounds<order, t>(l);
    if constexpr (forms && order.ahead != 0 && t % 2 == 1)
        form_vector<order, g>(l);
}

// The work of a pass: only begin blocks, as the first, only finish them, as the last, or both.
enum class Pass { first, between, last };

template <Order order, Pass pass, int lane, int i> HASHLANE_INLINE void step_of_pass(Lane &l)
{
    constexpr bool begun_before = i < order.behind[lane];
    if constexpr (pass == Pass::between || begun_before == (pass == Pass::last))
        step<order, (i + steps - order.behind[lane]) % steps>(l);
}

template <Order order, Pass pass, int lanes> HASHLANE_INLINE void advance(Lane (&l)[lanes])
{
    unroll<steps / order.turn>([&](auto turn) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            unroll<order.turn>([&](auto i) HASHLANE_INLINE_LAMBDA {
                step_of_pass<order, pass, lane, turn * order.turn + i>(l[lane]);
            });
        });
    });
}

HASHLANE_INLINE __m128i initial(int half)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(initial_hash + 4 * half));
}

template <Order order, int lanes>
HASHLANE_INLINE void chain(std::uint8_t *digests, std::uint64_t iterations)
{
    if (iterations == 0)
        return;
    Lane l[lanes];
    Words stored[lanes][16];
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        l[i].stored = stored[i];
        const std::uint8_t *digest = digests + i * digest_bytes;
        const __m128i abcd = _mm_sub_epi32(load_four(digest), initial(0));
        const __m128i efgh = _mm_sub_epi32(load_four(digest + 16), initial(1));
        to_variables(l[i].abef, l[i].cdgh, abcd, efgh);
    });
    advance<order, Pass::first>(l);
    align_code(); // so that the loop has the same alignment in every program
    while (--iterations != 0)
        advance<order, Pass::between>(l);
    advance<order, Pass::last>(l);
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        std::uint8_t *digest = digests + i * digest_bytes;
        const __m128i abcd = to_abcd(l[i].abef, l[i].cdgh), efgh = to_efgh(l[i].abef, l[i].cdgh);
        store_four(digest, _mm_add_epi32(abcd, initial(0)));
        store_four(digest + 16, _mm_add_epi32(efgh, initial(1)));
    });
}

} // namespace
