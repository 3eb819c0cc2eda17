// SPDX-License-Identifier: MIT
//
// Four words of SHA-256 in a NEON register, for the kernels on the SHA2 instructions of ARMv8.
#ifndef HASHLANE_SRC_SHA256_ARMV8_WORDS_H
#define HASHLANE_SRC_SHA256_ARMV8_WORDS_H

#include "../compiler/compiler.h"

#include <arm_neon.h>

#include <cstdint>

namespace {

HASHLANE_INLINE uint32x4_t add(uint32x4_t a, uint32x4_t b) { return vaddq_u32(a, b); }

HASHLANE_INLINE uint32x4_t load_big_endian(const std::uint8_t *bytes)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes)));
}
HASHLANE_INLINE void store_big_endian(std::uint8_t *bytes, uint32x4_t v)
{
    vst1q_u8(bytes, vrev32q_u8(vreinterpretq_u8_u32(v)));
}

/// Four consecutive words of a table.
HASHLANE_INLINE uint32x4_t four(const std::uint32_t *table) { return vld1q_u32(table); }

} // namespace

#endif
