// SPDX-License-Identifier: MIT
//
// Every kernel that this processor can run, lane by lane against its workload's reference.
#include "canaries.h"
#include "lib/core/registry.h"

#include <array>

namespace hashlane::fuzz::kernels_target {
namespace {

struct Draw {
    const Kernel &kernel;
    std::uint64_t iterations;
    std::uint64_t seed;
    std::size_t offset;
};

template <Workload workload> Signature<workload> *reference_of()
{
    return function_of<workload>(reference_kernel(workload));
}

void require_lanes(const Draw &draw, Guarded &got, const Bytes &expected)
{
    got.require_whole(std::string(draw.kernel.id));
    require(got.content() == expected, std::string(draw.kernel.id), " is not the reference");
}

// States of a chain, one after another, in place.
template <Workload workload, class Element> void run_chain(const Draw &draw, std::size_t lane_bytes)
{
    const Bytes start = seeded_bytes(draw.kernel.lanes * lane_bytes, draw.seed);
    Guarded got(start, draw.offset / sizeof(Element) * sizeof(Element));
    Guarded expected(start, 0);
    function_of<workload>(draw.kernel)(reinterpret_cast<Element *>(got.data()), draw.iterations);
    for (std::size_t at = 0; at < start.size(); at += lane_bytes)
        reference_of<workload>()(reinterpret_cast<Element *>(expected.data() + at),
                                 draw.iterations);
    require_lanes(draw, got, expected.content());
}

void run_nodes(const Draw &draw, bool in_place)
{
    const std::size_t count = draw.kernel.lanes * draw.iterations;
    const Bytes nodes = seeded_bytes(64 * count, draw.seed);
    Guarded from(nodes, draw.offset), to(32 * count, draw.offset + 1), expected(32 * count);
    std::uint8_t *const digests = in_place ? from.data() : to.data();
    function_of<Workload::sha256_nodes>(draw.kernel)(digests, from.data(), draw.iterations);
    reference_of<Workload::sha256_nodes>()(expected.data(), nodes.data(), count);
    from.require_whole(std::string(draw.kernel.id));
    to.require_whole(std::string(draw.kernel.id));
    require(std::equal(digests, digests + 32 * count, expected.data()), std::string(draw.kernel.id),
            " is not the reference");
}

void run_salted(const Draw &draw, bool salted_by_itself)
{
    const Bytes start = seeded_bytes(32 * draw.kernel.lanes, draw.seed);
    const Bytes salts =
        salted_by_itself ? start : seeded_bytes(32 * draw.kernel.lanes, draw.seed + 1);
    Guarded got(start, draw.offset), expected(start, 0);
    function_of<Workload::sha256_salted>(draw.kernel)(
        got.data(), salted_by_itself ? got.data() : salts.data(), draw.iterations);
    for (std::size_t at = 0; at < start.size(); at += 32)
        reference_of<Workload::sha256_salted>()(expected.data() + at, salts.data() + at,
                                                draw.iterations);
    require_lanes(draw, got, expected.content());
}

// Messages at odd addresses, in one buffer: its end is where AddressSanitizer looks.
std::array<const std::uint8_t *, max_lanes> lanes_of(const Bytes &messages, std::size_t lanes)
{
    std::array<const std::uint8_t *, max_lanes> blocks{};
    for (std::size_t lane = 0; lane < lanes; ++lane)
        blocks[lane] = messages.data() + messages.size() / lanes * lane;
    return blocks;
}

void run_blocks(const Draw &draw)
{
    const std::size_t lanes = draw.kernel.lanes;
    const Bytes start = seeded_bytes(32 * lanes, draw.seed);
    const Bytes messages = seeded_bytes(64 * draw.iterations * lanes, draw.seed + 1);
    const auto blocks = lanes_of(messages, lanes);
    Guarded got(start, draw.offset / 4 * 4);
    function_of<Workload::sha256>(draw.kernel)(reinterpret_cast<std::uint32_t *>(got.data()),
                                               blocks.data(), draw.iterations);
    Bytes expected = start;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        std::uint32_t state[8];
        for (std::size_t j = 0; j < 8; ++j)
            std::memcpy(&state[j], start.data() + 4 * (j * lanes + lane), 4);
        reference_of<Workload::sha256>()(state, &blocks[lane], draw.iterations);
        for (std::size_t j = 0; j < 8; ++j)
            std::memcpy(expected.data() + 4 * (j * lanes + lane), &state[j], 4);
    }
    require_lanes(draw, got, expected);
}

void run_absorb(const Draw &draw, std::size_t rate, unsigned rounds)
{
    constexpr std::size_t state_bytes = 8 * keccak_state_words;
    const std::size_t lanes = draw.kernel.lanes;
    const Bytes start = seeded_bytes(state_bytes * lanes, draw.seed);
    const Bytes messages = seeded_bytes(rate * draw.iterations * lanes, draw.seed + 1);
    const auto blocks = lanes_of(messages, lanes);
    Guarded got(start, draw.offset / 8 * 8), expected(start, 0);
    function_of<Workload::sha3>(draw.kernel)(reinterpret_cast<std::uint64_t *>(got.data()),
                                             blocks.data(), rate, draw.iterations, rounds);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        reference_of<Workload::sha3>()(
            reinterpret_cast<std::uint64_t *>(expected.data() + state_bytes * lane), &blocks[lane],
            rate, draw.iterations, rounds);
    require_lanes(draw, got, expected.content());
}

std::vector<const Kernel *> kernels_here()
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, this_cpu_features()))
            kernels.push_back(&kernel);
    return kernels;
}

void run(Input &input)
{
    static const std::vector<const Kernel *> kernels = kernels_here();
    const Kernel &kernel = *input.pick(kernels);
    const Draw draw{kernel, input.number(0, 5), input.number(0, 65535), input.size(0, 15)};
    const bool choice = input.truth();
    switch (kernel.workload) {
    case Workload::sha256_chain:
        return run_chain<Workload::sha256_chain, std::uint8_t>(draw, 32);
    case Workload::keccak_chain:
        return run_chain<Workload::keccak_chain, std::uint64_t>(draw, 8 * keccak_state_words);
    case Workload::sha3:
        return run_absorb(draw, 8 * input.size(0, 24), choice ? keccak_p_rounds : keccak_f_rounds);
    case Workload::sha256:
        return run_blocks(draw);
    case Workload::sha256_nodes:
        return run_nodes(draw, choice);
    case Workload::sha256_salted:
        return run_salted(draw, choice);
    }
}

const Target target("kernels", run);

} // namespace
} // namespace hashlane::fuzz::kernels_target
