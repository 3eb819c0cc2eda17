// SPDX-License-Identifier: MIT
#include "bound.h"

#include "../sha3/leaves.h"
#include "../sha3/sponge.h"
#include "task.h"

#include <algorithm>

namespace hashlane {
namespace {

// The expressions of operations.def.
constexpr InstructionMix operator+(InstructionMix a, const InstructionMix &b)
{
    for (std::size_t i = 0; i < instruction_count; ++i)
        a.count[i] += b.count[i];
    return a;
}
constexpr InstructionMix operator*(double factor, InstructionMix mix)
{
    for (double &count : mix.count)
        count *= factor;
    return mix;
}
constexpr InstructionMix one(Instruction instruction)
{
    InstructionMix mix;
    mix.count[static_cast<std::size_t>(instruction)] = 1;
    return mix;
}

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    [[maybe_unused]] constexpr InstructionMix id = one(Instruction::id);
namespace mixes {
#include "../clock/instruction_timing.def"
}
#undef HASHLANE_INSTRUCTION

enum class Family { sha256, keccak, sha256_blocks, sha256_nodes, sha256_salted };

struct Line {
    Family family;
    std::string_view file;
    unsigned lanes;
    Operations operations;
};

constexpr auto make_table()
{
    using namespace mixes;
    return std::to_array<Line>({
#define HASHLANE_OPERATIONS(family, file, lanes, ...) {Family::family, #file, lanes, {__VA_ARGS__}},
#include "instruction_mix.def"
#undef HASHLANE_OPERATIONS
    });
}
constexpr auto table = make_table();

// An instruction with a reciprocal throughput from here on has one pipe, in cycles.
constexpr double one_pipe = 0.9;

constexpr Family family_of(Workload workload)
{
    switch (workload) {
    case Workload::sha256_chain:
        return Family::sha256;
    case Workload::sha256:
        return Family::sha256_blocks;
    case Workload::sha256_nodes:
        return Family::sha256_nodes;
    case Workload::sha256_salted:
        return Family::sha256_salted;
    case Workload::keccak_chain:
    case Workload::sha3:
        break;
    }
    return Family::keccak;
}

// Keccak's padding takes a byte or more of the last block (FIPS 202, 5.1).
double permutations_of(const Sha3Function &function, std::size_t bytes)
{
    const std::size_t blocks = bytes / function.rate_bytes + 1;
    return static_cast<double>(blocks) * function.rounds / keccak_f_rounds;
}

// Of a tree (RFC 9861, 3.2), whose message a byte follows, the length of no customization: each
// leaf's, and the final node's without the few bytes that are not the message's or chaining values.
double kt128_permutations(std::size_t bytes)
{
    const auto of = [](std::size_t taken) {
        return permutations_of(benchmark_turboshake128, taken);
    };
    const std::size_t all = bytes + 1;
    if (all <= chunk_bytes)
        return of(all);
    const std::size_t whole_leaves = all / chunk_bytes - 1, rest = all % chunk_bytes;
    const std::size_t leaves = whole_leaves + (rest == 0 ? 0 : 1);
    return static_cast<double>(whole_leaves) * of(chunk_bytes) + (rest == 0 ? 0 : of(rest)) +
           of(chunk_bytes + leaves * value_bytes(kt128_rate_bytes));
}

// Blocks that a message needs with its padding, which takes 9 bytes or more of SHA-256's last block
// (FIPS 180-4, 5.1.1). Half the rounds are half a permutation.
double iterations_of(const Message &message)
{
    const std::size_t sha256_blocks = (message.bytes + 8) / sha256_block_bytes + 1;
    if (message.function == "sha256")
        return static_cast<double>(sha256_blocks);
    if (message.function == kt128_name)
        return kt128_permutations(message.bytes);
    if (message.function == benchmark_turboshake128.name)
        return permutations_of(benchmark_turboshake128, message.bytes);
    for (const Sha3Function &function : sha3_functions())
        if (function.name == message.function)
            return permutations_of(function, message.bytes);
    return 0;
}

} // namespace

const Operations *operations_of(const Kernel &kernel)
{
    const Family family = family_of(kernel.workload);
    const auto line = std::ranges::find_if(table, [&](const Line &l) {
        return l.family == family && l.file == kernel.file && l.lanes == kernel.lanes;
    });
    return line == table.end() ? nullptr : &line->operations;
}

Operations per_lane(const Operations &operations, unsigned lanes)
{
    return {1.0 / lanes * operations.path, 1.0 / lanes * operations.all};
}

std::optional<double> latency_bound(const InstructionMix &path, const InstructionTimes &times)
{
    double cycles = 0;
    for (std::size_t i = 0; i < instruction_count; ++i) {
        if (path.count[i] == 0)
            continue;
        if (!times[i])
            return std::nullopt;
        cycles += path.count[i] * times[i]->latency;
    }
    return cycles;
}

std::optional<double> throughput_bound(const InstructionMix &mix, const InstructionTimes &times)
{
    double cycles = 0;
    for (std::size_t i = 0; i < instruction_count; ++i) {
        if (mix.count[i] == 0)
            continue;
        if (!times[i])
            return std::nullopt;
        const double reciprocal = times[i]->reciprocal;
        // The pipes that take instruction i also have to take those that are more particular.
        double sharing = mix.count[i];
        for (std::size_t j = 0; reciprocal < one_pipe && j < instruction_count; ++j)
            if (j != i && mix.count[j] != 0 && times[j] && times[j]->reciprocal >= reciprocal)
                sharing += mix.count[j];
        cycles = std::max(cycles, sharing * reciprocal);
    }
    return cycles;
}

std::optional<double> bound_cycles_per_unit(const Operations &operations, unsigned lanes,
                                            const std::optional<Message> &message,
                                            const InstructionTimes &times)
{
    const auto latency = latency_bound(operations.path, times);
    const auto throughput = throughput_bound(operations.all, times);
    if (!latency || !throughput)
        return std::nullopt;
    const double iteration = std::max(*latency, *throughput) / lanes;
    return message ? iteration * iterations_of(*message) : iteration;
}

std::optional<double> bound_cycles_per_unit(const Kernel &kernel,
                                            const std::optional<Message> &message,
                                            const InstructionTimes &times)
{
    const Operations *operations = operations_of(kernel);
    return operations == nullptr ? std::nullopt
                                 : bound_cycles_per_unit(*operations, kernel.lanes, message, times);
}

} // namespace hashlane
