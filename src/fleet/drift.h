// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_DRIFT_H
#define HASHLANE_SRC_FLEET_DRIFT_H

#include "history.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// Of two runs at least; nothing of fewer.
std::optional<Trend> trend_of(const std::vector<PastRun> &runs);

/// A line for each figure of which `hashlane compare` would say that the last five runs are slower
/// than those before them, of which it wants five as well.
std::vector<std::string> drifts_of(const std::vector<PastRun> &runs);

} // namespace hashlane

#endif
