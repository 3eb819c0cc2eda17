// SPDX-License-Identifier: MIT
//
// Result files against each other, plug-ins against a result file, and two plug-ins or two hashlane
// programs in one run.
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cli/settings.h"
#include "../compare/comparison.h"
#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "../results/json.h"
#include "../results/run.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "jobs.h"
#include "session.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <tuple>
#include <vector>

namespace hashlane::commands {
namespace {

struct CompareSettings {
    /// Plug-ins are measured against the one file of results; or two, against each other. The work
    /// is that of programs; the filter is for files as well.
    WhatToMeasure what;
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    std::vector<std::string> files;
    std::optional<double> threshold;  ///< ignore changes below this
    std::optional<double> fail_above; ///< a loss surely above this is exit 5
    bool allow_missing = false;       ///< fail_above judges the rows that both files have
    bool matrix = false;
    std::size_t pool = 1;      ///< files in a row that are runs of one program
    bool are_programs = false; ///< the files are two hashlane programs that are measured now
};

struct PairedReports {
    /// The base, and what is compared with it: rows of the same names.
    std::vector<results::Report> files;
    cli::ExitCode code = cli::exit_ok; ///< of what went wrong meanwhile
    std::vector<std::string> only_in_base = {}, only_in_changed = {}; ///< not measured
};

constexpr double seconds_a_row = 1, seconds_a_version = 3;
constexpr double usual_threshold = 0.01;

// Returns no more than what --fail-above looks for: a change that is ignored fails nothing.
double threshold_of(const CompareSettings &settings)
{
    if (settings.threshold)
        return *settings.threshold;
    return std::min(usual_threshold, settings.fail_above.value_or(usual_threshold));
}

std::string message_of(const std::string &name)
{
    return name.substr(std::min(name.find('/'), name.size()));
}

// Returns the file's fastest row of the same work: a trusted one if possible, and with as many
// lanes if possible. Null where the file has none.
const results::Row *best_counterpart(const results::Report &file, const results::Row &of)
{
    const auto merit = [&](const results::Row &row) {
        return std::tuple(results::is_trustworthy(row), row.identity.lanes == of.identity.lanes,
                          row.figures.units_per_second);
    };
    const results::Row *best = nullptr;
    for (const results::Row &row : file.rows)
        if (row.identity.workload == of.identity.workload &&
            message_of(row.identity.name) == message_of(of.identity.name) &&
            row.location.threads == 1 && row.identity.device.empty() &&
            (best == nullptr || merit(row) > merit(*best)))
            best = &row;
    return best;
}

struct MeasuredJobs {
    results::Report report;
    std::vector<MeasuredRow> rows;     ///< of each job in turn, one for each kind of core
    cli::ExitCode code = cli::exit_ok; ///< of the gravest failure
};

// Measures the jobs in turn, and prints the failures. Throws a CommandError if there is no row at
// the end.
MeasuredJobs measure_jobs(const Chosen &chosen, double seconds, const CompareSettings &settings,
                          const std::string &line)
{
    cli::MeasureSettings measure = settings.measure;
    measure.quiet = !settings.are_programs;
    const Planned planned = plan_rows(chosen.jobs, measure, seconds);
    Session session(measure, settings.output, planned.placements, line);
    begin(session, chosen);
    MeasuredJobs measured;
    measured.rows = measure_rows(session, planned.rows, planned.plan);
    session.display.clear_progress();
    if (session.log.is_interrupted())
        measured.code = cli::exit_interrupted;
    if (!session.log.failure().empty()) {
        cli::say("hashlane: {}\n", session.log.failure());
        measured.code = cli::graver(measured.code, cli::exit_usage);
    }
    for (const results::Mismatch &mismatch : session.log.report().mismatches) {
        cli::say("hashlane: {}\n", results::describe(mismatch));
        measured.code = cli::exit_wrong_digest;
    }
    measured.report = session.log.report();
    std::erase_if(measured.report.rows,
                  [](const results::Row &row) { return !results::has_figures(row); });
    if (measured.report.rows.empty())
        cli::fail(measured.code == cli::exit_ok ? cli::exit_absent : measured.code,
                  "no kernel was measured");
    return measured;
}

// Returns the names of the jobs that the others lack.
std::vector<std::string> names_lacking(const Chosen &others, const Chosen &chosen)
{
    std::vector<std::string> names;
    for (const measure::Job &job : chosen.jobs)
        if (!machine::contains(others.jobs, job.name, &measure::Job::name))
            names.push_back(job.name);
    return names;
}

/// One of two versions that are measured now.
struct Version {
    std::string path;
    Chosen chosen;
};

// Measures two versions in one run, alternately: both see the same neighbours and the same
// clock. Throws a CommandError.
PairedReports measure_versions(const Version &base, const Version &changed, double seconds,
                               const CompareSettings &settings, const std::string &line)
{
    Chosen chosen;
    chosen.failure = base.chosen.failure.empty() ? changed.chosen.failure : base.chosen.failure;
    for (const measure::Job &job : base.chosen.jobs) {
        const auto same = std::ranges::find(changed.chosen.jobs, job.name, &measure::Job::name);
        if (same != changed.chosen.jobs.end())
            chosen.jobs.insert(chosen.jobs.end(), {job, *same});
    }
    if (chosen.jobs.empty())
        cli::fail("'{}' and '{}' have no kernel of the same name{}", base.path, changed.path,
                  settings.what.filter.finds_all() ? "" : " that --filter finds");
    const MeasuredJobs measured = measure_jobs(chosen, seconds, settings, line);
    PairedReports paired{{measured.report, measured.report},
                         measured.code,
                         names_lacking(changed.chosen, base.chosen),
                         names_lacking(base.chosen, changed.chosen)};
    paired.files[0].path = base.path;
    paired.files[1].path = changed.path;
    for (results::Report &file : paired.files)
        file.rows.clear();
    const std::size_t rows_of_a_job = measured.rows.size() / chosen.jobs.size();
    for (std::size_t i = 0; i < measured.rows.size(); ++i)
        if (measured.rows[i].row && results::has_figures(*measured.rows[i].row))
            paired.files[i / rows_of_a_job % 2].rows.push_back(*measured.rows[i].row);
    for (const results::Report &file : paired.files)
        if (file.rows.empty())
            cli::fail(paired.code == cli::exit_ok ? cli::exit_absent : paired.code,
                      "no kernel of '{}' was measured", file.path);
    return paired;
}

// Measures the plug-ins' kernels, and pairs each with its counterpart of the file. The rows' names
// are then "sha256-chain.plugin:mine.x1 against shani.x1". Throws a CommandError or a BadFile.
PairedReports measure_against_file(const results::Report &file, const CompareSettings &settings,
                                   const std::string &line)
{
    const Chosen chosen = plugin_jobs(settings.what.plugins, settings.what.filter);
    if (chosen.jobs.empty() && chosen.skipped.empty())
        cli::fail("--filter: '{}' matches no kernel of the plug-ins", settings.what.filter.text());
    MeasuredJobs measured = measure_jobs(chosen, seconds_a_row, settings, line);
    PairedReports paired{{file, std::move(measured.report)}, measured.code};
    paired.files[1].path = "the plug-ins";
    paired.files[0].rows.clear();
    for (results::Row &row : paired.files[1].rows) {
        const results::Row *const counterpart = best_counterpart(file, row);
        if (counterpart == nullptr)
            continue;
        row.identity.name += " against " + results::key_of(*counterpart).short_label();
        results::Row base = *counterpart;
        base.identity.name = row.identity.name;
        base.location = row.location;
        paired.files[0].rows.push_back(std::move(base));
    }
    if (paired.files[0].rows.empty())
        throw results::BadFile(fmt::format(
            "'{}' has no row of one thread for the workloads of the plug-ins", file.path));
    return paired;
}

constexpr std::uint64_t most_pooled = 1000;

void declare(CLI::App &app, CompareSettings &compare)
{
    app.add_option(
        "FILE", compare.files,
        "OLD.json NEW.json [MORE...], as 'hashlane run --out' writes them; with --run two "
        "programs");
    cli::add_filter(app, compare.what.filter);
    app.add_flag("--run", compare.are_programs,
                 "Compare two hashlane programs in place of files, measured alternately in one "
                 "run, to which the options below apply. Linux only");
    cli::add_option(app, "--workload", {"LIST", "With --run: only these workloads"},
                    [&](auto &name, auto &text) { add_benchmarks(compare.what.work, name, text); });
    cli::add_plugins(app, compare.what.plugins);
    cli::in_group(app, "How");
    CLI::Option *const threshold = cli::add_option(
        app, "--threshold",
        {"PERCENT", "Ignore changes below this (default: 1, or --fail-above if that is less)"},
        compare.threshold, cli::read_percent);
    CLI::Option *const gate = cli::add_option(
        app, "--fail-above,--fail-over",
        {"PERCENT", "Exit with 5 if a row is certainly slower by more than this, with 4 if a row "
                    "is missing or none can be judged"},
        compare.fail_above, cli::read_percent);
    app.add_flag("--allow-missing", compare.allow_missing,
                 "With --fail-above, pass rows of OLD that NEW lacks")
        ->needs(gate);
    app.add_flag("--matrix", compare.matrix,
                 "Show a table of kernels and files: rates, and rates per 0.1 GHz")
        ->excludes(gate)
        ->excludes(threshold);
    cli::add_option(app, "--pool",
                    {"N", "Take every N successive files as runs of one program", "1"},
                    compare.pool, cli::count<std::size_t>(1, most_pooled));
    std::vector<show::Format> formats = show::formats_of(show::comparison_exporters);
    formats.insert(formats.begin() + 1, show::Format::csv); // of the matrix alone
    cli::add_places(app, compare.measure);
    cli::add_times(app, compare.measure);
    cli::add_clock(app, compare.measure);
    cli::add_formats(app, compare.output, formats,
                     "table, json or markdown; with --matrix also csv, without it also "
                     "github-action-benchmark");
    cli::add_examples(app,
                      {"hashlane compare old.json new.json --fail-above 3%",
                       "hashlane compare --run ./old/hashlane ./new/hashlane --fail-above 3%"});
}

void require_files(const CompareSettings &settings)
{
    const std::size_t runs = settings.pool;
    const std::size_t least = settings.matrix ? 1 : 2;
    if (settings.files.size() % runs != 0)
        cli::fail("--pool: {} files are not a multiple of {}", settings.files.size(), runs);
    if (settings.files.size() / runs < least)
        cli::fail("at least {} result files are required, got {}: 'hashlane compare "
                  "OLD.json NEW.json'",
                  least * runs, settings.files.size());
}

// Says which rows of the old file a new one lacks, and which files have no row that can be judged:
// what was not measured is not as fast as before.
cli::ExitCode report_unjudged(const compare::ComparisonReport &report,
                              const CompareSettings &settings)
{
    cli::ExitCode code = cli::exit_ok;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        const compare::Comparison &comparison = report.comparisons[i];
        const results::Report &file = report.files[i + 1];
        for (const std::string &label : comparison.only_in_base) {
            const auto skipped = std::ranges::find_if(file.skipped, [&](const auto &one) {
                return label == one.name || label.starts_with(one.name + ',') ||
                       label.starts_with(one.name + '/');
            });
            cli::say("hashlane: '{}' has no {}{}: not judged{}\n", file.path, label,
                     skipped == file.skipped.end()
                         ? ""
                         : fmt::format(" (skipped: {})", machine::printable(skipped->reason)),
                     settings.allow_missing ? "" : "; --allow-missing accepts that");
            if (!settings.allow_missing)
                code = cli::exit_untrustworthy;
        }
        const auto is_judged = [&](const compare::ComparedRow &row) {
            return compare::is_regression(row.assessments.front(), *settings.fail_above) ||
                   compare::is_within(row.assessments.front(), *settings.fail_above);
        };
        if (std::ranges::none_of(comparison.rows, is_judged)) {
            cli::say("hashlane: no row of '{}' can be judged by --fail-above {:g}%: measure "
                     "longer, or on a quieter machine\n",
                     file.path, *settings.fail_above * 100);
            code = cli::exit_untrustworthy;
        }
    }
    return code;
}

// Says the largest loss that is sure to be above the limit, by each row's first measure.
cli::ExitCode report_regression(const compare::ComparisonReport &report, double limit)
{
    const compare::ComparedRow *worst = nullptr;
    std::size_t worst_file = 0;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const compare::ComparedRow &row : report.comparisons[i].rows) {
            const compare::Assessment &assessment = row.assessments.front();
            if (compare::is_regression(assessment, limit) &&
                (worst == nullptr || assessment.ratio > worst->assessments.front().ratio)) {
                worst = &row;
                worst_file = i + 1;
            }
        }
    if (worst == nullptr)
        return cli::exit_ok;
    const compare::Assessment &assessment = worst->assessments.front();
    cli::say("hashlane: {}: {:.1f} % slower in '{}', certainly more than {:.1f} %: above "
             "--fail-above {:g}%\n",
             worst->key.label(), (assessment.ratio - 1) * 100, report.files[worst_file].path,
             (assessment.interval->low - 1) * 100, limit * 100);
    return cli::exit_regression;
}

