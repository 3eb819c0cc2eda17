// SPDX-License-Identifier: MIT
//
// A soak as JSON: the file of --out, which a soak can go on with, and its lines.
// docs/reference/json.md describes the keys.
#pragma once

#include "../../results/json.h"
#include "soak.h"

#include <string>

namespace hashlane::cluster {

struct SoakCheckpoint {
    SoakRequest request;
    SoakTotals totals;
    std::string started, updated; ///< dates
    unsigned resumed = 0;         ///< how often
    bool complete = false;        ///< it did what was asked for
};

results::Json soak_json(const SoakCheckpoint &checkpoint);
results::Json soak_request_json(const SoakRequest &request);
results::Json soak_wrong_json(const SoakWrong &wrong);

/// True if `document` is the file of a soak.
bool is_soak(const results::JsonFields &document);

/// Reads all but the request. Throws a BadFile if something in the document is missing or wrong.
SoakCheckpoint read_soak(const results::JsonFields &document);

/// Reads a file to go on with. Throws a BadFile as well where it is of another machine.
SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path);

} // namespace hashlane::cluster
