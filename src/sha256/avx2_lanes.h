// SPDX-License-Identifier: MIT
//
// Digests of eight lanes, between memory and registers that hold one word of each.
#ifndef HASHLANE_SRC_SHA256_AVX2_LANES_H
#define HASHLANE_SRC_SHA256_AVX2_LANES_H

#include "avx2_transpose.h"
#include "chain.h"

namespace {

HASHLANE_INLINE void load_words(Ymm (&words)[lanes], const std::uint8_t *digests)
{
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        const auto *digest = reinterpret_cast<const Ymm *>(digests + i * digest_bytes);
        words[i] = with_bytes_reversed(_mm256_loadu_si256(digest));
    });
    transpose(words);
}

HASHLANE_INLINE void store_words(std::uint8_t *digests, Ymm (&words)[lanes])
{
    transpose(words);
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        _mm256_storeu_si256(reinterpret_cast<Ymm *>(digests + i * digest_bytes),
                            with_bytes_reversed(words[i]));
    });
}

} // namespace

#endif
