// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_NOISE_H
#define HASHLANE_SRC_CLI_NOISE_H

#include "settings.h"

namespace hashlane {

/// `info --noise`: watches the CPU that measuring commands would take for settings.noise_seconds,
/// or until an interrupt, and prints what disturbs it. Returns the exit code.
int print_noise(const InfoSettings &settings);

} // namespace hashlane

#endif
