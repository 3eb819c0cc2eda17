// SPDX-License-Identifier: MIT
//
// The report of 'hashlane compare': the differences between the machines and programs, then the
// changes of the measurements, in a table for each workload and measure with the largest loss
// marked. With --matrix: for each workload the rates, the rates at 0.1 GHz, and the ratios to the
// first file; a row per kernel, a column per file. docs/reference/json.md describes the JSON of
// both.
#include "../../machine/system/lists.h"
#include "../../results/json.h"
#include "exporters.h"
#include "grid.h"
#include "remarks.h"
#include "report.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane::show {
namespace {

constexpr compare::Measure all_measures[] = {compare::Measure::cycles, compare::Measure::time};

std::string file_label(const compare::ComparisonReport &report, std::size_t index)
{
    if (report.files.size() > 2)
        return std::to_string(index + 1);
    return index == 0 ? "old" : "new";
}

// A fact in which the files differ: its name, and its value in each file.
struct Difference {
    std::string what;
    std::vector<std::string> values;
};

std::vector<Difference> context_differences(const std::vector<results::Report> &files)
{
    std::vector<Difference> differences;
    const auto facts = machine::each(files, results::run_facts);
    for (std::size_t i = 0; i < facts.front().size(); ++i) {
        const auto [what, value] = facts.front()[i];
        if (std::ranges::all_of(facts,
                                [&](const auto &of_file) { return of_file[i].value == value; }))
            continue;
        differences.push_back({what, {}});
        for (const std::vector<results::RunFact> &of_file : facts)
            differences.back().values.push_back(of_file[i].value.empty() ? "none"
                                                                         : of_file[i].value);
    }
    return differences;
}

std::vector<std::string> comparison_heading(const compare::ComparisonReport &report)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < report.files.size(); ++i)
        lines.push_back(fmt::format("{}: {}, {}", file_label(report, i), report.files[i].path,
                                    report.files[i].context.date));
    for (const Difference &difference : context_differences(report.files))
        lines.push_back(
            fmt::format("{}: {}", difference.what, fmt::join(difference.values, " -> ")));
    if (lines.size() == report.files.size())
        lines.emplace_back("machine, compiler and program are the same");
    return lines;
}

// A row of the base file with its assessment in each comparison, or null.
struct ComparedLine {
    const compare::ComparedRow *row = nullptr;
    std::vector<const compare::Assessment *> assessments;
};

std::vector<ComparedLine> compared_lines(const compare::ComparisonReport &report,
                                         compare::Measure measure)
{
    std::vector<ComparedLine> lines;
    compare::KeyPlaces places;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const compare::ComparedRow &row : report.comparisons[i].rows) {
            const compare::Assessment *const assessment = row.find(measure);
            if (assessment == nullptr)
                continue;
            const auto [at, is_new] = places.try_emplace(row.key, lines.size());
            if (is_new)
                lines.push_back(
                    {&row, std::vector<const compare::Assessment *>(report.comparisons.size())});
            lines[at->second].assessments[i] = assessment;
        }
    return lines;
}

ShownUnit unit_of(const compare::ComparedRow &row, compare::Measure measure)
{
    return measure == compare::Measure::cycles ? cycles_unit(row.key) : rate_unit(row.key);
}

// An assessment in the measure that is shown: cycles, or hashes per second of all threads.
struct ShownAssessment {
    double base = 0, changed = 0;
    double ratio = 1; // changed / base: of rates above 1 is faster
    std::optional<statistics::Interval95> interval;
};

ShownAssessment shown(const compare::ComparedRow &row, const compare::Assessment &assessment)
{
    if (assessment.measure == compare::Measure::cycles)
        return {assessment.base_cost, assessment.changed_cost, assessment.ratio,
                assessment.interval};
    const double ns = row.key.threads * 1e9;
    ShownAssessment rates{
        ns / assessment.base_cost, ns / assessment.changed_cost, 1 / assessment.ratio, {}};
    if (assessment.interval)
        rates.interval = {1 / assessment.interval->high, 1 / assessment.interval->low};
    return rates;
}

