// SPDX-License-Identifier: MIT
//
// Changes from one run to others: the repetitions of a measurement, the values of one measure of
// one row, and how certain a change is; and kernels against files. docs/how-to/compare.md explains
// the rules in words.
#ifndef HASHLANE_SRC_COMPARE_COMPARISON_H
#define HASHLANE_SRC_COMPARE_COMPARISON_H

#include "../results/notes.h"
#include "../results/run.h"
#include "../statistics/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::compare {

enum class Measure {
    cycles, ///< core cycles for one hash: per clock
    time,   ///< nanoseconds for one hash of one thread: absolute
};

/// The repetitions of one measurement in one run.
struct Series {
    results::RowKey key;
    double bytes_per_hash = 0;
    /// Those that can be trusted, or all where none can.
    std::vector<const results::Row *> rows;
    std::size_t left_out = 0; ///< repetitions that cannot, where others can

    bool trustworthy() const { return results::is_trustworthy(*rows.front()); }

    /// True if a verdict is possible: the values are trusted, or all that is wrong with them is
    /// that enough visits disagree, and the interval is as wide as they do.
    bool can_be_judged() const;
    bool has_core_cycles() const; ///< in every repetition
    bool has_samples(Measure measure) const;

    bool has_visits() const; ///< every repetition several

    /// Returns every sample; if a repetition has none, each one's visits, or its median.
    statistics::Observations observations(Measure measure) const;

    /// Precondition: has_visits().
    statistics::VisitCosts visits(Measure measure) const;
};

/// Returns the series in the order in which they first appear. They refer to the file's rows.
std::vector<Series> series_of(const results::Report &file);

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

/// Fewer visits, or runs of a single visit, give no verdict.
constexpr std::size_t least_values = results::comparable_visits;

/// Computes costs, interval and p, without the verdict. `threshold` is the change that does not
/// matter.
Assessment assess(const Series &base, const Series &changed, Measure measure, double threshold);

/// Writes the verdict, or why there is none. Precondition: there is an interval.
void judge(Assessment &assessment, double threshold);

/// True if it is slower by more than `limit` (0.03 for 3 %), as certain as a verdict is: a reason
/// for a build to fail.
bool is_regression(const Assessment &assessment, double limit);

struct ComparedRow {
    results::RowKey key;
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
    std::vector<results::Report> files;
    std::vector<Comparison> comparisons;
};

Comparison compare(const results::Report &base, const results::Report &changed, double threshold);

/// Compares two files or more. Throws a BadFile if no file has a row in common with the first.
ComparisonReport compare_all(std::vector<results::Report> files, double threshold);

/// Kernels against files: the way this field reports compilers and machines.
struct Matrix {
    struct Cell {
        double hashes_per_second = 0;          ///< all threads together
        std::optional<double> cycles_per_hash; ///< of the core; of one thread
        bool trustworthy = true;

        /// Returns the rate of all `threads` at 0.1 GHz.
        std::optional<double> hashes_per_second_at_tenth_ghz(unsigned threads) const;
    };
    struct Line {
        results::RowKey key;
        double bytes_per_hash = 0;
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

#endif
