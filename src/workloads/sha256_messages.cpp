// SPDX-License-Identifier: MIT
//
// SHA-256 of whole messages.
#include "../lib/core/registry.h"
#include "../lib/sha256/message.h"
#include "table.h"

namespace hashlane::workloads {
namespace {

// ---- Lanes as chains: compressions of a message that is always the same ----

std::unique_ptr<Lanes> make_block_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    const auto compress = [function = function_of<Workload::sha256>(kernel)](
                              std::uint32_t *states, const std::uint8_t *const *blocks) {
        function(states, blocks, lanes_step);
    };
    return std::make_unique<MessageLanes<std::uint32_t>>(compress, kernel.lanes, sha256_state_words,
                                                         false, data_bytes);
}

// ---- What is measured ----

results::Message sha256_message(std::string_view function, std::size_t bytes)
{
    return {std::string(function), bytes, sha256_digest_bytes};
}

HashMessages hash_by_kernel(const Kernel &kernel, std::size_t bytes)
{
    auto *const compress = function_of<Workload::sha256>(kernel);
    return [compress, lanes = kernel.lanes, bytes](std::uint8_t *const *messages,
                                                   std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash_messages(compress, lanes, messages, bytes, messages);
    };
}

std::unique_ptr<Task> make_sha256_task(const Kernel &kernel,
                                       const std::optional<results::Message> &message,
                                       std::uint32_t data_bytes)
{
    return make_message_task(
        std::string(kernel.id), kernel.lanes, *message, hash_by_kernel(kernel, message->bytes),
        hash_by_kernel(independent_kernel(kernel), message->bytes), data_bytes);
}

std::unique_ptr<Task> make_peer_sha256_task(std::string id, const PeerHash &hash,
                                            const std::optional<results::Message> &message,
                                            std::uint32_t data_bytes)
{
    return make_message_task(std::move(id), 1, *message, hash_by_peer(hash, message->bytes),
                             hash_by_kernel(reference_kernel(Workload::sha256), message->bytes),
                             data_bytes);
}

constexpr std::size_t sha256_lengths[] = {64, 1024, 16384};
constexpr Benchmark sha256_benchmarks[] = {{Workload::sha256, "sha256", "sha256", sha256_lengths}};

// ---- Proving, and the bound ----

constexpr std::size_t verified_sha256_lengths[] = {32,  55,  56,  63,  64,   65,  119,
                                                   120, 127, 128, 129, 1000, 4099};

std::optional<results::Mismatch> verify_sha256(const Kernel &kernel)
{
    constexpr std::string_view functions[] = {"sha256"};
    return verify_messages(kernel, functions);
}

// Padding takes 9 bytes or more of the last block (FIPS 180-4, 5.1.1).
double blocks_of(const results::Message &message)
{
    const std::size_t blocks = (message.bytes + 8) / sha256_block_bytes + 1;
    return static_cast<double>(blocks);
}

} // namespace

constinit const WorkloadEntry sha256_workload{
    .state_bytes = sha256_digest_bytes,
    .make_lanes = make_block_lanes,
    .soak_iterations = 1 << 13,
    .benchmarks = sha256_benchmarks,
    .message = sha256_message,
    .make_task = make_sha256_task,
    .peer_function = PeerFunction::sha256,
    .make_peer_task = make_peer_sha256_task,
    .verify = verify_sha256,
    .verified_lengths = verified_sha256_lengths,
    .family = "sha256_blocks",
    .iterations = blocks_of,
};

} // namespace hashlane::workloads
