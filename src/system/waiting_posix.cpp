// SPDX-License-Identifier: MIT
#include "waiting.h"

#include <ctime>
#include <sched.h>

namespace hashlane {

SteadyClock::time_point SteadyClock::now()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

void yield_thread() { sched_yield(); }

void sleep_thread(std::chrono::microseconds time)
{
    timespec left{};
    left.tv_sec = static_cast<std::time_t>(time.count() / 1'000'000);
    left.tv_nsec = static_cast<long>(time.count() % 1'000'000) * 1000;
    nanosleep(&left, nullptr);
}

} // namespace hashlane