// `code`: of what went wrong while the rows were measured or read, which is graver than the gate.
int show_comparison(const compare::ComparisonReport &report, const CompareSettings &settings,
                    cli::ExitCode code)
{
    cli::print_as(settings.output, show::comparison_exporters, report);
    if (!settings.fail_above)
        return code;
    const cli::ExitCode unjudged = report_unjudged(report, settings);
    const cli::ExitCode regression = report_regression(report, *settings.fail_above);
    for (const cli::ExitCode one : {code, regression, unjudged})
        if (one != cli::exit_ok)
            return one;
    return cli::exit_ok;
}

int show_paired(PairedReports paired, const CompareSettings &settings)
{
    compare::ComparisonReport report =
        compare::compare_all(std::move(paired.files), threshold_of(settings));
    std::ranges::move(paired.only_in_base, std::back_inserter(report.comparisons[0].only_in_base));
    std::ranges::move(paired.only_in_changed,
                      std::back_inserter(report.comparisons[0].only_in_changed));
    return show_comparison(report, settings, paired.code);
}

// The filter is for the plug-ins: with a file, each is compared with any row of the same work.
PairedReports measure_plugins(const CompareSettings &settings, const std::string &line)
{
    const bool are_versions = settings.files.empty() && settings.what.plugins.size() == 2;
    if ((settings.files.size() != 1 && !are_versions) || settings.matrix || settings.pool != 1)
        cli::fail(
            "--plugin requires one result file or two plug-ins, and neither --matrix nor --pool: "
            "'hashlane compare FILE.json --plugin ./mine.so' or "
            "'hashlane compare --plugin ./old.so --plugin ./new.so'");
    if (!are_versions)
        return measure_against_file(results::read_run_file(settings.files.front()), settings, line);
    const auto version = [&](const std::string &path) {
        return Version{path, plugin_jobs({path}, settings.what.filter)};
    };
    return measure_versions(version(settings.what.plugins[0]), version(settings.what.plugins[1]),
                            seconds_a_version, settings, line);
}

