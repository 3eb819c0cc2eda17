// SPDX-License-Identifier: MIT
//
// SHA-256's compression in the standard's own order and words: prepare the message schedule,
// compress, add. Nothing is folded, merged or reordered, so that every other kernel can be checked
// against it. Source: NIST FIPS 180-4, August 2015, 6.2.2.
#pragma once

#include "kernels.h"

namespace {

void compress(std::uint32_t *hash, const std::uint32_t (&block)[16])
{
    std::uint32_t w[64];
    for (int t = 0; t < 64; ++t)
        w[t] = t < 16 ? block[t]
                      : small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
    std::uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
    std::uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (int t = 0; t < 64; ++t) {
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
