// SPDX-License-Identifier: MIT
//
// What a fleet was judged to be.
#ifndef HASHLANE_SRC_PAGE_FIGURE_FLEET_H
#define HASHLANE_SRC_PAGE_FIGURE_FLEET_H

#include "../fleet/fleet_report.h"
#include "figure.h"

#include <string>
#include <vector>

namespace hashlane {

/// How many nodes are of each class, and the like nodes.
std::vector<Figure> class_figures(const FleetReport &fleet, const std::string &prefix);

/// The nodes that are not healthy, with what speaks against them.
std::vector<Figure> attention_figures(const FleetReport &fleet, const std::string &prefix);

/// So many groups of like nodes have plots, the largest.
constexpr std::size_t most_drawn_groups = 6;

/// For each of these groups every node's cycles beside its like nodes, and its clock.
std::vector<Figure> speed_figures(const FleetReport &fleet, const std::string &prefix);

/// How nodes have changed over their history.
std::vector<Figure> trend_figures(const FleetReport &fleet, const std::string &prefix);

/// One of the two that a node is compared by.
struct SpeedMeasure {
    const char *name; ///< "cycles", "clock"
    double NodeFigure::*value;
    double NodeFigure::*relative;
    std::optional<Usual> UsualFigure::*usual;
    double Trend::*change;
};
constexpr SpeedMeasure cycles_measure = {"cycles", &NodeFigure::cycles_per_unit,
                                         &NodeFigure::relative_cycles,
                                         &UsualFigure::cycles_per_unit, &Trend::cycles_change};
constexpr SpeedMeasure clock_measure = {"clock", &NodeFigure::clock_hz, &NodeFigure::relative_clock,
                                        &UsualFigure::clock_hz, &Trend::clock_change};

/// How far the figure is off that of the node's like nodes: 0.01 for 1 % above. Of nodes that are
/// too few to judge each other, off their median.
/// Nothing where it is not known, or more than any measurement.
std::optional<double> off_like_nodes(const NodeFigure &figure, const GroupReport &group,
                                     const SpeedMeasure &measure);

/// Of all figures of a node, the one farthest off.
struct FarthestFigure {
    FigureKey key;
    double off = 0;
};
std::optional<FarthestFigure> farthest_figure(const NodeReport &node, const FleetReport &fleet,
                                              const SpeedMeasure &measure);

} // namespace hashlane

#endif
