// SPDX-License-Identifier: MIT
#include "run_table.h"

#include "../../machine/system/lists.h"
#include "../svg/plots.h"
#include "../svg/text.h"
#include "answers.h"
#include "report.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace hashlane::show {

void TableShape::add(const std::string &name, const std::string &core_kind, unsigned threads)
{
    kernel_width = std::max(kernel_width, short_name(name).size());
    core_kind_width = std::max(core_kind_width, core_kind.size());
    most_threads = std::max(most_threads, threads);
}

TableShape shape_of(const std::vector<const results::Row *> &rows)
{
    const auto any = [&](auto has) {
        return std::ranges::any_of(rows, [has](const results::Row *row) { return has(*row); });
    };
    const results::Row &first = *rows.front();
    TableShape shape;
    shape.workload = first.identity.workload;
    std::set<machine::CycleSource> sources;
    for (const results::Row *row : rows) {
        if (results::has_cycles(*row))
            sources.insert(row->figures.cycle_source);
        shape.add(row->identity.name, row->location.core_kind, row->location.threads);
    }
    shape.same_threads = !any(
        [&](const results::Row &row) { return row.location.threads != first.location.threads; });
    shape.devices = any(is_on_a_device);
    shape.cycles = any(results::has_cycles);
    shape.interval = any([](const results::Row &row) { return row.figures.interval.has_value(); });
    shape.bound = any([](const results::Row &row) { return share_of_bound(row).has_value(); });
    shape.clock = any(results::has_clock);
    shape.energy = any([](const results::Row &row) { return row.figures.energy.has_value(); });
    shape.sources = sources.size() > 1;
    return shape;
}

