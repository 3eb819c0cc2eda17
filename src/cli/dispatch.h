// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_DISPATCH_H
#define HASHLANE_SRC_CLI_DISPATCH_H

#include "../dispatch/tuning_file.h"

namespace hashlane {

/// The first call makes dispatch use what `hashlane tune` measured on this processor, if it did; if
/// the file cannot be used, one line on stderr says so. Returns what was found.
const LoadedTuning &use_tuning();

} // namespace hashlane

#endif
