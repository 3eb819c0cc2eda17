// SPDX-License-Identifier: MIT
#include "grid.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hashlane {
namespace {

constexpr std::size_t mark_width = 2;

std::vector<std::size_t> column_widths(const Grid &grid)
{
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < grid.headers.size(); ++i) {
        std::size_t width = grid.headers[i].text.size();
        for (const auto &row : grid.rows)
            width = std::max(width, row[i].size());
        widths.push_back(width);
    }
    return widths;
}

std::size_t total_width(const std::vector<std::size_t> &widths, std::size_t gap)
{
    return std::accumulate(widths.begin(), widths.end(), mark_width + gap * (widths.size() - 1));
}

void drop_column(Grid &grid, std::size_t column)
{
    const auto at = static_cast<std::ptrdiff_t>(column);
    grid.headers.erase(grid.headers.begin() + at);
    for (auto &row : grid.rows)
        row.erase(row.begin() + at);
}

// Spare columns go until the rest fits.
Grid fitted(Grid grid, unsigned terminal)
{
    while (total_width(column_widths(grid), 1) > terminal) {
        const auto spare = std::ranges::find(grid.headers, true, &Grid::Header::spare);
        if (spare == grid.headers.end())
            break;
        drop_column(grid, static_cast<std::size_t>(spare - grid.headers.begin()));
    }
    return grid;
}

std::string emphasised(const std::string &text, const Style &style)
{
    return style.color ? fmt::format(fmt::emphasis::bold, "{}", text) : text;
}

} // namespace

std::string draw_table(const Grid &whole, const Style &style)
{
    const Grid grid = fitted(whole, style.width);
    const std::vector<std::size_t> widths = column_widths(grid);
    const std::size_t gap = total_width(widths, 2) <= style.width ? 2 : 1;
    const auto line_of = [&](const auto &cell) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            line.append(i == 0 ? 0 : gap, ' ');
            line += grid.headers[i].left ? fmt::format("{:<{}}", cell(i), widths[i])
                                         : fmt::format("{:>{}}", cell(i), widths[i]);
        }
        return line.substr(0, line.find_last_not_of(' ') + 1);
    };

    std::string text = grid.title.empty() ? "" : emphasised(grid.title, style) + "\n";
    text += "  " + line_of([&](std::size_t i) { return grid.headers[i].text; }) + "\n";
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        const std::string line = line_of([&](std::size_t i) { return grid.rows[row][i]; });
        text += (row == grid.marked ? "* " + emphasised(line, style) : "  " + line) + "\n";
    }
    return text;
}

std::string draw_markdown(const Grid &grid)
{
    std::string header = "|", rule = "|";
    for (const Grid::Header &column : grid.headers) {
        header += " " + column.text + " |";
        rule += column.left ? " :--- |" : " ---: |";
    }
    std::string text = grid.title.empty() ? "" : "**" + grid.title + "**\n\n";
    text += header + "\n" + rule + "\n";
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        text += "|";
        for (const std::string &cell : grid.rows[row])
            text += row == grid.marked ? " **" + cell + "** |" : " " + cell + " |";
        text += "\n";
    }
    return text;
}

std::string wrap(const std::string &text, unsigned width)
{
    std::string wrapped;
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, space - at);
        if (!line.empty() && line.size() + 1 + word.size() > width) {
            wrapped += line + "\n";
            line = "  " + word;
        } else {
            line += (line.empty() ? "" : " ") + word;
        }
        at = space + 1;
    }
    return wrapped + line + "\n";
}

std::string csv_field(const std::string &text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string escaped;
    for (const char c : text)
        escaped += c == '"' ? "\"\"" : std::string(1, c);
    return "\"" + escaped + "\"";
}

} // namespace hashlane
