// SPDX-License-Identifier: MIT
//
// SHA-256 chain on the SHA extensions with the fewest instructions: one, three or four lanes.
//
// Contract: see kernels.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: x1 is for cores whose MSG1 and MSG2 take 3 cycles (Gracemont and its successors): there the
// schedule is off the critical path anyway, and the short path's 21 instructions are slots of a
// narrower core. x3 and x4 have the orders that a search found best on Zen 5, where what lies
// between two SHA256RNDS2 matters and not how early it is: a vector of the schedule is formed just
// before its rounds; four lanes take turns at every SHA256RNDS2.
// Source: see shani.h.

#include "shani.h"

namespace {

constexpr Order one{};
constexpr Order three{.turn = 4, .behind = {0, 10, 20}, .stored = 0b1101'0001};
constexpr Order four{.add_twice = true, .turn = 1, .behind = {0, 8, 16, 24}, .stored = 0x1fff};

} // namespace

HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_compact_x1, chain<one, 1>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_compact_x3, chain<three, 3>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_shani_compact_x4, chain<four, 4>)
