// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_UNIQUE_NODES_H
#define HASHLANE_SRC_FLEET_UNIQUE_NODES_H

#include "node_files.h"

#include <map>
#include <string>

namespace hashlane {

/// What speaks for two machines that have one name, by that name.
using SharedNames = std::map<std::string, std::string>;

/// Leaves of several files of one node the newest, and orders the nodes by their names. A remark
/// names each file that is left out, and each node whose file is of quite another day than most.
SharedNames make_unique(NodeFiles &files);

} // namespace hashlane

#endif
