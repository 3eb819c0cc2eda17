// SPDX-License-Identifier: MIT
//
// What a soak prints: its beginning, a line per minute, wrong results, and the summary.
#pragma once

#include "../../cluster/soak/soak.h"

#include <string>

namespace hashlane::show {

/// Returns a duration as "1:02:03".
std::string duration_text(double seconds);

/// Names the core or the device, and the kernel.
std::string soak_place_text(const cluster::SoakWrong &wrong);

std::string soak_begin_text(const cluster::SoakCheckpoint &checkpoint);
std::string soak_minute_text(const cluster::SoakTotals &totals);
std::string soak_wrong_text(const cluster::SoakWrong &wrong);
/// Returns how often it was wrong again: "wrong on this core 3 of 3 times, on its neighbour, CPU 5,
/// 0 of 3".
std::string soak_again_text(const cluster::SoakWrong &wrong);
std::string soak_end_text(const cluster::SoakTotals &totals);

} // namespace hashlane::show
