// SPDX-License-Identifier: MIT
#include "../compare/comparison.h"
#include "../compare/matrix.h"
#include "../report/compare_report.h"
#include "../report/matrix_report.h"
#include "commands.h"
#include "exit_code.h"
#include "options.h"
#include "parse.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace hashlane {
namespace {

constexpr double most_percent = 50;
constexpr std::uint64_t most_runs = 1000;

struct CompareOptions : Options {
    std::vector<std::string> files;
    std::string threshold = "1";
    std::string fail_over;
    std::string pool = "1";
    bool matrix = false;
};

double parse_percent(const std::string &option, const std::string &text)
{
    return parse_positive(option, text, most_percent, "%") / 100;
}

ResultFile read_filtered(const std::string &path, const IdFilter &finds)
{
    ResultFile file = read_result_file(path);
    std::erase_if(file.rows, [&](const ResultRow &row) { return !finds(row.key.name); });
    if (file.rows.empty())
        throw BadFile(fmt::format("'{}' has no row that can be compared", path));
    return file;
}

std::vector<ResultFile> read_files(const CompareOptions &options)
{
    const IdFilter finds(options.filter);
    const auto runs = static_cast<std::size_t>(parse_integer("--pool", options.pool, 1, most_runs));
    const std::size_t least = options.matrix ? 1 : 2;
    if (options.files.size() % runs != 0)
        throw CommandError(
            fmt::format("--pool: {} files are no multiple of {}", options.files.size(), runs));
    if (options.files.size() / runs < least)
        throw CommandError(
            fmt::format("compare: {} of the {} result files that it takes: 'hashlane "
                        "compare OLD.json NEW.json'",
                        options.files.size(), least * runs));
    std::vector<ResultFile> files;
    for (const std::string &path : options.files)
        files.push_back(read_filtered(path, finds));
    return pool_files(std::move(files), runs);
}

std::string write_matrix(const Matrix &matrix, Format format, const Style &style)
{
    switch (format) {
    case Format::csv:
        return write_matrix_csv(matrix);
    case Format::json:
        return write_matrix_json(matrix);
    case Format::markdown:
        return write_matrix_markdown(matrix);
    case Format::table:
    case Format::classic:
        break;
    }
    return write_matrix_table(matrix, style);
}

std::string write_comparison(const ComparisonReport &report, Format format, const Style &style)
{
    if (format == Format::json)
        return write_comparison_json(report);
    return format == Format::markdown ? write_comparison_markdown(report)
                                      : write_comparison_table(report, style);
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
    throw CommandError(fmt::format("{}: {:.1f} % slower in '{}', surely over {:.1f} %: more than "
                                   "--fail-over {:g}%",
                                   worst->key.label(), (assessment.ratio - 1) * 100,
                                   report.files[worst_file].path,
                                   (assessment.interval->low - 1) * 100, limit * 100),
                       exit_regression);
}

int compare(const CompareOptions &options)
{
    std::vector<Format> formats = {Format::table, Format::json, Format::markdown};
    if (options.matrix)
        formats.push_back(Format::csv);
    const Format format = chosen_format(options, formats);
    const Style style = chosen_style(options);
    const double threshold = parse_percent("--threshold", options.threshold);
    std::optional<double> fail_over;
    if (!options.fail_over.empty())
        fail_over = parse_percent("--fail-over", options.fail_over);
    try {
        std::vector<ResultFile> files = read_files(options);
        if (options.matrix) {
            fmt::print("{}", write_matrix(make_matrix(files), format, style));
            return exit_ok;
        }
        const ComparisonReport report = compare_all(std::move(files), threshold);
        fmt::print("{}", write_comparison(report, format, style));
        if (fail_over)
            fail_on_regression(report, *fail_over);
    } catch (const BadFile &bad) {
        throw CommandError(bad.what());
    }
    return exit_ok;
}

} // namespace

Command add_compare(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "compare", "Tell what changed between result files, and how sure that is");
    const auto options = std::make_shared<CompareOptions>();
    app->add_option("files", options->files, "OLD.json NEW.json [MORE...], as --out writes them");
    app->add_option("--threshold", options->threshold, "a change below this does not matter")
        ->type_name("PERCENT")
        ->capture_default_str();
    app->add_option("--fail-over", options->fail_over,
                    "exit 5 when a row is surely slower by more than this")
        ->type_name("PERCENT");
    app->add_flag("--matrix", options->matrix,
                  "kernels against files: rates, and rates at 0.1 GHz");
    app->add_option("--pool", options->pool,
                    "every N files in a row are runs of one program: take them as one")
        ->type_name("N")
        ->capture_default_str();
    add_filter_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &) { return compare(*options); }};
}

} // namespace hashlane
