// SPDX-License-Identifier: MIT
//
// Thousands of nodes on one line of a plot.
#ifndef HASHLANE_SRC_PAGE_NODE_STRIPS_H
#define HASHLANE_SRC_PAGE_NODE_STRIPS_H

#include "../fleet/fleet_report.h"
#include "../plots/plot_data.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// How far a node is off what it is compared with: 0.01 for 1 % above.
struct Distance {
    const NodeReport *node;
    double off;
};

bool is_farther(const Distance &a, const Distance &b);

/// Nearly all (99 of 100) healthy nodes are within it; nothing where there is none.
std::optional<double> usual_distance(const std::vector<Distance> &distances);

/// Healthy nodes are kept, the others left out; of these, those that are farther off than nearly
/// all healthy ones have names.
StripPlot::Strip strip_of(const std::string &label, const std::string &text,
                          const std::vector<Distance> &distances);

} // namespace hashlane

#endif
