// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing portable: one message in plain C++.
//
// Contract: see absorb.h. Needs nothing but C++.
// Idea: the permutation of src/keccak; the state stays where it puts it between blocks.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"

#include "../keccak/word_ops.h"

extern "C" void hashlane_sha3_absorb_portable_x1(std::uint64_t *states,
                                                 const std::uint8_t *const *blocks,
                                                 std::uint64_t rate_bytes, std::uint64_t count,
                                                 unsigned rounds) noexcept
{
    absorb<WordOps>(states, blocks, rate_bytes, count, rounds);
}
