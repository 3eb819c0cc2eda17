// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_THREADS_H
#define HASHLANE_SRC_SYSTEM_THREADS_H

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

namespace hashlane {

/// "cannot start thread 3 of 4: Resource temporarily unavailable".
class ThreadError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Starts a thread; throws a std::system_error where the system has none left. Tests put one in its
/// place that fails.
using ThreadStarter = std::function<std::jthread(std::function<void()>)>;
std::jthread start_thread(std::function<void()> body);

/// A thread beside the one that works, until it is destroyed; throws a ThreadError when it cannot
/// be started.
std::jthread start_watcher(std::function<void(const std::stop_token &)> body);

/// Calls body(index) on `count` new threads, once all have been started, and waits for all. An
/// exception in a thread is thrown here. Throws a ThreadError when one cannot be started; body is
/// then not called at all.
void on_threads(std::size_t count, const std::function<void(std::size_t)> &body,
                const ThreadStarter &start = start_thread);

/// As on_threads(), with a thread for each of `cpus`, pinned to it. True when every thread could be
/// pinned.
bool on_pinned_threads(const std::vector<int> &cpus, const std::function<void(std::size_t)> &body);

} // namespace hashlane

#endif
