// SPDX-License-Identifier: MIT
#include "compare_report.h"

#include "grid.h"
#include "grouped_remarks.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace hashlane {
namespace {

constexpr Measure all_measures[] = {Measure::cycles, Measure::time};

std::string file_label(const ComparisonReport &report, std::size_t index)
{
    if (report.files.size() > 2)
        return std::to_string(index + 1);
    return index == 0 ? "old" : "new";
}

std::vector<std::string> heading(const ComparisonReport &report)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < report.files.size(); ++i)
        lines.push_back(fmt::format("{}: {}, {}", file_label(report, i), report.files[i].path,
                                    report.files[i].date));
    for (const Difference &difference : context_differences(report.files))
        lines.push_back(
            fmt::format("{}: {}", difference.what, fmt::join(difference.values, " -> ")));
    if (lines.size() == report.files.size())
        lines.emplace_back("machine, compiler and program are the same");
    return lines;
}

// A row of the base file with what each comparison says of it, null where it says nothing.
struct Line {
    const ComparedRow *row = nullptr;
    std::vector<const Assessment *> assessments;
};

std::vector<Line> lines_of(const ComparisonReport &report, Measure measure)
{
    std::vector<Line> lines;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const ComparedRow &row : report.comparisons[i].rows) {
            const Assessment *const assessment = row.find(measure);
            if (assessment == nullptr)
                continue;
            const auto same_key = [&](const Line &line) { return line.row->key == row.key; };
            auto found = std::ranges::find_if(lines, same_key);
            if (found == lines.end())
                found = lines.insert(lines.end(), Line{&row, std::vector<const Assessment *>(
                                                                 report.comparisons.size())});
            found->assessments[i] = assessment;
        }
    return lines;
}

std::string interval_text(const std::optional<RatioInterval> &interval)
{
    return interval ? fmt::format("{:.3f}-{:.3f}", interval->low, interval->high) : "-";
}

std::string p_text(const std::optional<double> &p)
{
    if (!p)
        return "-";
    return *p < 0.001 ? "<0.001" : fmt::format("{:.3f}", *p);
}

ShownUnit unit_of(const ComparedRow &row, Measure measure)
{
    return measure == Measure::cycles ? cycles_unit(row.key.workload, row.bytes_per_hash)
                                      : rate_unit(row.key.workload, row.bytes_per_hash);
}

// Interval and p only where there is room: of two files.
std::vector<std::string> cells_of(const ComparedRow &row, const Assessment *assessment, bool pair)
{
    if (assessment == nullptr)
        return {"-", "-", "-"};
    const ShownAssessment figures = shown(row, *assessment);
    const std::string changed = unit_of(row, assessment->measure).text(figures.changed);
    const std::string ratio = fmt::format("{:.3f}", figures.ratio);
    const std::string verdict = verdict_name(assessment->verdict);
    if (!pair)
        return {changed, ratio, verdict};
    return {changed, ratio, interval_text(figures.interval), p_text(assessment->p), verdict};
}

std::vector<Grid::Header> headers_of(const ComparisonReport &report)
{
    std::vector<Grid::Header> headers = {{"kernel", true}, {file_label(report, 0)}};
    for (std::size_t i = 1; i < report.files.size(); ++i) {
        headers.push_back({file_label(report, i)});
        headers.push_back({"ratio"});
        if (report.files.size() == 2) {
            headers.push_back({"95% interval"});
            headers.push_back({"p"});
        }
        headers.push_back({"verdict", true});
    }
    return headers;
}

double worst_loss(const Line &line)
{
    double worst = 0;
    for (const Assessment *assessment : line.assessments)
        if (assessment != nullptr && assessment->verdict == Verdict::slower)
            worst = std::max(worst, assessment->ratio);
    return worst;
}

std::string title_of(const ComparedRow &row, Measure measure)
{
    return fmt::format("{}: {}; a ratio {} 1 is faster", row.key.workload,
                       unit_of(row, measure).name, measure == Measure::cycles ? "below" : "above");
}

void add_line(Grid &grid, const Line &line, bool pair)
{
    const Assessment &first = **std::ranges::find_if(
        line.assessments, [](const Assessment *assessment) { return assessment != nullptr; });
    grid.rows.push_back({line.row->key.short_label(),
                         unit_of(*line.row, first.measure).text(shown(*line.row, first).base)});
    for (const Assessment *assessment : line.assessments)
        std::ranges::move(cells_of(*line.row, assessment, pair),
                          std::back_inserter(grid.rows.back()));
}

// Rows of a workload need not follow each other: a run's rows on all cores come last.
std::vector<Grid> grids_of(const ComparisonReport &report)
{
    std::vector<Grid> grids;
    std::vector<double> worst; // of each grid
    for (const Measure measure : all_measures)
        for (const Line &line : lines_of(report, measure)) {
            const std::string title = title_of(*line.row, measure);
            const auto found = std::ranges::find(grids, title, &Grid::title);
            const auto index = static_cast<std::size_t>(found - grids.begin());
            if (found == grids.end()) {
                grids.push_back({title, headers_of(report), {}, {}});
                worst.push_back(0);
            }
            if (worst_loss(line) > worst[index]) {
                worst[index] = worst_loss(line);
                grids[index].marked = grids[index].rows.size();
            }
            add_line(grids[index], line, report.files.size() == 2);
        }
    return grids;
}

