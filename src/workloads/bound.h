// SPDX-License-Identifier: MIT
//
// The fewest core cycles that a kernel can take on this core, whatever its schedule: from the
// instructions it is made of (src/workloads/instruction_mix.def) and their measured times.
// docs/explanation/methodology.md explains the model, and where it errs.
#ifndef HASHLANE_SRC_WORKLOADS_BOUND_H
#define HASHLANE_SRC_WORKLOADS_BOUND_H

#include "../lib/core/kernel.h"
#include "../machine/clock/instruction_timing.h"
#include "../results/row.h"

namespace hashlane::workloads {

/// The number of occurrences of each instruction.
struct InstructionMix {
    std::array<double, machine::instruction_count> count{};
};

/// The work of one call of a kernel in one iteration.
struct Operations {
    InstructionMix path; ///< the longest chain of instructions that need each other's results
    InstructionMix all;
};

/// Returns null if instruction_mix.def has no line for the kernel.
const Operations *operations_of(const Kernel &kernel);

/// A lane's share: of a message whose parts the lanes take.
Operations per_lane(const Operations &operations, unsigned lanes);

/// Cycles of a chain in which each instruction waits for the one before.
/// Nothing when one of them was not timed.
std::optional<double> latency_bound(const InstructionMix &path,
                                    const machine::InstructionTimes &times);

/// Cycles until all have been issued, when an instruction that can go to fewer pipes has no pipe
/// that the others have not. Two that have one pipe each may have different ones: they do not add
/// up. Nothing when one of them was not timed.
std::optional<double> throughput_bound(const InstructionMix &mix,
                                       const machine::InstructionTimes &times);

/// For one unit: a hash, a permutation, a message. Nothing when an operation was not timed.
/// Precondition of both: there is no message where the workload has none.
std::optional<double> bound_cycles_per_unit(const Operations &operations, Workload workload,
                                            unsigned lanes,
                                            const std::optional<results::Message> &message,
                                            const machine::InstructionTimes &times);

/// For one unit of a row: a hash, a permutation, a message. Nothing when the kernel's operations
/// are not listed or not timed.
std::optional<double> bound_cycles_per_unit(const Kernel &kernel,
                                            const std::optional<results::Message> &message,
                                            const machine::InstructionTimes &times);

} // namespace hashlane::workloads

#endif
