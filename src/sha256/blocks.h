// SPDX-License-Identifier: MIT
//
// What every sha256 kernel shares: the contract of compressing whole blocks.
//
// Contract of  void hashlane_sha256_blocks_<isa>_x<L>(uint32_t *states,
//                  const uint8_t *const *blocks, uint64_t count)
//   states   8 × L words: word j of lane i is states[j × L + i], so that a vector of lanes is
//   loaded
//            as it is; updated in place; aligned as uint32_t.
//   blocks   L pointers, each to count × 64 bytes of that lane's message; any alignment.
//   count    how many blocks; each is compressed into its lane's state (FIPS 180-4, 6.2.2). With 0
//            nothing changes.
// Padding is the caller's: message.h.
#ifndef HASHLANE_SRC_SHA256_BLOCKS_H
#define HASHLANE_SRC_SHA256_BLOCKS_H

#include "chain.h"

namespace {

constexpr std::size_t block_bytes = 64;

} // namespace

#endif
