// SPDX-License-Identifier: MIT
#include "../svg/text.h"
#include "../tables/row_figures.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane::show {
namespace {

constexpr std::size_t most_compared_lines = 60;

double percent_off(double ratio) { return (ratio - 1) * 100; }

std::string changes_sentence(const std::vector<Change> &changes)
{
    const auto count = [&](const char *verdict) {
        return std::ranges::count(changes, verdict, &Change::verdict);
    };
    const Change *largest = nullptr;
    for (const Change &one : changes) {
        const bool sure = one.verdict == "faster" || one.verdict == "slower";
        if (sure && (largest == nullptr ||
                     std::abs(std::log(one.ratio)) > std::abs(std::log(largest->ratio))))
            largest = &one;
    }
    std::string sentence =
        fmt::format("{} rows faster, {} slower, {} the same, {} uncertain.", count("faster"),
                    count("slower"), count("same"), count("uncertain"));
    if (largest != nullptr)
        sentence +=
            fmt::format(" The largest certain change: {}, {:.1f} % {}.", largest->key.label(),
                        std::abs(percent_off(largest->ratio)), largest->verdict);
    return sentence;
}

// The function of a message names the workload, and the name is long enough.
std::string change_label(const results::RowKey &key)
{
    return key.name.find('/') == std::string::npos ? key.label() : key.short_label();
}

void add_change(Figure &figure, DotPlot &plot, const Change &one)
{
    std::optional<Range> interval;
    if (one.interval)
        interval = Range{percent_off(one.interval->low), percent_off(one.interval->high)};
    const auto text = [](double value) { return fmt::format("{:+.2f}", value); };
    if (plot.lines.size() < most_compared_lines)
        plot.lines.push_back({change_label(one.key),
                              text(percent_off(one.ratio)) + " % · " + one.verdict,
                              {{0, percent_off(one.ratio), interval, one.verdict == "uncertain"}}});
    figure.table.rows.push_back({one.key.label(), text(percent_off(one.ratio)),
                                 interval ? text(interval->low) : "",
                                 interval ? text(interval->high) : "", one.verdict, one.reason});
}

// ---- Kernels against files as a heat map: how much longer each takes than the fastest of its row.

using MatrixLine = compare::Matrix::Line;
using MatrixCell = compare::Matrix::Cell;

// A smaller difference is no difference in the plot, which has one decimal.
constexpr double least_shown_percent = 0.1;
// Beyond, the columns of the plot are numbered.
constexpr std::size_t most_named_files = 4, longest_name = 16;

struct MatrixGroup {
    std::string workload, message; ///< as of a row's name: "sha3-256/64", or empty
    std::vector<const MatrixLine *> lines;
};

std::vector<MatrixGroup> matrix_groups(const compare::Matrix &matrix)
{
    std::vector<MatrixGroup> groups;
    for (const MatrixLine &line : matrix.lines) {
        const std::string message = message_in(line.key.name);
        auto group = std::ranges::find_if(groups, [&](const MatrixGroup &one) {
            return one.workload == line.key.workload && one.message == message;
        });
        if (group == groups.end())
            group = groups.insert(group, {line.key.workload, message, {}});
        group->lines.push_back(&line);
    }
    return groups;
}

double fastest_of(const MatrixLine &line)
{
    double rate = 0;
    for (const std::optional<MatrixCell> &cell : line.cells)
        rate = std::max(rate, cell ? cell->hashes_per_second : 0);
    return rate;
}

// Returns the additional time of a hash, compared with the fastest file, in percent.
double percent_longer(const MatrixLine &line, const MatrixCell &cell)
{
    return (fastest_of(line) / cell.hashes_per_second - 1) * 100;
}

// Two files that a row is trustworthy in, the fastest of them and the slowest.
struct MatrixGap {
    const MatrixLine *line = nullptr;
    std::size_t fastest = 0, slowest = 0; ///< files

