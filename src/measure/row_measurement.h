// SPDX-License-Identifier: MIT
//
// One row in the making. It is visited again and again over a whole run, each time by new threads,
// with a clock, a stack and data of their own: what stays as it is during a visit, a neighbour on
// the core or a layout, is then one influence among many.
#ifndef HASHLANE_SRC_MEASURE_ROW_MEASUREMENT_H
#define HASHLANE_SRC_MEASURE_ROW_MEASUREMENT_H

#include "contention.h"
#include "layout.h"
#include "row_clock.h"
#include "runner.h"

#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace hashlane {

class RowMeasurement {
public:
    /// On one thread for each of `cpus`, each pinned to its CPU. A CPU that is listed more than
    /// once is shared by that many threads. `number` tells it from other rows of the run.
    RowMeasurement(Job job, std::vector<int> cpus, std::size_t number = 0)
        : job_(std::move(job)), cpus_(std::move(cpus)), number_(number)
    {
    }

    const Job &job() const { return job_; }
    const std::vector<int> &cpus() const { return cpus_; }
    unsigned visits() const { return visits_; }

    /// Measures once more, as the context's plan says, and learns from the bursts. Nothing of a
    /// visit that fails is kept. Throws a ThreadError when a thread cannot be started, and a
    /// ForeignFailure when other people's code fails.
    std::optional<VisitFailure> visit(const MeasureContext &context, const Layout &layout,
                                      UndisturbedBurst &burst);

    /// Of all visits so far, of which there is one at least.
    Row row(const UndisturbedBurst &burst) const;

    /// Of the thread on cpus()[thread] alone, while the others ran beside it.
    Row row_of_thread(std::size_t thread, const UndisturbedBurst &burst) const;

    /// Where the results of a visit were wrong.
    const std::set<int> &wrong_cpus() const { return wrong_; }

private:
    std::variant<Visit, VisitFailure> take(const VisitRequest &request);
    void add(Visit visit, const MeasureContext &context, UndisturbedBurst &burst);
    Row summarised(Row row, std::vector<ThreadSamples> threads,
                   const UndisturbedBurst &burst) const;
    void watch_binding(std::vector<ThreadSamples> &visit, bool pinned);

    Job job_;
    std::vector<int> cpus_;
    std::size_t number_;
    unsigned visits_ = 0;
    std::uint64_t iterations_per_sample_ = 0;
    std::vector<ThreadSamples> threads_;
    RowClock clock_;
    bool binds_ = true;   ///< the system binds threads: it did in the first visit
    bool pinned_ = true;  ///< in all visits
    std::set<int> taken_; ///< CPUs on which a thread did not stay
    std::set<int> wrong_;
    EnergyReading used_; ///< joules and seconds of all visits together
    bool energy_known_ = false;
    double idle_watts_ = 0;
};

} // namespace hashlane

#endif