std::string counts_text(const Comparison &comparison, Measure measure)
{
    std::array<unsigned, 4> counts{};
    unsigned total = 0;
    for (const ComparedRow &row : comparison.rows)
        if (const Assessment *const assessment = row.find(measure)) {
            ++counts[static_cast<std::size_t>(assessment->verdict)];
            ++total;
        }
    if (total == 0)
        return "";
    std::vector<std::string> parts;
    for (const Verdict verdict :
         {Verdict::faster, Verdict::slower, Verdict::same, Verdict::uncertain})
        parts.push_back(
            fmt::format("{} {}", counts[static_cast<std::size_t>(verdict)], verdict_name(verdict)));
    return fmt::format("{}: {}", measure == Measure::cycles ? "by core cycles" : "by rate",
                       fmt::join(parts, ", "));
}

// Once each: several comparisons share the first file, and so what is wrong with it.
void append_new(std::vector<std::string> &remarks, const std::string &remark)
{
    if (std::ranges::find(remarks, remark) == remarks.end())
        remarks.push_back(remark);
}

// Reasons with the rows that each is true of.
void append_reasons(std::vector<std::string> &remarks, const Comparison &comparison)
{
    GroupedRemarks reasons;
    for (const ComparedRow &row : comparison.rows) {
        std::set<std::string> of_row;
        for (const Assessment &assessment : row.assessments)
            if (!assessment.reason.empty() && of_row.insert(assessment.reason).second)
                reasons.add(assessment.reason, row.key.label());
    }
    std::vector<std::string> grouped;
    reasons.append_to(grouped, comparison.rows.size(), "rows");
    for (const std::string &remark : grouped)
        append_new(remarks, remark);
}

void append_unmatched(std::vector<std::string> &remarks, const std::vector<std::string> &labels,
                      const ResultFile &in, const ResultFile &not_in)
{
    if (!labels.empty())
        remarks.push_back(fmt::format("only in '{}', not in '{}': {}", in.path, not_in.path,
                                      fmt::join(labels, ", ")));
}

std::vector<std::string> remarks_of(const ComparisonReport &report)
{
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        const Comparison &comparison = report.comparisons[i];
        const std::string prefix = report.files.size() > 2 ? file_label(report, i + 1) + ": " : "";
        for (const Measure measure : all_measures)
            if (const std::string counts = counts_text(comparison, measure); !counts.empty())
                remarks.push_back(prefix + counts);
        if (!comparison.same_machine)
            remarks.push_back(prefix + "another processor: cycles compare the kernels per clock, "
                                       "rates compare the machines as they ran");
        append_reasons(remarks, comparison);
        append_unmatched(remarks, comparison.only_in_base, report.files[0], report.files[i + 1]);
        append_unmatched(remarks, comparison.only_in_changed, report.files[i + 1], report.files[0]);
        for (const std::string &remark : comparison.remarks)
            append_new(remarks, remark);
    }
    return remarks;
}

} // namespace

std::vector<Difference> context_differences(const std::vector<ResultFile> &files)
{
    std::vector<Difference> differences;
    for (std::size_t i = 0; i < files.front().facts.size(); ++i) {
        const ResultFile::Fact &first = files.front().facts[i];
        if (std::ranges::all_of(
                files, [&](const ResultFile &file) { return file.facts[i].value == first.value; }))
            continue;
        differences.push_back({first.what, {}});
        for (const ResultFile &file : files)
            differences.back().values.push_back(file.facts[i].value.empty() ? "none"
                                                                            : file.facts[i].value);
    }
    return differences;
}

ShownAssessment shown(const ComparedRow &row, const Assessment &assessment)
{
    if (assessment.measure == Measure::cycles)
        return {assessment.base_cost, assessment.changed_cost, assessment.ratio,
                assessment.interval};
    const double ns = row.key.threads * 1e9;
    ShownAssessment rates{
        ns / assessment.base_cost, ns / assessment.changed_cost, 1 / assessment.ratio, {}};
    if (assessment.interval)
        rates.interval = {1 / assessment.interval->high, 1 / assessment.interval->low};
    return rates;
}

std::string write_comparison_table(const ComparisonReport &report, const Style &style)
{
    std::string text;
    for (const std::string &line : heading(report))
        text += wrap(line, style.width);
    for (const Grid &grid : grids_of(report))
        text += "\n" + draw_table(grid, style);
    text += '\n';
    for (const std::string &remark : remarks_of(report))
        text += wrap(remark, style.width);
    return text;
}

std::string write_comparison_markdown(const ComparisonReport &report)
{
    std::string text;
    for (const std::string &line : heading(report))
        text += "- " + line + "\n";
    for (const Grid &grid : grids_of(report))
        text += "\n" + draw_markdown(grid);
    text += '\n';
    for (const std::string &remark : remarks_of(report))
        text += "- " + remark + "\n";
    return text;
}

} // namespace hashlane
