// SPDX-License-Identifier: MIT
//
// Latency and throughput of single instructions, measured on this core.
#ifndef HASHLANE_SRC_MACHINE_CLOCK_INSTRUCTION_TIMING_H
#define HASHLANE_SRC_MACHINE_CLOCK_INSTRUCTION_TIMING_H

#include "../../lib/core/cpu_features.h"
#include "cycle_clock.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace hashlane::machine {

enum class Instruction {
#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent) id,
#include "instruction_timing.def"
#undef HASHLANE_INSTRUCTION
    count
};

constexpr std::size_t instruction_count = static_cast<std::size_t>(Instruction::count);

/// Returns the name as in manuals: "VPADDD zmm".
std::string_view instruction_name(Instruction instruction);

/// Returns the features that a processor needs to run the instruction.
FeatureSet instruction_features(Instruction instruction);

/// Core cycles.
struct InstructionTime {
    double latency = 0;    ///< from one result to the next that needs it
    double reciprocal = 0; ///< between two that do not wait for each other
};

/// By Instruction; nothing for instructions that the processor lacks, or that the program was not
/// built for.
using InstructionTimes = std::array<std::optional<InstructionTime>, instruction_count>;

/// Times every instruction that these features allow; some milliseconds. Call it on the thread,
/// and the core, that `clock` belongs to.
InstructionTimes time_instructions(CycleClock &clock, FeatureSet features);

/// Does the same on a thread of its own, pinned to `cpu`. All are empty if the only available clock
/// counts no core cycles.
InstructionTimes time_instructions_on(int cpu, const ClockRequest &request);

} // namespace hashlane::machine

#endif
