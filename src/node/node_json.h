// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_NODE_NODE_JSON_H
#define HASHLANE_SRC_NODE_NODE_JSON_H

#include "node.h"

#include <string>

namespace hashlane {

/// A result file, as of `hashlane run`, with "node" in its context.hashlane; docs/cluster.md
/// describes that. What grows with the number of cores is in columns.
std::string write_node(const Node &node);

} // namespace hashlane

#endif
