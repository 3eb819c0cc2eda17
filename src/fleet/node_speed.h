// SPDX-License-Identifier: MIT
//
// What a node's cores come to.
#ifndef HASHLANE_SRC_FLEET_NODE_SPEED_H
#define HASHLANE_SRC_FLEET_NODE_SPEED_H

#include "core_paces.h"

#include <map>

namespace hashlane {

/// A figure for each workload and scope. Cores that are noisy do not count, and of the others the
/// slowest eighth does not, at least one of several: those are judged as cores.
std::vector<NodeFigure> figures_of(const NodeFile &node, const Places &places);

/// How unsteady the cores' times are: the standard deviation, by the median, of what is left when
/// each core's mean over the workloads of a scope is taken away, so that neither a slow core nor a
/// slow node is noise. Nothing where a scope has no two workloads.
std::optional<double> unsteadiness_of(const NodeFile &node, const Places &places);

/// The share of figures that the node itself calls noisy.
double noisy_share(const NodeFile &node);

/// A core that is slower than the others of its node.
struct SlowCore {
    int cpu = 0;
    double time = 1;              ///< for a unit, beside the node's others: 1.08 is 8 % more
    double cycles = 1, clock = 1; ///< the same; not a number where it is not known
    std::size_t figures = 0, measured = 0; ///< how many show it, of how many
};

/// What is usual of NodeFigure::core_scale among like nodes.
using CoreScales = std::map<FigureKey, double>;

/// Those that are slower by what matters and by what chance does not reach, in two figures at least
/// if there are two, and in half of a scope's.
std::vector<SlowCore> slow_cores_of(const NodeFile &node, const Places &places,
                                    const CoreScales &scales);

} // namespace hashlane

#endif
