// SPDX-License-Identifier: MIT
#include "columns.h"

#include "../plots/text_plots.h"
#include "noise_mark.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

using Cell = std::function<std::string(const Row &)>;

constexpr double block_bytes = 64;

// The order in which columns are left out on a narrow terminal. Bars repeat a figure. A kernel's
// name has its lanes, a title the threads that all rows have in common, and there is no row that is
// not verified. How far a figure can be off comes last: a figure without its error invites wrong
// conclusions.
enum Spare : unsigned { never, bars, lanes, threads, per_clock, clock, verified, source, doubt };

// Whole digits of millions of units a second: of one thread, or of a device.
constexpr std::size_t unit_digits = 3;
constexpr std::size_t byte_digits = 4;
constexpr std::size_t more_of_a_device = 2;

// Of the widest figure that is usual: a column is as wide before it is measured.
constexpr std::size_t length_of(std::string_view figure) { return figure.size(); }

Column number(std::string header, std::size_t width, Cell cell, Spare spare = never)
{
    return {{std::move(header), false, spare, width}, std::move(cell)};
}

Column words(std::string header, std::size_t width, Cell cell, Spare spare = never)
{
    return {{std::move(header), true, spare, width}, std::move(cell)};
}

// A cell about something that not every row has.
Cell where(bool (*has)(const Row &), Cell cell)
{
    return [has, cell = std::move(cell)](const Row &row) {
        return has(row) ? cell(row) : std::string("-");
    };
}

// A row of which no sample was kept has no figures.
bool has_cost(const Row &row) { return has_cycles(row) && row.figures.cycles_per_unit.median > 0; }
bool has_rate(const Row &row) { return row.figures.units_per_second > 0; }
bool knows_clock(const Row &row) { return row.figures.clock_hz > 0; }

std::string without_workload(const std::string &name) { return name.substr(name.find('.') + 1); }

std::size_t longest(const std::vector<std::string> &texts)
{
    std::size_t length = 0;
    for (const std::string &text : texts)
        length = std::max(length, text.size());
    return length;
}

std::size_t longest_kernel(const TableShape &shape)
{
    std::vector<std::string> names;
    std::ranges::transform(shape.names, std::back_inserter(names), without_workload);
    return longest(names);
}

std::size_t rate_width(std::size_t whole_digits, int digits, const TableShape &shape)
{
    return whole_digits + 1 + static_cast<std::size_t>(digits) +
           (shape.devices ? more_of_a_device : 0);
}

// All threads together have as many times the rate of one.
std::size_t digits_for_threads(const TableShape &shape)
{
    return shape.most_threads > 1 ? std::to_string(shape.most_threads).size() : 0;
}

// What a unit's figures are divided by, and its rates multiplied by, to be shown.
double shown_units(const Row &row)
{
    return facts_of(row.identity.workload).per_byte ? bytes_per_unit(row) : 1;
}

Column scaled_rate(const std::string &header, std::size_t whole_digits, int digits, double factor,
                   const TableShape &shape)
{
    return number(header, rate_width(whole_digits + digits_for_threads(shape), digits, shape),
                  where(has_rate, [factor, digits](const Row &row) {
                      return fmt::format("{:.{}f}",
                                         row.figures.units_per_second * shown_units(row) * factor,
                                         digits);
                  }));
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
    // Where there are no cycles, cycles a byte would leave no rate at all.
    if (unit == Sha256Unit::cycles_per_byte && shape.cycles)
        return number("cpb", length_of("99.999"), where(has_cost, [](const Row &row) {
                          return fmt::format("{:.3f}",
                                             row.figures.cycles_per_unit.median / block_bytes);
                      }));
    return scaled_rate(std::string(facts.rate), facts.per_byte ? byte_digits : unit_digits,
                       facts.rate_digits, 1e-6, shape);
}

// "16.40-16.53": slowest and fastest thread, in the rate's unit.
Column threads_column(const TableShape &shape)
{
    const WorkloadFacts facts = facts_of(shape.workload);
    const int digits = std::min(facts.rate_digits, 2);
    const std::size_t one = rate_width(facts.per_byte ? byte_digits : unit_digits, digits, shape);
    return number("each thread", 2 * one + 1, [digits](const Row &row) -> std::string {
        if (row.figures.thread_units_per_second.size() < 2)
            return "-";
        const double scale = shown_units(row) / 1e6;
        const auto [slowest, fastest] = std::ranges::minmax(row.figures.thread_units_per_second);
        return fmt::format("{:.{}f}-{:.{}f}", slowest * scale, digits, fastest * scale, digits);
    });
}

Column cycles_column(Workload workload)
{
    const bool per_byte = facts_of(workload).per_byte;
    return number(per_byte ? "cpb" : "cycles", length_of(per_byte ? "999.99" : "9999.99"),
                  where(has_cost, [](const Row &row) {
                      return fmt::format("{:.2f}",
                                         row.figures.cycles_per_unit.median / shown_units(row));
                  }));
}

