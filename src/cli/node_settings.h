// SPDX-License-Identifier: MIT
//
// What the command lines of `hashlane node` and `hashlane health` ask for.
#ifndef HASHLANE_SRC_CLI_NODE_SETTINGS_H
#define HASHLANE_SRC_CLI_NODE_SETTINGS_H

#include <chrono>
#include <optional>
#include <string>

namespace hashlane {

constexpr double usual_node_seconds = 45;
constexpr double usual_health_seconds = 10;

struct NodeSettings {
    std::string out; ///< with placeholders; empty for standard output
    double deadline = usual_node_seconds;
    std::optional<std::chrono::system_clock::time_point> start_at;
    bool quiet = false;
};

struct HealthSettings {
    std::string baseline; ///< a file
    double most_seconds = usual_health_seconds;
};

} // namespace hashlane

#endif
