// SPDX-License-Identifier: MIT
//
// From a report's structures to text. Writers read results only: they measure nothing, print
// nothing and decide nothing.
#ifndef HASHLANE_SRC_REPORT_REPORT_H
#define HASHLANE_SRC_REPORT_REPORT_H

#include "../measure/result.h"
#include "style.h"

#include <string>
#include <vector>

namespace hashlane {

struct KeyRangeResult;

/// Aligned columns, one table for each workload, for people at a terminal.
std::string write_rows(const std::vector<Row> &rows, const Style &style);

/// What is said below the tables: an empty line and remarks, or nothing.
std::string write_remarks(const Report &report, const Style &style);

/// Both, and between them the summary (run_summary.h) where there is one.
std::string write_table(const Report &report, const Style &style);

/// What stands below the tables of a run: the summary where there is one, with where it stands
/// among published results (standing_text.h), and the remarks.
std::string write_conclusions(const Report &report, const Style &style);

/// The same columns as GitHub-flavoured Markdown.
std::string write_markdown(const Report &report, const Style &style);

/// One line a row, all figures in base units.
std::string write_csv(const Report &report);

/// Google Benchmark's JSON with our figures as counters; docs/json.md describes every field.
std::string write_json(const Report &report);

/// The Keccak suite's lines: `_S_` for each chain, `_F_` for the run.
std::string write_classic(const KeyRangeResult &result);

/// "function,dst_len,64,256,…": median cycles per byte of one sha3 kernel's rows.
std::string write_sha3_csv(const std::vector<Row> &rows);

} // namespace hashlane

#endif
