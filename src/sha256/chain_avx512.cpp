// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX-512: sixteen or thirty-two lanes.
//
// Contract: see chain.h. Needs AVX512F.
// Idea: one zmm holds the same word of sixteen lanes (sliced.h). Ternary logic and rotation bring
// a hash to 1600 operations on sixteen lanes. x16 keeps all in 32 registers; on cores with two
// vector ports it is bound by their throughput, on cores with four by the latency from e to e:
// there x32 runs two batches round by round in turn, at the price of keeping the words of the
// schedule in memory.
// Source: FIPS 180-4, 6.2.2.

#include "sliced.h"

#include <immintrin.h>

namespace {

// Truth tables for VPTERNLOG: bit 4a + 2b + c is the result for those three bits.
constexpr int xor_of_three = 0x96;
constexpr int choice_of_three = 0xca;
constexpr int majority_of_three = 0xe8;

struct Zmm {
    using Register = __m512i;
    static constexpr int lanes = 16;

    HASHLANE_INLINE static Register add(Register a, Register b) { return _mm512_add_epi32(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return _mm512_ternarylogic_epi32(a, b, c, xor_of_three);
    }
    HASHLANE_INLINE static Register choose(Register a, Register b, Register c)
    {
        return _mm512_ternarylogic_epi32(a, b, c, choice_of_three);
    }
    HASHLANE_INLINE static Register majority(Register a, Register b, Register c)
    {
        return _mm512_ternarylogic_epi32(a, b, c, majority_of_three);
    }
    template <int n> HASHLANE_INLINE static Register rotr(Register a)
    {
        return _mm512_ror_epi32(a, n);
    }
    template <int n> HASHLANE_INLINE static Register shr(Register a)
    {
        return _mm512_srli_epi32(a, n);
    }
    HASHLANE_INLINE static Register broadcast(std::uint32_t word)
    {
        return _mm512_set1_epi32(static_cast<int>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint32_t *words)
    {
        return _mm512_loadu_si512(words);
    }
    HASHLANE_INLINE static void store(std::uint32_t *words, Register a)
    {
        _mm512_storeu_si512(words, a);
    }
};

} // namespace

extern "C" {

void hashlane_sha256_chain_avx512_x16(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Zmm, 1>(digests, iterations);
}

void hashlane_sha256_chain_avx512_x32(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Zmm, 2>(digests, iterations);
}

} // extern "C"
