// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_SWEEP_SCOPES_H
#define HASHLANE_SRC_CLI_SWEEP_SCOPES_H

#include "../measure/sweep.h"
#include "settings.h"

#include <vector>

namespace hashlane {

/// Where a sweep runs: as `places` says, or by default on the idlest core, on each kind if there
/// are several, and on all cores. Throws a CommandError if a requested core does not exist, or if
/// more than one place is given.
std::vector<SweepScope> chosen_scopes(const SweepPlaces &places);

} // namespace hashlane

#endif
