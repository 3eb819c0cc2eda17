// SPDX-License-Identifier: MIT

#include "kernel_calls.h"

#include "lib/sha256/message.h"

namespace hashlane::test {
namespace {

constexpr std::uint64_t twice = 2;

struct AbsorbCall {
    std::uint64_t rate_bytes, count;
    unsigned rounds;
};

/// The rates of FIPS 202, of which TurboSHAKE has two, and none, to squeeze. Most have the fewer
/// rounds, which take less time to trace.
constexpr AbsorbCall absorb_calls[] = {
    {136, twice, keccak_f_rounds}, {168, 1, keccak_p_rounds}, {144, 1, keccak_p_rounds},
    {104, 1, keccak_p_rounds},     {72, 1, keccak_p_rounds},  {0, 1, keccak_p_rounds},
};

using LanePointers = std::array<const std::uint8_t *, max_lanes>;

LanePointers lanes_of(const Kernel &kernel, const Secrets &secrets)
{
    LanePointers lanes{};
    for (std::size_t lane = 0; lane < kernel.lanes; ++lane)
        lanes[lane] = secrets.messages.data() + secrets.messages.size() / kernel.lanes * lane;
    return lanes;
}

void absorb(const Kernel &kernel, std::uint64_t *states, const LanePointers &lanes)
{
    static_assert(2 * 168 <= std::tuple_size_v<decltype(Secrets::messages)> / max_absorb_lanes);
    for (const auto &[rate_bytes, count, rounds] : absorb_calls)
        function_of<Workload::sha3>(kernel)(states, lanes.data(), rate_bytes, count, rounds);
    if (Sha3Interleaved *const permute = interleaved_form(kernel))
        permute(states, kernel.lanes, keccak_p_rounds);
    if (kernel.forms.messages == nullptr)
        return;
    std::array<std::size_t, max_absorb_lanes> bytes;
    std::array<std::uint8_t *, max_absorb_lanes> outputs;
    for (std::size_t lane = 0; lane < bytes.size(); ++lane) {
        bytes[lane] = 72 + lane;
        outputs[lane] = reinterpret_cast<std::uint8_t *>(states + 8 * lane);
    }
    kernel.forms.messages(
        {lanes.data(), bytes.data(), twice, 72, 6, keccak_p_rounds, outputs.data(), 64});
}

void hash_nodes(const Kernel &kernel, std::uint8_t *digests, const std::uint8_t *nodes)
{
    function_of<Workload::sha256_nodes>(kernel)(digests, nodes, twice);
    if (kernel.forms.twice != nullptr)
        kernel.forms.twice(digests, nodes, twice);
}

void compress(const Kernel &kernel, std::uint8_t *states, const LanePointers &lanes)
{
    auto *const words = reinterpret_cast<std::uint32_t *>(states);
    function_of<Workload::sha256>(kernel)(words, lanes.data(), twice);
    if (kernel.forms.digests != nullptr)
        kernel.forms.digests(states, lanes.data(), 1);
    if (kernel.forms.padded == nullptr)
        return;
    std::array<std::size_t, max_lanes> bytes;
    for (std::size_t lane = 0; lane < bytes.size(); ++lane)
        bytes[lane] = lane % 56;
    kernel.forms.padded({lanes.data(), bytes.data(), 1, 1, 0, 1, sha256_initial_state, 0, states});
}

} // namespace

void call_kernel(const Kernel &kernel, Secrets &secrets)
{
    std::uint8_t *const digests = secrets.states.data();
    auto *const words = reinterpret_cast<std::uint64_t *>(digests);
    const LanePointers lanes = lanes_of(kernel, secrets);
    switch (kernel.workload) {
    case Workload::sha256_chain:
        return function_of<Workload::sha256_chain>(kernel)(digests, twice);
    case Workload::keccak_chain:
        return function_of<Workload::keccak_chain>(kernel)(words, twice);
    case Workload::sha3:
        return absorb(kernel, words, lanes);
    case Workload::sha256:
        return compress(kernel, digests, lanes);
    case Workload::sha256_nodes:
        return hash_nodes(kernel, digests, secrets.messages.data());
    case Workload::sha256_salted:
        return function_of<Workload::sha256_salted>(kernel)(digests, secrets.messages.data(),
                                                            twice);
    }
}

} // namespace hashlane::test
