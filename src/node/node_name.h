// SPDX-License-Identifier: MIT
//
// Which node and task of a job this process is, from what Slurm, Open MPI and PMI leave in its
// environment. Nothing of theirs is linked.
#ifndef HASHLANE_SRC_NODE_NODE_NAME_H
#define HASHLANE_SRC_NODE_NODE_NAME_H

#include "node.h"

#include <functional>

namespace hashlane {

/// The value of an environment variable; empty where it is not set.
using Environment = std::function<std::string(const char *name)>;

std::string environment_variable(const char *name);

/// `host` where no variable names the node. Characters that do not belong into a file's name become
/// '_'.
NodeName node_name(const std::string &host, const Environment &environment = environment_variable);

/// Puts the node's name, job and task in the place of %h, %j and %t, and % in that of %%. Nothing
/// where another character follows a %.
std::optional<std::string> fill_placeholders(const std::string &pattern, const NodeName &name);

} // namespace hashlane

#endif
