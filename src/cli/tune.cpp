// SPDX-License-Identifier: MIT
#include "../dispatch/tuning_file.h"
#include "../machine/core_kinds.h"
#include "../measure/context.h"
#include "../measure/tuner.h"
#include "../report/tuning_report.h"
#include "../system/cache_directory.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "out_file.h"
#include "progress.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

namespace hashlane {
namespace {

// With warming up and proof about 80 ms a kernel.
constexpr double default_seconds = 0.04;

struct TuneOptions : Options {
    bool dry_run = false;
};

// One idle CPU of each kind of core.
std::map<CoreKind, int> chosen_cores(const Options &options)
{
    const CpusByKind kinds = cpus_by_kind(usable_cpus(options));
    const CpuLoad load = watch_cpu_load();
    std::map<CoreKind, int> cores;
    for (const auto &[kind, cpus] : kinds)
        cores[kind] = place(this_topology(), {cpus, 1, 0, false, ""}, load).front().cpus.front();
    return cores;
}

Row row_or_fail(Outcome outcome)
{
    if (const Mismatch *const mismatch = std::get_if<Mismatch>(&outcome))
        throw CommandError(describe(*mismatch) + "; nothing is stored", exit_wrong_digest);
    if (std::holds_alternative<Interrupted>(outcome))
        throw CommandError("interrupted; nothing is stored", exit_interrupted);
    return std::get<Row>(std::move(outcome));
}

TuningReport::Kind measure_kind(CoreKind kind, int cpu, const ClockRequest &clock,
                                const SamplingPlan &plan, const Progress &progress)
{
    const std::vector<Job> jobs = tuning_jobs();
    TuningReport::Kind measured{cpu, {}, {}};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        progress.show(i, jobs.size(), jobs[i].name);
        Outcome outcome = measure_with_retry(jobs[i], {cpu}, clock, plan, interrupted());
        progress.clear();
        measured.rows.push_back(row_or_fail(std::move(outcome)));
    }
    measured.section = tuning_section(kind, measured.rows);
    return measured;
}

// The new sections, and those of a valid file for kinds that were not measured now.
Tuning merged(const TuningReport &report, const std::string &path)
{
    Tuning tuning;
    for (const TuningReport::Kind &kind : report.kinds)
        tuning.push_back(kind.section);
    for (const TuningSection &old : read_tuning(path).tuning)
        if (std::ranges::find(tuning, old.kind, &TuningSection::kind) == tuning.end())
            tuning.push_back(old);
    return tuning;
}

std::string store(const TuningReport &report)
{
    const std::string path = user_tuning_path();
    if (path.empty())
        throw CommandError(fmt::format("tune: no cache directory to store the choice in: {}",
                                       cache_directory_advice));
    std::error_code error;
    const auto directory = std::filesystem::path(path).parent_path();
    std::filesystem::create_directories(directory, error);
    if (error)
        throw CommandError(
            fmt::format("tune: cannot make '{}': {}", directory.string(), error.message()));
    write_file(path, write_tuning(merged(report, path), report.key), "tune");
    return path;
}

std::string write_tuning_report(const TuningReport &report, Format format, const Style &style)
{
    if (format == Format::json)
        return write_tuning_json(report);
    return format == Format::markdown ? write_tuning_markdown(report, style)
                                      : write_tuning_table(report, style);
}

bool any_noisy(const TuningReport &report)
{
    return std::ranges::any_of(report.kinds, [](const TuningReport::Kind &kind) {
        return !std::ranges::all_of(kind.rows, is_trustworthy);
    });
}

int tune(const TuneOptions &options, const std::string &line)
{
    const Format format = chosen_format(options, {Format::table, Format::json, Format::markdown});
    const Style style = chosen_style(options);
    const ClockRequest clock = chosen_clock(options);
    const SamplingPlan plan = timed_plan(options, default_seconds);
    const std::map<CoreKind, int> cores = chosen_cores(options);
    interrupted();
    if (!options.quiet) {
        std::vector<Placement> placements;
        for (const auto &[kind, cpu] : cores)
            placements.push_back(
                {{cpu}, kind == CoreKind::all ? "" : std::string(core_kind_name(kind))});
        print_context(gather_context(line), placements);
    }

    TuningReport report{this_tuning_key(), {}, ""};
    for (const auto &[kind, cpu] : cores)
        report.kinds.push_back(measure_kind(kind, cpu, clock, plan, Progress(options.quiet)));
    const bool distrusted = options.strict && any_noisy(report);
    std::optional<CommandError> failure; // what was measured is shown all the same
    try {
        if (!options.dry_run && !distrusted)
            report.stored = store(report);
    } catch (const CommandError &caught) {
        failure = caught;
    }
    fmt::print("{}", write_tuning_report(report, format, style));
    if (failure)
        throw CommandError(*failure);
    return distrusted ? exit_untrustworthy : exit_ok;
}

} // namespace

Command add_tune(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "tune", "Measure which kernels are best here, and have dispatch use them");
    const auto options = std::make_shared<TuneOptions>();
    app->add_flag("--dry-run", options->dry_run, "measure and show, but store nothing");
    add_machine_options(*app, *options);
    add_min_time_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return tune(*options, line); }};
}

} // namespace hashlane
