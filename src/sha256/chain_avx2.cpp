// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX2: eight lanes.
//
// Contract: see chain.h. Needs AVX2.
// Idea: for processors with neither SHA extensions nor AVX-512. One ymm holds the same word of
// eight lanes (sliced.h). AVX2 has no rotation: two shifts and an exclusive or; Ch and Maj take
// three and four operations. Sixteen registers hold the working variables and what a round is
// busy with; the words of the schedule are memory operands.
// Source: FIPS 180-4, 6.2.2.

#include "multi_lane.h"

#include <immintrin.h>

namespace {

struct Ymm {
    using Register = __m256i;
    static constexpr int lanes = 8;
    static constexpr bool shortest_path = false;

    HASHLANE_INLINE static Register add(Register a, Register b) { return _mm256_add_epi32(a, b); }
    HASHLANE_INLINE static Register sub(Register a, Register b) { return _mm256_sub_epi32(a, b); }
    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm256_xor_si256(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return xor2(xor2(a, b), c);
    }
    HASHLANE_INLINE static Register choose(Register a, Register b, Register c)
    {
        return xor2(c, _mm256_and_si256(a, xor2(b, c)));
    }
    HASHLANE_INLINE static Register majority(Register a, Register b, Register c)
    {
        return xor2(b, _mm256_and_si256(xor2(a, b), xor2(b, c)));
    }
    template <int n> HASHLANE_INLINE static Register rotr(Register a)
    {
        return xor2(_mm256_srli_epi32(a, n), _mm256_slli_epi32(a, 32 - n));
    }
    template <int n> HASHLANE_INLINE static Register shr(Register a)
    {
        return _mm256_srli_epi32(a, n);
    }
    HASHLANE_INLINE static Register keep(Register a)
    {
        HASHLANE_KEEP("x", a);
        return a;
    }
    HASHLANE_INLINE static Register broadcast(std::uint32_t word)
    {
        return _mm256_set1_epi32(static_cast<int>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint32_t *words)
    {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(words));
    }
    HASHLANE_INLINE static void store(std::uint32_t *words, Register a)
    {
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(words), a);
    }
};

} // namespace

extern "C" void hashlane_sha256_chain_avx2_x8(std::uint8_t *digests,
                                              std::uint64_t iterations) noexcept
{
    chain<Ymm, 1>(digests, iterations);
}
