// SPDX-License-Identifier: MIT
//
// A measuring command under way: what it was asked for, and the parts that do it.
#ifndef HASHLANE_SRC_CLI_SESSION_H
#define HASHLANE_SRC_CLI_SESSION_H

#include "display.h"
#include "job_runner.h"
#include "result_log.h"
#include "settings.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane {

struct Session {
    /// Gathers what is known of the machine, says it on stderr, and measures the idle machine's
    /// power where that is possible. From now on an interrupt ends the measuring, not the program.
    Session(const MeasureSettings &measure_settings, const OutputSettings &output_settings,
            std::vector<Placement> where, const std::string &line);
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    MeasureSettings measure;
    OutputSettings output;
    std::vector<Placement> placements;
    EnergyMeter meter; ///< before anything is pinned: its own thread inherits the binding
    OutFile submission;
    ResultLog log;
    Display display;
    JobRunner runner;
};

/// Prints the report as `write` makes it, or else as the output settings say; says on stderr what
/// standard output does not; returns the exit code.
int finish(Session &session, const std::function<std::string()> &write = {});

/// Program, machine and CPUs in two lines on stderr.
void print_context(const Context &context, const std::vector<Placement> &placements);

/// Whether a time was asked for.
bool is_timed(const MeasureSettings &measure);

/// A plan for so many rows: for the time of --budget or --quick, or else of --min-time for each
/// row, or `seconds` where none is given. Throws a CommandError where --budget is too short for one
/// round. To be called before there is a session: what is wrong is the only line then.
RunPlan timed_plan(const MeasureSettings &measure, std::size_t rows, double seconds);

} // namespace hashlane

#endif
