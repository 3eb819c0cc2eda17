// SPDX-License-Identifier: MIT
#include "../dispatch/tuning_file.h"
#include "../dispatch/write_tuning.h"
#include "../machine/core_kinds.h"
#include "../measure/context.h"
#include "../measure/tuner.h"
#include "../report/exporters.h"
#include "../report/tuning_report.h"
#include "../system/cache_directory.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "display.h"
#include "exit_code.h"
#include "messages.h"
#include "out_file.h"
#include "session.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace hashlane {
namespace {

// Nine short visits, with warming up and proof.
constexpr double default_seconds = 0.2;

// One idle CPU of each kind of core.
std::map<CoreKind, int> chosen_cores(const MeasureSettings &measure)
{
    const std::vector<int> &wanted = measure.placement.cpus;
    const CpusByKind kinds = cpus_by_kind(wanted.empty() ? allowed_cpus() : wanted);
    const CpuLoad load = watch_cpu_load();
    std::map<CoreKind, int> cores;
    for (const auto &[kind, cpus] : kinds)
        cores[kind] = place(this_topology(), {cpus, 1, 0, false, ""}, load).front().cpus.front();
    return cores;
}

[[noreturn]] void fail(const VisitFailure &failure)
{
    if (const Mismatch *const mismatch = std::get_if<Mismatch>(&failure))
        throw CommandError(describe(*mismatch) + "; nothing was stored", exit_wrong_digest);
    throw CommandError("interrupted; nothing was stored", exit_interrupted);
}

TuningReport::Kind measure_kind(CoreKind kind, int cpu, const MeasureSettings &measure,
                                Display &display)
{
    std::vector<RowRequest> requests;
    for (Job &job : tuning_jobs())
        requests.push_back({std::move(job), {cpu}, ""});
    RunInRounds run(requests, timed_plan(measure, requests.size(), default_seconds), measure.clock,
                    interrupted(), nullptr);
    while (const auto next = run.next()) {
        display.announce_visit(run, requests.size(), requests[*next].job.name);
        if (const auto failure = run.visit(*next)) {
            display.clear_progress();
            fail(*failure);
        }
    }
    display.clear_progress();
    TuningReport::Kind measured{cpu, {}, {}};
    for (std::size_t i = 0; i < requests.size(); ++i)
        measured.rows.push_back(run.row(i));
    measured.section = tuning_section(kind, measured.rows);
    return measured;
}

// The new sections, and those of a valid file for kinds that were not measured now.
Tuning merged(const TuningReport &report, const std::string &path)
{
    Tuning tuning;
    for (const TuningReport::Kind &kind : report.kinds)
        tuning.push_back(kind.section);
    for (const TuningSection &old : read_tuning(path.c_str()).parsed.tuning)
        if (std::ranges::find(tuning, old.kind, &TuningSection::kind) == tuning.end())
            tuning.push_back(old);
    return tuning;
}

std::string store(const TuningReport &report)
{
    const std::string path = user_tuning_path();
    if (path.empty())
        throw CommandError(fmt::format("tune: there is no cache directory for the result: {}",
                                       cache_directory_advice));
    std::error_code error;
    const auto directory = std::filesystem::path(path).parent_path();
    std::filesystem::create_directories(directory, error);
    if (error)
        throw CommandError(
            fmt::format("tune: cannot create '{}': {}", directory.string(), error.message()));
    write_file(path, write_tuning(merged(report, path), report.key), "tune");
    return path;
}

bool any_noisy(const TuningReport &report)
{
    return std::ranges::any_of(report.kinds, [](const TuningReport::Kind &kind) {
        return !std::ranges::all_of(kind.rows, is_trustworthy);
    });
}

void show_context(const std::map<CoreKind, int> &cores, const std::string &line)
{
    std::vector<Placement> placements;
    for (const auto &[kind, cpu] : cores)
        placements.push_back(
            {{cpu}, kind == CoreKind::all ? "" : std::string(core_kind_name(kind))});
    print_context(gather_context(line), placements);
}

} // namespace

int execute(const TuneSettings &settings, const std::string &line)
{
    const MeasureSettings &measure = settings.measure;
    const std::map<CoreKind, int> cores = chosen_cores(measure);
    watch_interrupts();
    if (!measure.quiet)
        show_context(cores, line);

    Display display(settings.output, measure.quiet);
    TuningReport report{this_tuning_key(), {}, ""};
    for (const auto &[kind, cpu] : cores)
        report.kinds.push_back(measure_kind(kind, cpu, measure, display));
    const bool distrusted = measure.strict && any_noisy(report);
    std::optional<CommandError> failure; // what was measured is shown all the same
    try {
        if (!settings.dry_run && !distrusted)
            report.stored = store(report);
    } catch (const CommandError &caught) {
        failure = caught;
    }
    print(write_as(settings.output.format, tuning_exporters, report, style_for(settings.output)));
    if (failure)
        throw CommandError(*failure);
    return distrusted ? exit_untrustworthy : exit_ok;
}

} // namespace hashlane
