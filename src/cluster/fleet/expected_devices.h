// SPDX-License-Identifier: MIT
//
// The compute devices that a node should have: a part of the kind of nodes that it is compared
// with.
#pragma once

#include "node_file.h"
#include "references.h"

#include <optional>
#include <vector>

namespace hashlane::cluster {

/// Sets the number and names of the devices that each node should have: its own, or those of
/// comparable nodes or of the baseline if it is one of few that have fewer, or if its own were not
/// measured.
void expect_devices(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline);

} // namespace hashlane::cluster
