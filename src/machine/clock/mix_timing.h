// SPDX-License-Identifier: MIT
//
// The cycles of a mix of instructions that do not wait for each other, measured on this core. The
// times of single instructions do not tell them, because pipes are shared in ways that no manual
// lists. The code is generated at run time.
#ifndef HASHLANE_SRC_MACHINE_CLOCK_MIX_TIMING_H
#define HASHLANE_SRC_MACHINE_CLOCK_MIX_TIMING_H

#include "instruction_timing.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hashlane::machine {

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

#endif
