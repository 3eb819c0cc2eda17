// SPDX-License-Identifier: MIT
#include "report.h"

#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../results/json.h"
#include "../../results/run.h"
#include "../../workloads/keccak_range.h"
#include "../svg/text.h"
#include "answers.h"
#include "exporters.h"
#include "grid.h"
#include "remarks.h"
#include "row_figures.h"
#include "run_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane::show {

namespace {

// ---- The summary: the best row for each use of a workload.

struct SummaryLine {
    std::string use; ///< "sha256-chain, 1 lane"
    const results::Row *best;
};

// Threads of the user's choice on several cores are no use of their own.
std::vector<SummaryLine> summary_lines(const results::Report &report)
{
    std::vector<SummaryLine> lines;
    for (const WorkGroup &group : groups_of(report)) {
        const BestRows best = best_rows(group, report);
        const bool is_of_chains = group.message.empty();
        if (is_of_chains && best.alone != nullptr)
            lines.push_back({group.work() + ", 1 lane", best.alone});
        if (best.core != nullptr && (!is_of_chains || best.core != best.alone))
            lines.push_back({group.work() + (is_of_chains ? ", one core" : ""), best.core});
        if (best.machine != nullptr && !is_in_table(*best.machine))
            lines.push_back({group.work() + ", all cores", best.machine});
    }
    return lines;
}

std::string summary_title(const std::vector<SummaryLine> &lines)
{
    const auto all = std::ranges::find_if(
        lines, [](const SummaryLine &line) { return !is_in_table(*line.best); });
    const std::string cores = all == lines.end() ? "on one core"
                                                 : fmt::format("on one core and on all {} cores",
                                                               all->best->location.cores);
    for (const SummaryLine &line : lines)
        if (!results::is_trustworthy(*line.best))
            return "best rows, " + cores + " (!: no row for it is trusted)";
    return "best trusted rows, " + cores;
}

struct SummaryColumn {
    Grid::Header header;
    std::string (*cell)(const SummaryLine &);
    bool (*has)(const results::Row &) = [](const results::Row &) { return true; };
};

const SummaryColumn summary_columns[] = {
    {{"use", true}, [](const SummaryLine &line) { return line.use; }},
    {{"kernel", true},
     [](const SummaryLine &line) {
         const results::Row &row = *line.best;
         const std::string kind = is_in_table(row) ? row.location.core_kind : "";
         return short_name(row.identity.kernel_id) + (kind.empty() ? "" : " on " + kind) +
                (results::is_trustworthy(row) ? "" : "!");
     }},
    {{"core cycles"},
     [](const SummaryLine &line) { // "50.48/hash", "650.10/perm", "1.23/byte"
         return results::has_cycles(*line.best)
                    ? fmt::format("{:.2f}/{:.4}", shown_cycles(*line.best),
                                  facts_of(line.best->identity.workload).cost_of)
                    : "-";
     },
     results::has_cycles},
    {{"%bound", false, 1},
     [](const SummaryLine &line) { return bound_text(*line.best); },
     [](const results::Row &row) { return share_of_bound(row).has_value(); }},
    {{"rate"}, [](const SummaryLine &line) { return rate_text(*line.best); }},
};

Grid summary_grid(const std::vector<SummaryLine> &lines)
{
    Grid grid{summary_title(lines), {}, std::vector<std::vector<std::string>>(lines.size())};
    for (const SummaryColumn &column : summary_columns) {
        if (std::ranges::none_of(lines,
                                 [&](const SummaryLine &line) { return column.has(*line.best); }))
            continue;
        grid.headers.push_back(column.header);
        for (std::size_t i = 0; i < lines.size(); ++i)
            grid.rows[i].push_back(column.cell(lines[i]));
    }
    return grid;
}

// Samples take equal times: their share is that of the time. Empty if they were not counted, as in
// older files of the book.
std::string undisturbed_text(const results::Report &report)
{
    std::uint64_t kept = 0, all = 0;
    for (const results::Row &row : report.rows)
        if (!is_on_a_device(row)) {
            kept += row.sampling.kept;
            all += row.sampling.kept + row.sampling.discarded;
        }
    if (all == 0)
        return "";
    return fmt::format("undisturbed for {:.0f} % of the measuring time",
                       100.0 * static_cast<double>(kept) / static_cast<double>(all));
}

// ---- Formats for other programs.

struct CsvField {
    std::string header, value;
};

std::vector<CsvField> csv_fields(const results::Row &row)
{
    const results::Row::Figures &figures = row.figures;
    const statistics::Summary &cycles = figures.cycles_per_unit;
    const auto number = [](const char *format, bool is_known, double value) {
        return is_known ? fmt::format(fmt::runtime(format), value) : std::string();
    };
    const auto in_cycles = [&](double value) {
        return number("{:.4f}", results::has_cycles(row), value);
    };
    const std::optional<statistics::Interval95> &interval = figures.interval;
    return {
        {results::result_key::name, row.identity.name},
        {results::result_key::workload, std::string(workload_name(row.identity.workload))},
        {"lanes", std::to_string(row.identity.lanes)},
        {results::result_key::threads, std::to_string(row.location.threads)},
        {results::result_key::cpus, machine::format_cpu_list(row.location.cpus)},
        {results::result_key::core_kind, row.location.core_kind},
        {"repetition", std::to_string(row.identity.repetition)},
        {"message_bytes", row.identity.message ? std::to_string(row.identity.message->bytes) : ""},
        {"median_cycles_per_hash", in_cycles(cycles.median)},
        {"min_cycles_per_hash", in_cycles(cycles.min)},
        {"p90_cycles_per_hash", in_cycles(cycles.p90)},
        {"mad_cycles_per_hash", in_cycles(cycles.mad)},
        {"bound_cycles_per_hash", number("{:.4f}", figures.bound_cycles_per_unit.has_value(),
                                         figures.bound_cycles_per_unit.value_or(0))},
        {results::result_key::hashes_per_second, fmt::format("{:.1f}", figures.units_per_second)},
        {"joules_per_hash", number("{:.4g}", figures.energy.has_value(),
                                   figures.energy ? figures.energy->joules_per_unit : 0)},
        {"clock_hz", number("{:.0f}", results::has_clock(row), figures.clock_hz)},
        {results::result_key::cycle_source,
         std::string(machine::cycle_source_name(figures.cycle_source))},
        {results::result_key::noise, std::string(results::noise_name(row.quality.noise))},
        {"kept_samples", std::to_string(row.sampling.kept)},
        {"discarded_samples", std::to_string(row.sampling.discarded)},
        {"checksum", row.key_range ? fmt::format("{:016x}", row.key_range->checksum) : ""},
        {"verified", results::is_verified(row) ? "true" : "false"},
        {"interval_low_cycles_per_hash", interval ? in_cycles(interval->low) : ""},
        {"interval_high_cycles_per_hash", interval ? in_cycles(interval->high) : ""},
    };
}

// Writes "function,dst_len,64,256,…": median cycles per byte of one sha3 kernel's rows, each below
// its length. A run that was interrupted has not all of them, one with repetitions has several.
std::string write_sha3_csv(const results::Report &report, const Style &)
{
    std::set<std::size_t> lengths;
    std::vector<results::Message> functions; // the first of each
    for (const results::Row &row : report.rows) {
        const results::Message &message = *row.identity.message;
        lengths.insert(message.bytes);
        if (std::ranges::find(functions, message.function, &results::Message::function) ==
            functions.end())
            functions.push_back(message);
    }
    std::string text = "function,dst_len";
    for (const std::size_t length : lengths)
        text += fmt::format(",{}", length);
    for (const results::Message &first : functions) {
        std::string name = first.function;
        std::ranges::replace(name, '-', '_');
        text += fmt::format("\n{},{}", name, first.output_bytes);
        for (const std::size_t length : lengths) {
            const auto row = std::ranges::find_if(report.rows, [&](const results::Row &each) {
                return each.identity.message->function == first.function &&
                       each.identity.message->bytes == length;
            });
            text += ',';
            if (row != report.rows.end() && results::has_cycles(*row))
                text += fmt::format("{:.1f}", shown_cycles(*row));
        }
    }
    return text + "\n";
}

// The input of github-action-benchmark, of its tool customSmallerIsBetter: a list of values with
// names and units. The action knows no doubt, so values that cannot be trusted are left out.

// Returns core cycles, or nanoseconds if there are no cycles.
ShownUnit cost_unit(const results::RowKey &key, compare::Measure measure)
{
    ShownUnit unit = cycles_unit(key);
    if (measure == compare::Measure::time)
        unit.name.replace(0, std::string_view("core cycles").size(), "ns");
    return unit;
}

results::Json element(const std::string &name, const ShownUnit &unit, double cost,
                      const std::optional<double> &half_width, const std::string &extra)
{
    results::Json json = {{"name", name},
                          {"unit", unit.name},
                          {"value", results::six_digits(cost * unit.factor)},
                          {"extra", extra}};
    if (half_width)
        json["range"] = fmt::format("± {:.2f} %", *half_width * 100);
    return json;
}

// Writes the ratio in the measure in which the assessment compares the cost.
std::string verdict_text(const compare::Assessment &assessment, const std::string &base)
{
    std::string text = fmt::format("{}: {:.4f} times {}", compare::verdict_name(assessment.verdict),
                                   assessment.ratio, base);
    if (const auto &interval = assessment.interval)
        text += fmt::format(" ({:.4f}-{:.4f})", interval->low, interval->high);
    return text;
}

std::string write_action_benchmark(const results::Report &report)
{
    results::Json json = results::Json::array();
    for (const results::Row &row : report.rows) {
        if (!results::is_trustworthy(row))
            continue;
        std::string name = results::key_of(row).label();
        if (row.identity.repetitions > 1)
            name +=
                fmt::format(", {} of {}", row.identity.repetition + 1, row.identity.repetitions);
        const bool cycles = results::has_measured_cycles(row);
        const double ns = 1e9 * row.location.threads / row.figures.units_per_second;
        const ShownUnit unit = cost_unit(results::key_of(row), cycles ? compare::Measure::cycles
                                                                      : compare::Measure::time);
        json.push_back(element(name, unit, cycles ? results::cycles_of(row) : ns,
                               relative_half_width(row), rate_text(row)));
    }
    return results::json_text(json);
}

} // namespace

