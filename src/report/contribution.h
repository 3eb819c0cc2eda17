// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_CONTRIBUTION_H
#define HASHLANE_SRC_REPORT_CONTRIBUTION_H

#include "../measure/result.h"

namespace hashlane {

/// The report as it can be shown to anyone: without the host's name, the program's path, paths in
/// the command and in the compiler's flags, the time of day and its zone, what the system's release
/// has behind its number, single samples, and what was not measured and why.
Report contribution_of(Report report);

} // namespace hashlane

#endif
