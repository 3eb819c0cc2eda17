// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on the SHA extensions: one to four lanes.
//
// Contract: see kernels.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: 60 SHA256RNDS2 per hash, whose latency bounds one lane and whose unit bounds more: 28 of
// the first block, after those of the salt, and 32 of the second, which take constants from memory.
// Between hashes a lane is kept as its working variables before the second block's state is added:
// that state is in memory with the next constants, so that one shuffle and one addition lie between
// the last SHA256RNDS2 of a hash and the first of the next.
// Source: see shani.h.

#include "shani_words.h"

namespace {

constexpr int salt_groups = salt_words / 4; // of four rounds
constexpr int ahead = 3; // a vector of the schedule is formed this many groups before its rounds

// A lane's values in memory.
struct Kept {
    Words first_message1; // MSG1 of vectors 0 and 1, the salt
    Words second_vector;
    Words salt_abef, salt_cdgh; // after the salt's rounds
    Words abcd, efgh;           // the second block's state
    Words first_k;              // abcd and the constants of rounds 8 to 11
};

struct Lane {
    __m128i abef, cdgh;
    __m128i v[4]; // vector g of the schedule is v[g % 4]
    Kept *kept;
};

template <Schedule schedule, int g> HASHLANE_INLINE void form_vector(Lane &l)
{
    __m128i &v = l.v[g % 4];
    if constexpr (g == 4)
        load_to(v, l.kept->first_message1);
    else if constexpr (g == 5)
        load_to(v, l.kept->second_vector);
    if constexpr (g != 4)
        message1(v, l.v[(g + 1) % 4]);
    finish_vector<schedule>(v, l.v[(g + 2) % 4], l.v[(g + 3) % 4]);
}

// The first of the digest's.
HASHLANE_INLINE void first_group(Lane &l)
{
    __m128i &abcd = l.v[salt_groups], &efgh = l.v[salt_groups + 1];
    first_two_rounds(l.abef, l.cdgh, abcd, efgh, l.kept->salt_abef, l.kept->salt_cdgh,
                     l.kept->first_k);
    next_two_rounds(l.abef, l.cdgh, abcd, l.kept->first_k);
    add(abcd, l.kept->abcd);
    add(efgh, l.kept->efgh);
}

template <Schedule schedule, int g> HASHLANE_INLINE void group_of_first_block(Lane &l)
{
    if constexpr (g == salt_groups) {
        first_group(l);
        form_vector<schedule, 4>(l);
    } else {
        four_rounds(l.abef, l.cdgh, l.v[g % 4], k<g>);
    }
    if constexpr (g + ahead < 16)
        form_vector<schedule, g + ahead>(l);
}

HASHLANE_INLINE void begin_second_block(Lane &l)
{
    add(l.abef, initial_abef);
    add(l.cdgh, initial_cdgh);
    in_order(l.abef, l.cdgh, l.v[0], l.v[1]);
    store(l.kept->abcd, l.v[0]);
    store(l.kept->efgh, l.v[1]);
    add(l.v[0], k<salt_groups>);
    store(l.kept->first_k, l.v[0]);
}

template <Schedule schedule, int lanes> HASHLANE_INLINE void hash_lanes(Lane (&l)[lanes])
{
    unroll<16 - salt_groups>([&](auto i) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            group_of_first_block<schedule, salt_groups + i>(l[lane]);
        });
    });
    unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA { begin_second_block(l[lane]); });
    unroll<16>([&](auto g) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            two_rounds(l[lane].cdgh, l[lane].abef, second_k<2 * g>);
            two_rounds(l[lane].abef, l[lane].cdgh, second_k<2 * g + 1>);
        });
    });
}

HASHLANE_INLINE void load_salt(Lane &l, const std::uint8_t *salt)
{
    __m128i first = load_four(salt);
    const __m128i second = load_four(salt + 16);
    load_to(l.abef, initial_abef);
    load_to(l.cdgh, initial_cdgh);
    four_rounds(l.abef, l.cdgh, first, k<0>);
    four_rounds(l.abef, l.cdgh, second, k<1>);
    store(l.kept->salt_abef, l.abef);
    store(l.kept->salt_cdgh, l.cdgh);
    store(l.kept->second_vector, second);
    message1(first, second);
    store(l.kept->first_message1, first);
}

// As variables to which nothing is to be added.
HASHLANE_INLINE void load_digest(Lane &l, const std::uint8_t *digest)
{
    const __m128i abcd = load_four(digest), efgh = load_four(digest + 16);
    to_variables(l.abef, l.cdgh, abcd, efgh);
    l.kept->abcd = l.kept->efgh = {};
    l.kept->first_k = k<salt_groups>;
}

HASHLANE_INLINE void store_digest(std::uint8_t *digest, const Lane &l)
{
    __m128i abcd, efgh;
    in_order(l.abef, l.cdgh, abcd, efgh);
    add(abcd, l.kept->abcd);
    add(efgh, l.kept->efgh);
    store_four(digest, abcd);
    store_four(digest + 16, efgh);
}

template <Schedule schedule, int lanes>
HASHLANE_INLINE void chain(std::uint8_t *digests, const std::uint8_t *salts,
                           std::uint64_t iterations)
{
    Lane l[lanes];
    Kept kept[lanes];
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        l[i].kept = &kept[i];
        load_salt(l[i], salts + i * digest_bytes);
        load_digest(l[i], digests + i * digest_bytes);
    });
    align_code(); // so that the loop has the same alignment in every program
    for (; iterations != 0; --iterations)
        hash_lanes<schedule>(l);
    unroll<lanes>([&](auto i)
                      HASHLANE_INLINE_LAMBDA { store_digest(digests + i * digest_bytes, l[i]); });
}

} // namespace

HASHLANE_SHA256_SALTED(hashlane_sha256_salted_shani_x1, chain<Schedule::short_path, 1>)
HASHLANE_SHA256_SALTED(hashlane_sha256_salted_shani_x2, chain<Schedule::few_instructions, 2>)
HASHLANE_SHA256_SALTED(hashlane_sha256_salted_shani_x3, chain<Schedule::few_instructions, 3>)
HASHLANE_SHA256_SALTED(hashlane_sha256_salted_shani_x4, chain<Schedule::few_instructions, 4>)
