// SPDX-License-Identifier: MIT
//
// Compares each core with the cores at the same place of comparable nodes, and combines the results
// of a node's cores. A property of the place (the kind of its core, a favoured clock) is no fault.
#pragma once

#include "fleet_report.h"
#include "node_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hashlane::cluster {

/// The known values of several cores or nodes.
struct Observed {
    std::vector<double> cycles, clocks;

    void add(double cycles_per_unit, double clock)
    {
        if (!std::isnan(cycles_per_unit))
            cycles.push_back(cycles_per_unit);
        if (!std::isnan(clock))
            clocks.push_back(clock);
    }
};

/// The usual value at a place; not a number if it is not known.
struct PlaceUsual {
    double cycles = std::nan("");
    double clock = std::nan("");
};

/// The usual values of one figure at each place.
struct PlacesOfFigure {
    std::unordered_map<int, PlaceUsual> by_cpu;
    std::vector<PlaceUsual> by_kind;

    PlaceUsual usual(const NodeFile &node, int cpu) const;
};
using Places = std::map<FigureKey, PlacesOfFigure>;

/// Returns medians over like nodes, for each CPU number. If fewer than least_alike nodes have a
/// number, or the group is smaller than that, the number takes the median of all cores of its
/// kind, of which there must be at least least_alike.
Places places_of(const Members &members);

/// The columns with that key, or null.
const CoreColumns *find_columns(const NodeFile &node, const FigureKey &key);

/// A core's values as shares of the usual ones at its place: 1 is usual.
struct CorePace {
    std::size_t index; ///< in the columns
    double cycles;     ///< not a number if it is not known, as the clock
    double clock;
    double time; ///< for a unit: cycles / clock, or by the one of the two that is known
    bool noisy;
};

/// The cores of one figure that have values.
struct FigurePaces {
    const CoreColumns *columns;
    std::vector<CorePace> cores;
};
using NodePaces = std::vector<FigurePaces>; ///< in the order of NodeFile::cores

NodePaces paces_of(const NodeFile &node, const Places &places);

/// A part of a node, relative to the node's other cores: 1.04 is 4 % more. Not a number if it is
/// not known.
struct PartPace {
    std::string_view part; ///< the node's own text
    double cycles = std::nan(""), clock = std::nan("");
};

/// The parts in one workload.
struct PartPaces {
    FigureKey key;
    std::vector<PartPace> parts;
};

/// Returns the medians over the cores of each part that is not the whole node.
std::vector<PartPaces> part_paces_of(const NodeFile &node, const NodePaces &paces);

/// Returns a figure for each workload and scope. Cores that are noisy do not count, and of the
/// others the slowest eighth does not, at least one of several: those are judged as cores.
std::vector<NodeFigure> figures_of(const NodePaces &paces);

/// Measures how unsteady the cores' times are: the standard deviation, by the median, of the
/// remainder when each core's mean over the workloads of a scope is subtracted, so that neither a
/// slow core nor a slow node is noise. Nothing if no scope has two workloads.
std::optional<double> unsteadiness_of(const NodePaces &paces);

/// Returns the share of figures that the node itself calls noisy.
double noisy_share(const NodeFile &node);

/// A core that is slower than the others of its node.
struct SlowCore {
    int cpu = 0;
    double time = 0; ///< per unit, relative to the node's other cores: 1.08 is 8 % more
    double cycles = 0, clock = 0;          ///< the same; not a number if it is not known
    std::size_t figures = 0, measured = 0; ///< how many show it, of how many

    /// Single readings are disturbed by chance, and among thousands of nodes two of them meet in
    /// one core. False of such a core.
    bool is_proven() const { return figures >= std::min<std::size_t>(3, measured); }
};

/// Finds cores that are slower by more than `limit`, and than the usual spread explains, in at
/// least two values if there are two, and in half of a scope's. `scales`: the usual values of
/// NodeFigure::core_scale among comparable nodes.
std::vector<SlowCore> slow_cores_of(const NodeFile &node, const Places &places,
                                    const std::map<FigureKey, double> &scales, double limit);

} // namespace hashlane::cluster
