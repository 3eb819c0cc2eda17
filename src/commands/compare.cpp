// SPDX-License-Identifier: MIT
//
// Result files against each other, plug-ins against a result file, and two plug-ins in one run.
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cli/settings.h"
#include "../compare/comparison.h"
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
    cli::OutputSettings output;
    cli::IdFilter filter;
    std::vector<std::string> files;
    double threshold = 0.01;          ///< ignore changes below this
    std::optional<double> fail_above; ///< a loss surely above this is exit 5
    bool matrix = false;
    std::size_t pool = 1; ///< files in a row that are runs of one program
    /// Files that are measured now, against the one of results; or two, against each other.
    std::vector<std::string> plugins;
};

struct PluginDuels {
    /// The base, and what is compared with it: rows of the same names.
    std::vector<results::Report> files;
    cli::ExitCode code = cli::exit_ok; ///< of what went wrong meanwhile
};

constexpr double seconds_a_row = 1, seconds_a_version = 3;

std::string message_of(const std::string &name)
{
    return name.substr(std::min(name.find('/'), name.size()));
}

// ".x4" of "sha256-chain.shani.x4" and of "sha3.avx2.x4/sha3-256/64".
std::string lanes_of(const std::string &name)
{
    const std::string kernel = name.substr(0, name.find('/'));
    return kernel.substr(std::min(kernel.rfind('.'), kernel.size()));
}

bool is_rival(const results::Row &row, const results::Row &of)
{
    return row.identity.workload == of.identity.workload &&
           message_of(row.identity.name) == message_of(of.identity.name) &&
           row.location.threads == 1 && row.identity.device.empty();
}

// Null where the file has none.
const results::Row *best_rival(const results::Report &file, const results::Row &of)
{
    const auto merit = [&](const results::Row &row) {
        return std::tuple(results::is_trustworthy(row),
                          lanes_of(row.identity.name) == lanes_of(of.identity.name),
                          row.figures.units_per_second);
    };
    const results::Row *best = nullptr;
    for (const results::Row &row : file.rows)
        if (is_rival(row, of) && (best == nullptr || merit(row) > merit(*best)))
            best = &row;
    return best;
}

// Prints the failures, and returns the exit code of the gravest.
cli::ExitCode report_failures(const Session &session)
{
    cli::ExitCode code = session.log.is_interrupted() ? cli::exit_interrupted : cli::exit_ok;
    if (!session.log.failure().empty()) {
        cli::say("hashlane: {}\n", session.log.failure());
        code = cli::exit_usage;
    }
    for (const results::Mismatch &mismatch : session.log.report().mismatches) {
        cli::say("hashlane: {}\n", results::describe(mismatch));
        code = cli::exit_wrong_digest;
    }
    return code;
}

struct MeasuredPlugins {
    results::Report report;
    std::vector<MeasuredRow> rows; ///< of each job in turn, one for each kind of core
    cli::ExitCode code = cli::exit_ok;
};

Jobs jobs_of(const std::vector<std::string> &plugins, const CompareSettings &settings)
{
    return plugin_jobs(plugins, settings.filter,
                       [](const backends::PluginKernel &) { return true; });
}

// Measures the jobs in turn. Throws a CommandError if there is no row at the end.
MeasuredPlugins measure_plugins(const Jobs &chosen, double seconds, const CompareSettings &settings,
                                const std::string &line)
{
    cli::MeasureSettings measure;
    measure.quiet = true;
    const std::vector<machine::Placement> placements = choose_placements(measure.placement);
    const std::vector<measure::WantedRow> rows = measure::rows_of(chosen.jobs, placements, 1);
    Session session(measure, settings.output, placements, line);
    begin(session, {}, chosen.failure);
    MeasuredPlugins measured;
    measured.rows = measure_rows(session, rows, timed_plan(measure, rows.size(), seconds));
    measured.code = report_failures(session);
    measured.report = session.log.report();
    std::erase_if(measured.report.rows,
                  [](const results::Row &row) { return !results::has_figures(row); });
    if (measured.report.rows.empty())
        throw cli::CommandError("no kernel of a plug-in was measured",
                                measured.code == cli::exit_ok ? cli::exit_absent : measured.code);
    return measured;
}

