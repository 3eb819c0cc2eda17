// SPDX-License-Identifier: MIT
//
// What several kinds of plots have in common.
#ifndef HASHLANE_SRC_PLOTS_SVG_FRAME_H
#define HASHLANE_SRC_PLOTS_SVG_FRAME_H

#include "axis.h"
#include "plot_data.h"
#include "svg.h"

#include <string>
#include <vector>

namespace hashlane {

constexpr double text_height = 14;
constexpr double axis_height = 38; ///< below a plot: labels of the ticks, and the unit

/// As many as fit on the narrowest screen; the table beneath a plot has the whole text.
constexpr std::size_t most_columns = 46;

/// Cut to so many columns, if it is longer.
std::string cut(const std::string &text, std::size_t columns);

/// Vertical lines from `top` to `bottom` at the ticks, their labels and the unit below.
void add_x_axis(Drawing &drawing, const Axis &axis, double top, double bottom,
                const std::string &unit);

/// A line of a plot of rows: the label left, the text right, above what is drawn.
void add_row_texts(Drawing &drawing, double y, const std::string &label, const std::string &text,
                   bool doubtful);

/// A thin line from low to high with ends; nothing without an interval.
void add_interval(Drawing &drawing, const Axis &axis, double y,
                  const std::optional<Range> &interval);

/// A line for each series: its marker, its name. The height that they take.
double add_legend(Drawing &drawing, const std::vector<std::string> &series);

/// "h1" to "h6", for a value's share of the highest.
const char *shade(double share);

} // namespace hashlane

#endif
