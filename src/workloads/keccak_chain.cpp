// SPDX-License-Identifier: MIT
//
// Chains of the Keccak suite. A state is 25 words; in benchmarks lane l starts from the key l.
#include "../lib/keccak/keccak_suite.h"
#include "known_answers.h"
#include "table.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

std::unique_ptr<Lanes> make_keccak_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<ChainLanes<std::uint64_t, KeccakChain *>>(
        function_of<Workload::keccak_chain>(kernel), kernel.lanes, keccak_state_words, data_bytes);
}

void start_at_key(std::size_t lane, std::uint8_t *state)
{
    std::uint64_t words[keccak_state_words];
    keccak_suite_start(words, lane);
    std::memcpy(state, words, sizeof words);
}

bool is_known_state(std::size_t lane, const std::uint8_t *state)
{
    std::uint64_t words[keccak_state_words];
    std::memcpy(words, state, sizeof words);
    const KeccakAnswer &answer = keccak_answers[lane];
    return words[0] == answer.first_word && keccak_suite_checksum(words) == answer.checksum;
}

constexpr Benchmark keccak_chain_benchmarks[] = {{Workload::keccak_chain, "keccak-chain"}};

} // namespace

constinit const WorkloadEntry keccak_chain_workload{
    .state_bytes = keccak_state_words * sizeof(std::uint64_t),
    .make_lanes = make_keccak_lanes,
    .soak_iterations = 1 << 11,
    .start = start_at_key,
    .largest_sample = keccak_segment,
    .is_known_end = is_known_state,
    .benchmarks = keccak_chain_benchmarks,
    .make_task = make_chain_task,
    .verify = verify_chain,
    .family = "keccak",
    .device = DeviceOperations{4152, 0, 9912},
};

} // namespace hashlane::workloads
