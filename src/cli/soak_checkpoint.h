// SPDX-License-Identifier: MIT
//
// A soak as JSON: the file of --out, which a soak can go on with, and its lines. docs/json.md
// describes the keys.
#ifndef HASHLANE_SRC_CLI_SOAK_CHECKPOINT_H
#define HASHLANE_SRC_CLI_SOAK_CHECKPOINT_H

#include "../report/json_value.h"
#include "../soak/soak.h"

#include <string>

namespace hashlane {

struct SoakCheckpoint {
    SoakRequest request;
    SoakTotals totals;
    std::string started, updated; ///< dates
    unsigned resumed = 0;         ///< how often
    bool complete = false;        ///< it did what was asked for
};

Json soak_json(const SoakCheckpoint &checkpoint);
Json soak_request_json(const SoakRequest &request);
Json soak_wrong_json(const SoakWrong &wrong);

/// Throws a CommandError where the text is no such file, or of another machine.
SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path);

} // namespace hashlane

#endif
