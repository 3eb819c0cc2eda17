// SPDX-License-Identifier: MIT
//
// What every sha256-nodes kernel shares: the contract, and the constants of the second block.
//
// Contract of  void hashlane_sha256_nodes_<isa>_x<L>(uint8_t *digests, const uint8_t *nodes,
//                                                   uint64_t count)
//   digests  count × L × 32 bytes, digest after digest; any alignment. They do not overlap the
//            nodes, or begin at or before them: L nodes are read before their digests are written.
//   nodes    count × L × 64 bytes, node after node; any alignment.
//   count    groups of L nodes; of each node the SHA-256 is its digest.
//
// A node fills its block, so that a second one follows it, which is padding alone: one bit, zeros,
// and the length of 512 bits (FIPS 180-4, 5.1.1). The schedule of that block is the same for all;
// its words are folded into the round constants, and its rounds have no schedule.
#ifndef HASHLANE_SRC_SHA256_NODES_H
#define HASHLANE_SRC_SHA256_NODES_H

#include "blocks.h"
#include "scalar.h"

namespace {

constexpr std::uint32_t second_block[16] = {0x80000000, 0, 0, 0, 0, 0, 0, 0,
                                            0,          0, 0, 0, 0, 0, 0, 512};

struct RoundAddends {
    std::uint32_t of_round[64]; // K, and the word of the schedule
};

constexpr RoundAddends second_block_addends()
{
    std::uint32_t w[64] = {};
    RoundAddends sums{};
    for (int t = 0; t < 64; ++t) {
        w[t] = t < 16 ? second_block[t]
                      : small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
        sums.of_round[t] = round_constant[t] + w[t];
    }
    return sums;
}

constexpr RoundAddends second_addends = second_block_addends();

} // namespace

#endif
