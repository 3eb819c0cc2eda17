// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../machine/system/child_process.h"
#include "../machine/system/text.h"
#include "../show/page/page.h"
#include "../show/svg/plots.h"
#include "commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlane::commands {
namespace {

enum class ReportFormat { html, svg, text };

struct ReportSettings {
    std::vector<std::string> files;
    std::string out; ///< empty for standard output
    ReportFormat format = ReportFormat::html;
    std::string plot; ///< the name of one; empty for all
    bool open = false;
};

void declare(CLI::App &app, ReportSettings &report)
{
    app.add_option("files", report.files,
                   "FILE.json [MORE...], as --out, compare and fleet write them");
    cli::add_text(app, "--out", {"FILE", "write to this file instead of standard output"},
                  report.out);
    cli::add_option(app, "--format", {"FORMAT", "html, svg or text", "html"}, report.format,
                    cli::one_of<ReportFormat>({{"html", ReportFormat::html},
                                               {"svg", ReportFormat::svg},
                                               {"text", ReportFormat::text}}));
    app.add_flag("--open", report.open,
                 "show the page in a browser; without --out it is report.html");
    cli::add_text(app, "--plot", {"NAME", "only this plot, with --format svg or text"},
                  report.plot);
}

// What the files have, each kind in their order.
struct Contents {
    std::vector<results::Report> runs;
    std::vector<show::ComparisonFile> comparisons;
    std::vector<show::MatrixFile> matrices;
    std::vector<show::FleetFile> fleets;

    /// False where there is no row in it that can be shown.
    bool add(const results::JsonDocument &document, const std::string &path)
    {
        if (show::is_comparison(document.fields())) {
            comparisons.push_back(show::comparison_file_of(document.fields(), path));
            return std::ranges::any_of(comparisons.back().parts,
                                       [](const auto &part) { return !part.changes.empty(); });
        }
        if (show::is_matrix(document.fields())) {
            matrices.push_back(show::matrix_file_of(document.fields(), path));
            return !matrices.back().matrix.lines.empty();
        }
        if (show::is_fleet(document.fields())) {
            fleets.push_back(show::fleet_file_of(document.fields(), path));
            const cluster::FleetReport &fleet = fleets.back().fleet;
            return !fleet.nodes.empty() || fleet.missing_unnamed > 0;
        }
        runs.push_back(results::read_run(document, path));
        return !runs.back().rows.empty();
    }
};

show::Book read_book(const ReportSettings &settings)
{
    if (settings.files.empty())
        throw cli::CommandError("report: needs a result file: 'hashlane report FILE.json --out "
                                "report.html'; 'hashlane run --out FILE.json' writes one");
    Contents contents;
    for (const std::string &path : settings.files) {
        const std::string text = results::text_of_result_file(path);
        if (show::is_fleet_lines(text))
            throw results::BadFile(
                fmt::format("'{}' is what 'hashlane fleet --format jsonl' writes; a page "
                            "needs what '--format json' writes",
                            machine::printable(path)));
        const results::JsonDocument document(text, machine::printable(path));
        if (!contents.add(document, path))
            throw results::BadFile(
                fmt::format("'{}' has no row that can be shown", machine::printable(path)));
    }
    return show::make_book(contents.runs, contents.comparisons, contents.matrices, contents.fleets);
}

const show::Figure &figure_of(const show::Book &book, const std::string &name)
{
    const show::Figure *const figure = show::find_figure(book, name);
    if (figure == nullptr)
        cli::quit("--plot: there is no '{}' here; there are {}", name,
                  fmt::join(show::figure_names(book), ", "));
    return *figure;
}

std::string text_of(const ReportSettings &settings, const show::Book &book)
{
    const unsigned width = cli::style_for({}).width;
    switch (settings.format) {
    case ReportFormat::svg: {
        const show::Figure &figure = figure_of(book, settings.plot);
        return show::standalone_svg(show::draw_any(figure.plot), {figure.title, figure.sentence});
    }
    case ReportFormat::text:
        return settings.plot.empty()
                   ? show::write_text_report(book, width)
                   : show::write_text_figure(figure_of(book, settings.plot), width);
    case ReportFormat::html:
        break;
    }
    return show::write_page(book);
}

void check(const ReportSettings &settings)
{
    if (settings.format == ReportFormat::svg && settings.plot.empty())
        throw cli::CommandError(
            "--format svg: needs --plot NAME; a NAME that there is not lists those "
            "that there are");
    if (settings.format == ReportFormat::html && !settings.plot.empty())
        throw cli::CommandError("--plot: is for --format svg or text");
    if (settings.format == ReportFormat::text && settings.open)
        throw cli::CommandError("--open: is for --format html or svg");
}

std::string path_of(const ReportSettings &settings)
{
    if (!settings.open || !settings.out.empty())
        return settings.out;
    return settings.format == ReportFormat::svg ? "report.svg" : "report.html";
}

void open(const std::string &path)
{
    const std::string problem = machine::open_in_browser(std::filesystem::absolute(path));
    if (!problem.empty())
        cli::quit(cli::exit_absent, "--open: '{}' was written, but cannot be shown here: {}", path,
                  problem);
}

int execute(const ReportSettings &settings, const std::string & /*line*/)
{
    check(settings);
    const std::string path = path_of(settings);
    const cli::OutFile out(path);
    const std::string text = text_of(settings, read_book(settings));
    if (out.is_wanted())
        out.write(text);
    else
        cli::print(text);
    if (settings.open)
        open(path);
    return cli::exit_ok;
}

} // namespace

cli::Execute report_command(CLI::App &app)
{
    return cli::command<ReportSettings>(app, declare, execute);
}

} // namespace hashlane::commands