PairedReports measure_programs(const CompareSettings &settings, const std::string &line)
{
    if (settings.files.size() != 2 || !settings.what.plugins.empty() || settings.matrix ||
        settings.pool != 1)
        cli::fail("--run requires two programs, and neither --plugin, --matrix nor "
                  "--pool: 'hashlane compare --run ./old/hashlane ./new/hashlane'");
    const backends::Program programs[] = {open_other_program(settings.files[0]),
                                          open_other_program(settings.files[1])};
    const auto version = [&](const backends::Program &program) {
        return Version{program.path,
                       program_jobs(program, settings.what.filter, settings.what.work)};
    };
    PairedReports paired =
        measure_versions(version(programs[0]), version(programs[1]), seconds_a_row, settings, line);
    for (std::size_t side = 0; side < 2; ++side)
        static_cast<results::Build &>(paired.files[side].context) = programs[side].offer;
    return paired;
}

// The result files with the rows that --filter finds, without those that cannot be compared.
struct FilesToCompare {
    std::vector<results::Report> files = {};
    bool has_base = false;
    cli::ExitCode wrong =
        cli::exit_ok;                 ///< if a new file records a wrong result and closes the gate
    cli::ExitCode bad = cli::exit_ok; ///< if a file is left out

    /// A wrong result is graver.
    cli::ExitCode code() const { return wrong != cli::exit_ok ? wrong : bad; }
};

