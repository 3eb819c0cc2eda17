// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_JOB_RUNNER_H
#define HASHLANE_SRC_CLI_JOB_RUNNER_H

#include "../machine/energy_meter.h"
#include "../measure/run_in_rounds.h"
#include "bounds.h"
#include "display.h"
#include "result_log.h"
#include "settings.h"

#include <functional>
#include <optional>
#include <vector>

namespace hashlane {

/// A row that a command wants.
struct WantedRow {
    Job job;
    Placement placement;
    std::function<void(Row &)> label = [](Row &) {}; ///< puts more into the row
};

/// The jobs, each in every placement and so many times.
std::vector<WantedRow> rows_of(const std::vector<Job> &jobs,
                               const std::vector<Placement> &placements, unsigned repetitions);
struct MeasuredRow {
    std::optional<Row> row; ///< nothing if it was wrong, or not measured before an interrupt
    std::string obstacle;   ///< what else kept it from being measured; or empty
};

/// Those that something kept from being measured.
std::vector<Skipped> not_measured(const std::vector<WantedRow> &wanted,
                                  const std::vector<MeasuredRow> &measured);

/// Measures jobs and keeps what comes of them.
class JobRunner {
public:
    /// All must outlive it.
    JobRunner(const MeasureSettings &measure, EnergyMeter &meter, ResultLog &log, Display &display)
        : measure_(measure), meter_(meter), log_(log), display_(display), bounds_(measure.clock)
    {
    }

    /// The tables that these rows will fill if they are measured so, for Display::expect().
    std::vector<TableShape> tables_of(const std::vector<WantedRow> &wanted,
                                      const RunPlan &plan) const;

    /// Measures them all in rounds. They stand in the log in this order. When threads cannot be
    /// started for a row, the others go on, and the log has the failure.
    std::vector<MeasuredRow> measure(const std::vector<WantedRow> &wanted, RunPlan plan);

    /// Times what bounds the kernels on the placement's kind of core, before rows are measured.
    void prepare(const Placement &placement) { bounds_.prepare(placement); }

    /// What was measured by other means: null if it is not a row.
    const Row *keep(Outcome outcome);

private:
    Row finished(Row row, const WantedRow &wanted) const;

    const MeasureSettings &measure_;
    EnergyMeter &meter_;
    ResultLog &log_;
    Display &display_;
    Bounds bounds_;
};

} // namespace hashlane

#endif
