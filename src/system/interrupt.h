// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_INTERRUPT_H
#define HASHLANE_SRC_SYSTEM_INTERRUPT_H

#include <atomic>

namespace hashlane {

/// Becomes true at the first SIGINT or SIGTERM after this is first called; a second one ends the
/// program at once.
const std::atomic<bool> &interrupted();

} // namespace hashlane

#endif
