// SPDX-License-Identifier: MIT
//
// For macOS and other systems that have no counters to open, and count no thread's switches.
#include "this_core.h"

#include <chrono>
#include <ctime>

namespace hashlane {

ThisCore::ThisCore() : counter_problem_("no counter interface on this system") {}
ThisCore::~ThisCore() = default;
std::optional<std::uint64_t> ThisCore::counted_cycles() { return std::nullopt; }
std::uint64_t ThisCore::preemptions() { return 0; }
std::uint64_t ThisCore::throttle_events() { return 0; }

double ThisCore::thread_cpu_ns()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

double ThisCore::now_ns()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

} // namespace hashlane
