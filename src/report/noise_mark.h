// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_NOISE_MARK_H
#define HASHLANE_SRC_REPORT_NOISE_MARK_H

#include "row_figures.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace hashlane {

/// In the order of the enumeration. noise_name() has the words of files, which are longer.
constexpr std::string_view noise_marks[] = {"clean", "drift",  "layout", "busy",    "shared",
                                            "host",  "slowed", "noisy",  "emulated"};
static_assert(std::size(noise_marks) == static_cast<std::size_t>(Noise::emulated) + 1);

/// What could have moved a row's figure: "clean", "layout", "shared", … Time that was taken away is
/// not in the figure of a trusted row, and cycles do not depend on the clock: both are remarked on
/// below the tables.
inline std::string_view noise_mark(const Row &row)
{
    const Noise noise = row.quality.noise;
    const bool left_figure_alone =
        noise == Noise::preempted || (noise == Noise::drift && has_cycles(row));
    const Noise shown = is_trustworthy(row) && left_figure_alone ? Noise::clean : noise;
    return noise_marks[static_cast<std::size_t>(shown)];
}

/// Of the longest one.
constexpr std::size_t noise_mark_width =
    std::ranges::max(noise_marks, {}, [](std::string_view mark) { return mark.size(); }).size();

} // namespace hashlane

#endif
