// SPDX-License-Identifier: MIT
//
// What changed from one result file to others. docs/compare.md explains the rules in words.
#ifndef HASHLANE_SRC_COMPARE_COMPARISON_H
#define HASHLANE_SRC_COMPARE_COMPARISON_H

#include "assessment.h"

#include <string>
#include <vector>

namespace hashlane {

struct ComparedRow {
    RowKey key;
    double bytes_per_hash = 0;
    /// The first decides; there is a second when the machines differ.
    std::vector<Assessment> assessments;

    const Assessment *find(Measure measure) const;
};

struct Comparison {
    bool same_machine = true;
    std::vector<ComparedRow> rows; ///< in the order of the base file
    std::vector<std::string> only_in_base, only_in_changed;
    std::vector<std::string> remarks;
};

/// The first file is the base of all comparisons, the second of comparisons[0] the changed one.
struct ComparisonReport {
    double threshold = 0; ///< the change that does not matter: 0.01 for 1 %
    std::vector<ResultFile> files;
    std::vector<Comparison> comparisons;
};

Comparison compare(const ResultFile &base, const ResultFile &changed, double threshold);

/// Two files or more. Throws a BadFile when no file has a row in common with the first.
ComparisonReport compare_all(std::vector<ResultFile> files, double threshold);

} // namespace hashlane

#endif
