// SPDX-License-Identifier: MIT
//
// What a node loses slowly: its last runs against those before, and against its best ones.
#pragma once

#include "history.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// Returns the trend of at least two runs; nothing for fewer.
std::optional<Trend> trend_of(const std::vector<PastRun> &runs);

/// Returns a line for each figure, the memory's included, whose last five runs `hashlane compare`
/// would call slower than those before them, or which are slower than its best ten. A node that has
/// drifted before still counts as drifting while more than half of the limit is left.
std::vector<std::string> drifts_of(const std::vector<PastRun> &runs);

} // namespace hashlane::cluster
