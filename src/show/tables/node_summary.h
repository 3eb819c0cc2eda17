// SPDX-License-Identifier: MIT
#pragma once

#include "../../cluster/node/measure_node.h"

#include <string>

namespace hashlane::show {

/// Writes the report for people on stderr: a line with name and time, a line for each kernel and
/// scope, and one for each wrong or missing result, and if the file is no baseline.
std::string summarise_node(const cluster::NodeRun &run);

/// Returns the summary's lines of the devices; empty if there are none.
std::string summarise_devices(const cluster::NodeDevices &devices);

} // namespace hashlane::show
