// SPDX-License-Identifier: MIT
//
// Measures many rows in rounds: each is visited briefly, again and again over the whole run, so
// that what disturbs the machine for a while disturbs a little of every row instead of all of one.
#ifndef HASHLANE_SRC_MEASURE_RUN_IN_ROUNDS_H
#define HASHLANE_SRC_MEASURE_RUN_IN_ROUNDS_H

#include "known_bursts.h"
#include "rounds.h"
#include "row_measurement.h"

#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hashlane {

/// A row to be measured.
struct RowRequest {
    Job job;
    std::vector<int> cpus;
    std::string core_kind; ///< of these CPUs; empty where all are alike
};

struct RunPlan {
    SamplingPlan visit; ///< of one row
    RoundPlan rounds;
    KnownBursts known_bursts; ///< from earlier runs
};

/// What a round of so many rows takes with the shortest visits. With less, rows would be left out.
double least_budget_ns(std::size_t rows);

/// Visits that are short enough for several in this time, as far as short ones say anything.
RunPlan plan_visits(double budget_ns, std::size_t rows);

/// One visit of each row, and no more, with a plan of its own.
RunPlan plan_once(const SamplingPlan &plan);

class RunInRounds {
public:
    RunInRounds(const std::vector<RowRequest> &requests, const RunPlan &plan,
                const ClockRequest &clock, const std::atomic<bool> &stop, EnergyMeter *meter);

    /// The row to visit now; nothing when the run is over.
    std::optional<std::size_t> next();

    /// Measures the row once more. A row that was wrong is not visited again, nor is one that
    /// throws: a ThreadError or a ForeignFailure, as RowMeasurement::visit().
    std::optional<VisitFailure> visit(std::size_t row);

    /// Of all its visits so far, of which there is one at least.
    Row row(std::size_t row) const;

    /// The same of each of its threads by itself, in the order of its CPUs.
    std::vector<Row> rows_of_threads(std::size_t row) const;

    /// Where its results were wrong.
    const std::set<int> &wrong_cpus(std::size_t row) const { return rows_[row].wrong_cpus(); }

    /// How often it was visited without a failure.
    unsigned visits(std::size_t row) const { return rows_[row].visits(); }

    /// What a burst costs a single thread on each kind of core while nothing shares that, as far as
    /// core cycles are counted.
    KnownBursts learnt_bursts() const;

    /// How far it has come: the round, and how many rows were settled when it began.
    unsigned round() const { return rounds_.round(); }
    std::size_t settled() const { return rows_.size() - rounds_.rows_of_round(); }
    std::optional<double> seconds_left() const; ///< of the budget, where there is one
    double share_done() const; ///< of the budget, or of the round where there is none

private:
    /// Rows whose bursts can be held against each other: on one kind of core, by as many threads.
    /// Threads of one row may share a core with each other: that is no neighbour.
    using BurstGroup = std::pair<std::string, std::size_t>;

    static BurstGroup group_of(const RowRequest &request);
    double elapsed_ns() const;

    std::vector<RowRequest> requests_;
    RunPlan plan_;
    MeasureContext context_;
    Rounds rounds_;
    std::mt19937_64 random_;
    std::vector<RowMeasurement> rows_;
    std::map<BurstGroup, UndisturbedBurst> bursts_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace hashlane

#endif