FilesToCompare read_files(const CompareSettings &settings)
{
    const cli::IdFilter &finds = settings.what.filter;
    FilesToCompare read;
    std::vector<std::string> lacking; // what the filter finds
    read.bad = cli::for_each_file(settings.files.size(), [&](std::size_t place) {
        results::Report file = results::read_run_file(settings.files[place]);
        for (const results::Mismatch &mismatch : file.mismatches) // whichever rows --filter finds
            cli::say("hashlane: '{}' records a wrong result of {}\n", file.path,
                     machine::printable(mismatch.kernel));
        if (settings.fail_above && place >= settings.pool && !file.mismatches.empty())
            read.wrong = cli::exit_wrong_digest;
        if (file.rows.empty())
            throw results::BadFile(fmt::format("'{}' has no row that can be compared", file.path));
        std::erase_if(file.rows,
                      [&](const results::Row &row) { return !finds(row.identity.name); });
        if (file.rows.empty())
            return lacking.push_back(file.path);
        read.has_base = read.has_base || place == 0;
        read.files.push_back(std::move(file));
    });
    if (read.files.empty() && !lacking.empty())
        lacking.resize(1); // the filter is wrong, and not the files
    for (const std::string &path : lacking) {
        cli::say("hashlane: --filter: '{}' matches no row of '{}'\n", finds.text(), path);
        read.bad = cli::exit_usage;
    }
    return read;
}

