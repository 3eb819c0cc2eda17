// SPDX-License-Identifier: MIT
//
// Measures many rows in rounds: each is visited briefly, again and again over the whole run, so
// that a temporary disturbance of the machine affects a little of every row instead of all of one.
// Each visit has new threads, with a clock, a stack and data of their own: conditions that last for
// a visit, such as a neighbour on the core or a layout, are then one influence among many.
#pragma once

#include "../machine/clock/instruction_timing.h"
#include "../machine/topology/placement.h"
#include "contention.h"
#include "runner.h"
#include "summary.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hashlane::measure {

/// The distribution of a run's time.
struct RoundPlan {
    /// The time of the whole run; the first round is finished even if it takes longer. With 0 every
    /// row has `most_visits`, however long that takes.
    double budget_ns = 0;
    double extra_ns = 0; ///< after the budget, for rows that cannot be compared yet
    unsigned least_visits = statistics::enough_visits;
    unsigned most_visits = 40;
};

/// Hands out rows in rounds: in each, every row that is not settled, in random order, but in the
/// first in the order given, so that tables can grow. Rows that are settled early leave their time
/// to the others.
class Rounds {
public:
    using IsSettled = std::function<bool(std::size_t row)>;
    using IsComparable = IsSettled;

    Rounds(std::size_t rows, const RoundPlan &plan, std::uint64_t seed);

    /// Returns the row to visit now; nothing if every row is settled, or the budget is used up and
    /// every row can be compared, or the extra time is used up, too. It reads the state of each row
    /// before each round, and after the budget before each visit.
    std::optional<std::size_t> next(
        double elapsed_ns, const IsSettled &is_settled,
        const IsComparable &is_comparable = [](std::size_t) { return true; });

    /// Ends the visits of this row.
    void give_up(std::size_t row) { given_up_[row] = true; }

    unsigned round() const { return round_; }               ///< 1 after the first call of next()
    std::size_t waiting() const { return waiting_.size(); } ///< of this round
    std::size_t rows_of_round() const { return rows_of_round_; } ///< that are not settled

private:
    bool is_open(std::size_t row, const IsSettled &is_settled) const;

    RoundPlan plan_;
    std::mt19937_64 random_;
    std::vector<unsigned> visits_;
    std::vector<bool> given_up_;
    std::vector<std::size_t> waiting_; ///< of this round, the next one last
    unsigned round_ = 0;
    std::size_t rows_of_round_ = 0;
};

/// One row in the making.
class RowMeasurement {
public:
    /// Measures on one thread for each of `cpus`, each pinned to its CPU. A CPU that is listed more
    /// than once is shared by that many threads. `number` distinguishes it from other rows of the
    /// run. The job must outlive it.
    RowMeasurement(const Job &job, std::vector<int> cpus, std::size_t number = 0)
        : job_(job), cpus_(std::move(cpus)), number_(number)
    {
    }
    RowMeasurement(Job &&job, std::vector<int> cpus, std::size_t number = 0) = delete;

    const std::vector<int> &cpus() const { return cpus_; }
    unsigned visits() const { return visits_; }

    /// Returns the time in which its threads worked, disturbances included: of each visit that of
    /// the thread that took longest.
    double work_ns() const { return work_ns_; }

    /// Measures once more with the context's plan, and learns from the bursts. Nothing of a visit
    /// that fails is kept. Throws a ThreadError if a thread cannot be started, and a ChildFailure
    /// if foreign code fails.
    std::optional<VisitFailure> visit(const MeasureContext &context, const Layout &layout,
                                      UndisturbedBurst &burst);

    /// Sums up all visits so far. Precondition: there is one at least.
    results::Row row(const UndisturbedBurst &burst) const;

    /// True if more visits would change nothing. Cheap if row() was called since the last visit,
    /// and bursts learnt meanwhile change no verdict.
    bool is_settled(const UndisturbedBurst &burst) const { return state(burst).settled; }

    /// True if its visits so far give an interval that can be trusted. As cheap as is_settled().
    bool is_comparable(const UndisturbedBurst &burst) const { return state(burst).comparable; }

    /// Sums up the thread on cpus()[thread] alone, while the others ran in parallel.
    results::Row row_of_thread(std::size_t thread, const UndisturbedBurst &burst) const;

