// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/base/files.h"
#include "../lib/dispatch/tuning.h"
#include "../machine/system/cpus.h"
#include "../machine/system/files.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../machine/topology/topology.h"
#include "../measure/context.h"
#include "../measure/runner.h"
#include "../measure/write_tuning.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "session.h"

#include <algorithm>
#include <map>
#include <optional>

namespace hashlane::commands {
namespace {

struct TuneSettings {
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    bool dry_run = false;
};

void declare(CLI::App &app, TuneSettings &tune)
{
    cli::explain(app,
                 "The result is kept for this processor, microcode and version. Commands that "
                 "hash use it: 'sum', 'chain', 'keccak' and 'sha3', and so does a program that "
                 "calls hashlane_tuning_load(). 'list' and 'info' show it; results that "
                 "machines are compared by do not depend on it.");
    cli::add_cpus(app, tune.measure);
    cli::add_min_time(app, tune.measure);
    cli::add_clock_source(app, tune.measure);
    cli::add_output(app, tune.output, show::tuning_exporters);
    app.add_flag("--dry-run", tune.dry_run, "Measure and print, but store nothing");
    cli::add_strict_and_quiet(app, tune.measure);
    cli::add_examples(app, {"hashlane tune", "hashlane tune --dry-run --format markdown"});
}

// Nine short visits, with warming up and check.
constexpr double usual_kernel_seconds = 0.2;

// One idle CPU of each kind of core.
std::map<CoreKind, int> chosen_cores(const cli::MeasureSettings &measure)
{
    const std::vector<int> &wanted = measure.placement.cpus;
    const machine::CpusByKind kinds =
        machine::cpus_by_kind(wanted.empty() ? machine::allowed_cpus() : wanted);
    const machine::CpuLoad load = machine::watch_cpu_load();
    std::map<CoreKind, int> cores;
    for (const auto &[kind, cpus] : kinds)
        cores[kind] = machine::place(machine::this_topology(), {cpus, 1, 0, false, ""}, load)
                          .front()
                          .cpus.front();
    return cores;
}

[[noreturn]] void fail(const measure::RowFailure &failure)
{
    if (const results::Mismatch *const mismatch = std::get_if<results::Mismatch>(&failure))
        cli::fail(cli::exit_wrong_digest, "{}; nothing was stored", results::describe(*mismatch));
    if (const measure::Obstacle *const obstacle = std::get_if<measure::Obstacle>(&failure))
        throw cli::CommandError(obstacle->reason);
    cli::fail(cli::exit_interrupted, "interrupted; nothing was stored");
}

show::TuningReport::Kind measure_kind(CoreKind kind, int cpu, const cli::MeasureSettings &measure,
                                      Display &display)
{
    const std::vector<measure::Job> jobs = measure::tuning_jobs();
    measure::RunInRounds run(measure::rows_of(jobs, {{{cpu}, ""}}, 1),
                             timed_plan(measure, jobs.size(), usual_kernel_seconds), measure.clock,
                             machine::interrupted(), nullptr);
    while (const auto next = run.next()) {
        display.announce_visit(run, jobs.size(), jobs[*next].name);
        if (const auto failure = run.visit(*next)) {
            display.clear_progress();
            fail(*failure);
        }
    }
    display.clear_progress();
    show::TuningReport::Kind measured{cpu, {}, {}};
    for (std::size_t i = 0; i < jobs.size(); ++i)
        measured.rows.push_back(run.row(i));
    measured.section = measure::tuning_section(kind, measured.rows);
    return measured;
}

// Stores the new sections. Those of a valid file stay for other kinds of core, and for kinds that
// have no trustworthy row now. Returns the path; empty if no kind has one.
std::string store(const show::TuningReport &report)
{
    std::string path = user_tuning_path();
    if (path.empty())
        cli::fail("there is no cache directory for the result: {}", cache_directory_advice);
    const auto has_none = [](const auto &kind) { return kind.section.calls.empty(); };
    if (std::ranges::all_of(report.kinds, has_none))
        return "";
    const ReadTuning stored = read_tuning(path.c_str());
    Tuning tuning = stored.status == HASHLANE_OK ? stored.parsed.tuning : Tuning();
    for (const show::TuningReport::Kind &kind : report.kinds) {
        if (has_none(kind))
            continue;
        const auto same = std::ranges::find(tuning, kind.section.kind, &TuningSection::kind);
        if (same == tuning.end())
            tuning.push_back(kind.section);
        else
            *same = kind.section;
    }
    if (const std::error_code error =
            machine::replace_cache_file(path, measure::write_tuning(tuning, report.key)))
        cli::fail("tune: cannot write '{}': {}", path, error.message());
    return path;
}

int execute(const TuneSettings &settings, const std::string &line)
{
    const cli::MeasureSettings &measure = settings.measure;
    const std::map<CoreKind, int> cores = chosen_cores(measure);
    std::vector<machine::Placement> placements;
    for (const auto &[kind, cpu] : cores)
        placements.push_back(
            {{cpu}, kind == CoreKind::all ? "" : std::string(core_kind_name(kind))});
    require_clock(measure.clock, placements);
    machine::watch_interrupts();
    if (!measure.quiet)
        print_context(measure::gather_context(line), placements);

    Display display(settings.output, measure.quiet);
    show::TuningReport report{this_tuning_key(), {}, "", this_cpu()};
    for (const auto &[kind, cpu] : cores)
        report.kinds.push_back(measure_kind(kind, cpu, measure, display));
    const bool distrusted =
        measure.strict &&
        !std::ranges::all_of(report.kinds, [](const show::TuningReport::Kind &kind) {
            return std::ranges::all_of(kind.rows, results::is_trustworthy);
        });
    std::optional<cli::CommandError> failure; // what was measured is shown all the same
    try {
        if (!settings.dry_run && !distrusted)
            report.stored = store(report);
    } catch (const cli::CommandError &caught) {
        failure = caught;
    }
    cli::print_as(settings.output, show::tuning_exporters, report);
    if (failure)
        throw cli::CommandError(*failure);
    return distrusted ? cli::exit_untrustworthy : cli::exit_ok;
}

} // namespace

const cli::Declare tune_command = cli::command<TuneSettings, declare, execute>;

} // namespace hashlane::commands
