// SPDX-License-Identifier: MIT
//
// memory_state.h on AVX2: four rows of four words at a time, transposed in registers. Word by word,
// a load of 32 bytes would wait for four stores of 8.
#ifndef HASHLANE_SRC_KECCAK_AVX2_STATES_H
#define HASHLANE_SRC_KECCAK_AVX2_STATES_H

#include "avx2_ops.h"
#include "memory_state.h"

namespace {

// Rows to columns: word j of row i becomes word i of row j.
HASHLANE_INLINE void transpose(__m256i (&rows)[4])
{
    const __m256i even01 = _mm256_unpacklo_epi64(rows[0], rows[1]);
    const __m256i odd01 = _mm256_unpackhi_epi64(rows[0], rows[1]);
    const __m256i even23 = _mm256_unpacklo_epi64(rows[2], rows[3]);
    const __m256i odd23 = _mm256_unpackhi_epi64(rows[2], rows[3]);
    rows[0] = _mm256_permute2x128_si256(even01, even23, 0x20);
    rows[1] = _mm256_permute2x128_si256(odd01, odd23, 0x20);
    rows[2] = _mm256_permute2x128_si256(even01, even23, 0x31);
    rows[3] = _mm256_permute2x128_si256(odd01, odd23, 0x31);
}

template <>
HASHLANE_INLINE void load_states<Ymm>(__m256i (&a)[keccak_words], const std::uint64_t *states)
{
    unroll<keccak_words / 4>([&](auto group) HASHLANE_INLINE_LAMBDA {
        __m256i rows[4];
        unroll<4>([&](auto s) HASHLANE_INLINE_LAMBDA {
            rows[s] = Ymm::load(states + s * keccak_words + 4 * group);
        });
        transpose(rows);
        unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { a[4 * group + i] = rows[i]; });
    });
    const auto last = [states](int s) {
        return static_cast<long long>(states[s * keccak_words + keccak_words - 1]);
    };
    a[keccak_words - 1] = _mm256_set_epi64x(last(3), last(2), last(1), last(0));
}

template <>
HASHLANE_INLINE void store_states<Ymm>(std::uint64_t *states, const __m256i (&a)[keccak_words])
{
    unroll<keccak_words / 4>([&](auto group) HASHLANE_INLINE_LAMBDA {
        __m256i rows[4] = {a[4 * group], a[4 * group + 1], a[4 * group + 2], a[4 * group + 3]};
        transpose(rows);
        unroll<4>([&](auto s) HASHLANE_INLINE_LAMBDA {
            Ymm::store(states + s * keccak_words + 4 * group, rows[s]);
        });
    });
    std::uint64_t last[4];
    Ymm::store(last, a[keccak_words - 1]);
    for (int s = 0; s < 4; ++s)
        states[s * keccak_words + keccak_words - 1] = last[s];
}

} // namespace

#endif
