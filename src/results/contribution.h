// SPDX-License-Identifier: MIT
//
// The file that a run leaves for the book of results: without private data, and short. Its rows are
// a table (docs/reference/json.md), which JsonDocument reads as the rows of any other file.
#ifndef HASHLANE_SRC_RESULTS_CONTRIBUTION_H
#define HASHLANE_SRC_RESULTS_CONTRIBUTION_H

#include "json.h"
#include "run.h"

#include <string>

namespace hashlane::results {

/// Returns the file's text. It lacks the host's name, the program's path, paths in the command and
/// in the compiler's flags, the time of day and its zone, the part of the system's release behind
/// its number, single samples, notes, and the skipped kernels. Of the visits of a row six are left,
/// or none if the text would be too long with them.
std::string write_contribution(Report report);

} // namespace hashlane::results

#endif
