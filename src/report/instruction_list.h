// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_INSTRUCTION_LIST_H
#define HASHLANE_SRC_REPORT_INSTRUCTION_LIST_H

#include "../clock/instruction_timing.h"
#include "grid.h"

namespace hashlane {

/// A row for each instruction: latency and reciprocal throughput in core cycles, or what the
/// processor lacks for it.
Grid instruction_grid(const InstructionTimes &times, FeatureSet features);

/// The same as a JSON array.
std::string write_instructions_json(const InstructionTimes &times, FeatureSet features);

} // namespace hashlane

#endif
