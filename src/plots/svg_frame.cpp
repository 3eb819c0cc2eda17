// SPDX-License-Identifier: MIT
#include "svg_frame.h"

#include "utf8.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr double interval_end = 3;

// At the edges a label would be cut off.
Anchor anchor_at(double share)
{
    constexpr double edge = 0.06;
    if (share < edge)
        return Anchor::start;
    return share > 1 - edge ? Anchor::end : Anchor::middle;
}

} // namespace

std::string cut(const std::string &text, std::size_t columns)
{
    return fitted(text, std::min(columns_of(text), columns));
}

void add_x_axis(Drawing &drawing, const Axis &axis, double top, double bottom,
                const std::string &unit)
{
    for (const double tick : axis.ticks) {
        const double x = axis.share(tick);
        drawing.line("grid", x, top, x, bottom);
        drawing.text("tick", x, bottom + text_height, anchor_at(x), axis.label(tick));
    }
    drawing.text("tick", 0.5, bottom + 2 * text_height + 2, Anchor::middle, unit);
}

void add_row_texts(Drawing &drawing, double y, const std::string &label, const std::string &text,
                   bool doubtful)
{
    constexpr std::size_t least = 12;
    const std::size_t taken = std::min(most_columns - least, columns_of(text) + 1);
    drawing.text(doubtful ? "doubt" : "label", 0, y, Anchor::start,
                 cut(label, most_columns - taken));
    drawing.text(doubtful ? "doubt" : "value", 1, y, Anchor::end, text);
}

void add_interval(Drawing &drawing, const Axis &axis, double y,
                  const std::optional<Range> &interval)
{
    if (!interval)
        return;
    const double low = axis.share(interval->low), high = axis.share(interval->high);
    drawing.line("range", low, y, high, y);
    drawing.line("range", low, y - interval_end, low, y + interval_end);
    drawing.line("range", high, y - interval_end, high, y + interval_end);
}

double add_legend(Drawing &drawing, const std::vector<std::string> &series)
{
    constexpr double line_height = 18, marker_x = 0.015, text_x = 0.035;
    double y = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        add_marker(drawing, i, marker_x, y + line_height / 2, false);
        drawing.text("label", text_x, y + line_height / 2 + 4, Anchor::start, series[i]);
        y += line_height;
    }
    return y;
}

const char *shade(double share)
{
    constexpr const char *shades[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    constexpr double count = std::size(shades);
    const double step = std::clamp(share * count, 0.0, count - 1);
    return shades[static_cast<std::size_t>(step)];
}

} // namespace hashlane
