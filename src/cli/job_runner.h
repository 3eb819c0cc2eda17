// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_JOB_RUNNER_H
#define HASHLANE_SRC_CLI_JOB_RUNNER_H

#include "../machine/energy_meter.h"
#include "../measure/runner.h"
#include "bounds.h"
#include "display.h"
#include "result_log.h"
#include "settings.h"

#include <functional>
#include <vector>

namespace hashlane {

/// Measures jobs and keeps what comes of them.
class JobRunner {
public:
    /// All must outlive it.
    JobRunner(const MeasureSettings &measure, const std::vector<Placement> &placements,
              EnergyMeter &meter, ResultLog &log, Display &display)
        : measure_(measure),
          placements_(placements),
          meter_(meter),
          log_(log),
          display_(display),
          bounds_(measure.clock)
    {
    }

    /// The jobs in turn, each in every placement and as often as --repetitions says. Stops at an
    /// interrupt.
    void measure_all(const std::vector<Job> &jobs, const SamplingPlan &plan);

    /// The tables that these jobs will fill, for Display::expect().
    std::vector<TableShape> tables_of(const std::vector<Job> &jobs) const;

    /// One job in one placement. Null if there is no row: it was wrong, or interrupted. `label`
    /// puts more into the row before it is kept. The row is valid until the next one.
    const Row *measure_at(const Job &job, const Placement &placement, const SamplingPlan &plan,
                          const std::function<void(Row &)> &label);

    /// Times what bounds the kernels on the placement's kind of core, before rows are measured.
    void prepare(const Placement &placement) { bounds_.prepare(placement); }

    /// What was measured by other means: null if it is not a row.
    const Row *keep(Outcome outcome);

private:
    TableShape empty_table(Workload workload) const;
    void measure_job(const Job &job, const Placement &placement, const SamplingPlan &plan);

    const MeasureSettings &measure_;
    const std::vector<Placement> &placements_;
    EnergyMeter &meter_;
    ResultLog &log_;
    Display &display_;
    Bounds bounds_;
};

} // namespace hashlane

#endif