namespace {

using Cell = std::function<std::string(const results::Row &)>;

constexpr double block_bytes = 64;
constexpr std::size_t bar_width = 12;

// The order in which columns are left out on a narrow terminal. Bars repeat a value, and the rate
// per clock the cycles. A kernel's name has its lanes, a title the threads that all rows have in
// common, and each row is verified. How far a value can be off comes last: a value without its
// error invites wrong conclusions.
enum Spare : unsigned { never, bars, per_clock, lanes, threads, clock, verified, source, error };

// Whole digits of millions of units per second: of one thread, or of a device.
constexpr std::size_t unit_digits = 3;
constexpr std::size_t byte_digits = 4;
constexpr std::size_t more_of_a_device = 2;

// The width of the widest usual value: a column has it before it is measured.
constexpr std::size_t length_of(std::string_view value) { return value.size(); }

Column number(std::string header, std::size_t width, Cell cell, Spare spare = never)
{
    return {{std::move(header), false, spare, width}, std::move(cell)};
}

Column words(std::string header, std::size_t width, Cell cell, Spare spare = never)
{
    return {{std::move(header), true, spare, width}, std::move(cell)};
}

// Writes a value that not every row has: none has one of which no sample was kept.
std::string figure(bool is_known, double value, int digits)
{
    return is_known ? fmt::format("{:.{}f}", value, digits) : "-";
}

// Writes three digits.
std::string half_width_cell(const results::Row &row)
{
    const auto share = relative_half_width(row);
    const double percent = share.value_or(0) * 100;
    return figure(share.has_value(), percent, percent < 9.995 ? 2 : percent < 99.95 ? 1 : 0);
}

std::string clock_cell(const results::Row &row)
{
    return figure(row.figures.clock_hz > 0, row.figures.clock_hz / 1e9, 2);
}

std::string energy_cell(const results::Row &row)
{
    const auto &energy = row.figures.energy;
    return energy ? figure(true, energy->joules_per_unit * 1e9 / shown_units(row), 1) : "-";
}

std::string bar_cell(const results::Row &row)
{
    const auto share = share_of_bound(row);
    return share ? text_bar(*share, bar_width) : "-";
}

std::string binds_cell(const results::Row &row)
{
    const results::BoundBy by = row.figures.bound_by;
    return by == results::BoundBy::unknown ? "-" : std::string(results::bound_by_name(by));
}

std::string source_cell(const results::Row &row)
{
    return std::string(machine::cycle_source_name(row.figures.cycle_source));
}

std::size_t rate_width(std::size_t whole_digits, int digits, const TableShape &shape)
{
    return whole_digits + 1 + static_cast<std::size_t>(digits) +
           (shape.devices ? more_of_a_device : 0);
}

// All threads together have as many times the rate of one.
Column scaled_rate(const std::string &header, std::size_t whole_digits, int digits, double factor,
                   const TableShape &shape)
{
    if (shape.most_threads > 1)
        whole_digits += std::to_string(shape.most_threads).size();
    return number(header, rate_width(whole_digits, digits, shape), [=](const results::Row &row) {
        const double rate = row.figures.units_per_second;
        return figure(rate > 0, rate * shown_units(row) * factor, digits);
    });
}

Column rate_column(const TableShape &shape, const Style &style)
{
    const WorkloadFacts facts = facts_of(shape.workload);
    const Sha256Unit unit =
        shape.workload == Workload::sha256_chain ? style.sha256_unit : Sha256Unit::mega_hashes;
    constexpr int digits = 2;
    if (unit == Sha256Unit::mega_bytes)
        return scaled_rate("MB/s", byte_digits, digits, block_bytes / 1e6, shape);
    if (unit == Sha256Unit::mebi_bytes)
        return scaled_rate("MiB/s", byte_digits, digits, block_bytes / (1 << 20), shape);
    // Without cycles, cycles per byte would leave no rate at all.
    if (unit == Sha256Unit::cycles_per_byte && shape.cycles)
        return number("cpb", length_of("99.999"), [](const results::Row &row) {
            return figure(results::cycles_of(row) > 0, results::cycles_of(row) / block_bytes, 3);
        });
    return scaled_rate(std::string(facts.rate), facts.per_byte ? byte_digits : unit_digits,
                       facts.rate_digits, facts.rate_scale, shape);
}

// "16.40-16.53": slowest and fastest thread, in the rate's unit.
Column threads_column(const TableShape &shape)
{
    const WorkloadFacts facts = facts_of(shape.workload);
    const int digits = std::min(facts.rate_digits, 2);
    const std::size_t one = rate_width(facts.per_byte ? byte_digits : unit_digits, digits, shape);
    return number(
        "each thread", 2 * one + 1, [digits, facts](const results::Row &row) -> std::string {
            const std::vector<double> &rates = row.figures.thread_units_per_second;
            if (rates.size() < 2 || std::ranges::max(rates) == 0) // no sample was kept
                return "-";
            const double scale = shown_units(row) * facts.rate_scale;
            const auto [slowest, fastest] = std::ranges::minmax(rates);
            return fmt::format("{:.{}f}-{:.{}f}", slowest * scale, digits, fastest * scale, digits);
        });
}

// Each column is at least as wide as the longest text that it usually has: neither the width of a
// table nor the choice of columns depends on the measured values.
std::vector<Column> columns_of(const TableShape &shape, const Style &style)
{
    const bool per_byte = facts_of(shape.workload).per_byte;
    const auto per_tenth_ghz = [scale =
                                    facts_of(shape.workload).rate_scale](const results::Row &row) {
        const double hz = row.figures.clock_hz;
        return figure(hz > 0, row.figures.units_per_second * scale / (hz / 1e8), 3);
    };
    std::vector<Column> columns;
    const auto add = [&](bool is_wanted, Column column) {
        if (is_wanted)
            columns.push_back(std::move(column));
    };
    add(true, words("kernel", shape.kernel_width,
                    [](const results::Row &row) { return short_name(row.identity.name); }));
    add(shape.core_kind_width > 0,
        words("core", shape.core_kind_width,
              [](const results::Row &row) { return row.location.core_kind; }));
    add(true,
        number(
            "lanes", shape.devices ? length_of("9999999") : 0,
            [](const results::Row &row) { return std::to_string(row.identity.lanes); }, lanes));
    add(shape.most_threads > 1,
        number(
            "threads", 0,
            [](const results::Row &row) { return std::to_string(row.location.threads); },
            shape.same_threads ? threads : never));
    add(shape.cycles,
        number(per_byte ? "cpb" : "cycles", length_of(per_byte ? "999.99" : "9999.99"),
               [](const results::Row &row) {
                   return figure(results::cycles_of(row) > 0, shown_cycles(row), 2);
               }));
    add(shape.cycles && shape.interval, number("±%", length_of("9.99"), half_width_cell, error));
    add(shape.bound, number("%bound", 0, bound_text));
    add(true, rate_column(shape, style));
    add(shape.most_threads > 1, threads_column(shape));
    add(shape.clock && !per_byte, number("/0.1GHz", 0, per_tenth_ghz, per_clock));
    add(shape.clock, number("GHz", length_of("9.99"), clock_cell, clock));
    add(shape.energy,
        number(per_byte ? "nJ/B" : "nJ", length_of(per_byte ? "999.9" : "9999.9"), energy_cell));
    add(shape.sources, words("source", 0, source_cell, source));
    add(true, words("noise", length_of("emulated!"), noise_text));
    add(true, words(
                  "verified", 0,
                  [](const results::Row &row) {
                      return std::string(results::is_verified(row) ? "yes" : "own check");
                  },
                  verified));
    add(shape.bound && style.bars, words("of the bound", bar_width, bar_cell, bars));
    add(shape.bound && style.bars, words("bound by", length_of("throughput"), binds_cell, bars));
    return columns;
}

// Makes a grid with these columns and a title, without rows.
Grid empty_grid(const TableShape &shape, const std::vector<Column> &columns)
{
    const WorkloadFacts facts = facts_of(shape.workload);
    Grid grid{fmt::format("{}: {}", facts.name, facts.title)};
    if (shape.cycles)
        grid.title += fmt::format(", core cycles per {}", facts.cost_of);
    if (shape.same_threads && shape.most_threads > 1)
        grid.title += fmt::format(", {} threads", shape.most_threads);
    grid.headers = machine::each(columns, &Column::header);
    return grid;
}

std::vector<std::string> cells_of(const std::vector<Column> &columns, const results::Row &row)
{
    return machine::each(columns, [&](const Column &column) { return column.cell(row); });
}

// ---- Tables that grow, and the line below them.

constexpr const char *clear_to_end = "\r\033[J";
constexpr const char *clear_line = "\r\033[K";
constexpr std::size_t heading_lines = 2;

std::string up(std::size_t lines) { return fmt::format("\033[{}A", lines); }

// True if one replaces the other: both have the same place in the run.
bool is_same(const results::Row &a, const results::Row &b)
{
    return a.identity.name == b.identity.name && a.identity.repetition == b.identity.repetition &&
           a.location.core_kind == b.location.core_kind && a.location.cpus == b.location.cpus;
}

} // namespace

