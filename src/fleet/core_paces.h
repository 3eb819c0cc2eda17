// SPDX-License-Identifier: MIT
//
// Each core beside the cores at the same place of like nodes: what a place has by nature (the kind
// of its core, a favoured clock) is no fault.
#ifndef HASHLANE_SRC_FLEET_CORE_PACES_H
#define HASHLANE_SRC_FLEET_CORE_PACES_H

#include "fleet_report.h"
#include "node_file.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace hashlane {

/// What is usual at a place; not a number where it is not known.
struct PlaceUsual {
    double cycles = std::nan("");
    double clock = std::nan("");
};

/// Medians over like nodes, for each CPU number. A number that fewer than least_alike nodes have,
/// and every one of a smaller group, takes the median of all cores of its kind, if those are as
/// many.
class Places {
public:
    Places(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members);

    /// The places of one figure.
    struct OfFigure {
        std::unordered_map<int, PlaceUsual> by_cpu;
        std::vector<PlaceUsual> by_kind;

        PlaceUsual usual(const NodeFile &node, int cpu) const;
    };

    /// Null for a figure that no node has.
    const OfFigure *find(const FigureKey &key) const;

private:
    static OfFigure usual_of_figure(const std::vector<NodeFile> &nodes,
                                    const std::vector<std::size_t> &members, const FigureKey &key);
    std::map<FigureKey, OfFigure> figures_;
};

/// A core's figures as shares of what is usual at its place: 1 is as usual.
struct CorePace {
    std::size_t index; ///< in the columns
    double cycles;     ///< not a number where it is not known, as the clock
    double clock;
    double time; ///< for a unit: cycles / clock, or by what is known of the two
    bool noisy;
};

/// Those of which something is known.
std::vector<CorePace> paces_of(const NodeFile &node, const CoreColumns &columns,
                               const Places &places);

enum class Better { less, more };

/// The median of a figure, and of two in the middle the better one: of two cores one may be slow.
/// Not a number where none is known.
double better_middle(const std::vector<CorePace> &paces, double CorePace::*figure, Better better);

FigureKey key_of(const CoreColumns &columns);

/// The columns with that key, or null.
const CoreColumns *find_columns(const NodeFile &node, const FigureKey &key);

} // namespace hashlane

#endif