// Interval and p are shown only if there is room: of two files.
std::vector<std::string> compared_cells(const compare::ComparedRow &row,
                                        const compare::Assessment *assessment, bool pair)
{
    if (assessment == nullptr)
        return {"-", "-", "-"};
    const ShownAssessment figures = shown(row, *assessment);
    const std::string changed = unit_of(row, assessment->measure).text(figures.changed);
    const std::string ratio = fmt::format("{:.3f}", figures.ratio);
    const std::string verdict = compare::verdict_name(assessment->verdict);
    if (!pair)
        return {changed, ratio, verdict};
    const auto &interval = figures.interval;
    const auto &p = assessment->p;
    return {changed, ratio,
            interval ? fmt::format("{:.3f}-{:.3f}", interval->low, interval->high) : "-",
            !p           ? "-"
            : *p < 0.001 ? "<0.001"
                         : fmt::format("{:.3f}", *p),
            verdict};
}

std::vector<Grid::Header> compared_headers(const compare::ComparisonReport &report)
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

double worst_loss(const ComparedLine &line)
{
    double worst = 0;
    for (const compare::Assessment *assessment : line.assessments)
        if (assessment != nullptr && assessment->verdict == compare::Verdict::slower)
            worst = std::max(worst, assessment->ratio);
    return worst;
}

// Rows of a workload need not follow each other: a run's rows on all cores come last.
std::vector<Grid> comparison_grids(const compare::ComparisonReport &report)
{
    std::vector<Grid> grids;
    std::vector<double> worst; // of each grid
    for (const compare::Measure measure : all_measures)
        for (const ComparedLine &line : compared_lines(report, measure)) {
            const std::string title =
                fmt::format("{}: {}; a ratio {} 1 is faster", workload_name(line.row->key.workload),
                            unit_of(*line.row, measure).name,
                            measure == compare::Measure::cycles ? "below" : "above");
            const auto found = std::ranges::find(grids, title, &Grid::title);
            const auto index = static_cast<std::size_t>(found - grids.begin());
            if (found == grids.end()) {
                grids.push_back({title, compared_headers(report)});
                worst.push_back(0);
            }
            Grid &grid = grids[index];
            if (worst_loss(line) > worst[index]) {
                worst[index] = worst_loss(line);
                grid.marked = grid.rows.size();
            }
            const compare::Assessment &first = **std::ranges::find_if(
                line.assessments, [](const auto *assessment) { return assessment != nullptr; });
            grid.rows.push_back({line.row->key.short_label(),
                                 unit_of(*line.row, measure).text(shown(*line.row, first).base)});
            for (const compare::Assessment *assessment : line.assessments)
                std::ranges::move(compared_cells(*line.row, assessment, report.files.size() == 2),
                                  std::back_inserter(grid.rows.back()));
        }
    return grids;
}

std::string counts_text(const compare::Comparison &comparison, compare::Measure measure)
{
    std::vector<compare::Verdict> verdicts;
    for (const compare::ComparedRow &row : comparison.rows)
        if (const compare::Assessment *const assessment = row.find(measure))
            verdicts.push_back(assessment->verdict);
    if (verdicts.empty())
        return "";
    std::vector<std::string> parts;
    for (const compare::Verdict verdict : {compare::Verdict::faster, compare::Verdict::slower,
                                           compare::Verdict::same, compare::Verdict::uncertain})
        parts.push_back(fmt::format("{} {}", std::ranges::count(verdicts, verdict),
                                    compare::verdict_name(verdict)));
    return fmt::format("{}: {}", measure == compare::Measure::cycles ? "by core cycles" : "by rate",
                       fmt::join(parts, ", "));
}

// Appends the remark once: several comparisons share the first file and its faults.
void append_new(std::vector<std::string> &remarks, const std::string &remark)
{
    if (std::ranges::find(remarks, remark) == remarks.end())
        remarks.push_back(remark);
}

