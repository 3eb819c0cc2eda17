// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_NODE_NODE_SUMMARY_H
#define HASHLANE_SRC_NODE_NODE_SUMMARY_H

#include "node.h"

#include <string>

namespace hashlane {

/// A line for each kernel and scope, one before with name and time, and one for each thing that is
/// wrong or missing: for people, on stderr.
std::string summarise_node(const Node &node);

} // namespace hashlane

#endif
