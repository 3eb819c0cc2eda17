// SPDX-License-Identifier: MIT
//
// What 'hashlane compare' found: what differs around the measurements, then what changed in them.
#ifndef HASHLANE_SRC_REPORT_COMPARE_REPORT_H
#define HASHLANE_SRC_REPORT_COMPARE_REPORT_H

#include "../compare/comparison.h"
#include "report.h"

namespace hashlane {

/// One table for each workload and measure; the row that lost most is marked.
std::string write_comparison_table(const ComparisonReport &report, const Style &style);
std::string write_comparison_markdown(const ComparisonReport &report);

/// docs/json.md describes it.
std::string write_comparison_json(const ComparisonReport &report);

/// Facts in which the files differ: for each its name, and its value in each file.
struct Difference {
    std::string what;
    std::vector<std::string> values;
};
std::vector<Difference> context_differences(const std::vector<ResultFile> &files);

/// An assessment in the measure that is shown: cycles, or hashes a second of all threads.
struct ShownAssessment {
    double base = 0, changed = 0;
    double ratio = 1; ///< changed / base: of rates above 1 is faster
    std::optional<RatioInterval> interval;
};
ShownAssessment shown(const ComparedRow &row, const Assessment &assessment);

} // namespace hashlane

#endif