    /// Returns the CPUs on which the results of a visit were wrong.
    const std::set<int> &wrong_cpus() const { return wrong_; }

private:
    std::variant<Visit, VisitFailure> take(const VisitRequest &request);
    void add(Visit visit, const MeasureContext &context, UndisturbedBurst &burst);
    void learn(const std::vector<ThreadSamples> &visit, UndisturbedBurst &burst);
    Measured measured(const UndisturbedBurst &burst) const;
    std::size_t count_contended_windows(const UndisturbedBurst &burst) const;

    const Job &job_;
    std::vector<int> cpus_;
    std::size_t number_;
    unsigned visits_ = 0;
    std::uint64_t iterations_per_sample_ = 0;
    std::size_t most_samples_ = 1 << 16; ///< with more of them, later ones are twice as long
    std::vector<ThreadSamples> threads_;
    RowClock clock_;
    bool binds_ = true;  ///< the system binds threads: it did in the first visit
    bool pinned_ = true; ///< in all visits
    double work_ns_ = 0;
    std::set<int> wrong_;
    std::vector<double> window_bursts_; ///< of all visits' windows

    /// The last result of row(), and the other inputs that it depends on besides the samples of as
    /// many visits.
    struct State {
        unsigned visits = 0;
        std::size_t contended_windows = 0;
        bool settled = false, comparable = false;
    };
    const State &state(const UndisturbedBurst &burst) const;
    mutable State state_;
    machine::EnergyReading used_; ///< joules and seconds of all visits together
    double idle_watts_ = 0;
};

/// The fewest cycles that kernels can take on each kind of core (workloads/bound.h).
class Bounds {
public:
    explicit Bounds(const machine::ClockRequest &clock) : clock_(clock) {}

    /// Times what bounds these operations on the placement's kind of core, as long as that is not
    /// certain: something may share the core in some visits.
    void visit(const machine::Placement &placement, const workloads::Operations &operations);

    /// True if only single instructions could be timed: the bounds are too low.
    bool lack_mixes() const;

    /// Fills in the row's bound, if these operations were timed; null: not known.
    void add_to(results::Row &row, const workloads::Operations *operations) const;

private:
    machine::ClockRequest clock_;
    std::map<std::string, workloads::CoreTimes> times_; ///< by core kind
};

/// A row to be measured: this job on these CPUs, and the row's fields for them.
struct WantedRow {
    const Job *job; ///< outlives the run
    machine::Placement placement;
    std::string scope = {}; ///< "core 0", "all cores"; empty outside sweeps
    unsigned cores = 0;     ///< of a scope: how many the CPUs belong to
    unsigned repetition = 0, repetitions = 1;

    unsigned threads() const { return static_cast<unsigned>(placement.cpus.size()); }

    /// Returns "sha256-chain.shani.x2 on P-core".
    std::string name() const;
};

/// Returns the jobs, each in every placement, `repetitions` times. They must outlive the rows.
std::vector<WantedRow> rows_of(const std::vector<Job> &jobs,
                               const std::vector<machine::Placement> &placements,
                               unsigned repetitions);
std::vector<WantedRow> rows_of(std::vector<Job> &&jobs,
                               const std::vector<machine::Placement> &placements,
                               unsigned repetitions) = delete;

struct RunPlan {
    SamplingPlan visit; ///< of one row
    RoundPlan rounds;
    KnownBursts known_bursts = {}; ///< from earlier runs
    Bounds *bounds = nullptr;      ///< that rows are compared with, if any
};

/// A cause other than the row's own results that kept it from being measured.
struct Obstacle {
    std::string reason;
    bool is_foreign = false; ///< foreign code failed, and its earlier visits are not trusted
};

/// The reason that a visit yielded nothing.
using RowFailure = std::variant<results::Mismatch, Interrupted, Obstacle>;

/// Returns the time of a round of `rows` with the shortest visits. With less, rows would be left
/// out.
double least_budget_ns(std::size_t rows);

/// Returns a plan with visits that are short enough for several in this time, unless that is too
/// short for a result.
RunPlan plan_visits(double budget_ns, std::size_t rows);

/// Returns the length of the next round's visits, of which the last round's had `visit_ns`:
/// shorter, down to a window, if at the last round's pace the budget is used up before every row
/// has its least number of visits, since other work has the CPU.
double paced_visit_ns(const RunPlan &plan, double visit_ns, double elapsed_ns, double last_round_ns,
                      unsigned rounds_done);

/// Plans `samples` samples of a row, of `sample_ns` or longer, in several visits of equal size.
RunPlan plan_samples(std::uint64_t samples, double sample_ns);

