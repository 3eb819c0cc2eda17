// SPDX-License-Identifier: MIT
//
// The memory of nodes: its size, how fast all cores together read and write it, and its errors.
// docs/internals/fleet-judgement.md has the rules in words.
#pragma once

#include "findings.h"

#include <optional>
#include <vector>

namespace hashlane::cluster {

/// Makes a kind of its own of each size of memory that eight nodes have, or the baseline, if it is
/// not the usual one with some modules lost. Precondition: expect_devices().
void expect_memory(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline);

/// Returns the bandwidth of the nodes of a group that were measured as a whole, and why others have
/// none.
UsualMemory usual_memory(const Members &members);

/// Finds two speeds of memory in a group, of at least a quarter of the nodes each.
std::optional<SpeedSplit> memory_split(const Members &members, double limit);

/// Returns the median of the corrected errors since boot; nothing for too few nodes.
std::optional<double> usual_corrected_errors(const Members &members);

/// Adds errors that call for other modules, and slow memory; many errors that do not, as an
/// explanation.
void find_memory_faults(const NodeUnderJudgement &node);

/// Adds that the memory was not compared, where that of comparable nodes was.
void find_unmeasured_memory(const NodeUnderJudgement &node);

} // namespace hashlane::cluster
