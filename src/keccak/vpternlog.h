// SPDX-License-Identifier: MIT
//
// Three-input logic on whole zmm registers (VPTERNLOG), with AVX512F.
//
// The first operand becomes the destination. On Zen 5 that one is waited for two cycles, the others
// three: it should be the one that is ready last.
#ifndef HASHLANE_SRC_KECCAK_VPTERNLOG_H
#define HASHLANE_SRC_KECCAK_VPTERNLOG_H

#include "../compiler/unroll.h"

#include <immintrin.h>

namespace {

// Truth tables: bit 4a + 2b + c is the result for those three bits.
constexpr int xor_of_three = 0x96;
constexpr int chi_of_three = 0xd2; // a ^ (~b & c)

HASHLANE_INLINE __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, xor_of_three);
}
HASHLANE_INLINE __m512i chi(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, chi_of_three);
}

} // namespace

#endif
