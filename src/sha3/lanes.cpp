// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <algorithm>

namespace hashlane {
namespace {

// A kernel that has more lanes than there are states: the first one's fill it.
void absorb_padded(const AbsorbKernel &kernel, std::uint64_t *states, std::size_t lanes,
                   const std::uint8_t *const *blocks, std::uint64_t rate_bytes, std::uint64_t count,
                   unsigned rounds)
{
    alignas(64) std::uint64_t group[max_absorb_lanes * keccak_state_words];
    const std::uint8_t *from[max_absorb_lanes] = {};
    for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
        const std::size_t source = lane < lanes ? lane : 0;
        std::copy_n(states + source * keccak_state_words, keccak_state_words,
                    group + lane * keccak_state_words);
        if (rate_bytes != 0)
            from[lane] = blocks[source];
    }
    kernel.absorb(group, from, rate_bytes, count, rounds);
    std::copy_n(group, lanes * keccak_state_words, states);
}

} // namespace

void absorb_lanes(const AbsorbDispatch &dispatch, std::uint64_t *states, std::size_t lanes,
                  const std::uint8_t *const *blocks, std::uint64_t rate_bytes, std::uint64_t count,
                  unsigned rounds)
{
    while (lanes != 0) {
        const AbsorbKernel kernel = dispatch.for_lanes(lanes);
        const std::size_t taken = std::min<std::size_t>(lanes, kernel.lanes);
        if (taken == kernel.lanes)
            kernel.absorb(states, blocks, rate_bytes, count, rounds);
        else
            absorb_padded(kernel, states, taken, blocks, rate_bytes, count, rounds);
        states += taken * keccak_state_words;
        lanes -= taken;
        if (rate_bytes != 0)
            blocks += taken;
    }
}

} // namespace hashlane