// Appends reasons with the rows that each is true of.
void append_reasons(std::vector<std::string> &remarks, const compare::Comparison &comparison)
{
    GroupedRemarks reasons;
    for (const compare::ComparedRow &row : comparison.rows) {
        std::set<std::string> of_row;
        for (const compare::Assessment &assessment : row.assessments)
            if (!assessment.reason.empty() && of_row.insert(assessment.reason).second)
                reasons.add(assessment.reason, row.key.label());
    }
    std::vector<std::string> grouped;
    reasons.append_to(grouped, comparison.rows.size(), "rows");
    for (const std::string &remark : grouped)
        append_new(remarks, remark);
}

void append_unmatched(std::vector<std::string> &remarks, const std::vector<std::string> &labels,
                      const results::Report &in, const results::Report &not_in)
{
    GroupedRemarks unmatched;
    for (const std::string &label : labels)
        unmatched.add(fmt::format("only in '{}', not in '{}'", in.path, not_in.path), label);
    unmatched.append_to(remarks, 0, "rows");
}

std::vector<std::string> comparison_remarks(const compare::ComparisonReport &report)
{
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        const compare::Comparison &comparison = report.comparisons[i];
        const std::string prefix = report.files.size() > 2 ? file_label(report, i + 1) + ": " : "";
        for (const compare::Measure measure : all_measures)
            if (const std::string counts = counts_text(comparison, measure); !counts.empty())
                remarks.push_back(prefix + counts);
        if (!comparison.same_machine)
            remarks.push_back(prefix +
                              "the processors differ: cycles compare the kernels per clock, "
                              "rates compare the machines as they ran");
        append_reasons(remarks, comparison);
        append_unmatched(remarks, comparison.only_in_base, report.files[0], report.files[i + 1]);
        append_unmatched(remarks, comparison.only_in_changed, report.files[i + 1], report.files[0]);
        for (const std::string &remark : comparison.remarks)
            append_new(remarks, remark);
    }
    return remarks;
}

std::string write_comparison(const compare::ComparisonReport &report, const Style &style)
{
    return draw(comparison_heading(report), style) + "\n" + draw(comparison_grids(report), style) +
           "\n" + draw(comparison_remarks(report), style);
}

results::Json assessment_json(const compare::ComparedRow &row,
                              const compare::Assessment &assessment)
{
    const ShownAssessment figures = shown(row, assessment);
    const std::optional<statistics::Interval95> &interval = figures.interval;
    return {
        {"measure",
         assessment.measure == compare::Measure::cycles ? "cycles_per_hash" : "hashes_per_second"},
        {"old", results::six_digits(figures.base)},
        {"new", results::six_digits(figures.changed)},
        {"ratio", results::six_digits(figures.ratio)},
        {"interval", interval ? results::rounded_each({interval->low, interval->high}) : nullptr},
        {"p", results::rounded(assessment.p)},
        {"verdict", compare::verdict_name(assessment.verdict)},
        {"reason", assessment.reason}};
}

results::Json compared_row_json(const compare::ComparedRow &row)
{
    results::Json json = {
        {"name", row.key.name},
        {"workload", workload_name(row.key.workload)},
        {"threads", row.key.threads},
        {"cpus", row.key.cpus},
        {"measures", machine::each(row.assessments, [&](const compare::Assessment &one) {
             return assessment_json(row, one);
         })}};
    if (!row.key.core_kind.empty())
        json["core_kind"] = row.key.core_kind;
    return json;
}

results::Json comparison_json(const compare::ComparisonReport &report, std::size_t index)
{
    const compare::Comparison &comparison = report.comparisons[index];
    return {{"old", report.files[0].path},
            {"new", report.files[index + 1].path},
            {"same_machine", comparison.same_machine},
            {"rows", machine::each(comparison.rows, compared_row_json)},
            {"only_in_old", comparison.only_in_base},
            {"only_in_new", comparison.only_in_changed},
            {"remarks", comparison.remarks}};
}

