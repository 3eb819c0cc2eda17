// SPDX-License-Identifier: MIT
#include "growing_tables.h"

#include "report.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr const char *clear_to_end = "\r\033[J";
constexpr const char *clear_line = "\r\033[K";
constexpr std::size_t heading_lines = 2;

std::string up(std::size_t lines) { return fmt::format("\033[{}A", lines); }

// In the same place of the run: what another measurement of the same thing replaces.
bool is_same(const Row &a, const Row &b)
{
    return a.identity.name == b.identity.name && a.identity.repetition == b.identity.repetition &&
           a.location.core_kind == b.location.core_kind && a.location.cpus == b.location.cpus;
}

} // namespace

GrowingTables::GrowingTables(std::vector<TableShape> expected, const Style &style,
                             unsigned terminal_lines)
    : expected_(std::move(expected)), style_(style), terminal_lines_(terminal_lines)
{
}

std::string GrowingTables::open(const Row &row)
{
    const auto known = std::ranges::find(expected_, row.identity.workload, &TableShape::workload);
    TableShape shape = known != expected_.end() ? *known : shape_of({&row});
    // What the machine offers, the first row says for all.
    shape.cycles = has_cycles(row);
    shape.clock = has_clock(row);
    shape.bound = shape.bound && shape.cycles;
    shape.energy = row.figures.energy.has_value();
    LiveTable table(shape, style_);
    const std::string text = (tables_.empty() ? "" : "\n") + table.header();
    lines_ += heading_lines + (tables_.empty() ? 0 : 1);
    tables_.push_back({std::move(table), lines_, {}});
    return text;
}

std::string GrowingTables::draw_over(std::size_t line, const std::string &text) const
{
    const std::size_t back = lines_ - line;
    if (back >= terminal_lines_)
        return ""; // close() shows it
    const std::string down = back > 1 ? fmt::format("\033[{}B", back - 1) : "";
    return up(back) + clear_line + text + down;
}

std::string GrowingTables::show(const Row &row)
{
    if (!is_in_table(row))
        return "";
    for (Table &table : tables_) {
        const auto shown =
            std::ranges::find_if(table.rows, [&](const Row &one) { return is_same(one, row); });
        if (shown == table.rows.end())
            continue;
        *shown = row;
        const auto index = static_cast<std::size_t>(shown - table.rows.begin());
        return draw_over(table.first_line + index, table.table.row(row));
    }
    std::string text;
    if (tables_.empty() || tables_.back().rows.front().identity.workload != row.identity.workload)
        text = open(row);
    Table &last = tables_.back();
    last.rows.push_back(row);
    ++lines_;
    return text + last.table.row(row);
}

std::string GrowingTables::close(const std::vector<Row> &rows)
{
    if (tables_.empty())
        return "";
    const std::string start = lines_ < terminal_lines_ ? up(lines_) + clear_to_end : "\n";
    return start + write_rows(rows, style_);
}

} // namespace hashlane
