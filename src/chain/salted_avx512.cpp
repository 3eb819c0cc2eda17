// SPDX-License-Identifier: MIT
//
// Salted chains, AVX-512: sixteen lanes in zmm registers.
//
// Contract: see salted_kernels.h. Needs AVX512F.
// Idea: salted_sliced.h, with ternary logic and rotates. 2,540 operations for sixteen hashes.

#include "salted_kernels.h"
#include "salted_sliced.h"

#include <immintrin.h>

namespace {

// Truth tables for VPTERNLOG: bit 4a + 2b + c is the result for those three bits.
constexpr int xor_of_three = 0x96;
constexpr int choice_of_three = 0xca;
constexpr int majority_of_three = 0xe8;

struct Zmm {
    using Register = __m512i;
    static constexpr std::size_t lanes = 16;

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

extern "C" void hashlane_sha256_salted_avx512_x16(std::uint8_t *digests, const std::uint8_t *salts,
                                                  std::uint64_t iterations) noexcept
{
    Sliced<Zmm>::advance(digests, salts, iterations);
}
