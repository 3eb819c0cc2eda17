// SPDX-License-Identifier: MIT
#include "page.h"

#include "../plots/svg_plots.h"
#include "base64.h"
#include "page_texts.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// A table of thousands of rows is no help to a reader, and slow in a browser.
constexpr std::size_t most_table_rows = 500;

std::string cell(const char *tag, const std::string &text, bool is_text)
{
    return fmt::format("<{0}{1}>{2}</{3}>", tag, is_text ? " class=\"t\"" : "", escaped(text),
                       std::string_view(tag).substr(0, 2));
}

bool is_doubtful(const std::vector<std::string> &row, const FigureTable &table)
{
    for (std::size_t i = 0; i < row.size(); ++i)
        if ((table.columns[i].name == "noise" && row[i].ends_with('!')) ||
            (table.columns[i].name == "trustworthy" && row[i] == "no"))
            return true;
    return false;
}

std::string table_html(const FigureTable &table, const std::string &title)
{
    std::string html = fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                                   "aria-label=\"{}\"><table>\n<thead><tr>",
                                   escaped("Table: " + title));
    for (const FigureTable::Column &column : table.columns)
        html += cell("th scope=\"col\"", column.name, column.is_text);
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(table.rows.size(), most_table_rows); ++i) {
        const std::vector<std::string> &row = table.rows[i];
        html += is_doubtful(row, table) ? "<tr class=\"doubtful-row\">" : "<tr>";
        for (std::size_t column = 0; column < row.size(); ++column)
            html += cell("td", row[column], table.columns[column].is_text);
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
    return fmt::format("<details{}><summary>Table: {} row{}</summary>\n{}</details>\n",
                       figure.leads && rows <= most_open_rows ? " open" : "", rows,
                       rows == 1 ? "" : "s", table_html(figure.table, figure.title));
}

std::string share_bar(double share)
{
    Picture picture;
    picture.drawing.rect("bar", 0, 1, 1, 8);
    picture.drawing.rect("bound", 0, 1, std::min(share, 1.0), 8);
    return fmt::format("<svg class=\"plot\" width=\"100%\" height=\"10\" aria-hidden=\"true\">\n{}"
                       "</svg>\n",
                       picture.drawing.elements());
}

std::string card_html(const AnswerPlot::Answer &answer)
{
    std::string html = fmt::format("<li class=\"card{}\"><p>{}</p>\n<b>{}</b>\n<p>{}</p>\n",
                                   answer.doubtful ? " doubtful" : "", escaped(answer.question),
                                   escaped(answer.figure), escaped(answer.unit));
    if (answer.share_of_bound)
        html += share_bar(*answer.share_of_bound) +
                fmt::format("<p class=\"soft\">{:.0f} % of the bound</p>\n",
                            *answer.share_of_bound * 100);
    html += fmt::format("<p class=\"soft\">{}{}</p></li>\n", escaped(answer.detail),
                        answer.doubtful ? "; not trustworthy" : "");
    return html;
}

std::string answers_html(const Figure &figure, const AnswerPlot &plot)
{
    std::string html =
        fmt::format("<section id=\"{}\">\n<h3>{}</h3>\n<p>{}</p>\n"
                    "<ul class=\"cards\">\n",
                    escaped(figure.name), escaped(figure.title), escaped(figure.sentence));
    for (const AnswerPlot::Answer &answer : plot.answers)
        html += card_html(answer);
    return html + "</ul>\n" + details_html(figure) + "</section>\n";
}

std::string figure_html(const Figure &figure)
{
    if (const auto *answers = std::get_if<AnswerPlot>(&figure.plot))
        return answers_html(figure, *answers);
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

std::string page_policy()
{
    return fmt::format("default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; "
                       "base-uri 'none'; form-action 'none'",
                       base64_of_hex(page_style_sha256), base64_of_hex(page_script_sha256));
}

std::string write_page(const Book &book)
{
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"hashlane\">\n<title>{}</title>\n<style>{}</style>\n"
        "</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the figures</a>\n<header>\n"
        "<h1>{}</h1>\n<p>{}</p>\n<div class=\"tools\" id=\"tools\"></div>\n</header>\n{}"
        "<main id=\"main\">\n",
        escaped(page_policy()), escaped(book.title), page_style, escaped(book.title),
        escaped(book.introduction), contents_html(book));
    for (const Chapter &chapter : book.chapters)
        html += chapter_html(chapter);
    return html + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", page_script);
}

} // namespace hashlane
