// SPDX-License-Identifier: MIT
#include "benchmark.h"

#include "../core/registry.h"
#include "../keccak/suite.h"
#include "launches.h"

#include <algorithm>
#include <span>

namespace hashlane {
namespace {

// A prime: a lane that is mistaken for one a power of two away has another chain.
constexpr std::size_t different_chains = 31;

// The two workloads' states as bytes.
using States = std::vector<std::uint8_t>;

std::size_t bytes_per_lane(Workload workload)
{
    return workload == Workload::sha256_chain ? sha256_digest_bytes
                                              : keccak_state_words * sizeof(std::uint64_t);
}

States start_of(Workload workload, std::size_t chain)
{
    States state(bytes_per_lane(workload));
    if (workload == Workload::sha256_chain) {
        state.back() = static_cast<std::uint8_t>(chain);
        return state;
    }
    std::uint64_t words[keccak_state_words];
    suite_start(words, chain);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(words), sizeof words, state.begin());
    return state;
}

// The chain's end by a kernel of the processor.
States end_of(Workload workload, std::size_t chain, std::uint64_t iterations)
{
    const Kernel &reference = reference_kernel(workload);
    States state = start_of(workload, chain);
    if (workload == Workload::sha256_chain) {
        std::get<Sha256Chain *>(reference.function)(state.data(), iterations);
        return state;
    }
    std::uint64_t words[keccak_state_words];
    std::copy_n(state.begin(), sizeof words, reinterpret_cast<std::uint8_t *>(words));
    std::get<KeccakChain *>(reference.function)(words, iterations);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(words), sizeof words, state.begin());
    return state;
}

States start_of_lanes(Workload workload, std::size_t lanes)
{
    States states;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const States one = start_of(workload, lane % different_chains);
        states.insert(states.end(), one.begin(), one.end());
    }
    return states;
}

// The first lane whose end is wrong.
std::optional<std::size_t> wrong_lane(Workload workload, const States &ends,
                                      std::uint64_t iterations)
{
    const std::size_t bytes = bytes_per_lane(workload);
    std::vector<States> right;
    for (std::size_t lane = 0; lane < ends.size() / bytes; ++lane) {
        if (lane < different_chains)
            right.push_back(end_of(workload, lane, iterations));
        if (!std::ranges::equal(right[lane % different_chains],
                                std::span(ends).subspan(lane * bytes, bytes)))
            return lane;
    }
    return std::nullopt;
}

} // namespace

Outcome measure_device(Device &device, Workload workload, double seconds,
                       const std::atomic<bool> &stop)
{
    DeviceChain chain(device, workload);
    States states = start_of_lanes(workload, chain.most_lanes());
    chain.write(states.data(), chain.most_lanes());
    std::vector<Launch> launches;
    std::uint64_t iterations = 0;
    double ns = 0;
    while (ns < seconds * 1e9) {
        if (stop)
            return Interrupted{};
        launches.push_back(chain.advance(chain.chunk()));
        iterations += launches.back().iterations;
        ns += launches.back().ns;
    }
    chain.read(states.data());
    const std::string name = device_row_name(device, workload);
    if (const auto lane = wrong_lane(workload, states, iterations))
        return Mismatch{name, static_cast<unsigned>(*lane), iterations, ""};
    Row row = make_device_row(device, workload, chain.most_lanes());
    row.device += chain.describe_kernel();
    summarise_launches(row, launches);
    row.proof = "the end of every lane repeated from its start by " +
                std::string(reference_kernel(workload).id);
    return row;
}

} // namespace hashlane
