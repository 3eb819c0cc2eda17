// SPDX-License-Identifier: MIT
//
// Random lanes of a chain and their right ends.
#pragma once

#include "lib/core/registry.h"

#include <algorithm>
#include <random>
#include <vector>

namespace hashlane::test {

struct Sha256Lanes {
    using Element = std::uint8_t;
    using Function = Sha256Chain;
    static constexpr Workload workload = Workload::sha256_chain;
    static constexpr std::size_t size = sha256_digest_bytes;
};

struct KeccakLanes {
    using Element = std::uint64_t;
    using Function = KeccakChain;
    static constexpr Workload workload = Workload::keccak_chain;
    static constexpr std::size_t size = keccak_state_words;
};

template <class Chain> using LaneData = std::vector<typename Chain::Element>;

template <class Chain> LaneData<Chain> random_lane_data(std::size_t lanes, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    LaneData<Chain> data(lanes * Chain::size);
    std::ranges::generate(data, [&] { return static_cast<typename Chain::Element>(random()); });
    return data;
}

/// Each lane by the reference kernel.
template <class Chain> LaneData<Chain> by_reference(LaneData<Chain> data, std::uint64_t iterations)
{
    const auto function = function_of<Chain::workload>(reference_kernel(Chain::workload));
    for (std::size_t begin = 0; begin < data.size(); begin += Chain::size)
        function(data.data() + begin, iterations);
    return data;
}

} // namespace hashlane::test
