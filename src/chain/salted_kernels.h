// SPDX-License-Identifier: MIT
//
// What advances salted lanes.
//
// Contract of  void hashlane_sha256_salted_<isa>_x<L>(uint8_t *digests, const uint8_t *salts,
//                                                     uint64_t iterations)
//   digests, salts   L × 32 bytes, lane after lane; digests are updated in place; any alignment.
//   iterations       how often each digest is replaced by SHA256(salt ‖ digest).
// Those of an instruction set are there only where HASHLANE_X86_64 is 1.
#ifndef HASHLANE_SRC_CHAIN_SALTED_KERNELS_H
#define HASHLANE_SRC_CHAIN_SALTED_KERNELS_H

#include <cstdint>

extern "C" {
void hashlane_sha256_salted_portable_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                        std::uint64_t iterations) noexcept;
void hashlane_sha256_salted_shani_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                     std::uint64_t iterations) noexcept;
void hashlane_sha256_salted_shani_x2(std::uint8_t *digests, const std::uint8_t *salts,
                                     std::uint64_t iterations) noexcept;
void hashlane_sha256_salted_avx512_x16(std::uint8_t *digests, const std::uint8_t *salts,
                                       std::uint64_t iterations) noexcept;
}

#endif