std::string write_rows(const std::vector<results::Row> &rows, const Style &style)
{
    return draw(make_grids(rows, style), style);
}

std::string write_summary(const results::Report &report, const Style &style)
{
    const std::vector<SummaryLine> lines = summary_lines(report);
    std::set<results::Work> workloads;
    for (const SummaryLine &line : lines)
        workloads.insert(line.best->identity.workload);
    if (workloads.size() < 2 ||
        std::ssize(lines) >= std::ranges::count_if(report.rows, is_in_table))
        return "";
    std::string text = "\n" + draw(summary_grid(lines), style);
    if (const std::string undisturbed = undisturbed_text(report); !undisturbed.empty())
        text += (style.markdown ? "\n" : "  ") + undisturbed + "\n";
    return text;
}

std::string write_standing(const results::Report &report, const Style &style)
{
    std::string lines;
    for (const WorkGroup &group : groups_of(report))
        for (const Standing &standing : standings_of(group, report))
            lines +=
                wrap(fmt::format("{}, {}: {:.2f} cycles{}, {}", group.work(), standing.use,
                                 shown_cycles(*standing.row),
                                 results::is_trustworthy(*standing.row) ? "" : " (not trusted)",
                                 rank_text(standing.rank)),
                     style.width);
    return lines.empty() ? "" : "\namong published results ('hashlane list published')\n" + lines;
}

