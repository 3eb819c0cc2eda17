// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_INTERRUPT_H
#define HASHLANE_SRC_SYSTEM_INTERRUPT_H

#include <atomic>

namespace hashlane {

/// From now on a first SIGINT or SIGTERM sets interrupted() instead of ending the program; a second
/// one ends it at once.
void watch_interrupts();

/// Whether there was one.
const std::atomic<bool> &interrupted();

} // namespace hashlane

#endif
