// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on the SHA2 instructions of ARMv8: one, two and four lanes.
//
// Contract: see kernels.h. Needs FEAT_SHA256.
// Idea: as chain_armv8.cpp; 14 pairs of SHA256H and SHA256H2 for the first block, whose first
// eight rounds take the salt alone and are done once, and 16 for the second, whose words are
// constants.
// Sources: FIPS 180-4, 6.2.2; Arm Architecture Reference Manual (DDI 0487), C7.2, SHA256H.

#include "armv8.h"

namespace {

// Everything that an iteration reads from memory except the data of a lane.
struct Constants {
    std::uint32_t hash[8];
    std::uint32_t k[64], k_w[64]; // of the first block and the second
};
constexpr Constants constants = [] {
    Constants c{};
    for (int i = 0; i < 8; ++i)
        c.hash[i] = initial_hash[i];
    for (int t = 0; t < 64; ++t) {
        c.k[t] = round_constant[t];
        c.k_w[t] = second_addends.of_round[t];
    }
    return c;
}();

struct Lane {
    uint32x4_t abcd, efgh; // working variables, first letter in the lowest word
    uint32x4_t v[4];       // 16 words of the schedule
};

// The values that are the same in every iteration of a lane.
struct Salt {
    uint32x4_t v0, v1;     // vector 0 after SHA256SU0, and vector 1
    uint32x4_t abcd, efgh; // after the salt's eight rounds
};

HASHLANE_INLINE Salt make_salt(const std::uint8_t *bytes)
{
    const uint32x4_t first = load_big_endian(bytes), second = load_big_endian(bytes + 16);
    Lane l;
    l.abcd = four(initial_hash);
    l.efgh = four(initial_hash + 4);
    four_rounds(l.abcd, l.efgh, add(first, four(round_constant)));
    four_rounds(l.abcd, l.efgh, add(second, four(round_constant + 4)));
    return {vsha256su0q_u32(first, second), second, l.abcd, l.efgh};
}

// Vector g of the schedule (words 4g … 4g+3), over vector g-4.
template <int g> HASHLANE_INLINE uint32x4_t schedule(Lane &l)
{
    uint32x4_t &v = l.v[g % 4];
    if constexpr (g > 4)
        v = vsha256su0q_u32(v, l.v[(g + 1) % 4]);
    if constexpr (g >= 4)
        v = vsha256su1q_u32(v, l.v[(g + 2) % 4], l.v[(g + 3) % 4]);
    return v;
}

template <int lanes>
HASHLANE_INLINE void iterate(Lane (&l)[lanes], const Salt (&salt)[lanes], const Constants &c)
{
    unroll<lanes>([&](auto i) {
        l[i].v[0] = salt[i].v0;
        l[i].v[1] = salt[i].v1;
        l[i].v[2] = l[i].abcd;
        l[i].v[3] = l[i].efgh;
        l[i].abcd = salt[i].abcd;
        l[i].efgh = salt[i].efgh;
    });
    unroll<14>([&](auto j) {
        constexpr int g = j + 2;
        unroll<lanes>([&](auto i) {
            four_rounds(l[i].abcd, l[i].efgh, add(schedule<g>(l[i]), four(c.k + 4 * g)));
        });
    });
    uint32x4_t between[lanes][2];
    unroll<lanes>([&](auto i) {
        l[i].abcd = between[i][0] = add(l[i].abcd, four(c.hash));
        l[i].efgh = between[i][1] = add(l[i].efgh, four(c.hash + 4));
    });
    unroll<16>([&](auto g) {
        const uint32x4_t k_w = four(c.k_w + 4 * g);
        unroll<lanes>([&](auto i) { four_rounds(l[i].abcd, l[i].efgh, k_w); });
    });
    unroll<lanes>([&](auto i) {
        l[i].abcd = add(l[i].abcd, between[i][0]);
        l[i].efgh = add(l[i].efgh, between[i][1]);
    });
}

template <int lanes>
HASHLANE_INLINE void salted(std::uint8_t *digests, const std::uint8_t *salts,
                            std::uint64_t iterations)
{
    Lane l[lanes];
    Salt salt[lanes];
    unroll<lanes>([&](auto i) {
        salt[i] = make_salt(salts + i * digest_bytes);
        l[i].abcd = load_big_endian(digests + i * digest_bytes);
        l[i].efgh = load_big_endian(digests + i * digest_bytes + 16);
    });
    const Constants *c = &constants;
    for (; iterations != 0; --iterations) {
        HASHLANE_KEEP("r", c); // or as many constants as there are registers would be kept in them
        iterate(l, salt, *c);
    }
    unroll<lanes>([&](auto i) {
        store_big_endian(digests + i * digest_bytes, l[i].abcd);
        store_big_endian(digests + i * digest_bytes + 16, l[i].efgh);
    });
}

} // namespace

HASHLANE_SHA256_SALTED(hashlane_sha256_salted_armv8_x1, salted<1>)
HASHLANE_SHA256_SALTED(hashlane_sha256_salted_armv8_x2, salted<2>)
HASHLANE_SHA256_SALTED(hashlane_sha256_salted_armv8_x4, salted<4>)
