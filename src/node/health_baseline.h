// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_NODE_HEALTH_BASELINE_H
#define HASHLANE_SRC_NODE_HEALTH_BASELINE_H

#include "../fleet/node_file.h"

#include <string>

namespace hashlane {

/// What a node like `now` is held against: a good node's file, or of a baseline of a fleet
/// ('hashlane fleet --write-baseline') the group that it belongs to, as one core for each figure.
/// Throws a BadFile where the file is neither, or of other processors.
NodeFile read_health_baseline(const std::string &path, const NodeFile &now);

} // namespace hashlane

#endif
