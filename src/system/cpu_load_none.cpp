// SPDX-License-Identifier: MIT
//
// For systems that do not report the load of a CPU: all count as equally idle.
#include "cpu_load.h"

namespace hashlane {

CpuLoad load_since_boot() { return {}; }

} // namespace hashlane
