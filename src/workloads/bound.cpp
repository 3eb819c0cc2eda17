// SPDX-License-Identifier: MIT
#include "bound.h"

#include "../lib/sha3/sponge.h"
#include "../machine/clock/this_core.h"
#include "../machine/system/threads.h"
#include "../statistics/statistics.h"
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

// The mix that takes the fewest cycles per instruction: additions in general registers and in
// vectors, which have pipes of their own.
constexpr InstructionMix densest_mix = mixes::add_r + mixes::add_x;

// A mix that comes as close as this to the densest one is bound by the front end, not by pipes.
constexpr double bound_by_issue = 0.97;

// The times of quiet visits differ by less.
constexpr double visits_differ = 0.005;

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

std::optional<double> CoreTimes::cycles_of(const InstructionMix &mix) const
{
    const auto visits = blocks.find(machine::block_of(mix));
    if (visits == blocks.end())
        return std::nullopt;
    const double block = statistics::lowest_confirmed(visits->second, visits_differ)
                             .value_or(std::ranges::min(visits->second));
    return block * mix.total() / machine::block_instructions;
}

void time_on(int cpu, const machine::ClockRequest &request, const Operations &operations,
             CoreTimes &core)
{
    const FeatureSet features = this_cpu().features;
    std::vector<machine::MixBlock> wanted{machine::block_of(operations.all),
                                          machine::block_of(densest_mix)};
    std::erase_if(wanted, [&](const machine::MixBlock &block) {
        const auto visits = core.blocks.find(block);
        return !machine::runs_generated_code() || !machine::has_instructions(features, block) ||
               (visits != core.blocks.end() &&
                statistics::lowest_confirmed(visits->second, visits_differ));
    });
    if (core.instructions && wanted.empty())
        return;
    machine::on_pinned_threads({cpu}, [&](std::size_t) {
        machine::ThisCore here;
        const machine::ChosenClock chosen = machine::make_clock(request, here);
        if (!machine::counts_core_cycles(chosen.clock->source()))
            return;
        here.run_dependent_chain(2'000'000); // the core wakes up
        if (!core.instructions)
            core.instructions = machine::time_instructions(*chosen.clock, features);
        for (const machine::MixBlock &block : wanted)
            if (const auto cycles = machine::time_block(*chosen.clock, features, block))
                core.blocks[block].push_back(*cycles);
    });
}

std::optional<double> throughput_bound(const InstructionMix &mix, const CoreTimes &core)
{
    if (const auto measured = core.cycles_of(mix))
        return measured;
    double cycles = 0;
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        if (mix.count[i] == 0)
            continue;
        if (!core.instructions || !(*core.instructions)[i])
            return std::nullopt;
        cycles = std::max(cycles, mix.count[i] * (*core.instructions)[i]->reciprocal);
    }
    return cycles;
}

std::optional<Bound> bound_of(const Operations &operations, Workload workload, unsigned lanes,
                              const std::optional<results::Message> &message, const CoreTimes &core)
{
    using enum results::BoundBy;
    if (!core.instructions)
        return std::nullopt;
    const auto path = latency_bound(operations.path, *core.instructions);
    const auto pipes = throughput_bound(operations.all, core);
    if (!path || !pipes)
        return std::nullopt;
    const auto densest = core.cycles_of(densest_mix);
    const double issued = densest.value_or(0) / densest_mix.total() * operations.all.total();
    const double iterations = message ? entry_of(workload).iterations(*message) : 1;
    return Bound{std::max(*path, *pipes) / lanes * iterations, *path >= *pipes ? latency
                                                               : issued >= *pipes * bound_by_issue
                                                                   ? issue
                                                                   : throughput};
}

void add_bound(results::Row &row, const Operations &operations, Workload workload,
               const CoreTimes &core)
{
    results::Row::Figures &figures = row.figures;
    if (!machine::counts_core_cycles(figures.cycle_source))
        return;
    const auto bound =
        bound_of(operations, workload, row.identity.lanes, row.identity.message, core);
    if (!bound)
        return;
    figures.bound_cycles_per_unit = bound->cycles_per_unit;
    figures.bound_by = bound->by;
}

} // namespace hashlane::workloads
