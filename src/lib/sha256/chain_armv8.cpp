// SPDX-License-Identifier: MIT
//
// SHA-256 chain on the SHA2 instructions of ARMv8: one to four lanes.
//
// Contract: see kernels.h. Needs FEAT_SHA256.
// Idea: SHA256H and SHA256H2 do four rounds together. x1 is bound by latency, 16 such pairs: both
// go to one pipe, so H2 comes a cycle after H, and the copy of abcd that H2 reads, two cycles on
// most cores, is ready by then. x2…x4 are bound by the throughput of that pipe.
// Between iterations a lane is kept as its working variables before the initial hash is added: the
// next block adds (initial hash + K) as one constant. Words 8…15 are padding: their rounds take
// constants, and one of twelve SHA256SU0 is a constant too.
// Order: within a group of four rounds all lanes' rounds come first, then what the next group
// needs, so that in-order cores have work while the rounds are under way; it makes no difference
// to cores that reorder.
// Registers: a lane has abcd, efgh, four vectors of the schedule and a copy or a sum: 28 of 32
// for four lanes; constants come from memory.
// Sources: FIPS 180-4, 6.2.2; Arm Architecture Reference Manual (DDI 0487), C7.2, SHA256H.

#include "armv8.h"

namespace {

// All that an iteration reads from memory.
struct Constants {
    std::uint32_t hash[8];
    std::uint32_t padding[8];
    std::uint32_t k[64]; // with hash added to the first 8, padding to the next 8
};
constexpr Constants constants = [] {
    Constants c{};
    for (int i = 0; i < 64; ++i)
        c.k[i] = round_constant[i];
    for (int i = 0; i < 8; ++i) {
        c.hash[i] = initial_hash[i];
        c.padding[i] = padding[i];
        c.k[i] += initial_hash[i]; // a digest is the working variables plus hash
        c.k[i + 8] += padding[i];
    }
    return c;
}();

struct Lane {
    uint32x4_t abcd, efgh; // working variables, first letter in the lowest word
    uint32x4_t v[4];       // 16 words of the schedule
    uint32x4_t wk;         // words and constants of the group at hand
};

// Vector g of the schedule (words 4g … 4g+3), over vector g-4.
template <int g> HASHLANE_INLINE void schedule(Lane &l, const Constants &c)
{
    // For g = 6 SHA256SU0 sees nothing but padding: words 8…11 plus σ0 of words 9…12, all zeros.
    const uint32x4_t low = g == 6 ? four(c.padding) : vsha256su0q_u32(l.v[g % 4], l.v[(g + 1) % 4]);
    l.v[g % 4] = vsha256su1q_u32(low, l.v[(g + 2) % 4], l.v[(g + 3) % 4]);
}

// Puts the input of group g into wk.
template <int g, int lanes> HASHLANE_INLINE void prepare(Lane (&l)[lanes], const Constants &c)
{
    unroll<lanes>([&](auto i) {
        const uint32x4_t k = four(c.k + 4 * g);
        if constexpr (g >= 4) {
            schedule<g>(l[i], c);
            l[i].wk = add(l[i].v[g % 4], k);
        } else {
            l[i].wk = g == 1 ? add(l[i].wk, k) : k;
        }
    });
}

// From the working variables after one block to those after the next.
template <int lanes> HASHLANE_INLINE void iterate(Lane (&l)[lanes], const Constants &c)
{
    uint32x4_t old_efgh[lanes];
    unroll<lanes>([&](auto i) {
        old_efgh[i] = l[i].efgh;
        l[i].wk = add(l[i].abcd, four(c.k));
        l[i].v[0] = add(l[i].abcd, four(c.hash));
        l[i].v[1] = add(l[i].efgh, four(c.hash + 4));
        l[i].v[2] = four(c.padding);
        l[i].v[3] = four(c.padding + 4);
        l[i].abcd = four(c.hash);
        l[i].efgh = four(c.hash + 4);
    });
    unroll<lanes>([&](auto i) { four_rounds(l[i].abcd, l[i].efgh, l[i].wk); });
    unroll<lanes>([&](auto i) { l[i].wk = old_efgh[i]; });
    unroll<15>([&](auto g) {
        prepare<g + 1>(l, c);
        unroll<lanes>([&](auto i) { four_rounds(l[i].abcd, l[i].efgh, l[i].wk); });
    });
}

template <int lanes> HASHLANE_INLINE void chain(std::uint8_t *digests, std::uint64_t iterations)
{
    Lane l[lanes];
    unroll<lanes>([&](auto i) {
        const std::uint8_t *digest = digests + i * digest_bytes;
        l[i].abcd = vsubq_u32(load_big_endian(digest), four(initial_hash));
        l[i].efgh = vsubq_u32(load_big_endian(digest + 16), four(initial_hash + 4));
    });
    const Constants *c = &constants;
    for (; iterations != 0; --iterations) {
        // One lane leaves registers for constants; more would push them to the stack.
        if constexpr (lanes > 1)
            HASHLANE_KEEP("r", c);
        iterate(l, *c);
    }
    unroll<lanes>([&](auto i) {
        std::uint8_t *digest = digests + i * digest_bytes;
        store_big_endian(digest, add(l[i].abcd, four(initial_hash)));
        store_big_endian(digest + 16, add(l[i].efgh, four(initial_hash + 4)));
    });
}

} // namespace

HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_armv8_x1, chain<1>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_armv8_x2, chain<2>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_armv8_x3, chain<3>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_armv8_x4, chain<4>)
