// SPDX-License-Identifier: MIT
//
// Changes from one run to others: the repetitions of a measurement, the values of one measure of
// one row, and how certain a change is; and kernels against files. docs/how-to/compare.md explains
// the rules in words.
#pragma once

#include "../results/notes.h"
#include "../results/run.h"
#include "../statistics/statistics.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::compare {

/// The places of rows in a list of them.
using KeyPlaces = std::map<results::RowKey, std::size_t>;

enum class Measure {
    cycles, ///< core cycles for one hash: per clock
    time,   ///< nanoseconds for one hash of one thread: absolute
};

enum class Verdict { faster, slower, same, uncertain };

/// "faster", "slower", "same", "uncertain".
const char *verdict_name(Verdict verdict);

/// One measure of one row, changed against base.
struct Assessment {
    Measure measure = Measure::cycles;
    double base_cost = 0; ///< for one hash of one thread
    double changed_cost = 0;
    double ratio = 1; ///< changed_cost / base_cost: below 1 is faster
    std::optional<statistics::Interval95>
        interval; ///< nothing if there are too few visits for an interval
    std::optional<double> p;
    bool confirmed = true;   ///< false if a half of the visits, taken alone, does not agree
    bool trustworthy = true; ///< both sides
    Verdict verdict = Verdict::uncertain;
    std::string reason; ///< why uncertain; else empty
};

/// Fewer visits of all runs together give no verdict.
constexpr std::size_t least_values = results::comparable_visits;

/// Judges runs by the cost of each. `threshold` is the change that does not matter. Precondition:
/// each side has least_values.
Assessment judge_runs(const std::vector<double> &base, const std::vector<double> &changed,
                      double threshold);

/// True if it is slower by more than `limit` (0.03 for 3 %), as certain as a verdict is: a reason
/// for a build to fail.
bool is_regression(const Assessment &assessment, double limit);

/// True if it is known not to be slower by more than `limit`: the interval ends below it.
bool is_within(const Assessment &assessment, double limit);

struct ComparedRow {
    results::RowKey key;
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
    std::vector<results::Report> files;
    std::vector<Comparison> comparisons;
};

Comparison compare(const results::Report &base, const results::Report &changed, double threshold);

/// Compares two files or more. Throws a BadFile if no file has a row in common with the first.
ComparisonReport compare_all(std::vector<results::Report> files, double threshold);

/// Kernels against files: the way this field reports compilers and machines.
struct Matrix {
    struct Cell {
        double hashes_per_second = 0;                         ///< all threads together
        std::optional<double> cycles_per_hash;                ///< of the core; of one thread
        std::optional<double> hashes_per_second_at_tenth_ghz; ///< all threads together
        bool trustworthy = true;
    };
    struct Line {
        results::RowKey key;
        std::vector<std::optional<Cell>> cells; ///< one a file; nothing if it has no such row
    };
    std::vector<std::string> paths;
    std::vector<std::string> labels; ///< the properties that distinguish each file from the others
    std::vector<Line> lines;         ///< in the order in which they first appear in a file
};

/// Returns a label for each file: the properties that distinguish it from the others.
std::vector<std::string> distinct_labels(const std::vector<results::Report> &files);

/// Labels are the compilers, or else the processors, or else the names of the files, whichever
/// differs between all of them.
Matrix make_matrix(const std::vector<results::Report> &files);

} // namespace hashlane::compare
