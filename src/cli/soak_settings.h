// SPDX-License-Identifier: MIT
//
// What the command line of `hashlane soak` asks for.
#ifndef HASHLANE_SRC_CLI_SOAK_SETTINGS_H
#define HASHLANE_SRC_CLI_SOAK_SETTINGS_H

#include "../soak/soak.h"
#include "settings.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

enum class SoakFormat { text, json_lines };

/// What is not given has a default, or is what a resumed file says.
struct SoakSettings {
    std::optional<double> seconds; ///< --for
    std::optional<std::uint64_t> passes;
    std::optional<std::vector<int>> cpus;
    bool all_cores = false;
    DeviceRequest devices;
    IdFilter filter;
    std::optional<SoakPattern> pattern;
    std::optional<double> visit_seconds;
    std::optional<std::uint64_t> seed;
    SoakFormat format = SoakFormat::text;
    std::string out;
    bool resume = false;
    bool quiet = false;
};

} // namespace hashlane

#endif
