// SPDX-License-Identifier: MIT
//
// SHA-256 chain on the SHA extensions: one to four lanes.
//
// Contract: see kernels.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: x1 is bound by latency: 32 dependent SHA256RNDS2, and in parallel the schedule, whose
// path from vector to vector must stay below the eight cycles of the two RNDS2 meanwhile:
// for cores whose MSG2 takes 5 cycles or more (Zen 5, Golden Cove), the short path.
// x2…x4 advance independent lanes together and are bound by the throughput of the SHA unit, which
// must never wait: the schedule is one to three groups of four rounds ahead, and three and four
// lanes are a share of a block apart, so that fewer registers are taken at a time and others work
// while one is at its block boundary.
// Source: see shani.h; a search on Golden Cove found the orders (docs/internals/log-sha256.md).

#include "shani.h"

namespace {

constexpr Order one{.schedule = Schedule::short_path, .ahead = 2};
constexpr Order two{.ahead = 3};
constexpr Order three{.ahead = 2, .behind = {0, 10, 20}, .stored = 0b10'1101'0001};
constexpr Order four{.ahead = 1, .behind = {0, 8, 16, 24}, .stored = 0x1fff};

} // namespace

HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_x1, chain<one, 1>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_x2, chain<two, 2>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_x3, chain<three, 3>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_x4, chain<four, 4>)
