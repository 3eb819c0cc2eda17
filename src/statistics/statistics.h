// SPDX-License-Identifier: MIT
//
// The summary of a set of repeated measurements, how far the ratio of two can be trusted, and the
// order in which they are taken and shown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace hashlane::statistics {

struct Summary {
    double median = 0;
    double min = 0;
    double p90 = 0;
    double mad = 0; ///< median absolute deviation from the median

    bool operator==(const Summary &) const = default;
};

/// Summarises at least one value.
Summary summarise(std::vector<double> values);

/// Returns the value below which `share` of the values lie, by linear interpolation. Of at least
/// one.
double quantile(std::vector<double> values, double share);

/// Returns quantile(values, 0.5), without sorting them.
double median(std::vector<double> values);

/// Returns the standard deviation that normal values have if these are their absolute deviations:
/// 1.4826 times the median. Of at least one.
double sigma_of(std::vector<double> deviations);

/// Returns the mean without the slowest tenth, which interrupts may have hit. Precondition: at
/// least one duration.
double trimmed_mean(std::vector<double> durations);

/// Returns the mean of those durations of equal pieces of work, at least one, that lie within 2 %
/// of their lower quartile: nearly three in four may have been interrupted.
double mean_of_undisturbed(std::vector<double> durations);

/// Returns the lowest value that three confirm, by lying within this share of each other: the
/// middle one of them. A disturbance makes most of them larger, a misread clock one smaller.
std::optional<double> lowest_confirmed(std::vector<double> values, double differ);

// ---- One value from the visits of a measurement, some of which were disturbed in a way that left
// no trace, and how far it can be trusted (docs/explanation/methodology.md) ----

struct Interval95 {
    double low = 0, high = 0;

    bool operator==(const Interval95 &) const = default;
};

struct Estimate {
    double value = 0;
    std::optional<Interval95> interval; ///< nothing for fewer than two costs
};

/// Fewer visits than these often lie above the lower quartile, all of them.
constexpr std::size_t enough_visits = 9;

/// Returns the typical cost if disturbances only add: the lower quartile, with the 95 % interval of
/// a bootstrap over visits, whose lower half is longer below enough_visits, and which lies above 0.
/// The same costs give the same interval. Precondition: at least one cost, all above 0.
Estimate estimate_cost(const std::vector<double> &costs);

/// The difference of two runs of one program beyond what the visits of each show, as a share:
/// docs/explanation/validation.md has the runs.
constexpr double unseen_by_visits = 0.0003;

/// Returns the interval that holds the cost of another run 19 times in 20, by that of one run's
/// visits.
constexpr Interval95 of_another_run(const Interval95 &visits)
{
    return {visits.low * (1 - unseen_by_visits), visits.high * (1 + unseen_by_visits)};
}

/// Returns the mean of the middle half of at least one value: hardly moved by outliers, as the
/// median is, but if a cost has two states it lies between them instead of on one by chance.
double interquartile_mean(std::vector<double> values);

// ---- The ratio of two measurements by their visits: how far it can be trusted. Visits are drawn,
// because the variation is between them and not between the samples of one. docs/how-to/compare.md
// explains it in words ----

/// The costs of a measurement's visits in the order of taking, for each run of the program. At
/// least one run, none empty.
using VisitCosts = std::vector<std::vector<double>>;

/// Half of the difference of two runs of one program, 19 times in 20
/// (docs/explanation/methodology.md): intervals are widened by it if the runs at hand are too few
/// to show it.
constexpr double allowed_between_runs = 0.002;

/// Returns the median over the runs' costs.
double visit_cost(const VisitCosts &runs);

/// Returns the 95 % interval of visit_cost(changed) / visit_cost(base): runs are drawn with
/// replacement, then visits of each; of more than 1,000 visits, 1,000 that are evenly spread. With
/// few runs it is widened by the usual difference between runs, which they cannot show.
Interval95 bootstrap_visit_ratio(const VisitCosts &base, const VisitCosts &changed);

/// True if the earlier and the later visits of each side, taken alone, agree with all of them:
/// beyond 1 + `threshold`, or below 1 - `threshold`.
bool halves_confirm(const VisitCosts &base, const VisitCosts &changed, double threshold);

// ---- Ranks ----

/// Returns the two-sided p-value of the Mann-Whitney U test (Wilcoxon's rank-sum test): how likely
/// such ranks are if `a` and `b`, at least one independent value each, come from one distribution.
/// Exact, with ties, while neither has over 20 values; else the normal approximation with
/// corrections for ties and continuity.
double mann_whitney_p(const std::vector<double> &a, const std::vector<double> &b);

// ---- Order ----

/// Returns a seed from the system, for a run without a given one.
inline std::uint64_t draw_seed()
{
    std::random_device source;
    const std::uint64_t high = source();
    return high << 32 | source();
}

/// Shuffles as every platform does for a given state of `random`: the results of std::shuffle() and
/// of the standard's distributions depend on the standard library.
template <class Item> void shuffle(std::vector<Item> &items, std::mt19937_64 &random)
{
    for (std::size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[static_cast<std::size_t>(random() % left)]);
}

} // namespace hashlane::statistics
