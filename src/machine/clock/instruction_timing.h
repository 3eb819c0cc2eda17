// SPDX-License-Identifier: MIT
//
// Latency and throughput of single instructions, and of mixes of them, measured on this core.
#pragma once

#include "../../lib/core/cpu_features.h"
#include "cycle_clock.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

/// Calls time_instructions() on a new thread, pinned to `cpu`. All are empty if the only available
/// clock counts no core cycles.
InstructionTimes time_instructions_on(int cpu, const ClockRequest &request);

// ---- The cycles of a mix of instructions that do not wait for each other. The times of single
// instructions do not tell them, because pipes are shared in ways that no manual lists. The code is
// generated at run time.

/// The number of occurrences of each instruction.
struct InstructionMix {
    std::array<double, instruction_count> count{};

    double total() const;
};

/// A mix as a piece of code that is small enough for the caches of decoded instructions. Mixes of
/// the same proportions have the same.
using MixBlock = std::array<std::uint16_t, instruction_count>;

/// The length of a block before its counts are rounded down: a block never takes longer than its
/// share of the mix.
constexpr double block_instructions = 960;

MixBlock block_of(const InstructionMix &mix);

/// The orders in which a block is timed: kinds spread evenly, or in groups, or shuffled; always the
/// same ones. Each has the indices of its instructions.
std::vector<std::vector<std::uint8_t>> orders_of(const MixBlock &block);

/// True if this build has such code, and the system lets a program run what it has generated.
bool runs_generated_code();

/// Core cycles of a block in the best of its orders, on the thread, and the core, that `clock`
/// belongs to; some milliseconds. Nothing if the clock did not count. Precondition: there is
/// generated code, and the processor has the block's instructions.
std::optional<double> time_block(CycleClock &clock, FeatureSet features, const MixBlock &block);

/// True if these features allow all of the block's instructions.
bool has_instructions(FeatureSet features, const MixBlock &block);

} // namespace hashlane::machine
