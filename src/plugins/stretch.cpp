// SPDX-License-Identifier: MIT
#include "stretch.h"

#include "../sha3/sponge.h"

#include "hashlane/hashlane.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace hashlane {
namespace {

void repeat_messages(unsigned lanes, const Stretch &stretch, std::uint8_t *data)
{
    const MessageShape &message = *stretch.message;
    const std::size_t output = output_bytes(*find_sha3_function(message.function));
    std::vector<std::uint8_t *> messages;
    for (unsigned lane = 0; lane < lanes; ++lane)
        messages.push_back(data + lane * message.bytes);
    for (std::uint64_t i = 0; i < stretch.iterations; ++i)
        hashlane_sha3_hash_many(message.function, messages.data(), lanes, message.bytes,
                                messages.data(), output);
}

void repeat_permutations(unsigned lanes, std::uint64_t loops, std::span<std::uint8_t> data)
{
    std::vector<std::uint64_t> states(data.size() / sizeof(std::uint64_t));
    std::memcpy(states.data(), data.data(), data.size());
    hashlane_keccak_chain(states.data(), lanes, loops);
    std::memcpy(data.data(), states.data(), data.size());
}

std::string where(const Stretch &stretch)
{
    if (!stretch.message)
        return "random data";
    const Sha3Function &function = *find_sha3_function(stretch.message->function);
    return std::string(function.name) + " of " + std::to_string(stretch.message->bytes) + " bytes";
}

} // namespace

std::size_t data_bytes(Workload workload, unsigned lanes,
                       const std::optional<MessageShape> &message)
{
    if (message)
        return lanes * message->bytes;
    return lanes * (workload == Workload::sha256_chain
                        ? sha256_digest_bytes
                        : keccak_state_words * sizeof(std::uint64_t));
}

void draw_start(std::uint64_t seed, std::span<std::uint8_t> data)
{
    std::mt19937_64 random(seed);
    std::ranges::generate(data, [&] { return static_cast<std::uint8_t>(random()); });
}

std::optional<Mismatch> find_wrong(const PluginKernel &kernel, const std::string &id,
                                   const Claim &claim)
{
    const Stretch &stretch = claim.stretch;
    std::vector<std::uint8_t> right(data_bytes(kernel.workload, kernel.lanes, stretch.message));
    draw_start(stretch.seed, right);
    if (stretch.message)
        repeat_messages(kernel.lanes, stretch, right.data());
    else if (kernel.workload == Workload::sha256_chain)
        hashlane_sha256_chain(right.data(), kernel.lanes, stretch.iterations);
    else
        repeat_permutations(kernel.lanes, stretch.iterations, right);
    const std::size_t lane_bytes = right.size() / kernel.lanes;
    for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
        const std::size_t begin = lane * lane_bytes;
        if (claim.end.size() != right.size() ||
            std::memcmp(claim.end.data() + begin, right.data() + begin, lane_bytes) != 0)
            return Mismatch{id, lane, stretch.iterations, where(stretch)};
    }
    return std::nullopt;
}

} // namespace hashlane