int compare_files(const CompareSettings &settings)
{
    require_files(settings);
    FilesToCompare read = read_files(settings);
    // A comparison needs its base, and a pool all of its runs.
    const bool is_enough =
        settings.matrix ? !read.files.empty() : read.has_base && read.files.size() > 1;
    if (read.bad != cli::exit_ok && (!is_enough || settings.pool != 1))
        return read.code();
    try {
        std::vector<results::Report> files =
            results::pool_runs(std::move(read.files), settings.pool);
        if (!settings.matrix)
            return show_comparison(compare::compare_all(std::move(files), threshold_of(settings)),
                                   settings, read.code());
        cli::print_as(settings.output, show::matrix_exporters, compare::make_matrix(files));
    } catch (const results::BadFile &error) {
        if (read.wrong == cli::exit_ok)
            throw;
        throw cli::CommandError(error.what(), read.wrong);
    }
    return read.code();
}

int execute(const CompareSettings &settings, const std::string &line)
{
    if (settings.matrix)
        cli::check_format(settings.output, show::matrix_exporters);
    else
        cli::check_format(settings.output, show::comparison_exporters);
    if (settings.fail_above && threshold_of(settings) > *settings.fail_above)
        cli::fail("--threshold: {:g}% ignores what --fail-above {:g}% looks for: give at most that",
                  threshold_of(settings) * 100, *settings.fail_above * 100);
    if (!settings.what.work.empty() && !settings.are_programs)
        cli::fail("--workload requires --run; --filter is for files as well");
    if (settings.are_programs)
        return show_paired(measure_programs(settings, line), settings);
    if (!settings.what.plugins.empty())
        return show_paired(measure_plugins(settings, line), settings);
    const cli::MeasureSettings &measure = settings.measure;
    if (measure.is_timed() || measure.repetitions != 1 || !measure.clock.automatic ||
        measure.placement != machine::PlacementRequest{})
        cli::fail("files are not measured: times, CPUs and clocks require --run or --plugin");
    return compare_files(settings);
}

} // namespace

const cli::Declare compare_command = cli::command<CompareSettings, declare, execute>;

} // namespace hashlane::commands