std::vector<Grid> make_grids(const std::vector<results::Row> &all, const Style &style)
{
    std::vector<Grid> grids;
    for (const results::Work workload : results::works_of(all)) {
        Rows rows;
        for (const results::Row &row : all)
            if (row.identity.workload == workload && is_in_table(row))
                rows.push_back(&row);
        if (rows.empty())
            continue;
        const TableShape shape = shape_of(rows);
        const std::vector<Column> columns = columns_of(shape, style);
        grids.push_back(empty_grid(shape, columns));
        for (const results::Row *row : rows)
            grids.back().rows.push_back(cells_of(columns, *row));
        const auto best = std::ranges::find(rows, best_row(rows));
        if (best != rows.end())
            grids.back().marked = static_cast<std::size_t>(best - rows.begin());
    }
    return grids;
}

GrowingTables::GrowingTables(std::vector<TableShape> expected, const Style &style,
                             unsigned terminal_lines)
    : expected_(std::move(expected)), style_(style), terminal_lines_(terminal_lines)
{
}

std::string GrowingTables::Table::line(const results::Row &row) const
{
    return layout.line(cells_of(columns, row));
}

std::string GrowingTables::open(const results::Row &row)
{
    const auto known = std::ranges::find(expected_, row.identity.workload, &TableShape::workload);
    TableShape shape = known != expected_.end() ? *known : shape_of({&row});
    // The machine offers for all rows what it offers for the first.
    shape.cycles = results::has_cycles(row);
    shape.clock = results::has_clock(row);
    shape.bound = shape.bound && shape.cycles;
    shape.energy = row.figures.energy.has_value();
    const std::vector<Column> columns = columns_of(shape, style_);
    const TableLayout layout(empty_grid(shape, columns), style_);
    const std::string text = (tables_.empty() ? "" : "\n") + layout.heading();
    lines_ += heading_lines + (tables_.empty() ? 0 : 1);
    tables_.push_back({columns, layout, lines_, {}});
    return text;
}

