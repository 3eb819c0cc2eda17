// SPDX-License-Identifier: MIT
//
// Findings of one node: faults, what could not be judged, memory and replaced parts.
// docs/internals/fleet-judgement.md has the rules in words.
#pragma once

#include "fleet_report.h"
#include "node_file.h"
#include "node_speed.h"
#include "parts.h"
#include "references.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

// ---- What else is known of a node.

/// Returns the share of the kernels that the soaks of two thirds of a group's nodes reached on
/// every core; nothing if fewer than least_alike soaks tell it.
std::optional<double> usual_reached_share(const Members &members);

/// Returns how many of the kernels every core of the node has verified: "71 of 71 kernels".
std::string verified_text(const NodeFile &file);

// ---- Findings.

/// The facts about one node while it is judged.
struct NodeUnderJudgement {
    const NodeFile &file;
    const MeasuredNode &measured;
    const References &references;
    const Places &places;
    const UsualParts &usual_parts;
    const Rules &rules; ///< of the settings
    NodeReport &report; ///< has the figures; receives the findings
};

/// Returns the most cores that the node measured in a workload.
std::size_t measured_cores(const NodeFile &file);

/// Returns the number of cores that it has; 0 if the file does not say so.
std::size_t own_cores(const NodeFile &file);

void add_finding(const NodeUnderJudgement &node, NodeClass node_class, std::string evidence,
                 std::string subject = "", std::optional<double> change = {});

/// Adds what the file shows: wrong results, what is missing, noise, slowness and slow cores.
void find_faults(const NodeUnderJudgement &node);

// ---- The memory of nodes: its size, how fast all cores together read and write it, and its
// errors.

/// Makes a kind of its own of each size of memory that eight nodes have, or the baseline, if it is
/// not the usual one with some modules lost. Precondition: expect_devices().
void expect_memory(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline);

/// Returns the bandwidth of the nodes of a group that were measured as a whole, and why others have
/// none.
UsualMemory usual_memory(const Members &members);

/// Finds two speeds of memory in a group, of at least a quarter of the nodes each, or a tenth that
/// is faster.
std::optional<SpeedSplit> memory_split(const Members &members, double limit);

/// Returns the median of the corrected errors since boot; nothing for too few nodes.
std::optional<double> usual_corrected_errors(const Members &members);

/// Adds errors that call for other modules, and slow memory; many errors that do not, as an
/// explanation.
void find_memory_faults(const NodeUnderJudgement &node);

/// Adds that the memory was not compared, where that of comparable nodes was.
void find_unmeasured_memory(const NodeUnderJudgement &node);

// ---- The class.

/// Adds what was not compared. `reasons` are the group's; empty if its nodes can be compared.
void find_not_judged(const NodeUnderJudgement &node, const std::vector<std::string> &reasons);

/// Makes the first of the findings' classes the node's, and puts its findings first. Adds possible
/// explanations for a slow node, and what few comparable nodes have to any other.
void conclude(const NodeUnderJudgement &node);

} // namespace hashlane::cluster