// Measures two plug-ins in one run, a visit of the one followed by one of the other: both see the
// same neighbours and the same clock. Throws a CommandError.
PluginDuels measure_versions(const CompareSettings &settings, const std::string &line)
{
    const Jobs base = jobs_of({settings.plugins[0]}, settings),
               changed = jobs_of({settings.plugins[1]}, settings);
    Jobs chosen;
    chosen.failure = base.failure.empty() ? changed.failure : base.failure;
    for (const measure::Job &job : base.jobs) {
        const auto same = std::ranges::find(changed.jobs, job.name, &measure::Job::name);
        if (same != changed.jobs.end())
            chosen.jobs.insert(chosen.jobs.end(), {job, *same});
    }
    if (chosen.jobs.empty())
        cli::quit("'{}' and '{}' have no kernel of the same name", settings.plugins[0],
                  settings.plugins[1]);
    const MeasuredPlugins measured = measure_plugins(chosen, seconds_a_version, settings, line);
    PluginDuels duels{{measured.report, measured.report}, measured.code};
    for (std::size_t side = 0; side < 2; ++side) {
        duels.files[side].path = settings.plugins[side];
        duels.files[side].rows.clear();
    }
    const std::size_t kinds = measured.rows.size() / chosen.jobs.size();
    for (std::size_t i = 0; i < measured.rows.size(); ++i)
        if (measured.rows[i].row && results::has_figures(*measured.rows[i].row))
            duels.files[i / kinds % 2].rows.push_back(*measured.rows[i].row);
    for (const results::Report &file : duels.files)
        if (file.rows.empty())
            cli::quit(duels.code == cli::exit_ok ? cli::exit_absent : duels.code,
                      "no kernel of '{}' was measured", file.path);
    return duels;
}

// Measures the plug-ins' kernels, and pairs each with the file's fastest row of the same work: a
// trusted one if possible, and with as many lanes if possible. The rows' names are then
// "sha256-chain.plugin:mine.x1 against shani.x1". Throws a CommandError or a BadFile.
PluginDuels measure_duels(const results::Report &file, const CompareSettings &settings,
                          const std::string &line)
{
    MeasuredPlugins measured =
        measure_plugins(jobs_of(settings.plugins, settings), seconds_a_row, settings, line);
    PluginDuels duels{{file, std::move(measured.report)}, measured.code};
    duels.files[1].path = "the plug-ins";
    duels.files[0].rows.clear();
    for (results::Row &row : duels.files[1].rows) {
        const results::Row *const rival = best_rival(file, row);
        if (rival == nullptr)
            continue;
        row.identity.name += " against " + results::key_of(*rival).short_label();
        results::Row base = *rival;
        base.identity.name = row.identity.name;
        base.location = row.location;
        duels.files[0].rows.push_back(std::move(base));
    }
    if (duels.files[0].rows.empty())
        throw results::BadFile(fmt::format(
            "'{}' has no row of one thread for the workloads of the plug-ins", file.path));
    return duels;
}

constexpr std::uint64_t most_pooled = 1000;

void declare(CLI::App &app, CompareSettings &compare)
{
    app.add_option("FILE", compare.files,
                   "OLD.json NEW.json [MORE...], as 'hashlane run --out' writes them");
    cli::add_filter(app, compare.filter);
    cli::add_plugins(app, compare.plugins);
    cli::in_group(app, "How");
    cli::add_option(app, "--threshold", {"PERCENT", "Ignore changes below this", "1"},
                    compare.threshold, cli::read_percent);
    cli::add_option(app, "--fail-above,--fail-over",
                    {"PERCENT", "Exit with 5 if a row is certainly slower by more than this"},
                    compare.fail_above, cli::read_percent);
    app.add_flag("--matrix", compare.matrix,
                 "Show a table of kernels and files: rates, and rates per 0.1 GHz");
    cli::add_option(app, "--pool",
                    {"N", "Take every N successive files as runs of one program", "1"},
                    compare.pool, cli::count<std::size_t>(1, most_pooled));
    std::vector<show::Format> formats = show::formats_of(show::comparison_exporters);
    formats.insert(formats.begin() + 1, show::Format::csv); // of the matrix alone
    cli::add_formats(app, compare.output, formats);
    cli::add_examples(app, {"hashlane compare old.json new.json --fail-above 3%",
                            "hashlane compare --plugin ./old.so --plugin ./new.so"});
}

