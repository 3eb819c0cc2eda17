// SPDX-License-Identifier: MIT
//
// Plots with Unicode's blocks, for a terminal.
#ifndef HASHLANE_SRC_PLOTS_TEXT_PLOTS_H
#define HASHLANE_SRC_PLOTS_TEXT_PLOTS_H

#include "plot_data.h"

#include <cstddef>
#include <string>

namespace hashlane {

/// A bar of `share` (0 to 1) of so many columns, to an eighth of a column; filled with spaces.
std::string text_bar(double share, std::size_t columns);

/// No line is longer than `width`, of at least 40 columns.
std::string text_plot(const PlotData &plot, std::size_t width);

} // namespace hashlane

#endif
