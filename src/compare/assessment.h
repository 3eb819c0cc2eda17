// SPDX-License-Identifier: MIT
//
// What changed in one measure of one row, and how certain that is. docs/compare.md explains the
// rules in words.
#ifndef HASHLANE_SRC_COMPARE_ASSESSMENT_H
#define HASHLANE_SRC_COMPARE_ASSESSMENT_H

#include "../statistics/bootstrap.h"
#include "series.h"

#include <optional>
#include <string>

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
    bool confirmed = true;   ///< by each half of the visits, where there are visits
    bool trustworthy = true; ///< both sides
    Verdict verdict = Verdict::uncertain;
    std::string reason; ///< why uncertain; else empty
};

/// The range of fewer values than these holds the true median less than 15 times in 16.
constexpr std::size_t least_values = 5;

/// Costs, interval and p, without the verdict. `threshold` is the change that does not matter.
Assessment assess(const Series &base, const Series &changed, Measure measure, double threshold);

/// Writes the verdict, or why there is none. Precondition: there is an interval.
void judge(Assessment &assessment, double threshold);

/// Slower by more than `limit` (0.03 for 3 %), as sure as a verdict is: what a build may fail for.
bool is_regression(const Assessment &assessment, double limit);

} // namespace hashlane

#endif
