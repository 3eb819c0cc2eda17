// SPDX-License-Identifier: MIT
#include "bound.h"

#include "../lib/sha3/kangarootwelve.h"
#include "../lib/sha3/sponge.h"
#include "table.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

// The expressions of instruction_mix.def.
constexpr InstructionMix operator+(InstructionMix a, const InstructionMix &b)
{
    for (std::size_t i = 0; i < machine::instruction_count; ++i)
        a.count[i] += b.count[i];
    return a;
}
constexpr InstructionMix operator*(double factor, InstructionMix mix)
{
    for (double &count : mix.count)
        count *= factor;
    return mix;
}
constexpr InstructionMix one(machine::Instruction instruction)
{
    InstructionMix mix;
    mix.count[static_cast<std::size_t>(instruction)] = 1;
    return mix;
}

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    [[maybe_unused]] constexpr InstructionMix id = one(machine::Instruction::id);
namespace mixes {
#include "../machine/clock/instruction_timing.def"
}
#undef HASHLANE_INSTRUCTION

struct Line {
    std::string_view family;
    std::string_view file;
    unsigned lanes;
    Operations operations;
};

constexpr auto make_table()
{
    using namespace mixes;
    return std::to_array<Line>({
#define HASHLANE_OPERATIONS(family, file, lanes, ...) {#family, #file, lanes, {__VA_ARGS__}},
#include "instruction_mix.def"
#undef HASHLANE_OPERATIONS
    });
}
constexpr auto table = make_table();

// An instruction with a reciprocal throughput from here on has one pipe, in cycles.
constexpr double one_pipe = 0.9;

} // namespace

const Operations *operations_of(const Kernel &kernel)
{
    const std::string_view family = entry_of(kernel.workload).family;
    const auto line = std::ranges::find_if(table, [&](const Line &l) {
        return l.family == family && l.file == kernel.file && l.lanes == kernel.lanes;
    });
    return line == table.end() ? nullptr : &line->operations;
}

Operations per_lane(const Operations &operations, unsigned lanes)
{
    return {1.0 / lanes * operations.path, 1.0 / lanes * operations.all};
}

std::optional<double> latency_bound(const InstructionMix &path,
                                    const machine::InstructionTimes &times)
{
    double cycles = 0;
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        if (path.count[i] == 0)
            continue;
        if (!times[i])
            return std::nullopt;
        cycles += path.count[i] * times[i]->latency;
    }
    return cycles;
}

std::optional<double> throughput_bound(const InstructionMix &mix,
                                       const machine::InstructionTimes &times)
{
    double cycles = 0;
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        if (mix.count[i] == 0)
            continue;
        if (!times[i])
            return std::nullopt;
        const double reciprocal = times[i]->reciprocal;
        // The pipes that take instruction i also have to take those that are more particular.
        double sharing = mix.count[i];
        for (std::size_t j = 0; reciprocal < one_pipe && j < machine::instruction_count; ++j)
            if (j != i && mix.count[j] != 0 && times[j] && times[j]->reciprocal >= reciprocal)
                sharing += mix.count[j];
        cycles = std::max(cycles, sharing * reciprocal);
    }
    return cycles;
}

std::optional<double> bound_cycles_per_unit(const Operations &operations, Workload workload,
                                            unsigned lanes,
                                            const std::optional<results::Message> &message,
                                            const machine::InstructionTimes &times)
{
    const auto latency = latency_bound(operations.path, times);
    const auto throughput = throughput_bound(operations.all, times);
    if (!latency || !throughput)
        return std::nullopt;
    const double iteration = std::max(*latency, *throughput) / lanes;
    return message ? iteration * entry_of(workload).iterations(*message) : iteration;
}

std::optional<double> bound_cycles_per_unit(const Kernel &kernel,
                                            const std::optional<results::Message> &message,
                                            const machine::InstructionTimes &times)
{
    const Operations *operations = operations_of(kernel);
    return operations == nullptr
               ? std::nullopt
               : bound_cycles_per_unit(*operations, kernel.workload, kernel.lanes, message, times);
}

} // namespace hashlane::workloads
