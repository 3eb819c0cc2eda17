// SPDX-License-Identifier: MIT
//
// What every sha256-salted kernel shares: the contract.
//
// Contract of  void hashlane_sha256_salted_<isa>_x<L>(uint8_t *digests, const uint8_t *salts,
//                                                     uint64_t iterations)
//   digests     L × 32 bytes, lane after lane, each a digest as SHA-256 prints it (big-endian
//               words); updated in place; any alignment.
//   salts       L × 32 bytes, lane after lane, any alignment; may be `digests`, and is then read
//               before the first hash.
//   iterations  how often each lane is replaced by SHA256(salt ‖ digest); 0 leaves the buffer as
//               it is.
//   One iteration compresses two 64-byte blocks: salt and digest, then padding alone (nodes.h).
//   The first eight rounds of the first take the salt alone: they are done once a call, and so is
//   what words 16 to 22 of the schedule have of the salt alone.
#ifndef HASHLANE_SRC_SHA256_SALTED_H
#define HASHLANE_SRC_SHA256_SALTED_H

#include "nodes.h"

namespace {

constexpr int salt_words = 8; // of the first block, and as many of its rounds

} // namespace

#endif
