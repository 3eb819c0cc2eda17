// SPDX-License-Identifier: MIT
//
// A measuring command under way: its settings, its display and its results. A command plans its
// rows (jobs.h), and then reads: Session, measure_all(), finish(); or, where it does more between
// the rows, begin() and measure_rows() in the place of measure_all().
#pragma once

#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/telemetry.h"
#include "../cli/options.h"
#include "../cli/settings.h"
#include "../machine/sensors/energy_meter.h"
#include "../measure/run_in_rounds.h"
#include "../results/run.h"
#include "../show/tables/exporters.h"
#include "../show/tables/run_table.h"
#include "jobs.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::commands {

/// Throws a CommandError if the cycle source that the user named cannot be used in a place: it is
/// not replaced by another. A session does so by itself.
void require_clock(const machine::ClockRequest &request,
                   const std::vector<machine::Placement> &placements);

/// The results of a run so far. --out is rewritten with every addition, so that whatever ends the
/// program loses nothing.
class ResultLog {
public:
    ResultLog(results::Context context, const std::string &out_path)
        : out_(out_path), report_{std::move(context), {}, {}, {}, {}, {}}
    {
    }

    /// Keeps `places` adjacent places for rows to come, and returns the first one's number.
    std::size_t reserve(std::size_t places);

    /// Puts a row into its place, or a better one in its stead. It stays valid until the next one.
    /// --out follows within a second.
    const results::Row &put(std::size_t place, results::Row row);

    /// Takes the row of that place back, if there is one: it has turned out to be wrong.
    void remove(std::size_t place);

    void add(results::Mismatch mismatch);
    void skip(const std::vector<results::Skipped> &skipped);
    void set_interrupted() { interrupted_ = true; }
    /// Something kept a row from being measured. The run goes on, and fails at its end.
    void set_failure(const std::string &reason);
    void set_energy_source(const std::string &source) { report_.context.energy_source = source; }
    /// Writes --out, if it was asked for. Where that fails, out_failure() has the reason until a
    /// later save works.
    void save();

    bool is_interrupted() const { return interrupted_; }
    const std::string &failure() const { return failure_; }         ///< the first one; or empty
    const std::string &out_failure() const { return out_failure_; } ///< of the last save; or empty
    const results::Report &report() const { return report_; }

private:
    std::size_t find(std::size_t place) const;

    cli::OutFile out_;
    results::Report report_;
    std::vector<std::size_t> places_; ///< one for each row of the report, ascending
    std::size_t next_place_ = 0;
    std::chrono::steady_clock::time_point next_save_;
    bool interrupted_ = false;
    std::string failure_, out_failure_;
};

/// The output of a command while it measures: on standard output the tables as they grow, if a
/// person reads it, or JSON lines; on stderr a line with the current row and the remaining time.
class Display {
public:
    Display(const cli::OutputSettings &output, bool quiet);

    /// From now on rows are shown when they are measured, if standard output is a terminal that
    /// gets tables. Before it is called, no row is shown.
    void expect(const Planned &planned);

    void announce(const show::Progress &progress) const;

    /// Announces a row of a run in rounds, which is about to be visited.
    void announce_visit(const measure::RunInRounds &run, std::size_t rows, const std::string &name);

    /// Announces the item with this index, from 0, of `count`.
    void announce(std::size_t index, std::size_t count, const std::string &name) const;
    void clear_progress() const;

    /// `place` is the row's in the log; `is_final`: it will not be measured again.
    void show(const results::Row &row, std::size_t place, bool is_final);

    /// True if these rows, all there are, have been shown: the caller must not show them again.
    bool close_tables(const std::vector<results::Row> &rows);

private:
    cli::OutputSettings output_;
    bool progress_;
    unsigned progress_width_;
    std::optional<show::GrowingTables> tables_;
    std::string last_measured_; ///< with its first figure; or empty
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Session {
    /// Gathers what is known of the machine, and checks that --out and --submit can be written.
    Session(const cli::MeasureSettings &measure_settings,
            const cli::OutputSettings &output_settings, std::vector<machine::Placement> where,
            const std::string &line);
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    cli::MeasureSettings measure;
    cli::OutputSettings output;
    std::vector<machine::Placement> placements;
    machine::EnergyMeter meter; ///< before anything is pinned: its own thread inherits the binding
    cli::OutFile submission;
    ResultLog log;
    Display display;
    measure::Bounds bounds;
};

/// Measures the idle machine's power if that is possible, and says on stderr what measures where.
/// From now on an interrupt ends the measuring, not the program. Kernels that were skipped, and
/// a failure so far, are logged. Throws a CommandError if such results cannot be submitted.
void begin(Session &session, const Chosen &chosen);

/// Program, machine and CPUs in two lines on stderr.
void print_context(const results::Context &context,
                   const std::vector<machine::Placement> &placements);

struct MeasuredRow {
    std::optional<results::Row>
        row;              ///< nothing if it was wrong, or not measured before an interrupt
    std::string obstacle; ///< what else kept it from being measured; or empty
};

/// Measures all rows in rounds, and keeps them in the log in this order. If one cannot be measured,
/// the others go on, and the log has the failure.
std::vector<MeasuredRow> measure_rows(Session &session,
                                      const std::vector<measure::WantedRow> &wanted,
                                      measure::RunPlan plan);

/// Keeps the outcome of another kind of measurement. False if it is not a row.
bool keep_outcome(Session &session, measure::Outcome outcome);

/// Begins the session and measures what was chosen: the planned rows, and then each job of devices
/// --repetitions times, its devices side by side if they are different hardware, with a row for all
/// together. A row that cannot be measured is skipped with the reason, and the others go on. Stops
/// at an interrupt.
void measure_all(Session &session, const Chosen &chosen, const Planned &planned,
                 const backends::DevicePlan &on_devices = {});

/// "keccak-chain on cuda:0, opencl:1", for the line of progress.
std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group);

/// Saves the report. True if its rows were shown while they were measured: prints what they mean.
bool was_shown(Session &session);

/// Reports on stderr what standard output lacks, writes --submit and returns the exit code.
int end(const Session &session);

/// Prints the report, or what a command makes of it, as the output settings say, and ends.
template <class Thing>
int finish(Session &session, const show::Exporters<Thing> &exporters,
           const std::type_identity_t<Thing> &thing)
{
    if (!was_shown(session))
        cli::print_as(session.output, exporters, thing);
    return end(session);
}

} // namespace hashlane::commands