std::string GrowingTables::show(const results::Row &row)
{
    if (!is_in_table(row))
        return "";
    for (Table &table : tables_) {
        const auto shown = std::ranges::find_if(
            table.rows, [&](const results::Row &one) { return is_same(one, row); });
        if (shown == table.rows.end())
            continue;
        *shown = row;
        const auto index = static_cast<std::size_t>(shown - table.rows.begin());
        const std::size_t back = lines_ - (table.first_line + index);
        if (back >= terminal_lines_)
            return ""; // close() shows it
        const std::string down = back > 1 ? fmt::format("\033[{}B", back - 1) : "";
        return up(back) + clear_line + table.line(row) + down;
    }
    std::string text;
    if (tables_.empty() || tables_.back().rows.front().identity.workload != row.identity.workload)
        text = open(row);
    Table &last = tables_.back();
    last.rows.push_back(row);
    ++lines_;
    return text + last.line(row);
}

std::string GrowingTables::close(const std::vector<results::Row> &rows)
{
    if (tables_.empty())
        return "";
    const std::string start = lines_ < terminal_lines_ ? up(lines_) + clear_to_end : "\n";
    return start + write_rows(rows, style_);
}

// ---- The line below the tables that says what is measured now.

std::string first_figure(const results::Row &row)
{
    if (!results::has_cycles(row))
        return label_of(row) + " " + rate_text(row);
    const ShownUnit unit = cycles_unit(row);
    return fmt::format("{} {} {}", label_of(row), unit.text(results::cycles_of(row)),
                       unit.factor == 1 ? "cycles" : "cycles/byte");
}

std::string progress_line(const Progress &progress, unsigned width)
{
    constexpr unsigned narrow_bar = 12, wide_bar = 30, wide_terminal = 120;
    constexpr double minute = 60;
    std::string line =
        "▕" + text_bar(progress.share, width < wide_terminal ? narrow_bar : wide_bar) + "▏";
    if (const auto &left = progress.seconds_left)
        line += *left < 2 * minute ? fmt::format("{:.0f} s left, ", *left)
                                   : fmt::format("{:.0f} min left, ", *left / minute);
    line += progress.counts + ": ";
    const std::string both = progress.measured + "; now " + progress.name;
    const std::string shorter =
        short_name(progress.measured) + "; now " + short_name(progress.name);
    const auto fits = [&](const std::string &names) {
        return !progress.measured.empty() && columns_of(line) + columns_of(names) <= width;
    };
    // The name of the row in progress is worth more than the last result.
    line += fits(both) ? both : fits(shorter) ? shorter : progress.name;
    return at_most(line, width);
}

} // namespace hashlane::show
