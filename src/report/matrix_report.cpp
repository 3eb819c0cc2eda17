// SPDX-License-Identifier: MIT
#include "matrix_report.h"

#include "grid.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

using Line = Matrix::Line;

// What a table shows of a cell: a figure in hashes a second, or nothing.
using Figure = std::optional<double> (*)(const Line &line, std::size_t file);

std::optional<double> rate(const Line &line, std::size_t file)
{
    if (!line.cells[file])
        return {};
    return line.cells[file]->hashes_per_second;
}

std::optional<double> rate_per_clock(const Line &line, std::size_t file)
{
    if (!line.cells[file])
        return {};
    return line.cells[file]->hashes_per_second_at_tenth_ghz(line.key.threads);
}

std::string with_doubt(const std::string &text, const Matrix::Cell &cell)
{
    return text + (cell.trustworthy ? "" : "!");
}

std::string figure_cell(const Line &line, std::size_t file, Figure figure, const ShownUnit &unit)
{
    const std::optional<double> value = figure(line, file);
    return value ? with_doubt(unit.text(*value), *line.cells[file]) : "-";
}

std::string ratio_cell(const Line &line, std::size_t file, Figure figure)
{
    const std::optional<double> value = figure(line, file), first = figure(line, 0);
    return value && first ? with_doubt(fmt::format("{:.3f}", *value / *first), *line.cells[file])
                          : "-";
}

template <class MakeCell>
Grid grid_of(const Matrix &matrix, const std::vector<const Line *> &lines, const std::string &title,
             const MakeCell &make_cell)
{
    Grid grid{title, {{"kernel", true}}, {}, {}};
    for (const std::string &label : matrix.labels)
        grid.headers.push_back({label});
    for (const Line *line : lines) {
        grid.rows.push_back({line->key.short_label()});
        for (std::size_t file = 0; file < matrix.labels.size(); ++file)
            grid.rows.back().push_back(make_cell(*line, file));
    }
    return grid;
}

bool any_figure(const std::vector<const Line *> &lines, Figure figure)
{
    return std::ranges::any_of(lines, [&](const Line *line) {
        for (std::size_t file = 0; file < line->cells.size(); ++file)
            if (figure(*line, file))
                return true;
        return false;
    });
}

std::vector<Grid> grids_of(const Matrix &matrix, const std::vector<const Line *> &lines)
{
    const std::string &workload = lines.front()->key.workload;
    const std::string unit = rate_unit(workload, lines.front()->bytes_per_hash).name;
    const auto shown_with = [&](Figure figure, int more_digits) {
        return [figure, more_digits](const Line &line, std::size_t file) {
            ShownUnit unit_of_line = rate_unit(line.key.workload, line.bytes_per_hash);
            unit_of_line.digits += more_digits;
            return figure_cell(line, file, figure, unit_of_line);
        };
    };
    const auto ratios_of = [](Figure figure) {
        return
            [figure](const Line &line, std::size_t file) { return ratio_cell(line, file, figure); };
    };
    std::vector<Grid> grids = {
        grid_of(matrix, lines, fmt::format("{}: {}", workload, unit), shown_with(rate, 0))};
    const bool several = matrix.labels.size() > 1;
    if (several)
        grids.push_back(grid_of(matrix, lines,
                                fmt::format("{}: {}, ratio to the first", workload, unit),
                                ratios_of(rate)));
    if (any_figure(lines, rate_per_clock)) {
        const std::string title = fmt::format("{}: {} at 0.1 GHz", workload, unit);
        grids.push_back(grid_of(matrix, lines, title, shown_with(rate_per_clock, 1)));
        if (several)
            grids.push_back(
                grid_of(matrix, lines, title + ", ratio to the first", ratios_of(rate_per_clock)));
    }
    return grids;
}

std::vector<Grid> grids_of(const Matrix &matrix)
{
    std::vector<std::string> workloads;
    for (const Line &line : matrix.lines)
        if (std::ranges::find(workloads, line.key.workload) == workloads.end())
            workloads.push_back(line.key.workload);
    std::vector<Grid> grids;
    for (const std::string &workload : workloads) {
        std::vector<const Line *> lines;
        for (const Line &line : matrix.lines)
            if (line.key.workload == workload)
                lines.push_back(&line);
        std::ranges::move(grids_of(matrix, lines), std::back_inserter(grids));
    }
    return grids;
}

std::vector<std::string> remarks_of(const Matrix &matrix)
{
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < matrix.paths.size(); ++i)
        if (matrix.labels[i] != matrix.paths[i])
            remarks.push_back(matrix.labels[i] + ": " + matrix.paths[i]);
    const auto is_doubtful = [](const std::optional<Matrix::Cell> &cell) {
        return cell && !cell->trustworthy;
    };
    if (std::ranges::any_of(matrix.lines, [&](const Line &line) {
            return std::ranges::any_of(line.cells, is_doubtful);
        }))
        remarks.emplace_back("!: not trustworthy");
    return remarks;
}

} // namespace

std::string write_matrix_table(const Matrix &matrix, const Style &style)
{
    std::string text;
    for (const Grid &grid : grids_of(matrix))
        text += draw_table(grid, style) + "\n";
    for (const std::string &remark : remarks_of(matrix))
        text += wrap(remark, style.width);
    return text;
}

std::string write_matrix_markdown(const Matrix &matrix)
{
    std::string text;
    for (const Grid &grid : grids_of(matrix))
        text += draw_markdown(grid) + "\n";
    for (const std::string &remark : remarks_of(matrix))
        text += "- " + remark + "\n";
    return text;
}

} // namespace hashlane
