// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing in ARM64's general registers: one message.
//
// Contract: see absorb.h. Needs nothing but ARM64.
// Idea: the permutation of src/keccak/chain_a64.cpp, once for each block. Between blocks the state
// is in memory: the permutation leaves no register for the block's address. Source: FIPS
// 202, 3.2, 3.3 and 4.

#include "absorb.h"

#include "../keccak/lazy_rotation.h"

namespace {

HASHLANE_INLINE void permute(std::uint64_t *state)
{
    Words a;
    unroll<keccak_words>([&](auto i) { a[i] = state[i]; });
    lazy_permute(a);
    unroll<keccak_words>([&](auto i) { state[i] = a[i]; });
}

} // namespace

extern "C" void hashlane_sha3_absorb_a64_x1(std::uint64_t *states,
                                            const std::uint8_t *const *blocks,
                                            std::uint64_t rate_bytes, std::uint64_t count) noexcept
{
    for (std::uint64_t block = 0; block < count; ++block) {
        for (std::uint64_t i = 0; i < rate_bytes / 8; ++i)
            states[i] ^= load_little_endian(blocks[0] + block * rate_bytes + 8 * i);
        permute(states);
    }
}
