// SPDX-License-Identifier: MIT
//
// Plots made of cells that are shaded by their values: heat maps, maps of cores.
#include "svg_frame.h"
#include "svg_plots.h"
#include "utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double cell_height = 34, gap = 0.004;
// Of the labels of rows: at least, for each letter, and at most.
constexpr double least_label_width = 0.16, letter_width = 0.016, most_label_width = 0.5;
constexpr std::size_t most_in_a_line = 8; // on a narrow screen more would touch
constexpr std::size_t in_a_line_of_many = 16;

double highest(const HeatPlot &plot)
{
    double high = 0;
    for (const auto &row : plot.values)
        for (const auto &value : row)
            high = std::max(high, value.value_or(0));
    return high;
}

double label_width(const HeatPlot &plot)
{
    std::size_t longest = 0;
    for (const std::string &row : plot.rows)
        longest = std::max(longest, columns_of(row));
    return std::clamp(letter_width * static_cast<double>(longest), least_label_width,
                      most_label_width);
}

void add_cell(Drawing &drawing, double x, double y, double width, double share,
              const std::string &text)
{
    drawing.rect(shade(share), x + gap / 2, y + 1, width - gap, cell_height - 2);
    drawing.text(share > 0.5 ? "in-dark" : "in-light", x + width / 2, y + cell_height / 2 + 4,
                 Anchor::middle, text);
}

double highest(const CorePlot &plot)
{
    double high = 0;
    for (const CorePlot::Group &group : plot.groups)
        for (const CorePlot::Core &core : group.cores)
            high = std::max(high, core.value.value_or(0));
    return high;
}

void add_core(Drawing &drawing, const CorePlot::Core &core, double x, double y, double width,
              double high)
{
    const double share = core.value && high > 0 ? *core.value / high : 0;
    drawing.rect(core.value ? shade(share) : "none", x + gap / 2, y + 1, width - gap,
                 cell_height - 2);
    const char *const css = core.value && share > 0.5 ? "in-dark" : "in-light";
    drawing.text(css, x + width / 2, y + 14, Anchor::middle, core.label);
    if (!core.text.empty())
        drawing.text(css, x + width / 2, y + 27, Anchor::middle, core.text);
}

} // namespace

Picture draw(const HeatPlot &plot)
{
    Picture picture;
    Drawing &drawing = picture.drawing;
    const double high = highest(plot), row_label_width = label_width(plot);
    const double width =
        (1 - row_label_width) / static_cast<double>(std::max<std::size_t>(plot.columns.size(), 1));
    drawing.text("tick", 1, text_height, Anchor::end, plot.column_name + ", in " + plot.unit);
    drawing.text("tick", 0, 2 * text_height + 4, Anchor::start, plot.row_name);
    for (std::size_t i = 0; i < plot.columns.size(); ++i)
        drawing.text("label", row_label_width + width * (static_cast<double>(i) + 0.5),
                     2 * text_height + 4, Anchor::middle, plot.columns[i]);
    double y = 2 * text_height + 10;
    for (std::size_t row = 0; row < plot.rows.size(); ++row) {
        drawing.text("label", 0, y + cell_height / 2 + 4, Anchor::start, plot.rows[row]);
        for (std::size_t i = 0; i < plot.values[row].size(); ++i)
            if (const auto &value = plot.values[row][i])
                add_cell(drawing, row_label_width + width * static_cast<double>(i), y, width,
                         high > 0 ? *value / high : 0, fmt::format("{:.{}f}", *value, plot.digits));
        y += cell_height;
    }
    picture.height = y + 4;
    return picture;
}

Picture draw(const CorePlot &plot)
{
    Picture picture;
    Drawing &drawing = picture.drawing;
    const double high = highest(plot);
    double y = 0;
    for (const CorePlot::Group &group : plot.groups) {
        drawing.text("label", 0, y + text_height, Anchor::start, group.label);
        y += text_height + 6;
        const std::size_t in_a_line =
            group.cores.size() > 4 * most_in_a_line ? in_a_line_of_many : most_in_a_line;
        const double width = 1 / static_cast<double>(in_a_line);
        for (std::size_t i = 0; i < group.cores.size(); ++i) {
            const std::size_t line = i / in_a_line;
            add_core(drawing, group.cores[i], width * static_cast<double>(i % in_a_line),
                     y + cell_height * static_cast<double>(line), width, high);
        }
        y += cell_height * std::ceil(static_cast<double>(group.cores.size()) * width) + 8;
    }
    if (!plot.unit.empty()) {
        drawing.text("tick", 1, y + text_height, Anchor::end, plot.unit);
        y += text_height + 6;
    }
    picture.height = y;
    return picture;
}

} // namespace hashlane
