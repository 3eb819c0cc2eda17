// SPDX-License-Identifier: MIT
//
// The settings of comparable machines: those that are the rule, the nodes that differ from it, and
// settings that divide the machines, so that none is the rule.
#ifndef HASHLANE_SRC_CLUSTER_FLEET_NODE_SETTINGS_H
#define HASHLANE_SRC_CLUSTER_FLEET_NODE_SETTINGS_H

#include "node_file.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The value of a setting that is the rule, and how many nodes have it.
struct Rule {
    std::string value;
    std::size_t nodes = 0;
};

using Rules = std::map<std::string, Rule>;

/// Finds the settings that two thirds of at least three nodes share; other settings have no rule.
Rules rules_of(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members);

/// Returns the settings of a node that are not as the rules: "governor: 'powersave', where 31
/// comparable nodes have 'performance'". Of lists, the parts that differ.
std::vector<std::string> deviations_of(const NodeFile &node, const Rules &rules);

/// Returns a line for each setting of at least two nodes that has no rule, and few values:
/// "governor: 45 'performance', 45 'powersave'".
std::vector<std::string> setting_splits(const std::vector<NodeFile> &nodes,
                                        const std::vector<std::size_t> &members);

} // namespace hashlane::cluster

#endif
