// SPDX-License-Identifier: MIT
//
// What the command line of `hashlane fleet` asks for.
#ifndef HASHLANE_SRC_CLI_FLEET_SETTINGS_H
#define HASHLANE_SRC_CLI_FLEET_SETTINGS_H

#include "settings.h"

#include <string>
#include <vector>

namespace hashlane {

struct FleetSettings {
    OutputSettings output;
    std::vector<std::string> files; ///< and folders
    std::string expected;           ///< --expect: a number, folded names or a file; empty: nothing
    std::string baseline;           ///< --baseline: a file; empty for none, as the following
    std::string new_baseline;       ///< --write-baseline
    std::string history;            ///< --history: a folder
};

} // namespace hashlane

#endif
