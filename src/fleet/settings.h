// SPDX-License-Identifier: MIT
//
// What is set otherwise than in most machines of a kind.
#ifndef HASHLANE_SRC_FLEET_SETTINGS_H
#define HASHLANE_SRC_FLEET_SETTINGS_H

#include "groups.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// The value of a setting that is the rule, and how many nodes have it.
struct Rule {
    std::string value;
    std::size_t nodes = 0;
};

using Rules = std::map<std::string, Rule>;

/// Of two thirds of at least three nodes; a setting on which they do not agree so far has no rule.
Rules rules_of(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members);

struct Deviation {
    std::string setting;
    std::string value; ///< the node's; empty where it has none
    Rule rule;
};

std::vector<Deviation> deviations_of(const NodeFile &node, const Rules &rules);

/// "governor is powersave; 31 like nodes have performance".
std::string deviation_text(const Deviation &deviation);

} // namespace hashlane

#endif
