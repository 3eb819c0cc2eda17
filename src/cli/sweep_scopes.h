// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_SWEEP_SCOPES_H
#define HASHLANE_SRC_CLI_SWEEP_SCOPES_H

#include "../measure/sweep.h"
#include "options.h"

#include <string>
#include <vector>

namespace hashlane {

/// Where a sweep runs: on the core with the number `on_core`, if that is given, or as --core-kind,
/// --all-cores or --cpu say; without any of them on the idlest core, on each kind where there are
/// several, and on all cores. Throws a CommandError for what there is not, and for two of them.
std::vector<SweepScope> chosen_scopes(const Options &options, const std::string &on_core);

} // namespace hashlane

#endif
