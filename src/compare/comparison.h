// SPDX-License-Identifier: MIT
//
// What changed from one result file to others. docs/compare.md explains the rules in words.
#ifndef HASHLANE_SRC_COMPARE_COMPARISON_H
#define HASHLANE_SRC_COMPARE_COMPARISON_H

#include "../statistics/bootstrap.h"
#include "series.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

enum class Verdict { faster, slower, same, uncertain };

/// "faster", "slower", "same", "uncertain".
const char *verdict_name(Verdict verdict);

/// One measure of one row, changed against base.
struct Assessment {
    Measure measure = Measure::cycles;
    double base_cost = 0; ///< for one hash of one thread
    double changed_cost = 0;
    double ratio = 1;                      ///< changed_cost / base_cost: below 1 is faster
    std::optional<RatioInterval> interval; ///< nothing where there is too little to base it on
    std::optional<double> p;
    bool trustworthy = true; ///< both sides
    Verdict verdict = Verdict::uncertain;
    std::string reason; ///< why uncertain; else empty
};

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

/// Slower by more than `limit` (0.03 for 3 %), as sure as a verdict is: what a build may fail for.
bool is_regression(const Assessment &assessment, double limit);

} // namespace hashlane

#endif
