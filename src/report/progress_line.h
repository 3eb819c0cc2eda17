// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_PROGRESS_LINE_H
#define HASHLANE_SRC_REPORT_PROGRESS_LINE_H

#include "../measure/row.h"

#include <optional>
#include <string>

namespace hashlane {

/// How far a measuring command has come.
struct Progress {
    double share = 0;                   ///< of the work that is done
    std::optional<double> seconds_left; ///< where that can be told
    std::string counts;                 ///< "3 of 47", "5 of 47 settled"
    std::string name;                   ///< of what is measured now
    std::string measured;               ///< what was measured last, with its first figure; or empty
};

/// A bar, the time left, the counts and the names on one line, at most `width` columns wide.
/// Control characters are replaced.
std::string progress_line(const Progress &progress, unsigned width);

/// "sha256-chain.shani.x4 70.21 cycles": the cycles, or else the rate.
std::string first_figure(const Row &row);

} // namespace hashlane

#endif