std::string write_conclusions(const results::Report &report, const Style &style)
{
    const std::string summary = write_summary(report, style);
    const std::vector<std::string> remarks = make_remarks(report);
    return summary + (summary.empty() || style.markdown ? "" : write_standing(report, style)) +
           (remarks.empty() || report.rows.empty() ? "" : "\n") + draw(remarks, style);
}

std::string write_table(const results::Report &report, const Style &style)
{
    return write_rows(report.rows, style) + write_conclusions(report, style);
}

std::string write_csv(const results::Report &report)
{
    std::string text = csv_line(machine::each(csv_fields({}), &CsvField::header));
    for (const results::Row &row : report.rows)
        if (is_in_table(row)) // no column distinguishes others from the kernel's row on one core
            text += csv_line(machine::each(csv_fields(row), &CsvField::value));
    return text;
}

std::string write_classic(const results::Row &row, const std::vector<workloads::ChainEnd> &chains)
{
    const results::Row::KeyRangeSum &range = *row.key_range;
    std::string text;
    std::uint64_t sum = 0;
    std::uint64_t key = range.first;
    for (const workloads::ChainEnd &chain : chains) {
        sum ^= chain.checksum;
        text += fmt::format("_S_ {:10} {:16x} {:16x} {:12.6f}\n", key++, chain.checksum, sum,
                            chain.seconds);
    }
    return text +
           fmt::format(
               "_F_ fkey= {:6} lkey= {:6} loops= {:7} SUM= {:16x} seconds= {:f}   Mks= {:f}\n",
               range.first, range.last, range.loops, range.checksum, range.seconds,
               row.figures.units_per_second / 1e6);
}

std::string write_action_comparison(const compare::ComparisonReport &report)
{
    results::Json json = results::Json::array();
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const compare::ComparedRow &row : report.comparisons[i].rows) {
            const compare::Assessment &assessment = row.assessments.front();
            if (!assessment.trustworthy)
                continue;
            const std::string &file = report.files[i + 1].path;
            json.push_back(
                element(row.key.label() + (report.comparisons.size() > 1 ? ", " + file : ""),
                        cost_unit(row.key, assessment.measure), assessment.changed_cost,
                        std::nullopt, verdict_text(assessment, report.files.front().path)));
        }
    return results::json_text(json);
}

constinit const Exporters<results::Report> report_exporters = {
    {Format::table, write_table},
    {Format::csv, plain<write_csv>},
    {Format::json, plain<results::write_json>},
    {Format::jsonl, plain<results::end_line>}, // the rows were written while they were measured
    {Format::markdown, write_table},
    {Format::github_action_benchmark, plain<write_action_benchmark>},
};
constinit const Exporters<results::Report> sha3_exporters = {
    {Format::table, write_table},
    {Format::csv, write_sha3_csv},
    {Format::json, plain<results::write_json>},
    {Format::markdown, write_table},
};
constinit const Exporters<KeyRangeReport> key_range_exporters = {
    {Format::table, of_report<write_table>},
    {Format::csv, of_report<plain<write_csv, results::Report>>},
    {Format::json, of_report<plain<results::write_json, results::Report>>},
    {Format::markdown, of_report<write_table>},
    {Format::classic, [](const KeyRangeReport &range, const Style &) { return range.classic; }},
};

} // namespace hashlane::show