    double percent() const
    {
        return (line->cells[fastest]->hashes_per_second / line->cells[slowest]->hashes_per_second -
                1) *
               100;
    }
};

std::optional<MatrixGap> widest_gap(const MatrixLine &line)
{
    std::vector<std::size_t> files;
    for (std::size_t i = 0; i < line.cells.size(); ++i)
        if (line.cells[i] && line.cells[i]->trustworthy)
            files.push_back(i);
    if (files.size() < 2)
        return {};
    const auto rate = [&](std::size_t file) { return line.cells[file]->hashes_per_second; };
    const auto [slowest, fastest] = std::ranges::minmax_element(files, {}, rate);
    return MatrixGap{&line, *fastest, *slowest};
}

std::string matrix_sentence(const compare::Matrix &matrix, const MatrixGroup &group)
{
    std::vector<std::size_t> firsts(matrix.labels.size());
    std::size_t rows = 0, level = 0;
    std::optional<MatrixGap> widest;
    for (const MatrixLine *line : group.lines) {
        const std::optional<MatrixGap> gap = widest_gap(*line);
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
        return fmt::format("No row that is trustworthy in two files or more differs by {} %.",
                           least_shown_percent);
    std::string sentence = level > 0 ? fmt::format("The files are level in {}", level) : "";
    for (std::size_t i = 0; i < firsts.size(); ++i)
        if (firsts[i] > 0)
            sentence += fmt::format("{}{} is the fastest in {}", sentence.empty() ? "" : ", ",
                                    matrix.labels[i], firsts[i]);
    return fmt::format(
        "{} of {} that are trustworthy in two files or more. The widest gap: {} takes {:.1f} % "
        "longer with {} than with {}.",
        sentence, machine::counted(rows, "row"), label_without_message(widest->line->key),
        widest->percent(), matrix.labels[widest->slowest], matrix.labels[widest->fastest]);
}

bool are_short(const std::vector<std::string> &labels)
{
    return labels.size() <= most_named_files &&
           std::ranges::all_of(
               labels, [](const std::string &label) { return label.size() <= longest_name; });
}

HeatPlot matrix_heat(const compare::Matrix &matrix, const MatrixGroup &group)
{
    HeatPlot plot{"% longer than the fastest", "file", "kernel", matrix.labels, {}, {}, 1};
    if (!are_short(matrix.labels))
        for (std::size_t i = 0; i < plot.columns.size(); ++i)
            plot.columns[i] = std::to_string(i + 1);
    for (const MatrixLine *line : group.lines) {
        if (plot.rows.size() == most_compared_lines)
            break;
        plot.rows.push_back(label_without_message(line->key));
        plot.values.emplace_back();
        for (const std::optional<MatrixCell> &cell : line->cells)
            plot.values.back().push_back(cell ? std::optional(percent_longer(*line, *cell))
                                              : std::nullopt);
    }
    return plot;
}

FigureTable matrix_table(const compare::Matrix &matrix, const MatrixGroup &group,
                         const ShownUnit &unit)
{
    FigureTable table;
    table.columns = {{"kernel", true}};
    for (const std::string &label : matrix.labels) {
        table.columns.push_back({fmt::format("{}, {}", label, unit.name)});
        table.columns.push_back({"% longer"});
    }
    for (const MatrixLine *line : group.lines) {
        table.rows.push_back({label_without_message(line->key)});
        std::vector<std::string> &row = table.rows.back();
        for (const std::optional<MatrixCell> &cell : line->cells) {
            row.push_back(
                !cell ? "" : unit.text(cell->hashes_per_second) + (cell->trustworthy ? "" : "!"));
            row.push_back(!cell ? "" : fmt::format("{:.1f}", percent_longer(*line, *cell)));
        }
    }
    return table;
}

} // namespace

Figure change_figure(const std::string &name, const std::string &title,
                     const std::vector<Change> &changes)
{
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.sentence = changes_sentence(changes);
    figure.how_to_read = "Left of the line: faster. Hollow: uncertain. Brackets: 95 % intervals; "
                         "docs/how-to/compare.md explains the rules.";
    figure.table.columns = {{"row", true}, {"change, %"},     {"from"},
                            {"to"},        {"verdict", true}, {"reason", true}};
    DotPlot plot{"change of the cost, %"};
    plot.reference = 0;
    for (const Change &one : changes)
        add_change(figure, plot, one);
    figure.plot = std::move(plot);
    return figure;
}

std::vector<Figure> matrix_figures(const compare::Matrix &matrix, const std::string &prefix)
{
    std::vector<Figure> figures;
    for (const MatrixGroup &group : matrix_groups(matrix)) {
        const WorkGroup named{group.workload, group.message, 0, {}};
        Figure figure;
        figure.name = prefix + named.name();
        figure.title = named.title() + ": kernels and files";
        figure.sentence = matrix_sentence(matrix, group);
        figure.how_to_read =
            "In each row 0.0 is the fastest file. Darker in light mode, brighter in "
            "dark mode: takes longer. In the table, ! marks values that are not trustworthy.";
        figure.plot = matrix_heat(matrix, group);
        figure.table = matrix_table(matrix, group,
                                    rate_unit(group.workload, group.lines.front()->bytes_per_hash));
        figures.push_back(std::move(figure));
    }
    return figures;
}

std::vector<Figure> comparison_figures(const ComparisonFile &file, const std::string &prefix)
{
    std::vector<Figure> figures;
    for (std::size_t i = 0; i < file.parts.size(); ++i) {
        const ComparisonFile::Part &part = file.parts[i];
        if (!part.changes.empty())
            figures.push_back(change_figure(fmt::format("{}change{}", prefix, i + 1),
                                            fmt::format("{} against {}", part.to, part.from),
                                            part.changes));
    }
    return figures;
}

} // namespace hashlane::show
