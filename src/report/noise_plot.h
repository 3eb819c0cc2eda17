// SPDX-License-Identifier: MIT
//
// How much slower a watched core was, over time: one block character for each part of the watch.
#ifndef HASHLANE_SRC_REPORT_NOISE_PLOT_H
#define HASHLANE_SRC_REPORT_NOISE_PLOT_H

#include "../measure/noise_report.h"

#include <cstddef>
#include <string>

namespace hashlane {

/// How many characters a plot has where so many columns are free.
std::size_t noise_plot_columns(std::size_t free_columns);

/// "▁▁▁▂▁▁█▇▁▁"
std::string noise_plot(const NoiseReport &noise, std::size_t columns, bool color);

/// "0 s      5 s      10 s", to stand below it.
std::string time_axis(double seconds, std::size_t columns);

/// What the characters mean.
std::string noise_plot_legend();

} // namespace hashlane

#endif
