// SPDX-License-Identifier: MIT
//
// Kernels against files as a heat map: how much longer each takes than the fastest of its row.
#include "../report/workload_units.h"
#include "matrix_file.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

using Line = Matrix::Line;
using Cell = Matrix::Cell;

constexpr std::size_t most_lines = 60;
// A smaller difference is no difference in the plot, which has one decimal.
constexpr double least_shown_percent = 0.1;
// Beyond, the columns of the plot are numbered.
constexpr std::size_t most_named_files = 4, longest_name = 16;

struct Group {
    std::string workload, message; ///< as of a row's name: "sha3-256/64", or empty
    std::vector<const Line *> lines;
};

std::string message_of(const Line &line)
{
    const std::size_t slash = line.key.name.find('/');
    return slash == std::string::npos ? "" : line.key.name.substr(slash + 1);
}

std::vector<Group> groups_of(const Matrix &matrix)
{
    std::vector<Group> groups;
    for (const Line &line : matrix.lines) {
        const std::string message = message_of(line);
        auto group = std::ranges::find_if(groups, [&](const Group &one) {
            return one.workload == line.key.workload && one.message == message;
        });
        if (group == groups.end())
            group = groups.insert(group, {line.key.workload, message, {}});
        group->lines.push_back(&line);
    }
    return groups;
}

// The group's title has the message.
std::string label_of(const Line &line)
{
    std::string label = line.key.short_label();
    const std::string message = "/" + message_of(line);
    if (const std::size_t at = label.find(message); message.size() > 1 && at != label.npos)
        label.erase(at, message.size());
    return label;
}

double fastest_of(const Line &line)
{
    double rate = 0;
    for (const std::optional<Cell> &cell : line.cells)
        rate = std::max(rate, cell ? cell->hashes_per_second : 0);
    return rate;
}

// How much longer a hash takes than in the fastest file, in percent.
double percent_longer(const Line &line, const Cell &cell)
{
    return (fastest_of(line) / cell.hashes_per_second - 1) * 100;
}

// Two files that a row is trustworthy in, the fastest of them and the slowest.
struct Gap {
    const Line *line = nullptr;
    std::size_t fastest = 0, slowest = 0; ///< files

    double percent() const
    {
        return (line->cells[fastest]->hashes_per_second / line->cells[slowest]->hashes_per_second -
                1) *
               100;
    }
};

std::optional<Gap> gap_of(const Line &line)
{
    std::vector<std::size_t> files;
    for (std::size_t i = 0; i < line.cells.size(); ++i)
        if (line.cells[i] && line.cells[i]->trustworthy)
            files.push_back(i);
    if (files.size() < 2)
        return {};
    const auto rate = [&](std::size_t file) { return line.cells[file]->hashes_per_second; };
    const auto [slowest, fastest] = std::ranges::minmax_element(files, {}, rate);
    return Gap{&line, *fastest, *slowest};
}

std::string sentence_of(const Matrix &matrix, const Group &group)
{
    std::vector<std::size_t> firsts(matrix.labels.size());
    std::size_t rows = 0, level = 0;
    std::optional<Gap> widest;
    for (const Line *line : group.lines) {
        const std::optional<Gap> gap = gap_of(*line);
        if (!gap)
            continue;
        ++rows;
        ++(gap->percent() < least_shown_percent ? level : firsts[gap->fastest]);
        if (!widest || gap->percent() > widest->percent())
            widest = gap;
    }
    if (!widest)
        return "No row is trustworthy in two files.";
    if (level == rows)
        return fmt::format("No row that two files or more can be trusted in differs by {} %.",
                           least_shown_percent);
    std::string sentence = level > 0 ? fmt::format("The files are level in {}", level) : "";
    for (std::size_t i = 0; i < firsts.size(); ++i)
        if (firsts[i] > 0)
            sentence += fmt::format("{}{} is the fastest in {}", sentence.empty() ? "" : ", ",
                                    matrix.labels[i], firsts[i]);
    return fmt::format(
        "{} of {} row{} that two files or more can be trusted in. The widest gap is that of {}: "
        "with {} it takes {:.1f} % longer than with {}.",
        sentence, rows, rows == 1 ? "" : "s", label_of(*widest->line),
        matrix.labels[widest->slowest], widest->percent(), matrix.labels[widest->fastest]);
}

bool are_short(const std::vector<std::string> &labels)
{
    return labels.size() <= most_named_files &&
           std::ranges::all_of(
               labels, [](const std::string &label) { return label.size() <= longest_name; });
}

HeatPlot heat_of(const Matrix &matrix, const Group &group)
{
    HeatPlot plot{"% longer than the fastest", "file", "kernel", matrix.labels, {}, {}, 1};
    if (!are_short(matrix.labels))
        for (std::size_t i = 0; i < plot.columns.size(); ++i)
            plot.columns[i] = std::to_string(i + 1);
    for (const Line *line : group.lines) {
        if (plot.rows.size() == most_lines)
            break;
        plot.rows.push_back(label_of(*line));
        plot.values.emplace_back();
        for (const std::optional<Cell> &cell : line->cells)
            plot.values.back().push_back(cell ? std::optional(percent_longer(*line, *cell))
                                              : std::nullopt);
    }
    return plot;
}

FigureTable table_of(const Matrix &matrix, const Group &group, const ShownUnit &unit)
{
    FigureTable table;
    table.columns = {{"kernel", true}};
    for (const std::string &label : matrix.labels) {
        table.columns.push_back({fmt::format("{}, {}", label, unit.name)});
        table.columns.push_back({"% longer"});
    }
    for (const Line *line : group.lines) {
        table.rows.push_back({label_of(*line)});
        std::vector<std::string> &row = table.rows.back();
        for (const std::optional<Cell> &cell : line->cells) {
            row.push_back(
                !cell ? "" : unit.text(cell->hashes_per_second) + (cell->trustworthy ? "" : "!"));
            row.push_back(!cell ? "" : fmt::format("{:.1f}", percent_longer(*line, *cell)));
        }
    }
    return table;
}

} // namespace

std::vector<Figure> matrix_figures(const Matrix &matrix, const std::string &prefix)
{
    std::vector<Figure> figures;
    for (const Group &group : groups_of(matrix)) {
        const WorkGroup named{group.workload, group.message, 0, {}};
        Figure figure;
        figure.name = prefix + named.name();
        figure.title = named.title() + ": kernels and files";
        figure.sentence = sentence_of(matrix, group);
        figure.how_to_read =
            "In each row 0.0 is the fastest file. Darker in light mode, brighter in "
            "dark mode: takes longer. In the table ! marks what cannot be trusted.";
        figure.plot = heat_of(matrix, group);
        figure.table =
            table_of(matrix, group, rate_unit(group.workload, group.lines.front()->bytes_per_hash));
        figures.push_back(std::move(figure));
    }
    return figures;
}

} // namespace hashlane
