// SPDX-License-Identifier: MIT
//
// What a node's figures are held against: those of its like nodes or, where these are too few,
// those of a baseline.
#ifndef HASHLANE_SRC_FLEET_YARDSTICK_H
#define HASHLANE_SRC_FLEET_YARDSTICK_H

#include "fleet_report.h"

#include <map>
#include <optional>
#include <vector>

namespace hashlane {

/// For one figure. Of like nodes the relative ones judge and the others are shown.
struct Yardstick {
    std::optional<Usual> relative_cycles, relative_clock;
    std::optional<Usual> cycles_per_unit, clock_hz;
    std::size_t nodes = 0;
    std::string kernel; ///< that most of them took
    double cores = 0;   ///< the median
};

struct Yardsticks {
    JudgedBy judged_by = JudgedBy::nothing;
    std::map<FigureKey, Yardstick> figures;
    std::map<FigureKey, double> core_scales;
    std::optional<Usual> unsteadiness; ///< its logarithm
    double noisy_share = 0;            ///< the median
};

/// Steadier than this no figure is: a share of it.
constexpr double cycles_floor = 0.002, clock_floor = 0.005, core_floor = 0.003;

/// From the figures of nodes that are alike, each with its unsteadiness and its share of noisy
/// figures.
struct MeasuredNode {
    const std::vector<NodeFigure> *figures;
    std::optional<double> unsteadiness;
    double noisy_share = 0;
};
Yardsticks yardsticks_of(const std::vector<MeasuredNode> &alike);

/// A difference that matters and that chance does not explain.
struct Slowness {
    bool cycles_slow = false, clock_slow = false;
    double cycles_change = 0, clock_change = 0; ///< 0.04 for 4 % more; 0 where it is not known
};
Slowness slowness_of(const NodeFigure &figure, const Yardstick &yardstick, JudgedBy judged_by);

} // namespace hashlane

#endif
