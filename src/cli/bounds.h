// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_BOUNDS_H
#define HASHLANE_SRC_CLI_BOUNDS_H

#include "../clock/instruction_timing.h"
#include "../machine/placement.h"
#include "../measure/row.h"

#include <map>
#include <string>

namespace hashlane {

/// The fewest cycles that kernels can take on each kind of core (measure/bound.h).
class Bounds {
public:
    explicit Bounds(const ClockRequest &clock) : clock_(clock) {}

    /// Times instructions on the placement's kind of core, once for each kind: to be called before
    /// a row is measured there.
    void prepare(const Placement &placement);

    /// Fills in the row's bound, where it has one.
    void add_to(Row &row) const;

private:
    ClockRequest clock_;
    std::map<std::string, InstructionTimes> times_; ///< by core kind
};

} // namespace hashlane

#endif
