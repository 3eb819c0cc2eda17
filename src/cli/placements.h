// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_PLACEMENTS_H
#define HASHLANE_SRC_CLI_PLACEMENTS_H

#include "../machine/placement.h"

#include <vector>

namespace hashlane {

/// If nothing else is asked for: on a core of each kind, or of the fastest kind only.
enum class Kinds { each, fastest };

/// Where to measure: one placement, or one for each kind of core (placement.h). Watches the load of
/// the CPUs for a moment if there is a choice. Throws a CommandError for a request that cannot be
/// met.
std::vector<Placement> choose_placements(PlacementRequest request, Kinds kinds = Kinds::each);

} // namespace hashlane

#endif
