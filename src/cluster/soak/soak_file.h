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

/// Returns the last of the lines of 'hashlane soak --format jsonl', which is the soak's file, and
/// any other text as it is. Throws a BadFile if the lines end before it.
std::string end_of_soak_lines(const std::string &text, const std::string &path);

/// Reads all but the request. Throws a BadFile if something in the document is missing or wrong.
SoakCheckpoint read_soak(const results::JsonFields &document);

/// Reads a file to go on with. Throws a BadFile as well where it is of another machine.
SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path);

} // namespace hashlane::cluster
