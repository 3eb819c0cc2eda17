// SPDX-License-Identifier: MIT
#include "page.h"

#include "../../compare/comparison.h"
#include "../../machine/system/text.h"
#include "../svg/plots.h"
#include "../svg/text.h"
#include "../tables/fleet_writers.h"
#include "../tables/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>

namespace hashlane::show {
namespace {

// With more, each run has its results without details.
constexpr std::size_t most_runs_in_detail = 4;
constexpr std::size_t bars_in_detail = 60, bars_of_many = 8;

std::string title_of(const char *kind, const std::string &path)
{
    return fmt::format("{}: {}", kind, machine::printable(machine::file_name(path)));
}

std::string or_unknown(const std::string &text) { return text.empty() ? "unknown" : text; }

std::vector<std::string> lines_about(const results::Report &file)
{
    const results::Context &context = file.context;
    std::vector<std::string> lines = {
        fmt::format("{}: {} rows, {}", machine::file_name(file.path), file.rows.size(),
                    context.date.empty() ? "date unknown" : context.date),
        fmt::format("Processor: {}{}", or_unknown(context.cpu_model),
                    context.microcode.empty() ? "" : ", microcode " + context.microcode),
        fmt::format("System: {}{}", or_unknown(context.os_release),
                    context.hypervisor.empty() ? "" : ", under " + context.hypervisor),
        fmt::format("hashlane {}, built with {}", or_unknown(context.version),
                    or_unknown(context.compiler))};
    if (!context.command.empty())
        lines.push_back("Command: " + context.command);
    return lines;
}

std::vector<std::string> alarms_of(const results::Report &file)
{
    std::vector<std::string> alarms;
    for (const results::Mismatch &mismatch : file.mismatches)
        alarms.push_back(mismatch.kernel + " computed a wrong result and has no row");
    if (!file.context.emulator.empty())
        alarms.push_back("measured under " + file.context.emulator + ": timings mean nothing");
    const auto doubtful = std::ranges::count_if(
        file.rows, [](const results::Row &row) { return !results::is_trustworthy(row); });
    if (doubtful > 0)
        alarms.push_back(fmt::format("{} of {} rows are not trustworthy: see the column 'noise'",
                                     doubtful, file.rows.size()));
    return alarms;
}

Chapter chapter_of(const ShownRun &run, bool in_detail)
{
    using MakeFigures = std::vector<Figure> (*)(const ShownRun &);
    constexpr MakeFigures all[] = {answer_figures, cycles_figures, rate_figures,
                                   // In detail:
                                   scaling_figures, standing_figures, energy_figures, clock_figures,
                                   core_figures, sample_figures};
    constexpr std::size_t not_in_detail = 3;
    Chapter chapter{run.prefix + "run", run.label, lines_about(run.file), alarms_of(run.file)};
    for (const MakeFigures make : std::span(all).first(in_detail ? std::size(all) : not_in_detail))
        std::ranges::move(make(run), std::back_inserter(chapter.figures));
    return chapter;
}

std::vector<ShownRun> shown_runs(const std::vector<results::Report> &files)
{
    if (files.size() == 1)
        return {{files[0], or_unknown(files[0].context.cpu_model), "", bars_in_detail}};
    const std::vector<std::string> labels = compare::distinct_labels(files);
    std::vector<ShownRun> runs;
    for (std::size_t i = 0; i < files.size(); ++i)
        runs.push_back({files[i], labels[i], fmt::format("run{}-", i + 1),
                        files.size() > most_runs_in_detail ? bars_of_many : bars_in_detail});
    return runs;
}

Chapter overview_of(const std::vector<ShownRun> &runs)
{
    Chapter chapter{"overview", "Side by side"};
    for (const ShownRun &run : runs) {
        const std::string name = machine::printable(machine::file_name(run.file.path));
        chapter.facts.push_back(fmt::format(
            "{}{}: {}, {}, hashlane {}, {}", run.label, run.label == name ? "" : ": " + name,
            or_unknown(run.file.context.cpu_model), or_unknown(run.file.context.compiler),
            or_unknown(run.file.context.version), run.file.context.date));
    }
    chapter.figures = figures_of_runs(runs);
    return chapter;
}

// Returns the findings that need action, a line each.
std::vector<std::string> alarms_of(const cluster::FleetReport &fleet)
{
    constexpr std::size_t most_named = 20;
    std::vector<std::string> alarms;
    if (const std::size_t wrong = fleet.count(cluster::NodeClass::wrong); wrong > 0)
        alarms.push_back(fmt::format("{} computed wrong results. For each: {}",
                                     wrong > most_named
                                         ? machine::counted(wrong, "node")
                                         : names_of(fleet, cluster::NodeClass::wrong),
                                     cluster::advice_for(cluster::NodeClass::wrong)));
    if (const std::size_t unknown = fleet.count(cluster::NodeClass::not_judged); unknown > 0)
        alarms.push_back(
            fmt::format("{} not judged: nothing is known against {}, and nothing for "
                        "{}.",
                        unknown == 1 ? "1 node was" : std::to_string(unknown) + " nodes were",
                        unknown == 1 ? "it" : "them", unknown == 1 ? "it" : "them"));
    for (std::size_t i = 0; i < fleet.groups.size(); ++i) {
        const cluster::GroupReport &group = fleet.groups[i];
        if (!group.changes.empty())
            alarms.push_back(fmt::format("Group {} as a whole differs from the baseline: {}", i + 1,
                                         fmt::join(group.changes, "; ")));
        if (!group.splits.empty())
            alarms.push_back(fmt::format("The nodes of group {} differ: {}", i + 1,
                                         fmt::join(group.splits, "; ")));
    }
    return alarms;
}

// There may be a line for each node.
void add_lines(std::vector<std::string> &lines, const std::vector<std::string> &more,
               const char *before = "")
{
    constexpr std::size_t most_lines = 50;
    const std::size_t shown = std::min(more.size(), most_lines);
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back(before + more[i]);
    if (more.size() > shown)
        lines.push_back(fmt::format("{} more such lines are in the file", more.size() - shown));
}

Chapter chapter_of(const FleetFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("fleet{}-", number);
    const cluster::FleetReport &fleet = file.fleet;
    const std::string dates = dates_text(fleet);
    Chapter chapter{prefix + "files",
                    title_of("Fleet", file.path) + (dates.empty() ? "" : ", " + dates)};
    add_lines(chapter.alarms, alarms_of(fleet));
    chapter.figures = fleet_figures(fleet, prefix);
    if (fleet.groups.size() > most_drawn_groups)
        chapter.facts.push_back(fmt::format("The {} largest of {} groups have plots",
                                            most_drawn_groups, fleet.groups.size()));
    std::vector<std::string> groups;
    for (const cluster::GroupReport &group : fleet.groups)
        groups.push_back(fmt::format("Group {}: {}", groups.size() + 1, group_title(group)));
    for (const cluster::DeviceGroupReport &group : fleet.devices)
        groups.push_back(device_title(group));
    add_lines(chapter.facts, groups);
    add_lines(chapter.facts, fleet.problems, "Problem: ");
    add_lines(chapter.facts, fleet.remarks, "Note: ");
    return chapter;
}

std::string finding_text(const cluster::SoakWrong &wrong)
{
    const std::string place =
        !wrong.device.empty()
            ? wrong.device
            : fmt::format("core {} (CPU {}, socket {})", wrong.core, wrong.cpu, wrong.socket);
    return fmt::format("{}, {}, {}, after {:.0f} s: wrong again {} of {} times here, {} of {} on "
                       "its neighbour",
                       place, wrong.kernel, wrong.scope, wrong.at_seconds, wrong.again_here,
                       wrong.tries_here, wrong.again_beside, wrong.tries_beside);
}

Chapter chapter_of(const SoakFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("soak{}-", number);
    const cluster::SoakTotals &totals = file.soak.totals;
    Chapter chapter{prefix + "files", title_of("Soak", file.path)};
    if (totals.wrong > 0)
        chapter.alarms.push_back(fmt::format("Wrong results: {}", totals.wrong));
    std::vector<std::string> findings;
    std::ranges::transform(totals.found, std::back_inserter(findings), finding_text);
    add_lines(chapter.alarms, findings);
    if (!file.soak.complete)
        chapter.alarms.emplace_back(
            "Incomplete: it was interrupted, or some core did not test some kernel");
    if (const std::vector<std::string> names = totals.not_reached(); !names.empty())
        chapter.alarms.push_back(
            fmt::format("Not reached on every core: {}", fmt::join(names, ", ")));
    chapter.figures = soak_figures(totals, prefix);
    chapter.facts = {fmt::format("{:.0f} s and {} finished passes, from {} to {}", totals.seconds,
                                 totals.passes, file.soak.started, file.soak.updated),
                     "Memory and floating point were not tested"};
    return chapter;
}

std::string book_title(const std::vector<ShownRun> &runs, const std::vector<FleetFile> &fleets,
                       const std::vector<SoakFile> &soaks)
{
    if (runs.size() == 1)
        return "hashlane on " + runs.front().label;
    if (!runs.empty())
        return fmt::format("hashlane: {} runs", runs.size());
    if (fleets.empty())
        return "hashlane: " + machine::counted(soaks.size(), "soak");
    if (fleets.size() > 1)
        return "hashlane: " + machine::counted(fleets.size(), "fleet");
    const cluster::FleetReport &fleet = fleets.front().fleet;
    return "hashlane: a fleet of " + machine::counted(size_of(fleet), "node");
}

std::string introduction_of(const std::vector<results::Report> &files, std::size_t fleets)
{
    // A plug-in's own workload has no independent implementation.
    const bool all_are_verified = std::ranges::all_of(files, [](const results::Report &file) {
        return std::ranges::all_of(file.rows, results::is_verified);
    });
    if (!files.empty())
        return fmt::format("{} row is verified: the timed calls ended at the answer of an "
                           "independent implementation. Cycles are core cycles unless the column "
                           "'cycles from' is tsc. docs/reading-results.md explains the columns.",
                           all_are_verified ? "Every"
                                            : "Rows of a plug-in's own workload passed the "
                                              "plug-in's own check; every other");
    if (fleets == 0)
        return "'hashlane soak' ran every kernel on every core and compared every result. "
               "docs/how-to/soak.md explains the terms.";
    return "'hashlane node' measured each node and verified every result. 'hashlane fleet' "
           "compared "
           "each node with comparable nodes, by cycles and by clock.";
}

} // namespace

Book make_book(const std::vector<results::Report> &files, const std::vector<FleetFile> &fleets,
               const std::vector<SoakFile> &soaks)
{
    const std::vector<ShownRun> runs = shown_runs(files);
    Book book{book_title(runs, fleets, soaks), introduction_of(files, fleets.size()), {}};
    if (runs.size() > 1)
        book.chapters.push_back(overview_of(runs));
    for (const ShownRun &run : runs)
        book.chapters.push_back(chapter_of(run, runs.size() <= most_runs_in_detail));
    for (std::size_t i = 0; i < fleets.size(); ++i)
        book.chapters.push_back(chapter_of(fleets[i], i + 1));
    for (std::size_t i = 0; i < soaks.size(); ++i)
        book.chapters.push_back(chapter_of(soaks[i], i + 1));
    return book;
}

const Figure *find_figure(const Book &book, const std::string &name)
{
    for (const Chapter &chapter : book.chapters)
        for (const Figure &figure : chapter.figures)
            if (figure.name == name)
                return &figure;
    return nullptr;
}

std::vector<std::string> figure_names(const Book &book)
{
    std::vector<std::string> names;
    for (const Chapter &chapter : book.chapters)
        for (const Figure &figure : chapter.figures)
            names.push_back(figure.name);
    return names;
}

// ---- As HTML.

std::string base64_of_hex(std::string_view hex)
{
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t digits_of_group = 6; // three bytes are four letters
    std::string text;
    for (std::size_t i = 0; i < hex.size(); i += digits_of_group) {
        const std::string_view group = hex.substr(i, digits_of_group);
        std::uint32_t bits = 0;
        std::from_chars(group.data(), group.data() + group.size(), bits, 16);
        bits <<= 4 * (digits_of_group - group.size());
        const std::size_t used = group.size() / 2 + 1;
        for (std::size_t letter = 0; letter < 4; ++letter)
            text += letter < used ? letters[(bits >> (18 - 6 * letter)) & 63U] : '=';
    }
    return text;
}

namespace {

// A table of thousands of rows is no help to a reader, and slow in a browser.
constexpr std::size_t most_table_rows = 500;

bool is_doubtful(const std::vector<std::string> &row, const FigureTable &table)
{
    for (std::size_t i = 0; i < row.size(); ++i)
        if ((table.columns[i].name == "noise" && row[i].ends_with('!')) ||
            (table.columns[i].name == "trustworthy" && row[i] == "no"))
            return true;
    return false;
}

std::string table_html(const Figure &figure)
{
    const FigureTable &table = figure.table;
    const auto css = [](const FigureTable::Column &column) {
        return column.is_text ? " class=\"t\"" : "";
    };
    std::string html = fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                                   "aria-label=\"{}\"><table>\n<thead><tr>",
                                   escaped("Table: " + figure.title));
    for (const FigureTable::Column &column : table.columns)
        html += fmt::format("<th scope=\"col\"{}>{}</th>", css(column), escaped(column.name));
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(table.rows.size(), most_table_rows); ++i) {
        const std::vector<std::string> &row = table.rows[i];
        html += is_doubtful(row, table) ? "<tr class=\"doubtful-row\">" : "<tr>";
        for (std::size_t cell = 0; cell < row.size(); ++cell) {
            const FigureTable::Column &column = table.columns[cell];
            html += fmt::format("<td{}", css(column));
            // A narrow screen shows a row's cells below each other, each with its column's name.
            if (figure.leads)
                html += fmt::format(" data-name=\"{}\"", escaped(column.name));
            html += fmt::format(">{}</td>", escaped(row[cell]));
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if (table.rows.size() > most_table_rows)
        html += fmt::format("<p class=\"soft\">{} more rows are in the file.</p>\n",
                            table.rows.size() - most_table_rows);
    return html;
}

std::string details_html(const Figure &figure)
{
    constexpr std::size_t most_open_rows = 30;
    const std::size_t rows = figure.table.rows.size();
    return fmt::format("<details{}><summary>Table: {}</summary>\n{}</details>\n",
                       figure.leads && rows <= most_open_rows ? " open" : "",
                       machine::counted(rows, "row"), table_html(figure));
}

std::string card_html(const AnswerPlot::Answer &answer)
{
    std::string html = fmt::format("<li class=\"card{}\"><p>{}</p>\n<b>{}</b>\n<p>{}</p>\n",
                                   answer.doubtful ? " doubtful" : "", escaped(answer.question),
                                   escaped(answer.figure), escaped(answer.unit));
    if (answer.share_of_bound) {
        Drawing bar;
        bar.rect("bar", 0, 1, 1, 8);
        bar.rect("bound", 0, 1, std::min(*answer.share_of_bound, 1.0), 8);
        html += fmt::format("<svg class=\"plot\" width=\"100%\" height=\"10\" aria-hidden=\"true\">"
                            "\n{}</svg>\n<p class=\"soft\">{:.0f} % of the bound</p>\n",
                            bar.elements(), *answer.share_of_bound * 100);
    }
    html += fmt::format("<p class=\"soft\">{}{}</p></li>\n", escaped(answer.detail),
                        answer.doubtful ? "; not trustworthy" : "");
    return html;
}

std::string figure_html(const Figure &figure)
{
    if (const auto *plot = std::get_if<AnswerPlot>(&figure.plot)) {
        std::string html =
            fmt::format("<section id=\"{}\">\n<h3>{}</h3>\n<p>{}</p>\n<ul class=\"cards\">\n",
                        escaped(figure.name), escaped(figure.title), escaped(figure.sentence));
        for (const AnswerPlot::Answer &answer : plot->answers)
            html += card_html(answer);
        return html + "</ul>\n" + details_html(figure) + "</section>\n";
    }
    return fmt::format(
        "<figure id=\"{}\"{}>\n<figcaption><h3>{}</h3>\n<p>{}</p></figcaption>\n{}"
        "<p class=\"soft\">{}</p>\n{}</figure>\n",
        escaped(figure.name), figure.leads ? " class=\"whole\"" : "", escaped(figure.title),
        escaped(figure.sentence),
        inline_svg(draw_any(figure.plot), figure.name, {figure.title, figure.sentence}),
        escaped(figure.how_to_read), details_html(figure));
}

std::string list_html(const char *css, const std::vector<std::string> &lines)
{
    std::string html;
    for (const std::string &line : lines)
        html += fmt::format("<p class=\"{}\">{}</p>\n", css, escaped(line));
    return html;
}

std::string chapter_html(const Chapter &chapter)
{
    std::string html =
        fmt::format("<section aria-labelledby=\"{0}-h\" id=\"{0}\">\n<h2 id=\"{0}-h\">{1}</h2>\n",
                    chapter.id, escaped(chapter.title));
    html += list_html("alarm", chapter.alarms);
    bool in_grid = false;
    for (const Figure &figure : chapter.figures) {
        const bool leads = figure.leads || std::holds_alternative<AnswerPlot>(figure.plot);
        if (!leads && !in_grid)
            html += "<div class=\"figures\">\n";
        in_grid = in_grid || !leads;
        html += figure_html(figure);
    }
    html += in_grid ? "</div>\n" : "";
    return html + list_html("soft", chapter.facts) + "</section>\n";
}

std::string contents_html(const Book &book)
{
    if (book.chapters.size() < 2)
        return "";
    std::string html = "<nav aria-label=\"Contents\"><ul>\n";
    for (const Chapter &chapter : book.chapters)
        html +=
            fmt::format("<li><a href=\"#{}\">{}</a></li>\n", chapter.id, escaped(chapter.title));
    return html + "</ul></nav>\n";
}

} // namespace

std::string write_page(const Book &book)
{
    // It allows this style and this script, and nothing else.
    const std::string policy =
        fmt::format("default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; "
                    "base-uri 'none'; form-action 'none'",
                    base64_of_hex(page_style_sha256), base64_of_hex(page_script_sha256));
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"hashlane\">\n<title>{}</title>\n<style>{}</style>\n"
        "</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the plots</a>\n<header>\n"
        "<h1>{}</h1>\n<p>{}</p>\n<div class=\"tools\" id=\"tools\"></div>\n</header>\n{}"
        "<main id=\"main\">\n",
        escaped(policy), escaped(book.title), page_style, escaped(book.title),
        escaped(book.introduction), contents_html(book));
    for (const Chapter &chapter : book.chapters)
        html += chapter_html(chapter);
    return html + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", page_script);
}

