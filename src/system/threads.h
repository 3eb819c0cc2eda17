// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_THREADS_H
#define HASHLANE_SRC_SYSTEM_THREADS_H

#include <cstddef>
#include <functional>
#include <vector>

namespace hashlane {

/// Calls body(index) on `count` new threads and waits for all. An exception in a thread is thrown
/// here.
void on_threads(std::size_t count, const std::function<void(std::size_t)> &body);

/// Calls body(index) on a new thread for each of `cpus`, pinned to it, and waits for all. True
/// when every thread could be pinned. An exception in a thread is thrown here.
bool on_pinned_threads(const std::vector<int> &cpus, const std::function<void(std::size_t)> &body);

} // namespace hashlane

#endif
