// SPDX-License-Identifier: MIT
//
// Result files against each other, and plug-ins against a result file.
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
    std::size_t pool = 1;             ///< files in a row that are runs of one program
    std::vector<std::string> plugins; ///< files that are measured now, against the one of results
};

struct PluginDuels {
    /// The file's rows, then those of the plug-ins, under the same names:
    /// "sha256-chain.plugin:mine.x1 against shani.x1".
    std::vector<results::Report> files;
    cli::ExitCode code = cli::exit_ok; ///< of what went wrong meanwhile
};

constexpr double seconds_a_row = 1;

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

// Measures the plug-ins' kernels, a second each, and pairs each with the file's fastest row of the
// same work: a trusted one if possible, and with as many lanes if possible. Throws a
// CommandError or a BadFile.
PluginDuels measure_duels(const results::Report &file, const CompareSettings &settings,
                          const std::string &line)
{
    const Jobs chosen = plugin_jobs(settings.plugins, settings.filter,
                                    [](const backends::PluginKernel &) { return true; });
    cli::MeasureSettings measure;
    measure.quiet = true;
    const std::vector<machine::Placement> placements = choose_placements(measure.placement);
    const std::vector<measure::WantedRow> rows = measure::rows_of(chosen.jobs, placements, 1);
    Session session(measure, settings.output, placements, line);
    begin(session, {}, chosen.failure);
    measure_rows(session, rows, timed_plan(measure, rows.size(), seconds_a_row));

    PluginDuels duels{{file, {}}, report_failures(session)};
    if (session.log.report().rows.empty())
        throw cli::CommandError("no kernel of a plug-in was measured",
                                duels.code == cli::exit_ok ? cli::exit_absent : duels.code);
    duels.files[1] = session.log.report();
    duels.files[1].path = "the plug-ins";
    std::erase_if(duels.files[1].rows,
                  [](const results::Row &row) { return !results::has_figures(row); });
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
                            "hashlane compare a1.json a2.json b1.json b2.json --pool 2"});
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

// The filter is for the plug-ins: each is compared with any row of the same work.
int show_duels(const CompareSettings &settings, const std::string &line)
{
    if (settings.files.size() != 1 || settings.matrix || settings.pool != 1)
        throw cli::CommandError(
            "--plugin requires one result file, and neither --matrix nor --pool: "
            "'hashlane compare FILE.json --plugin ./mine.so'");
    PluginDuels duels =
        measure_duels(results::read_run_file(settings.files.front()), settings, line);
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
