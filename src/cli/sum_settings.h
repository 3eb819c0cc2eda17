// SPDX-License-Identifier: MIT
//
// What the command line of `hashlane sum` asks for.
#ifndef HASHLANE_SRC_CLI_SUM_SETTINGS_H
#define HASHLANE_SRC_CLI_SUM_SETTINGS_H

#include <string>
#include <vector>

namespace hashlane {

struct Algorithm;

struct SumSettings {
    std::vector<std::string> files;       ///< none: standard input
    const Algorithm *algorithm = nullptr; ///< null: SHA-256, or what the lines to check name
    unsigned threads = 0;                 ///< 0: one for each CPU
    bool check = false;
    bool with_tag = false;
    bool ends_zero = false;
    bool ignore_missing = false;
    bool quiet = false;
    bool silent = false; ///< --status
    bool strict = false;
};

} // namespace hashlane

#endif