/// Plans at least `iterations` iterations of a row, in several visits of equal size.
RunPlan plan_iterations(std::uint64_t iterations);

class RunInRounds {
public:
    RunInRounds(std::vector<WantedRow> wanted, const RunPlan &plan,
                const machine::ClockRequest &clock, const std::atomic<bool> &stop,
                machine::EnergyMeter *meter);

    /// Returns the row to visit now; nothing when the run is over.
    std::optional<std::size_t> next();

    /// Measures the row once more. After a failure it is not visited again.
    std::optional<RowFailure> visit(std::size_t row);

    /// True if the row was measured, and nothing since then has shown that it is wrong.
    bool has_row(std::size_t row) const { return visits(row) > 0 && !refuted_.contains(row); }

    /// Sums up all visits so far. Precondition: there is one at least.
    results::Row row(std::size_t row) const;

    /// Sums up each of its threads by itself, in the order of its CPUs.
    std::vector<results::Row> rows_of_threads(std::size_t row) const;

    /// Returns the CPUs on which the row's results were wrong.
    const std::set<int> &wrong_cpus(std::size_t row) const { return rows_[row].wrong_cpus(); }

    /// Returns the number of visits without a failure.
    unsigned visits(std::size_t row) const { return rows_[row].visits(); }

    /// Returns the cost of a burst of a single thread on each kind of core while nothing shares
    /// that, for sources that count core cycles.
    KnownBursts learnt_bursts() const;

    /// The progress: the round, and the number of rows that were settled when it began.
    unsigned round() const { return rounds_.round(); }
    std::size_t settled() const { return rows_.size() - rounds_.rows_of_round(); }
    std::optional<double> seconds_left() const; ///< of the budget, if there is one
    double share_done() const;                  ///< of the budget, or of the round without a budget

private:
    /// Rows whose bursts can be compared with each other: on one kind of core, by as many threads.
    /// Threads of one row may share a core with each other: that is no neighbour.
    using BurstGroup = std::pair<std::string, std::size_t>;

    static BurstGroup group_of(const WantedRow &wanted);
    std::optional<RowFailure> try_visit(std::size_t row);
    results::Row labelled(results::Row row, const WantedRow &wanted) const;
    double elapsed_ns() const;

    std::vector<WantedRow> wanted_;
    RunPlan plan_;
    MeasureContext context_;
    Rounds rounds_;
    std::mt19937_64 random_;
    std::vector<RowMeasurement> rows_;
    std::set<std::size_t> refuted_; ///< rows whose earlier visits are not trusted
    std::map<BurstGroup, UndisturbedBurst> bursts_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    double round_start_ns_ = 0;
};

// ---- Rows of a sweep: lanes × threads of one workload on one core, on the cores of a kind, on all
// cores ----

/// The CPUs of a core: its threads.
using CoreCpus = std::vector<int>;

/// The cores that a table's cells run on.
struct SweepScope {
    std::string name; ///< "core 0", "P-core", "all cores"
    std::vector<CoreCpus> cores;
};

struct SweepCell {
    WantedRow wanted;
    std::optional<results::Row> row = {}; ///< once measured
    std::string problem = "";             ///< why there is no row
};

/// All cells of one scope: for each job, each count of threads in ascending order.
struct SweepTable {
    std::string scope;
    std::vector<SweepCell> cells;
};

/// Returns one kernel for each number of lanes, ascending: of `candidates` the one whose recorded
/// costs on this core or the most similar one (recorded_costs.h) are lowest; the first, where none
/// are recorded.
std::vector<const Kernel *> kernels_by_lanes(std::span<const Kernel *const> candidates,
                                             const CpuInfo &cpu = this_cpu());

/// Returns "core 0 shani.x2 2 threads".
std::string describe(const SweepCell &cell);

/// Returns 1, 2, 4, … and the number of CPUs in the scope.
std::vector<unsigned> usual_threads(const SweepScope &scope);

/// Returns the cells to measure, of jobs that must outlive them. `threads` ascending.
SweepTable plan_sweep(const SweepScope &scope, const std::vector<Job> &jobs,
                      const std::vector<unsigned> &threads);
SweepTable plan_sweep(const SweepScope &scope, std::vector<Job> &&jobs,
                      const std::vector<unsigned> &threads) = delete;

/// Returns core cycles for one hash or permutation, all threads of a core together.
double cycles_per_unit_of_core(const SweepCell &measured);

} // namespace hashlane::measure