std::string write_comparison_json(const compare::ComparisonReport &report)
{
    results::Json json = {{"files", results::Json::array()},
                          {"differences", results::Json::array()},
                          {"threshold", report.threshold},
                          {"comparisons", results::Json::array()}};
    for (const results::Report &file : report.files)
        json["files"].push_back({{"path", file.path}, {"date", file.context.date}});
    for (const Difference &difference : context_differences(report.files))
        json["differences"].push_back({{"what", difference.what}, {"values", difference.values}});
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        json["comparisons"].push_back(comparison_json(report, i));
    return results::json_text(json);
}

using MatrixLine = compare::Matrix::Line;
using MatrixLines = std::vector<const MatrixLine *>;
using MatrixFigure = std::optional<double> (*)(const compare::Matrix::Cell &cell);

std::optional<double> figure_in(const MatrixLine &line, std::size_t file, MatrixFigure figure)
{
    return line.cells[file] ? figure(*line.cells[file]) : std::nullopt;
}

Grid matrix_grid(const compare::Matrix &matrix, const MatrixLines &lines, const std::string &title,
                 const auto &text_in)
{
    Grid grid{title, {{"kernel", true}}};
    for (const std::string &label : matrix.labels)
        grid.headers.push_back({label});
    for (const MatrixLine *line : lines) {
        grid.rows.push_back({line->key.short_label()});
        for (std::size_t file = 0; file < matrix.labels.size(); ++file) {
            const std::string text = text_in(*line, file);
            grid.rows.back().push_back(
                text.empty() ? "-" : text + (line->cells[file]->trustworthy ? "" : "!"));
        }
    }
    return grid;
}

// Appends the values, and with several files their ratios to the first.
void append_matrix_grids(std::vector<Grid> &grids, const compare::Matrix &matrix,
                         const MatrixLines &lines, const std::string &title, MatrixFigure figure,
                         int more_digits)
{
    grids.push_back(
        matrix_grid(matrix, lines, title, [&](const MatrixLine &line, std::size_t file) {
            ShownUnit unit = rate_unit(line.key);
            unit.digits += more_digits;
            const std::optional<double> value = figure_in(line, file, figure);
            return value ? unit.text(*value) : "";
        }));
    if (matrix.labels.size() > 1)
        grids.push_back(matrix_grid(matrix, lines, title + ", ratio to the first",
                                    [&](const MatrixLine &line, std::size_t file) {
                                        const auto first = figure_in(line, 0, figure),
                                                   value = figure_in(line, file, figure);
                                        return first && value
                                                   ? fmt::format("{:.3f}", *value / *first)
                                                   : "";
                                    }));
}

std::vector<Grid> matrix_grids(const compare::Matrix &matrix)
{
    const auto has_clock = [](const MatrixLine *line) {
        return std::ranges::any_of(line->cells,
                                   [](const auto &cell) { return cell && cell->cycles_per_hash; });
    };
    std::vector<Grid> grids;
    for (const MatrixLines &lines :
         machine::grouped(machine::each(matrix.lines, [](const MatrixLine &line) { return &line; }),
                          [](const MatrixLine *line) { return line->key.workload; })) {
        const results::RowKey &key = lines.front()->key;
        const std::string title =
            fmt::format("{}: {}", workload_name(key.workload), rate_unit(key).name);
        append_matrix_grids(
            grids, matrix, lines, title,
            [](const compare::Matrix::Cell &cell) { return std::optional(cell.hashes_per_second); },
            0);
        if (std::ranges::any_of(lines, has_clock))
            append_matrix_grids(
                grids, matrix, lines, title + " at 0.1 GHz",
                [](const compare::Matrix::Cell &cell) {
                    return cell.hashes_per_second_at_tenth_ghz;
                },
                1);
    }
    return grids;
}