// Three digits.
std::string percent_text(double percent)
{
    const int digits = percent < 9.995 ? 2 : percent < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}", percent, digits);
}

Column doubt_column()
{
    return number(
        "±%", length_of("9.99"),
        [](const Row &row) {
            const auto share = share_of_doubt(row);
            return share ? percent_text(*share * 100) : "-";
        },
        doubt);
}

Column bound_column()
{
    return number("%bound", 0, [](const Row &row) {
        const auto share = share_of_bound(row);
        return share ? fmt::format("{:.0f}", *share * 100) : "-";
    });
}

Column bars_column()
{
    constexpr std::size_t bar_width = 12;
    return words(
        "of the bound", bar_width,
        [](const Row &row) {
            const auto share = share_of_bound(row);
            return share ? text_bar(*share, bar_width) : "-";
        },
        bars);
}

Column per_clock_column()
{
    return number("/0.1GHz", 0,
                  where(knows_clock,
                        [](const Row &row) {
                            return fmt::format("{:.3f}", row.figures.units_per_second / 1e6 /
                                                             (row.figures.clock_hz / 1e8));
                        }),
                  per_clock);
}

Column clock_column()
{
    return number(
        "GHz", length_of("9.99"),
        where(knows_clock,
              [](const Row &row) { return fmt::format("{:.2f}", row.figures.clock_hz / 1e9); }),
        clock);
}

Column energy_column(Workload workload)
{
    const bool per_byte = facts_of(workload).per_byte;
    return number(
        per_byte ? "nJ/B" : "nJ", length_of(per_byte ? "999.9" : "9999.9"), [](const Row &row) {
            return row.figures.energy ? fmt::format("{:.1f}", row.figures.energy->joules_per_unit *
                                                                  1e9 / shown_units(row))
                                      : std::string("-");
        });
}

// What a mark of doubt is put behind.
std::string doubted(std::string_view text, bool doubt)
{
    return std::string(text) + (doubt ? "!" : "");
}

std::string cycle_source_text(const Row &row)
{
    return doubted(cycle_source_name(row.figures.cycle_source), !row.figures.cycle_note.empty());
}

std::string noise_text(const Row &row) { return doubted(noise_mark(row), !is_trustworthy(row)); }

std::string title_of(const TableShape &shape)
{
    const WorkloadFacts facts = facts_of(shape.workload);
    std::string title = fmt::format("{}: {}", facts.name, facts.title);
    if (shape.cycles)
        title += fmt::format(", core cycles per {}", facts.cost_of);
    if (shape.same_threads && shape.most_threads > 1)
        title += fmt::format(", {} threads", shape.most_threads);
    return title;
}

} // namespace

std::vector<Column> columns_of(const TableShape &shape, const Style &style)
{
    std::vector<Column> columns;
    columns.push_back(words("kernel", longest_kernel(shape),
                            [](const Row &row) { return without_workload(row.identity.name); }));
    if (!shape.core_kinds.empty())
        columns.push_back(words("core", longest(shape.core_kinds),
                                [](const Row &row) { return row.location.core_kind; }));
    columns.push_back(number(
        "lanes", shape.devices ? length_of("9999999") : 0,
        [](const Row &row) { return std::to_string(row.identity.lanes); }, lanes));
    if (shape.most_threads > 1)
        columns.push_back(number(
            "threads", 0, [](const Row &row) { return std::to_string(row.location.threads); },
            shape.same_threads ? threads : never));
    if (shape.cycles)
        columns.push_back(cycles_column(shape.workload));
    if (shape.cycles && shape.interval)
        columns.push_back(doubt_column());
    if (shape.bound)
        columns.push_back(bound_column());
    columns.push_back(rate_column(shape, style));
    if (shape.most_threads > 1)
        columns.push_back(threads_column(shape));
    if (shape.clock && !facts_of(shape.workload).per_byte)
        columns.push_back(per_clock_column());
    if (shape.clock)
        columns.push_back(clock_column());
    if (shape.energy)
        columns.push_back(energy_column(shape.workload));
    columns.push_back(words("source", 0, cycle_source_text, source));
    columns.push_back(words("noise", doubted("", true).size() + noise_mark_width, noise_text));
    columns.push_back(
        words("verified", 0, [](const Row &) { return std::string("yes"); }, verified));
    if (shape.bound && style.bars)
        columns.push_back(bars_column());
    return columns;
}

Grid empty_grid(const TableShape &shape, const std::vector<Column> &columns)
{
    Grid grid{title_of(shape), {}, {}, {}};
    for (const Column &column : columns)
        grid.headers.push_back(column.header);
    return grid;
}

std::vector<std::string> cells_of(const std::vector<Column> &columns, const Row &row)
{
    std::vector<std::string> cells;
    for (const Column &column : columns)
        cells.push_back(column.cell(row));
    return cells;
}

} // namespace hashlane
