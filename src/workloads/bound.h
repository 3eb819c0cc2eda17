// SPDX-License-Identifier: MIT
//
// The fewest core cycles that a kernel can take on this core, whatever its schedule: from the
// instructions it is made of (src/workloads/instruction_mix.def), their measured latencies, and the
// measured time of all of them together.
// docs/explanation/methodology.md explains the model, and where it errs.
#pragma once

#include "../lib/core/kernel.h"
#include "../machine/clock/instruction_timing.h"
#include "../results/row.h"

#include <map>
#include <vector>

namespace hashlane::workloads {

using machine::InstructionMix;

/// The work of one call of a kernel in one iteration.
struct Operations {
    InstructionMix path; ///< the longest chain of instructions that need each other's results
    InstructionMix all;
};

/// Returns null if instruction_mix.def has no line for the kernel.
const Operations *operations_of(const Kernel &kernel);

/// A lane's share: of a message whose parts the lanes take.
Operations per_lane(const Operations &operations, unsigned lanes);

/// Times of instructions and mixes on a core, of one visit or of several.
struct CoreTimes {
    std::optional<machine::InstructionTimes> instructions;   ///< nothing before the first visit
    std::map<machine::MixBlock, std::vector<double>> blocks; ///< cycles in each visit

    /// The time of a mix without the visits in which something shared the core; nothing if it was
    /// not timed.
    std::optional<double> cycles_of(const InstructionMix &mix) const;
};

/// Times on `cpu`, on a thread of its own, what bounds kernels with these operations and is not
/// certain from earlier visits. Adds nothing if the only available clock counts no core cycles.
void time_on(int cpu, const machine::ClockRequest &request, const Operations &operations,
             CoreTimes &core);

/// Cycles of a chain in which each instruction waits for the one before.
/// Nothing when one of them was not timed.
std::optional<double> latency_bound(const InstructionMix &path,
                                    const machine::InstructionTimes &times);

/// Cycles until all have been executed, if none waits for another: as measured, or, for a mix that
/// was not timed, as long as any one instruction takes. Nothing when one of them was not timed.
std::optional<double> throughput_bound(const InstructionMix &mix, const CoreTimes &core);

struct Bound {
    double cycles_per_unit = 0;
    results::BoundBy by = results::BoundBy::unknown;
};

/// For one unit: a hash, a permutation, a message. Nothing when an operation was not timed.
/// Precondition: there is no message where the workload has none.
std::optional<Bound> bound_of(const Operations &operations, Workload workload, unsigned lanes,
                              const std::optional<results::Message> &message,
                              const CoreTimes &core);

/// Fills in the row's bound, if its cycles are a core's and its operations were timed. The bound
/// does not follow the row: one that took fewer cycles shows more than 100 %.
void add_bound(results::Row &row, const Operations &operations, Workload workload,
               const CoreTimes &core);

} // namespace hashlane::workloads