results::Report read_filtered(const std::string &path, const cli::IdFilter &finds)
{
    results::Report file = results::read_run_file(path);
    std::erase_if(file.rows, [&](const results::Row &row) { return !finds(row.identity.name); });
    if (file.rows.empty())
        throw results::BadFile(fmt::format("'{}' has no row that can be compared", path));
    return file;
}

std::vector<results::Report> read_files(const CompareSettings &settings)
{
    const std::size_t runs = settings.pool;
    const std::size_t least = settings.matrix ? 1 : 2;
    if (settings.files.size() % runs != 0)
        cli::quit("--pool: {} files are not a multiple of {}", settings.files.size(), runs);
    if (settings.files.size() / runs < least)
        cli::quit("at least {} result files are required, got {}: 'hashlane compare "
                  "OLD.json NEW.json'",
                  least * runs, settings.files.size());
    std::vector<results::Report> files;
    for (const std::string &path : settings.files)
        files.push_back(read_filtered(path, settings.filter));
    return results::pool_runs(std::move(files), runs);
}

// The largest loss that is sure to be above the limit, by each row's first measure.
void fail_on_regression(const compare::ComparisonReport &report, double limit)
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
        return;
    const compare::Assessment &assessment = worst->assessments.front();
    cli::quit(cli::exit_regression,
              "{}: {:.1f} % slower in '{}', certainly more than {:.1f} %: above "
              "--fail-above {:g}%",
              worst->key.label(), (assessment.ratio - 1) * 100, report.files[worst_file].path,
              (assessment.interval->low - 1) * 100, limit * 100);
}

int show_comparison(std::vector<results::Report> files, const CompareSettings &settings)
{
    const compare::ComparisonReport report =
        compare::compare_all(std::move(files), settings.threshold);
    cli::print_as(settings.output, show::comparison_exporters, report);
    if (settings.fail_above)
        fail_on_regression(report, *settings.fail_above);
    return cli::exit_ok;
}

// The filter is for the plug-ins: with a file, each is compared with any row of the same work.
int show_duels(const CompareSettings &settings, const std::string &line)
{
    const bool are_versions = settings.files.empty() && settings.plugins.size() == 2;
    if ((settings.files.size() != 1 && !are_versions) || settings.matrix || settings.pool != 1)
        throw cli::CommandError(
            "--plugin requires one result file or two plug-ins, and neither --matrix nor --pool: "
            "'hashlane compare FILE.json --plugin ./mine.so' or "
            "'hashlane compare --plugin ./old.so --plugin ./new.so'");
    PluginDuels duels = are_versions ? measure_versions(settings, line)
                                     : measure_duels(results::read_run_file(settings.files.front()),
                                                     settings, line);
    const int code = show_comparison(std::move(duels.files), settings);
    return duels.code == cli::exit_ok ? code : duels.code;
}

int execute(const CompareSettings &settings, const std::string &line)
{
    if (settings.matrix)
        cli::check_format(settings.output, show::matrix_exporters);
    else
        cli::check_format(settings.output, show::comparison_exporters);
    if (!settings.plugins.empty())
        return show_duels(settings, line);
    std::vector<results::Report> files = read_files(settings);
    if (!settings.matrix)
        return show_comparison(std::move(files), settings);
    cli::print_as(settings.output, show::matrix_exporters, compare::make_matrix(files));
    return cli::exit_ok;
}

} // namespace

cli::Execute compare_command(CLI::App &app)
{
    return cli::command<CompareSettings>(app, declare, execute);
}

} // namespace hashlane::commands
