// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_INTERRUPT_H
#define HASHLANE_SRC_SYSTEM_INTERRUPT_H

#include <atomic>

namespace hashlane {

/// From now on a first SIGINT, SIGTERM or SIGHUP sets interrupted() instead of ending the program;
/// a second one ends it at once. What was ignored when the program started, as by nohup, stays so.
void watch_interrupts();

/// Whether there was one.
const std::atomic<bool> &interrupted();

} // namespace hashlane

#endif
