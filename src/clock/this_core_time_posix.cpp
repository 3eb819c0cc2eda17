// SPDX-License-Identifier: MIT
#include "this_core.h"

#include <chrono>
#include <ctime>

namespace hashlane {

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
