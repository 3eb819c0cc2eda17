// SPDX-License-Identifier: MIT
//
// A soak as JSON: the file of --out, which a soak can go on with, and its lines.
// docs/reference/json.md describes the keys.
#ifndef HASHLANE_SRC_COMMANDS_SOAK_FILE_H
#define HASHLANE_SRC_COMMANDS_SOAK_FILE_H

#include "../cluster/soak/soak.h"
#include "../results/json.h"

#include <string>

namespace hashlane::commands {

struct SoakCheckpoint {
    cluster::SoakRequest request;
    cluster::SoakTotals totals;
    std::string started, updated; ///< dates
    unsigned resumed = 0;         ///< how often
    bool complete = false;        ///< it did what was asked for
};

results::Json soak_json(const SoakCheckpoint &checkpoint);
results::Json soak_request_json(const cluster::SoakRequest &request);
results::Json soak_wrong_json(const cluster::SoakWrong &wrong);

/// Throws a CommandError where the text is no such file, or of another machine.
SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path);

} // namespace hashlane::commands

#endif
