// SPDX-License-Identifier: MIT
#include "verify.h"

#include "../core/registry.h"

#include <algorithm>
#include <random>
#include <vector>

namespace hashlane {
namespace {

std::optional<Mismatch> check_task(Task &task, std::uint64_t sample)
{
    const std::uint64_t segment = task.segment(sample);
    task.advance(segment);
    return task.check(segment);
}

// Random data of its own in each lane through `kernel` at once, and through the independent
// kernel, which has one lane, one after the other.
template <class Function, class Element>
std::optional<Mismatch> check_random(const Kernel &kernel, std::size_t size)
{
    auto *const tested = std::get<Function *>(kernel.function);
    auto *const independent = std::get<Function *>(independent_kernel(kernel).function);
    std::mt19937_64 random(kernel.lanes);
    for (const std::uint64_t count : odd_counts) {
        std::vector<Element> data(kernel.lanes * size);
        std::ranges::generate(data, [&] { return static_cast<Element>(random()); });
        std::vector<Element> expected = data;
        tested(data.data(), count);
        for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
            Element *begin = expected.data() + lane * size;
            independent(begin, count);
            if (!std::equal(begin, begin + size, data.data() + lane * size))
                return Mismatch{std::string(kernel.id), lane, count, "random data"};
        }
    }
    return std::nullopt;
}

template <class Function, class Element>
std::optional<Mismatch> check_chain(const Kernel &kernel, std::size_t size)
{
    const auto random = check_random<Function, Element>(kernel, size);
    return random ? random : check_task(*make_chain_task(kernel), 1);
}

// Message lengths around the ends of a block and of the padding, and some longer ones.
constexpr std::size_t sha256_lengths[] = {32,  55,  56,  63,  64,   65,  119,
                                          120, 127, 128, 129, 1000, 4099};

std::optional<Mismatch> check_sha256_messages(const Kernel &kernel)
{
    for (const std::size_t bytes : sha256_lengths)
        if (auto wrong = check_task(*make_sha256_task(kernel, bytes), 2))
            return wrong;
    return std::nullopt;
}

std::optional<Mismatch> check_nodes(const Kernel &kernel)
{
    for (const std::uint64_t count : odd_counts)
        if (auto wrong = check_task(*make_nodes_task(kernel), count))
            return wrong;
    return std::nullopt;
}

std::optional<Mismatch> check_salted(const Kernel &kernel)
{
    for (const std::uint64_t count : odd_counts)
        if (auto wrong = check_task(*make_salted_task(kernel), count))
            return wrong;
    return std::nullopt;
}

std::optional<Mismatch> check_sha3_messages(const Kernel &kernel)
{
    for (const Sha3Function &function : sha3_functions())
        for (const std::size_t bytes : message_lengths)
            if (auto wrong = check_task(*make_sha3_task(kernel, function, bytes), 2))
                return wrong;
    for (const std::size_t bytes : message_lengths)
        if (auto wrong = check_task(*make_sha3_task(kernel, benchmark_turboshake128, bytes), 2))
            return wrong;
    return std::nullopt;
}

} // namespace

std::optional<Mismatch> verify_kernel(const Kernel &kernel)
{
    switch (kernel.workload) {
    case Workload::sha256_chain:
        return check_chain<Sha256Chain, std::uint8_t>(kernel, sha256_digest_bytes);
    case Workload::keccak_chain:
        return check_chain<KeccakChain, std::uint64_t>(kernel, keccak_state_words);
    case Workload::sha3:
        return check_sha3_messages(kernel);
    case Workload::sha256:
        return check_sha256_messages(kernel);
    case Workload::sha256_nodes:
        return check_nodes(kernel);
    case Workload::sha256_salted:
        return check_salted(kernel);
    }
    return std::nullopt;
}

} // namespace hashlane
