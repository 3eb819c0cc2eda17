// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing, reference: one message, to be read next to the standard.
//
// Contract: see absorb.h. Needs nothing but C++.
// Idea: the permutation as FIPS 202 defines it, step mapping after step mapping.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"

#include "../keccak/reference.h"

extern "C" void hashlane_sha3_absorb_ref_x1(std::uint64_t *states,
                                            const std::uint8_t *const *blocks,
                                            std::uint64_t rate_bytes, std::uint64_t count,
                                            unsigned rounds) noexcept
{
    for (std::uint64_t block = 0; block < count; ++block) {
        for (std::uint64_t i = 0; i < rate_bytes / 8; ++i)
            states[i] ^= load_little_endian(blocks[0] + block * rate_bytes + 8 * i);
        reference_permute(states, rounds);
    }
}
