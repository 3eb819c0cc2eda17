// SPDX-License-Identifier: MIT
#include "../compare/comparison.h"
#include "../compare/matrix.h"
#include "../report/compare_report.h"
#include "../report/exporters.h"
#include "../report/matrix_report.h"
#include "commands.h"
#include "compare_plugins.h"
#include "exit_code.h"
#include "messages.h"
#include "option_values.h"
#include "parse.h"
#include "session.h"
#include "settings.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

ResultFile read_filtered(const std::string &path, const IdFilter &finds)
{
    ResultFile file = read_result_file(path);
    std::erase_if(file.rows, [&](const ResultRow &row) { return !finds(row.key.name); });
    if (file.rows.empty())
        throw BadFile(fmt::format("'{}' has no row that can be compared", path));
    return file;
}

std::vector<ResultFile> read_files(const CompareSettings &settings)
{
    const std::size_t runs = settings.pool;
    const std::size_t least = settings.matrix ? 1 : 2;
    if (settings.files.size() % runs != 0)
        throw CommandError(
            fmt::format("--pool: {} files are not a multiple of {}", settings.files.size(), runs));
    if (settings.files.size() / runs < least)
        throw CommandError(
            fmt::format("compare: needs at least {} result files, got {}: 'hashlane compare "
                        "OLD.json NEW.json'",
                        least * runs, settings.files.size()));
    std::vector<ResultFile> files;
    for (const std::string &path : settings.files)
        files.push_back(read_filtered(path, settings.filter));
    return pool_files(std::move(files), runs);
}

// The largest loss that is sure to be above the limit, by each row's first measure.
void fail_on_regression(const ComparisonReport &report, double limit)
{
    const ComparedRow *worst = nullptr;
    std::size_t worst_file = 0;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const ComparedRow &row : report.comparisons[i].rows) {
            const Assessment &assessment = row.assessments.front();
            if (is_regression(assessment, limit) &&
                (worst == nullptr || assessment.ratio > worst->assessments.front().ratio)) {
                worst = &row;
                worst_file = i + 1;
            }
        }
    if (worst == nullptr)
        return;
    const Assessment &assessment = worst->assessments.front();
    throw CommandError(
        fmt::format("{}: {:.1f} % slower in '{}', certainly more than {:.1f} %: above "
                    "--fail-over {:g}%",
                    worst->key.label(), (assessment.ratio - 1) * 100, report.files[worst_file].path,
                    (assessment.interval->low - 1) * 100, limit * 100),
        exit_regression);
}

int show_matrix(const std::vector<ResultFile> &files, const OutputSettings &output)
{
    print(write_as(output.format, matrix_exporters, make_matrix(files), style_for(output)));
    return exit_ok;
}

int show_comparison(std::vector<ResultFile> files, const CompareSettings &settings)
{
    const OutputSettings &output = settings.output;
    const ComparisonReport report = compare_all(std::move(files), settings.threshold);
    print(write_as(output.format, comparison_exporters, report, style_for(output)));
    if (settings.fail_over)
        fail_on_regression(report, *settings.fail_over);
    return exit_ok;
}

// The filter is for the plug-ins: each is held against any row of the same work.
int show_duels(const CompareSettings &settings, const std::string &line)
{
    if (settings.files.size() != 1 || settings.matrix || settings.pool != 1)
        throw CommandError("compare: --plugin needs one result file, and neither --matrix nor "
                           "--pool: 'hashlane compare FILE.json --plugin ./mine.so'");
    PluginDuels duels = measure_duels(read_result_file(settings.files.front()), settings, line);
    const int code = show_comparison(std::move(duels.files), settings);
    return duels.code == exit_ok ? code : duels.code;
}

} // namespace

int execute(const CompareSettings &settings, const std::string &line)
{
    // The matrix has a format more than a comparison.
    if (!settings.matrix)
        require_format(settings.output.format, formats_of(comparison_exporters));
    try {
        if (!settings.plugins.empty())
            return show_duels(settings, line);
        std::vector<ResultFile> files = read_files(settings);
        return settings.matrix ? show_matrix(files, settings.output)
                               : show_comparison(std::move(files), settings);
    } catch (const BadFile &bad) {
        throw CommandError(bad.what());
    }
}

} // namespace hashlane
