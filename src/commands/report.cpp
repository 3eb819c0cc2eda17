// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../machine/system/child_process.h"
#include "../machine/system/text.h"
#include "../show/page/page.h"
#include "../show/svg/plots.h"
#include "../show/tables/fleet_writers.h"
#include "commands.h"

#include <algorithm>
#include <fmt/format.h>

#include <filesystem>

namespace hashlane::commands {
namespace {

enum class ReportFormat { html, svg, text, table, markdown };

struct ReportSettings {
    std::vector<std::string> files;
    std::string out; ///< empty for standard output
    ReportFormat format = ReportFormat::html;
    std::string plot; ///< the name of one; empty for all
    bool open = false;
};

void declare(CLI::App &app, ReportSettings &report)
{
    app.add_option("FILE", report.files, "Result files: of --out, and JSON of fleet");
    cli::in_group(app, cli::Group::output);
    cli::add_text(app, "-o,--out", {"FILE", "Write to this file instead of standard output"},
                  report.out);
    cli::add_option(
        app, "--format",
        {"FORMAT", "html, svg, text, or the tables of 'hashlane run': table, markdown", "html"},
        report.format,
        cli::one_of<ReportFormat>({{"html", ReportFormat::html},
                                   {"svg", ReportFormat::svg},
                                   {"text", ReportFormat::text},
                                   {"table", ReportFormat::table},
                                   {"markdown", ReportFormat::markdown}}));
    cli::add_text(
        app, "--plot",
        {"NAME",
         "With --format svg or text: only this plot; an unknown NAME prints the list of plots"},
        report.plot);
    app.add_flag("--open", report.open,
                 "Show the page in a browser; without --out its file is report.html");
    cli::add_examples(app, {"hashlane report run.json --open",
                            "hashlane report run.json --format svg --plot answer -o answer.svg"});
}

// The contents of the files, by kind, in the order of the files.
struct Contents {
    std::vector<results::Report> runs;
    std::vector<show::FleetFile> fleets;
    std::vector<show::SoakFile> soaks;

    bool is_empty() const { return runs.empty() && fleets.empty() && soaks.empty(); }
};

// Adds a file to those of its kind. Throws a BadFile, and adds nothing, if the file has nothing to
// show.
void add(const results::JsonDocument &document, const std::string &path, Contents &contents)
{
    const results::JsonFields &fields = document.fields();
    bool has_rows = true;
    if (show::is_fleet(fields)) {
        show::FleetFile file{path, show::read_fleet(fields)};
        has_rows = !file.fleet.nodes.empty() || file.fleet.missing_unnamed > 0;
        if (has_rows)
            contents.fleets.push_back(std::move(file));
    } else if (cluster::is_soak(fields)) {
        contents.soaks.push_back({path, cluster::read_soak(fields)});
    } else {
        results::Report run = results::read_run(document, path);
        run.machine = results::machine_name(path);
        has_rows = !run.rows.empty() || !run.mismatches.empty();
        if (has_rows)
            contents.runs.push_back(std::move(run));
    }
    if (!has_rows)
        throw results::BadFile(fmt::format("'{}' has no row that can be shown", path));
}

void add_file(const std::string &path, Contents &contents)
{
    const std::string text = cluster::end_of_soak_lines(results::text_of_result_file(path), path);
    if (show::is_fleet_lines(text))
        throw results::BadFile(
            fmt::format("'{}' has the lines of 'hashlane fleet --format jsonl'; a page "
                        "needs the file of '--format json'",
                        path));
    const results::JsonDocument document(text, machine::printable(path));
    const results::JsonFields &fields = document.fields();
    if (fields.has("comparisons") || (fields.has("files") && fields.has("rows")))
        throw results::BadFile(fmt::format(
            "'{}' has the JSON of 'hashlane compare'; 'hashlane report' compares the result "
            "files themselves: give it these",
            path));
    add(document, path, contents);
}

bool is_of_tables(ReportFormat format)
{
    return format == ReportFormat::table || format == ReportFormat::markdown;
}

const show::Figure &figure_of(const show::Book &book, const std::string &name)
{
    const show::Figure *const figure = show::find_figure(book, name);
    if (figure == nullptr && show::figure_names(book).empty())
        cli::fail("--format svg: these files have no row to plot");
    if (figure == nullptr)
        cli::fail("--plot: {}; the plots of these files are {}",
                  name.empty() ? "a NAME is required for --format svg"
                               : fmt::format("there is no '{}'", name),
                  fmt::join(show::figure_names(book), ", "));
    return *figure;
}

std::string text_of(const ReportSettings &settings, const Contents &contents)
{
    if (is_of_tables(settings.format)) {
        if (contents.runs.empty())
            cli::fail("--format table and markdown require the files of a run");
        const show::Format format =
            settings.format == ReportFormat::table ? show::Format::table : show::Format::markdown;
        std::string text;
        for (const results::Report &run : contents.runs)
            text += (text.empty() ? "" : "\n") +
                    show::write_as(format, show::report_exporters, run, cli::style_for({}));
        return text;
    }
    const show::Book book = show::make_book(contents.runs, contents.fleets, contents.soaks);
    const unsigned width = cli::style_for({}).width;
    if (settings.format == ReportFormat::svg) {
        const show::Figure &figure = figure_of(book, settings.plot);
        return show::standalone_svg(show::draw_any(figure.plot), figure.title, figure.sentence);
    }
    if (settings.format == ReportFormat::text)
        return settings.plot.empty()
                   ? show::write_text_report(book, width)
                   : show::write_text_figure(figure_of(book, settings.plot), width);
    return show::write_page(book);
}

void check(const ReportSettings &settings)
{
    if (settings.files.empty())
        cli::fail("a result file is required: 'hashlane report FILE.json --out "
                  "report.html'; 'hashlane run --out FILE.json' writes one");
    const bool is_page = settings.format == ReportFormat::html;
    if (!settings.plot.empty() && (is_page || is_of_tables(settings.format)))
        cli::fail("--plot requires --format svg or text");
    if (settings.open && !is_page && settings.format != ReportFormat::svg)
        cli::fail("--open requires --format html or svg");
    if (settings.open && settings.out == "-")
        cli::fail("--open requires a file, and --out '-' is standard output");
}

int execute(const ReportSettings &settings, const std::string & /*line*/)
{
    check(settings);
    std::string path = settings.out;
    if (settings.open && path.empty())
        path = settings.format == ReportFormat::svg ? "report.svg" : "report.html";
    const cli::OutFile out(path, "--out", cli::OutFile::Dash::is_standard_output);
    Contents contents;
    const cli::ExitCode code = cli::for_each_file(settings.files.size(), [&](std::size_t place) {
        add_file(settings.files[place], contents);
    });
    if (contents.is_empty())
        return code;
    // Only files that a list names have machines: others stay in the order of the arguments.
    std::ranges::stable_sort(contents.runs, {}, &results::Report::machine);
    const std::string text = text_of(settings, contents);
    if (!out.is_wanted())
        cli::print(text);
    if (!out.write(text) || !settings.open)
        return code;
    const std::string problem = machine::open_in_browser(std::filesystem::absolute(path));
    if (!problem.empty())
        cli::fail(code == cli::exit_ok ? cli::exit_absent : code,
                  "--open: '{}' was written, but cannot be shown here: {}", path, problem);
    return code;
}

} // namespace

const cli::Declare report_command = cli::command<ReportSettings, declare, execute>;

} // namespace hashlane::commands
