// SPDX-License-Identifier: MIT
#include "../page/book.h"
#include "../page/page.h"
#include "../page/text_report.h"
#include "../plots/svg_plots.h"
#include "../system/open_in_browser.h"
#include "../system/printable.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"
#include "out_file.h"
#include "settings.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlane {
namespace {

bool has_changes(const ComparisonFile::Part &part) { return !part.changes.empty(); }

// What the files have, each kind in their order.
struct Contents {
    std::vector<RunFile> runs;
    std::vector<ComparisonFile> comparisons;
    std::vector<MatrixFile> matrices;
    std::vector<FleetFile> fleets;

    /// False where there is no row in it that can be shown.
    bool add(const JsonDocument &document, const std::string &path)
    {
        if (is_comparison(document.fields())) {
            comparisons.push_back(comparison_file_of(document.fields(), path));
            return std::ranges::any_of(comparisons.back().parts, has_changes);
        }
        if (is_matrix(document.fields())) {
            matrices.push_back(matrix_file_of(document.fields(), path));
            return !matrices.back().matrix.lines.empty();
        }
        if (is_fleet(document.fields())) {
            fleets.push_back(fleet_file_of(document.fields(), path));
            const FleetReport &fleet = fleets.back().fleet;
            return !fleet.nodes.empty() || fleet.missing_unnamed > 0;
        }
        runs.push_back(run_file_of(document, path));
        return !runs.back().rows.empty();
    }
};

Book read_book(const ReportSettings &settings)
{
    if (settings.files.empty())
        throw CommandError("report: needs a result file: 'hashlane report FILE.json --out "
                           "report.html'; 'hashlane run --out FILE.json' writes one");
    Contents contents;
    for (const std::string &path : settings.files) {
        const std::string text = text_of_result_file(path);
        if (is_fleet_lines(text))
            throw BadFile(fmt::format("'{}' is what 'hashlane fleet --format jsonl' writes; a page "
                                      "needs what '--format json' writes",
                                      printable(path)));
        const JsonDocument document(text, printable(path));
        if (!contents.add(document, path))
            throw BadFile(fmt::format("'{}' has no row that can be shown", printable(path)));
    }
    return make_book(contents.runs, contents.comparisons, contents.matrices, contents.fleets);
}

const Figure &figure_of(const Book &book, const std::string &name)
{
    const Figure *const figure = find_figure(book, name);
    if (figure == nullptr)
        throw CommandError(fmt::format("--plot: there is no '{}' here; there are {}", name,
                                       fmt::join(figure_names(book), ", ")));
    return *figure;
}

std::string svg_of(const Figure &figure)
{
    return standalone_svg(draw_any(figure.plot), {figure.title, figure.sentence});
}

std::string text_of(const ReportSettings &settings, const Book &book)
{
    const unsigned width = style_for({}).width;
    switch (settings.format) {
    case ReportFormat::svg:
        return svg_of(figure_of(book, settings.plot));
    case ReportFormat::text:
        return settings.plot.empty() ? write_text_report(book, width)
                                     : write_text_figure(figure_of(book, settings.plot), width);
    case ReportFormat::html:
        break;
    }
    return write_page(book);
}

void check(const ReportSettings &settings)
{
    if (settings.format == ReportFormat::svg && settings.plot.empty())
        throw CommandError("--format svg: needs --plot NAME; a NAME that there is not lists those "
                           "that there are");
    if (settings.format == ReportFormat::html && !settings.plot.empty())
        throw CommandError("--plot: is for --format svg or text");
    if (settings.format == ReportFormat::text && settings.open)
        throw CommandError("--open: is for --format html or svg");
}

std::string path_of(const ReportSettings &settings)
{
    if (!settings.open || !settings.out.empty())
        return settings.out;
    return settings.format == ReportFormat::svg ? "report.svg" : "report.html";
}

void open(const std::string &path)
{
    const std::string problem = open_in_browser(std::filesystem::absolute(path));
    if (!problem.empty())
        throw CommandError(
            fmt::format("--open: '{}' was written, but cannot be shown here: {}", path, problem),
            exit_absent);
}

} // namespace

int execute(const ReportSettings &settings, const std::string & /*line*/)
{
    check(settings);
    const std::string path = path_of(settings);
    try {
        const OutFile out(path);
        const std::string text = text_of(settings, read_book(settings));
        if (out.is_wanted())
            out.write(text);
        else
            print(text);
    } catch (const BadFile &bad) {
        throw CommandError(bad.what());
    }
    if (settings.open)
        open(path);
    return exit_ok;
}

} // namespace hashlane
