// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_DISPATCH_H
#define HASHLANE_SRC_CLI_DISPATCH_H

#include "../dispatch/tuning_file.h"

namespace hashlane {

/// At the first call, has dispatch go by what `hashlane tune` measured on this processor, if it
/// did; a file that cannot be used gets one line on stderr. Says what was found.
const LoadedTuning &use_tuning();

} // namespace hashlane

#endif
