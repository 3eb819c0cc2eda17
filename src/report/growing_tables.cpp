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
    table_.emplace(shape, style_);
    std::string text = (any_before_ ? "\n" : "") + table_->header();
    any_before_ = true;
    return text;
}

std::string GrowingTables::draw_over(std::size_t index)
{
    const std::size_t back = rows_.size() - index;
    if (back >= terminal_lines_)
        return ""; // close() shows it
    const std::string down = back > 1 ? fmt::format("\033[{}B", back - 1) : "";
    return up(back) + clear_line + table_->row(rows_[index]) + down;
}

std::string GrowingTables::show(const Row &row)
{
    std::string text;
    if (!rows_.empty() && rows_.front().identity.workload != row.identity.workload)
        text = close();
    const auto shown =
        std::ranges::find_if(rows_, [&](const Row &one) { return is_same(one, row); });
    if (shown != rows_.end()) {
        *shown = row;
        return draw_over(static_cast<std::size_t>(shown - rows_.begin()));
    }
    if (rows_.empty())
        text += open(row);
    rows_.push_back(row);
    return text + table_->row(row);
}

std::string GrowingTables::close()
{
    if (rows_.empty())
        return "";
    const std::size_t lines = heading_lines + rows_.size();
    // A table higher than the terminal is shown again below.
    const std::string start = lines < terminal_lines_ ? up(lines) + clear_to_end : "\n";
    std::string text = start + write_rows(rows_, style_);
    rows_.clear();
    return text;
}

} // namespace hashlane
