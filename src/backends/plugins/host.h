// SPDX-License-Identifier: MIT
//
// A plug-in in the process that runs it: opened, checked, called.
#ifndef HASHLANE_SRC_BACKENDS_PLUGINS_HOST_H
#define HASHLANE_SRC_BACKENDS_PLUGINS_HOST_H

#include "exchange.h"

#include "hashlane/plugin.h"

#include <vector>

namespace hashlane::backends {

/// The program's only argument where it is to run a plug-in. It is no command of the user's.
constexpr const char *plugin_host_argument = "plugin-host";

/// Runs the whole process of a plug-in: reads one request, answers it, and ends the process.
/// Returns only if there is no request.
void host_plugin();

/// The reason that a file is not a usable plug-in: one line.
class PluginRefused : public measure::ForeignFailure {
public:
    using measure::ForeignFailure::ForeignFailure;
};

/// Returns the first kernel, or workload, and those that it links to. Throws a PluginRefused if one
/// cannot be used.
std::vector<const hashlane_plugin *> checked_kernels(const hashlane_plugin *first);
std::vector<const hashlane_workload *> checked_workloads(const hashlane_workload *first);

/// Reads a kernel's description of itself. Throws a PluginRefused if it counts unknown
/// instructions, or if the texts of a workload cannot be used.
PluginKernel describe(const hashlane_plugin &kernel);
PluginKernel describe(const hashlane_workload &workload);

} // namespace hashlane::backends

#endif