// ---- As text.

namespace {

// The first two columns are always there, the last ones if the terminal is wide enough.
Grid grid_of(const FigureTable &table, unsigned width)
{
    constexpr std::size_t most_rows = 60, always = 2;
    const std::size_t longest = width / 2 - always; // of a cell; with mark and gaps two have room
    Grid grid{""};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        grid.headers.push_back({at_most(table.columns[i].name, longest), table.columns[i].is_text,
                                i < always ? 0 : static_cast<unsigned>(table.columns.size() - i)});
    for (const std::vector<std::string> &row : table.rows) {
        if (grid.rows.size() == most_rows)
            break;
        grid.rows.emplace_back();
        for (const std::string &cell : row)
            grid.rows.back().push_back(at_most(cell, longest));
        if (is_doubtful(row, table))
            grid.rows.back().front() += '!';
    }
    return grid;
}

} // namespace

std::string write_text_figure(const Figure &figure, unsigned width)
{
    std::string text = at_most(figure.title) + "\n" + wrap(at_most(figure.sentence), width);
    if (const auto *const heat = std::get_if<HeatPlot>(&figure.plot))
        return text + text_heat(*heat, width);
    if (const auto *const plot = std::get_if<AnswerPlot>(&figure.plot)) {
        for (const AnswerPlot::Answer &answer : plot->answers)
            text +=
                wrap(at_most(fmt::format("{}: {} {}{}, {}", answer.question, answer.figure,
                                         answer.unit, answer.doubtful ? "!" : "", answer.detail)),
                     width);
        return text;
    }
    const Grid grid = grid_of(figure.table, width);
    text += draw(grid, {.width = width});
    if (const std::size_t more = figure.table.rows.size() - grid.rows.size(); more > 0)
        text += fmt::format("  {} more rows are in the file\n", more);
    return text;
}

std::string write_text_report(const Book &book, unsigned width)
{
    std::string text;
    for (const Chapter &chapter : book.chapters) {
        text += (text.empty() ? "" : "\n") + at_most(chapter.title) + "\n";
        for (const std::string &alarm : chapter.alarms)
            text += wrap("! " + at_most(alarm), width);
        for (const Figure &figure : chapter.figures)
            text += "\n" + write_text_figure(figure, width);
    }
    return text;
}

} // namespace hashlane::show
