// SPDX-License-Identifier: MIT
//
// A book as a page of HTML, and as text.
#include "page.h"

#include "../../machine/system/text.h"
#include "../svg/plots.h"
#include "../svg/text.h"
#include "../tables/grid.h"

#include "hashlane/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>

namespace hashlane::show {

// ---- As HTML.

namespace {

// As a Content-Security-Policy names a text: its hash in Base64 (RFC 4648, section 4).
std::string sha256_base64(std::string_view text)
{
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, HASHLANE_SHA256_BYTES + 1> digest{}; // three bytes are four letters
    hashlane_sha256(text.data(), text.size(), digest.data());
    std::string hash;
    for (std::size_t i = 0; i < digest.size(); i += 3) {
        const std::uint32_t bits =
            std::uint32_t{digest[i]} << 16 | std::uint32_t{digest[i + 1]} << 8 | digest[i + 2];
        for (const unsigned shift : {18U, 12U, 6U, 0U})
            hash += letters[bits >> shift & 63U];
    }
    hash.back() = '='; // instead of the byte that fills the last three
    return hash;
}

// A table of thousands of rows is no help to a reader, and slow in a browser.
constexpr std::size_t most_table_rows = 500;

bool is_doubtful(const std::vector<std::string> &row, const Grid &table)
{
    for (std::size_t i = 0; i < row.size(); ++i)
        if ((table.headers[i].text == "noise" && row[i].ends_with('!')) ||
            (table.headers[i].text == "trustworthy" && row[i] == "no"))
            return true;
    return false;
}

std::string table_html(const Figure &figure)
{
    const Grid &table = figure.table;
    const auto css = [](const Grid::Header &column) { return column.left ? " class=\"t\"" : ""; };
    std::string html = fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                                   "aria-label=\"{}\"><table>\n<thead><tr>",
                                   escaped("Table: " + figure.title));
    for (const Grid::Header &column : table.headers)
        html += fmt::format("<th scope=\"col\"{}>{}</th>", css(column), escaped(column.text));
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(table.rows.size(), most_table_rows); ++i) {
        const std::vector<std::string> &row = table.rows[i];
        html += is_doubtful(row, table) ? "<tr class=\"doubtful-row\">" : "<tr>";
        for (std::size_t cell = 0; cell < row.size(); ++cell) {
            const Grid::Header &column = table.headers[cell];
            html += fmt::format("<td{}", css(column));
            // A narrow screen shows a row's cells below each other, each with its column's name.
            if (figure.leads)
                html += fmt::format(" data-name=\"{}\"", escaped(column.text));
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

// A text that is below an earlier plot of the page is not repeated.
using TextsBefore = std::set<std::string>;

std::string how_to_read_html(const Figure &figure, TextsBefore &before)
{
    if (figure.how_to_read.empty() || !before.insert(figure.how_to_read).second)
        return "";
    return fmt::format("<p class=\"soft\">{}</p>\n", escaped(figure.how_to_read));
}

std::string sentence_html(const Figure &figure)
{
    return figure.sentence.empty() ? "" : fmt::format("<p>{}</p>\n", escaped(figure.sentence));
}

// Equal numbers have no bars, and nodes without a speed no dots.
bool is_drawn(const PlotData &plot)
{
    const auto *const bars = std::get_if<BarPlot>(&plot);
    const auto *const dots = std::get_if<DotPlot>(&plot);
    return (bars == nullptr || !bars->bars.empty()) && (dots == nullptr || !dots->lines.empty());
}

std::string cards_html(const Figure &figure, const AnswerPlot &plot, TextsBefore &before)
{
    std::string html =
        fmt::format("<section id=\"{}\">\n<h3>{}</h3>\n{}<ul class=\"cards\">\n",
                    escaped(figure.name), escaped(figure.title), sentence_html(figure));
    for (const AnswerPlot::Answer &answer : plot.answers)
        html += card_html(answer);
    return html + "</ul>\n" + how_to_read_html(figure, before) + details_html(figure) +
           "</section>\n";
}

std::string figure_html(const Figure &figure, TextsBefore &before)
{
    if (const auto *plot = std::get_if<AnswerPlot>(&figure.plot))
        return cards_html(figure, *plot, before);
    return fmt::format(
        "<figure id=\"{}\"{}>\n<figcaption><h3>{}</h3>\n{}</figcaption>\n{}{}{}</figure>\n",
        escaped(figure.name), figure.leads ? " class=\"whole\"" : "", escaped(figure.title),
        sentence_html(figure),
        is_drawn(figure.plot)
            ? inline_svg(draw_any(figure.plot), figure.name, figure.title, figure.sentence)
            : "",
        how_to_read_html(figure, before), details_html(figure));
}

std::string list_html(const char *css, const std::vector<std::string> &lines)
{
    std::string html;
    for (const std::string &line : lines)
        html += fmt::format("<p class=\"{}\">{}</p>\n", css, escaped(line));
    return html;
}

bool leads(const Figure &figure)
{
    return figure.leads || std::holds_alternative<AnswerPlot>(figure.plot);
}

// On a narrow screen the plots of a chapter are a long way to scroll.
std::string plots_html(const Chapter &chapter)
{
    std::string links;
    for (const Figure &figure : chapter.figures)
        if (!leads(figure))
            links += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escaped(figure.name),
                                 escaped(figure.title));
    return links.empty() ? ""
                         : "<details class=\"narrow\"><summary>Plots</summary><ul>\n" + links +
                               "</ul></details>\n";
}

std::string chapter_html(const Chapter &chapter, const Book &book, TextsBefore &before)
{
    // The title of the only chapter may be that of the page.
    const bool has_title = !book.title.ends_with(chapter.title);
    std::string html = has_title ? fmt::format("<section aria-labelledby=\"{0}-h\" id=\"{0}\">\n"
                                               "<h2 id=\"{0}-h\">{1}</h2>\n",
                                               chapter.id, escaped(chapter.title))
                                 : fmt::format("<section id=\"{}\">\n", chapter.id);
    html += list_html("soft", chapter.facts) + list_html("alarm", chapter.alarms);
    std::string grid;
    for (const Figure &figure : chapter.figures)
        (leads(figure) ? html : grid) += figure_html(figure, before);
    html += list_html("caution", chapter.cautions) + plots_html(chapter);
    if (!grid.empty())
        html += "<div class=\"figures\">\n" + grid + "</div>\n";
    return html + list_html("soft", chapter.notes) + "</section>\n";
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

// A page that is mailed comes without the manual.
std::string terms_html(const Book &book)
{
    if (book.terms.empty())
        return "";
    std::string html = "<details class=\"terms\"><summary>What the columns mean</summary><dl>\n";
    for (const Term &term : book.terms)
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", term.name, term.meaning);
    return html + "</dl></details>\n";
}

} // namespace

std::string write_page(const Book &book)
{
    // It allows this style and this script, and nothing else.
    const std::string policy =
        fmt::format("default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; "
                    "base-uri 'none'; form-action 'none'",
                    sha256_base64(page_style), sha256_base64(page_script));
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"hashlane\">\n<title>{}</title>\n<style>{}</style>\n"
        "</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the plots</a>\n<header>\n"
        "<h1>{}</h1>\n<p>{}</p>\n{}<div class=\"tools\" id=\"tools\"></div>\n</header>\n{}"
        "<main id=\"main\">\n",
        escaped(policy), escaped(book.title), page_style, escaped(book.title),
        escaped(book.introduction), terms_html(book), contents_html(book));
    TextsBefore before;
    for (const Chapter &chapter : book.chapters)
        html += chapter_html(chapter, book, before);
    return html + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", page_script);
}

// ---- As text.

namespace {

// The first two columns are always there, the last ones if the terminal is wide enough.
Grid grid_of(const Grid &table, unsigned width)
{
    constexpr std::size_t most_rows = 60, always = 2;
    const std::size_t longest = width / 2 - always; // of a cell; with mark and gaps two have room
    Grid grid{""};
    for (std::size_t i = 0; i < table.headers.size(); ++i)
        grid.headers.push_back({at_most(table.headers[i].text, longest), table.headers[i].left,
                                i < always ? 0 : static_cast<unsigned>(table.headers.size() - i)});
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
    std::string text = no_command(at_most(figure.title)) + "\n";
    if (!figure.sentence.empty())
        text += wrap(at_most(figure.sentence), width);
    if (const auto *const heat = std::get_if<HeatPlot>(&figure.plot))
        return text + text_heat(*heat, width);
    if (const auto *const plot = std::get_if<AnswerPlot>(&figure.plot)) {
        for (const AnswerPlot::Answer &answer : plot->answers)
            text += wrap(at_most(fmt::format("{}: {} {}{}{}{}", answer.question, answer.figure,
                                             answer.unit, answer.doubtful ? "!" : "",
                                             answer.detail.empty() ? "" : ", ", answer.detail)),
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
        text += (text.empty() ? "" : "\n") + no_command(at_most(chapter.title)) + "\n";
        for (const std::vector<std::string> *const lines : {&chapter.alarms, &chapter.cautions})
            for (const std::string &line : *lines)
                text += wrap("! " + at_most(line), width);
        for (const Figure &figure : chapter.figures)
            text += "\n" + write_text_figure(figure, width);
    }
    return text;
}

} // namespace hashlane::show
