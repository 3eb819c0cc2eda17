// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing in ARM64's general registers: one message.
//
// Contract: see absorb.h. Needs nothing but ARM64.
// Idea: the permutation of src/lib/keccak/chain_a64.cpp, once for each block. The block's address
// waits in vectors meanwhile: the permutation leaves no other register. Source: FIPS
// 202, 3.2, 3.3 and 4.

#include "../keccak/lazy_rotation.h"

#include <arm_neon.h>
#include <bit>

extern "C" void hashlane_sha3_absorb_a64_x1(std::uint64_t *states,
                                            const std::uint8_t *const *blocks,
                                            std::uint64_t rate_bytes, std::uint64_t count,
                                            unsigned rounds) noexcept
{
    using Form = LazyRotation;
    State<Form> a;
    load_in_place<Form>(a, states);
    const std::uint64_t message = rate_bytes == 0 ? 0 : std::bit_cast<std::uint64_t>(blocks[0]);
    uint64x2_t block_and_left = vcombine_u64(vcreate_u64(message), vcreate_u64(count));
    uint64x2_t step = vcombine_u64(vcreate_u64(rate_bytes), vcreate_u64(~UINT64_C(0)));
    uint64x2_t how_many = vdupq_n_u64(rounds);
    while (vgetq_lane_u64(block_and_left, 1) != 0) {
        HASHLANE_KEEP("w", step);
        HASHLANE_KEEP("w", how_many);
        const std::uint64_t rate = vgetq_lane_u64(step, 0);
        const auto *block = std::bit_cast<const std::uint8_t *>(vgetq_lane_u64(block_and_left, 0));
        unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
            if (8 * i < rate)
                a[i] ^= load_little_endian(block + 8 * i);
        });
        permute_in_place<Form>(a, static_cast<unsigned>(vgetq_lane_u64(how_many, 0)));
        Form::undo_lags(a);
        block_and_left = vaddq_u64(block_and_left, step);
    }
    store_in_place<Form>(states, a);
}