std::vector<std::string> matrix_remarks(const compare::Matrix &matrix)
{
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < matrix.paths.size(); ++i)
        if (matrix.labels[i] != matrix.paths[i])
            remarks.push_back(matrix.labels[i] + ": " + matrix.paths[i]);
    const auto is_doubtful = [](const std::optional<compare::Matrix::Cell> &cell) {
        return cell && !cell->trustworthy;
    };
    if (std::ranges::any_of(matrix.lines, [&](const MatrixLine &line) {
            return std::ranges::any_of(line.cells, is_doubtful);
        }))
        remarks.emplace_back("!: this value is not trustworthy");
    return remarks;
}

std::string write_matrix(const compare::Matrix &matrix, const Style &style)
{
    std::string text;
    for (const Grid &grid : matrix_grids(matrix))
        text += draw(grid, style) + "\n";
    return text + draw(matrix_remarks(matrix), style);
}

results::Json matrix_cell_json(const std::optional<compare::Matrix::Cell> &cell)
{
    if (!cell)
        return nullptr;
    return {
        {"hashes_per_second", results::six_digits(cell->hashes_per_second)},
        {"cycles_per_hash", results::rounded(cell->cycles_per_hash)},
        {"hashes_per_second_at_100_mhz", results::rounded(cell->hashes_per_second_at_tenth_ghz)},
        {"trustworthy", cell->trustworthy}};
}

std::string matrix_csv_line(const compare::Matrix &matrix, const MatrixLine &line, std::size_t file)
{
    const compare::Matrix::Cell &cell = *line.cells[file];
    const auto &per_clock = cell.hashes_per_second_at_tenth_ghz;
    return csv_line(
        {line.key.name, std::string(workload_name(line.key.workload)),
         std::to_string(line.key.threads), std::to_string(line.key.cpus), line.key.core_kind,
         matrix.labels[file], matrix.paths[file], fmt::format("{:.1f}", cell.hashes_per_second),
         cell.cycles_per_hash ? fmt::format("{:.4f}", *cell.cycles_per_hash) : "",
         per_clock ? fmt::format("{:.1f}", *per_clock) : "", cell.trustworthy ? "true" : "false"});
}

std::string write_matrix_csv(const compare::Matrix &matrix)
{
    std::string text = "name,workload,threads,cpus,core_kind,label,file,hashes_per_second,"
                       "cycles_per_hash,hashes_per_second_at_100_mhz,trustworthy\n";
    for (const MatrixLine &line : matrix.lines)
        for (std::size_t file = 0; file < line.cells.size(); ++file)
            if (line.cells[file])
                text += matrix_csv_line(matrix, line, file);
    return text;
}

results::Json matrix_line_json(const MatrixLine &line)
{
    results::Json row = {{"name", line.key.name},
                         {"workload", workload_name(line.key.workload)},
                         {"threads", line.key.threads},
                         {"cpus", line.key.cpus},
                         {"cells", machine::each(line.cells, matrix_cell_json)}};
    if (line.key.bytes_per_unit > 0)
        row["bytes_per_hash"] = line.key.bytes_per_unit;
    if (!line.key.core_kind.empty())
        row["core_kind"] = line.key.core_kind;
    if (!line.key.scope.empty())
        row["scope"] = line.key.scope;
    return row;
}

std::string write_matrix_json(const compare::Matrix &matrix)
{
    results::Json json = {{"files", results::Json::array()},
                          {"rows", machine::each(matrix.lines, matrix_line_json)}};
    for (std::size_t i = 0; i < matrix.paths.size(); ++i)
        json["files"].push_back({{"path", matrix.paths[i]}, {"label", matrix.labels[i]}});
    return results::json_text(json);
}

} // namespace

constinit const Exporters<compare::ComparisonReport> comparison_exporters = {
    {Format::table, write_comparison},
    {Format::json, plain<write_comparison_json>},
    {Format::markdown, write_comparison},
    {Format::github_action_benchmark, plain<write_action_comparison>},
};
constinit const Exporters<compare::Matrix> matrix_exporters = {
    {Format::table, write_matrix},
    {Format::csv, plain<write_matrix_csv>},
    {Format::json, plain<write_matrix_json>},
    {Format::markdown, write_matrix},
};

} // namespace hashlane::show
