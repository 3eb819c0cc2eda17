// SPDX-License-Identifier: MIT
#include "grid.h"

#include "../../machine/system/lists.h"
#include "../svg/text.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace hashlane::show {
namespace {

constexpr std::size_t mark_width = 2;

// True for a character that Markdown, or GitHub's with its links of bare addresses, takes for more
// than itself.
bool is_markup(std::string_view text, std::size_t at)
{
    const auto is_of_word = [&](std::size_t i) {
        return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
    };
    switch (text[at]) {
    case '_':
        return !is_of_word(at - 1) || !is_of_word(at + 1);
    case ':':
        return text.substr(at).starts_with("://");
    case '.':
        return text.substr(0, at).ends_with("www");
    default:
        return std::string_view("\\`*[<&|~").find(text[at]) != std::string_view::npos;
    }
}

// True for a character of a mention, of a formula, or of a number of an issue, "#12" or "GH-12".
// GitHub looks for these in the page that Markdown makes, where a backslash is gone.
bool is_found_later(std::string_view text, std::size_t at)
{
    const bool is_issue =
        text[at] == '#' || (text[at] == '-' && text.substr(0, at).ends_with("GH"));
    const bool is_number = at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9';
    return text[at] == '@' || text[at] == '$' || (is_issue && is_number);
}

// A text that Markdown shows as it is: a name may be one of a file, whose tags, links and columns a
// page would take for its own. Characters that are found later stand in a tag of their own.
std::string in_markdown(std::string_view text)
{
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_markup(text, i))
            escaped += '\\';
        escaped += is_found_later(text, i) ? fmt::format("<span>{}</span>", text[i])
                                           : std::string(1, text[i]);
    }
    return escaped;
}

// An item could begin as a heading, a quotation or another list does.
std::string item_in_markdown(const std::string &text)
{
    const bool is_beginning = text.find_first_of("#>+-=") == 0 && !is_found_later(text, 0);
    return fmt::format("- {}{}\n", is_beginning ? "\\" : "", in_markdown(text));
}

std::string draw_markdown(const Grid &grid)
{
    std::string header = "|", rule = "|";
    for (const Grid::Header &column : grid.headers) {
        header += " " + in_markdown(column.text) + " |";
        rule += column.left ? " :--- |" : " ---: |";
    }
    std::string text = grid.title.empty() ? "" : "**" + in_markdown(grid.title) + "**\n\n";
    text += header + "\n" + rule + "\n";
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        text += '|';
        for (const std::string &cell : grid.rows[row])
            text += fmt::format(" {0}{1}{0} |", row == grid.marked ? "**" : "", in_markdown(cell));
        text += '\n';
    }
    return text;
}

// True for text of a file that a spreadsheet would compute.
bool is_formula(const std::string &text)
{
    if (text.size() < 2 || std::string_view("=@+-\t\r").find(text[0]) == std::string_view::npos)
        return false;
    double number = 0;
    const char *const end = text.data() + text.size();
    return std::from_chars(text.data(), end, number).ptr != end;
}

// Quotes a field of RFC 4180's CSV if it needs that; an apostrophe makes a formula a text.
std::string csv_field(const std::string &text)
{
    if (is_formula(text))
        return csv_field("'" + text);
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string escaped;
    for (const char c : text)
        escaped += c == '"' ? "\"\"" : std::string(1, c);
    return "\"" + escaped + "\"";
}

} // namespace

std::string emphasised(const std::string &text, bool color)
{
    return color ? fmt::format(fmt::emphasis::bold, "{}", text) : text;
}

TableLayout::TableLayout(const Grid &grid, const Style &style)
    : title_(grid.title), headers_(grid.headers), color_(style.color)
{
    for (std::size_t i = 0; i < headers_.size(); ++i) {
        std::size_t &width = headers_[i].width;
        width = std::max(width, columns_of(headers_[i].text));
        for (const auto &row : grid.rows)
            width = std::max(width, columns_of(row[i]));
        columns_.push_back(i);
    }
    // 0 becomes the highest number: those that are never left out come last.
    const auto order = [&](std::size_t column) { return headers_[column].spare - 1; };
    while (total_width(gap_) > style.width) {
        const auto first = std::ranges::min_element(columns_, {}, order);
        if (headers_[*first].spare == 0)
            break;
        columns_.erase(first);
    }
    if (total_width(2) <= style.width)
        gap_ = 2;
}

std::size_t TableLayout::total_width(std::size_t gap) const
{
    std::size_t width = mark_width + gap * (columns_.size() - 1);
    for (const std::size_t column : columns_)
        width += headers_[column].width;
    return width;
}

std::string TableLayout::heading() const
{
    return (title_.empty() ? "" : emphasised(no_command(title_), color_) + "\n") +
           line(machine::each(headers_, &Grid::Header::text));
}

std::string TableLayout::line(const std::vector<std::string> &cells, bool marked) const
{
    std::string text;
    for (const std::size_t column : columns_) {
        text.append(column == columns_.front() ? 0 : gap_, ' ');
        text += fmt::format(fmt::runtime(headers_[column].left ? "{:<{}}" : "{:>{}}"),
                            cells[column], headers_[column].width);
    }
    text.resize(text.find_last_not_of(' ') + 1);
    return (marked ? "* " + emphasised(text, color_) : no_command("  " + text)) + "\n";
}

std::string draw(const Grid &grid, const Style &style)
{
    if (style.markdown)
        return draw_markdown(grid);
    const TableLayout layout(grid, style);
    std::string text = layout.heading();
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        text += layout.line(grid.rows[row], row == grid.marked);
    return text;
}

std::string draw(const std::vector<Grid> &grids, const Style &style)
{
    std::string text;
    for (const Grid &grid : grids)
        text += (text.empty() ? "" : "\n") + draw(grid, style);
    return text;
}

std::string draw(const std::vector<std::string> &texts, const Style &style)
{
    std::string drawn;
    for (const std::string &text : texts)
        drawn += style.markdown ? item_in_markdown(text) : wrap(text, style.width);
    return drawn;
}

std::string csv_line(const std::vector<std::string> &fields)
{
    std::string line;
    for (const std::string &field : fields)
        line += (&field == &fields.front() ? "" : ",") + csv_field(field);
    return line + "\n";
}

} // namespace hashlane::show
