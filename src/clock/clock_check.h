// SPDX-License-Identifier: MIT
//
// How far the calibrated chain can be believed on this core, now.
#ifndef HASHLANE_SRC_CLOCK_CLOCK_CHECK_H
#define HASHLANE_SRC_CLOCK_CLOCK_CHECK_H

#include "core.h"

#include <optional>

namespace hashlane {

struct ClockCheck {
    double hz = 0;           ///< median of the probes
    double probe_spread = 0; ///< half the width of the middle half of the probes, relative
    /// Chain over hardware counter minus 1, the median over stretches of user-mode work; nothing
    /// where there is no counter.
    std::optional<double> against_counter;
};

/// A hundred probes and stretches, 20 ms. Precondition: core.chain_step_cycles() is known.
ClockCheck check_clock(Core &core);

} // namespace hashlane

#endif
