// SPDX-License-Identifier: MIT
#include "run_summary.h"

#include "grid.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace hashlane {
namespace {

struct Line {
    std::string use; ///< "sha256-chain, 1 lane"
    const Row *best;
};

using Rows = std::vector<const Row *>;
using Belongs = std::function<bool(const Row &)>;

bool is_on_one_core(const Row &row) { return is_in_table(row) && row.location.threads == 1; }
bool is_on_all_cores(const Row &row) { return !is_in_table(row); }

Rows trusted_rows(const Report &report, Workload workload)
{
    Rows rows;
    for (const Row &row : report.rows)
        if (row.identity.workload == workload && row.identity.device.empty() && is_trustworthy(row))
            rows.push_back(&row);
    return rows;
}

void add_line(std::vector<Line> &lines, const std::string &use, const Rows &rows,
              const Belongs &belongs)
{
    Rows candidates;
    std::ranges::copy_if(rows, std::back_inserter(candidates),
                         [&](const Row *row) { return belongs(*row); });
    if (const auto best = best_of(candidates))
        lines.push_back({use, candidates[*best]});
}

using MessageKey = std::pair<std::string, std::size_t>; // function and bytes

MessageKey message_of(const Row &row)
{
    return {row.identity.message->function, row.identity.message->bytes};
}

void add_message_lines(std::vector<Line> &lines, const Rows &rows)
{
    std::set<MessageKey> messages;
    for (const Row *row : rows)
        messages.insert(message_of(*row));
    for (const MessageKey &message : messages) {
        const std::string use = fmt::format("{}/{}", message.first, message.second); // as in tables
        const auto is_of = [&](const Row &row) { return message_of(row) == message; };
        add_line(lines, use, rows,
                 [&](const Row &row) { return is_on_one_core(row) && is_of(row); });
        add_line(lines, use + ", all cores", rows,
                 [&](const Row &row) { return is_on_all_cores(row) && is_of(row); });
    }
}

void add_chain_lines(std::vector<Line> &lines, const std::string &workload, const Rows &rows)
{
    add_line(lines, workload + ", 1 lane", rows,
             [](const Row &row) { return is_on_one_core(row) && row.identity.lanes == 1; });
    add_line(lines, workload + ", many lanes", rows,
             [](const Row &row) { return is_on_one_core(row) && row.identity.lanes > 1; });
    add_line(lines, workload + ", all cores", rows, is_on_all_cores);
}

std::vector<Line> lines_of(const Report &report)
{
    std::vector<Line> lines;
    for (const Workload workload : all_workloads) {
        const Rows rows = trusted_rows(report, workload);
        if (!rows.empty() && rows.front()->identity.message)
            add_message_lines(lines, rows);
        else
            add_chain_lines(lines, std::string(workload_name(workload)), rows);
    }
    return lines;
}

bool is_worth_it(const std::vector<Line> &lines, const Report &report)
{
    std::set<Workload> workloads;
    for (const Line &line : lines)
        workloads.insert(line.best->identity.workload);
    return workloads.size() > 1 &&
           lines.size() < static_cast<std::size_t>(std::ranges::count_if(report.rows, is_in_table));
}

// "50.48/hash", "1.23/byte"
std::string cycles_text(const Row &row)
{
    if (!has_cycles(row))
        return "-";
    constexpr std::size_t unit_letters = 4; // "perm" for "permutation"
    const WorkloadFacts facts = facts_of(row.identity.workload);
    const double units = facts.per_byte ? bytes_per_unit(row) : 1;
    return fmt::format("{:.2f}/{}", row.figures.cycles_per_unit.median / units,
                       facts.cost_of.substr(0, unit_letters));
}

bool has_bound(const Row &row) { return share_of_bound(row).has_value(); }

std::string bound_text(const Row &row)
{
    return has_bound(row) ? fmt::format("{:.0f}", *share_of_bound(row) * 100) : "-";
}

// "71.14 MH/s"
std::string rate_text(const Row &row)
{
    const WorkloadFacts facts = facts_of(row.identity.workload);
    const double units = facts.per_byte ? bytes_per_unit(row) : 1;
    return fmt::format("{:.{}f} {}", row.figures.units_per_second * units / 1e6, facts.rate_digits,
                       facts.rate);
}

std::string kernel_text(const Row &row)
{
    const std::string &id = row.identity.kernel_id;
    const std::string kind = is_in_table(row) ? row.location.core_kind : "";
    return id.substr(id.find('.') + 1) + (kind.empty() ? "" : " on " + kind);
}

std::string title_of(const std::vector<Line> &lines)
{
    const auto all =
        std::ranges::find_if(lines, [](const Line &line) { return is_on_all_cores(*line.best); });
    return all == lines.end() ? "best trusted rows, on one core"
                              : fmt::format("best trusted rows, on one core and on all {} cores",
                                            all->best->location.cores);
}

struct Column {
    Grid::Header header;
    std::string (*cell)(const Line &);
    bool (*has)(const Row &) = [](const Row &) { return true; };
};

const Column columns[] = {
    {{"use", true}, [](const Line &line) { return line.use; }},
    {{"kernel", true}, [](const Line &line) { return kernel_text(*line.best); }},
    {{"core cycles"}, [](const Line &line) { return cycles_text(*line.best); }, has_cycles},
    {{"%bound", false, 1}, [](const Line &line) { return bound_text(*line.best); }, has_bound},
    {{"rate"}, [](const Line &line) { return rate_text(*line.best); }},
};

Grid grid_of(const std::vector<Line> &lines)
{
    Grid grid{title_of(lines), {}, std::vector<std::vector<std::string>>(lines.size()), {}};
    for (const Column &column : columns) {
        if (std::ranges::none_of(lines, [&](const Line &line) { return column.has(*line.best); }))
            continue;
        grid.headers.push_back(column.header);
        for (std::size_t i = 0; i < lines.size(); ++i)
            grid.rows[i].push_back(column.cell(lines[i]));
    }
    return grid;
}

// Samples take alike long: their share is the time's.
std::string undisturbed_text(const Report &report)
{
    std::uint64_t kept = 0, all = 0;
    for (const Row &row : report.rows)
        if (row.identity.device.empty()) {
            kept += row.sampling.kept;
            all += row.sampling.kept + row.sampling.discarded;
        }
    return fmt::format("undisturbed for {:.0f} % of the measuring time",
                       100.0 * static_cast<double>(kept) / static_cast<double>(all));
}

} // namespace

std::string write_summary(const Report &report, const Style &style)
{
    const std::vector<Line> lines = lines_of(report);
    if (!is_worth_it(lines, report))
        return "";
    return "\n" + draw_table(grid_of(lines), style) + "  " + undisturbed_text(report) + "\n";
}

std::string write_summary_markdown(const Report &report)
{
    const std::vector<Line> lines = lines_of(report);
    if (!is_worth_it(lines, report))
        return "";
    return "\n" + draw_markdown(grid_of(lines)) + "\n" + undisturbed_text(report) + "\n";
}

} // namespace hashlane
