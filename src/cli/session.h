// SPDX-License-Identifier: MIT
//
// What the measuring commands share: choose kernels, measure jobs, keep --out up to date, tell
// the user how far it is, and end with a report and an exit code.
#ifndef HASHLANE_SRC_CLI_SESSION_H
#define HASHLANE_SRC_CLI_SESSION_H

#include "../clock/instruction_timing.h"
#include "../measure/runner.h"
#include "options.h"
#include "out_file.h"
#include "progress.h"

#include <functional>
#include <map>
#include <regex>
#include <span>
#include <string>
#include <vector>

namespace hashlane {

/// --filter: finds its regular expression in ids; empty, it finds all.
class IdFilter {
public:
    /// Throws a CommandError when it is no regular expression.
    explicit IdFilter(const std::string &expression);
    bool operator()(std::string_view id) const;

private:
    std::regex expression_;
};

/// Kernels of the workloads whose id `filter` finds (all, if it is empty), in the manifest's
/// order. Throws a CommandError when the filter is no regular expression or finds none.
std::vector<const Kernel *> matching_kernels(const std::string &filter,
                                             std::span<const Workload> workloads);

/// The matching kernels that can run here, and those that cannot. Throws a CommandError as well
/// when none can.
struct Selection {
    std::vector<const Kernel *> runnable;
    std::vector<Skipped> skipped;
};
Selection select_kernels(const std::string &filter, std::span<const Workload> workloads);

/// Where nothing else is asked for: on a core of each kind, or of the fastest only.
enum class Kinds { each, fastest };

class Session {
public:
    /// Checks every option that it uses, before anything is measured.
    Session(const Options &options, const std::string &command, const std::vector<Format> &formats,
            Kinds kinds = Kinds::each);

    /// With its own placements, for a command that chooses them by itself.
    Session(const Options &options, const std::string &command, const std::vector<Format> &formats,
            std::vector<Placement> placements);

    void skip(const std::vector<Skipped> &skipped);

    /// Measures the jobs in turn, each in every placement and as often as --repetitions says.
    /// Stops at an interrupt.
    void measure_all(const std::vector<Job> &jobs, const SamplingPlan &plan);

    /// Measures one job in one placement. Null when there is no row: it was wrong, or interrupted.
    /// `label` puts more into the row before it is kept. The row is valid until the next one.
    const Row *measure_at(const Job &job, const Placement &placement, const SamplingPlan &plan,
                          const std::function<void(Row &)> &label);
    bool is_interrupted() const { return interrupted_; }

    /// For a command that measures by itself: says on stderr what runs now.
    void announce(std::size_t index, std::size_t count, const std::string &name) const;
    void add(Row row);
    void add(Mismatch mismatch);
    /// Its row or its mismatch, or that it was interrupted.
    void keep(Outcome outcome);
    void set_interrupted() { interrupted_ = true; }
    unsigned repetitions() const { return repetitions_; }
    /// Says in the row which repetition of how many it is.
    void label(Row &row, unsigned repetition) const;

    Format format() const { return format_; }
    const Placement &placement() const { return placements_.front(); }
    const ClockRequest &clock() const { return clock_; }
    const Report &report() const { return report_; }
    Style &style() { return style_; }

    /// Prints the report in the chosen format, or as `write` makes it, and returns the exit code.
    int finish(const std::function<std::string()> &write = {});

private:
    int exit_code() const;
    void save();
    void add_bound(Row &row);
    void measure_job(const Job &job, const Placement &placement, const SamplingPlan &plan);

    Options options_;
    Format format_;
    Style style_;
    ClockRequest clock_;
    std::vector<Placement> placements_;
    std::map<std::string, InstructionTimes> instruction_times_; ///< by core kind, once needed
    unsigned repetitions_;
    EnergyMeter meter_; ///< before anything is pinned: its own thread inherits the binding
    OutFile out_;
    Progress progress_;
    bool interrupted_ = false;
    Report report_;
};

/// Program, machine and CPUs in two lines on stderr.
void print_context(const Context &context, const std::vector<Placement> &placements);

/// The report in a format other than classic.
std::string write_report(const Report &report, Format format, const Style &style);

/// A plan for the seconds of --min-time, or `seconds` where it is not given.
SamplingPlan timed_plan(const Options &options, double seconds);

} // namespace hashlane

#endif
