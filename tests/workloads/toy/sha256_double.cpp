// SPDX-License-Identifier: MIT
//
// Chains of twice hashed digests, d = SHA256(SHA256(d)): the file that add_a_workload_test.sh adds
// to src/workloads/.
#include "table.h"

namespace hashlane::workloads {
namespace {

std::unique_ptr<Lanes> make_double_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<ChainLanes<std::uint8_t, Sha256Chain *>>(
        function_of<Workload::sha256_double>(kernel), kernel.lanes, sha256_digest_bytes,
        data_bytes);
}

void start_at_lane(std::size_t lane, std::uint8_t *digest)
{
    for (std::size_t i = 0; i < sha256_digest_bytes; ++i)
        digest[i] = static_cast<std::uint8_t>(lane + i);
}

constexpr Benchmark sha256_double_benchmarks[] = {{Workload::sha256_double, "sha256-double"}};

} // namespace

constinit const WorkloadEntry sha256_double_workload{
    .state_bytes = sha256_digest_bytes,
    .make_lanes = make_double_lanes,
    .soak_iterations = 1 << 12,
    .start = start_at_lane,
    .largest_sample = 1 << 16,
    .benchmarks = sha256_double_benchmarks,
    .make_task = make_chain_task,
    .verify = verify_chain,
    .family = "sha256_double",
};

} // namespace hashlane::workloads
