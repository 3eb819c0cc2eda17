// SPDX-License-Identifier: MIT
//
// From a report's structures to text. Writers read results only: they measure nothing, print
// nothing and decide nothing.
#pragma once

#include "../../workloads/keccak_range.h"
#include "exporters.h"

#include <string>
#include <vector>

namespace hashlane::show {

/// Writes aligned columns, one table for each workload, for people at a terminal.
std::string write_rows(const std::vector<results::Row> &rows, const Style &style);

/// Writes the results that most users look for: a line for the best row of each chain with one lane
/// and on one core, of messages of each length, and of both on all cores; '!' marks one for which
/// no row is trusted. Below: the undisturbed share of the time. An empty line comes first. Nothing
/// for rows of one workload, nor for as few rows as lines: the tables show all that.
std::string write_summary(const results::Report &report, const Style &style);

/// Writes the rank of the run among published results: a line for the best row of one chain and of
/// one thread, for each workload with published results. An empty line and a heading come first;
/// nothing without such a row.
std::string write_standing(const results::Report &report, const Style &style);

/// Writes tables, and what belongs below them.
std::string write_table(const results::Report &report, const Style &style);

/// Writes the part below the tables of a run: the summary if there is one, with the rank among
/// published results unless it is Markdown, and the notes.
std::string write_conclusions(const results::Report &report, const Style &style);

/// Writes one line per row, all values in base units.
std::string write_csv(const results::Report &report);

/// Writes the changed files' side of a comparison for github-action-benchmark.
std::string write_action_comparison(const compare::ComparisonReport &report);

/// Writes the Keccak suite's lines: `_S_` for each chain, `_F_` for the run. Precondition: the row
/// is one of a range of keys.
std::string write_classic(const results::Row &row, const std::vector<workloads::ChainEnd> &chains);

/// Lists processor, cores and their shared parts, limits, system and build.
Facts machine_facts(const results::Context &context);

} // namespace hashlane::show
