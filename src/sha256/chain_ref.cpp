// SPDX-License-Identifier: MIT
//
// SHA-256 chain, reference: one lane, to be read beside the standard.
//
// Contract: see chain.h. Needs nothing but C++.
// Idea: FIPS 180-4 in its own order and words: pad (5.1.1), parse (5.2.1), prepare the message
// schedule, compress, add (6.2.2). Nothing is folded, merged or reordered, so that every other
// kernel can be checked against it.
// Source: NIST FIPS 180-4, August 2015.

#include "chain.h"
#include "scalar.h"

namespace {

constexpr int schedule_words = 64;

void prepare_schedule(std::uint32_t (&w)[schedule_words], const std::uint8_t *digest)
{
    for (int t = 0; t < 8; ++t) {
        w[t] = load(digest + 4 * t);
        w[t + 8] = padding[t];
    }
    for (int t = 16; t < schedule_words; ++t)
        w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
}

void compress(std::uint32_t (&hash)[8], const std::uint32_t (&w)[schedule_words])
{
    std::uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
    std::uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (int t = 0; t < schedule_words; ++t) {
        const std::uint32_t t1 = h + big_sigma1(e) + choose(e, f, g) + round_constant[t] + w[t];
        const std::uint32_t t2 = big_sigma0(a) + majority(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const std::uint32_t working[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i)
        hash[i] += working[i];
}

} // namespace

extern "C" void hashlane_sha256_chain_ref_x1(std::uint8_t *digests,
                                             std::uint64_t iterations) noexcept
{
    for (; iterations != 0; --iterations) {
        std::uint32_t w[schedule_words];
        prepare_schedule(w, digests);
        std::uint32_t hash[8];
        for (int i = 0; i < 8; ++i)
            hash[i] = initial_hash[i];
        compress(hash, w);
        for (int i = 0; i < 8; ++i)
            store(digests + 4 * i, hash[i]);
    }
}
