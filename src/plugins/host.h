// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_PLUGINS_HOST_H
#define HASHLANE_SRC_PLUGINS_HOST_H

namespace hashlane {

/// The program's only argument where it is to run a plug-in. It is no command of the user's.
constexpr const char *plugin_host_argument = "plugin-host";

/// The whole of the process that runs a plug-in: reads one request, answers it, and ends the
/// process. Returns only where nobody has asked for anything.
void host_plugin();

} // namespace hashlane

#endif
