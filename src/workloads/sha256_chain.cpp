// SPDX-License-Identifier: MIT
//
// Chains of digests, d = SHA256(d). A state is the digest; in benchmarks lane l starts from l as a
// big-endian integer.
#include "../machine/system/text.h"
#include "known_answers.h"
#include "table.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

std::unique_ptr<Lanes> make_sha256_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<ChainLanes<std::uint8_t, Sha256Chain *>>(
        function_of<Workload::sha256_chain>(kernel), kernel.lanes, sha256_digest_bytes, data_bytes);
}

void start_at_number(std::size_t lane, std::uint8_t *digest)
{
    std::fill_n(digest, sha256_digest_bytes, std::uint8_t{0});
    digest[sha256_digest_bytes - 1] = static_cast<std::uint8_t>(lane);
}

bool is_known_digest(std::size_t lane, const std::uint8_t *digest)
{
    return std::ranges::equal(*machine::parse_hex(sha256_answers[lane]),
                              std::span(digest, sha256_digest_bytes));
}

std::unique_ptr<Task> make_peer_chain_task(std::string id, const PeerHash &hash,
                                           const std::optional<results::Message> &,
                                           std::uint32_t data_bytes)
{
    auto advance = [hash](std::uint8_t *digest, std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash(digest, peer_digest_bytes, digest);
    };
    return make_chain_task(std::move(id), Workload::sha256_chain,
                           std::make_unique<ChainLanes<std::uint8_t, decltype(advance)>>(
                               std::move(advance), 1, sha256_digest_bytes, data_bytes));
}

constexpr Benchmark sha256_chain_benchmarks[] = {{Workload::sha256_chain, "sha256-chain"}};

} // namespace

constinit const WorkloadEntry sha256_chain_workload{
    .state_bytes = sha256_digest_bytes,
    .make_lanes = make_sha256_lanes,
    .soak_iterations = 1 << 13,
    .start = start_at_number,
    .largest_sample = sha256_segment,
    .is_known_end = is_known_digest,
    .benchmarks = sha256_chain_benchmarks,
    .make_task = make_chain_task,
    .peer_function = PeerFunction::sha256,
    .make_peer_task = make_peer_chain_task,
    .verify = verify_chain,
    .family = "sha256",
    .device = DeviceOperations{974, 565, 2692},
};

} // namespace hashlane::workloads
