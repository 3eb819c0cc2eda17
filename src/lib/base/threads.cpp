// SPDX-License-Identifier: MIT
#include "threads.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <ctime>
#include <pthread.h>
#include <sched.h>
#endif

namespace hashlane {

#if defined(_WIN32)

SteadyClock::time_point SteadyClock::now()
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    // In two parts: a machine that has been up for a month would overflow their product.
    const LONGLONG seconds = count.QuadPart / frequency.QuadPart;
    const LONGLONG rest = count.QuadPart % frequency.QuadPart;
    return time_point(std::chrono::seconds(seconds) +
                      std::chrono::nanoseconds(rest * 1'000'000'000 / frequency.QuadPart));
}

void yield_thread() { SwitchToThread(); }

void sleep_thread(std::chrono::microseconds time)
{
    Sleep(static_cast<DWORD>((time.count() + 999) / 1000)); // it counts whole milliseconds
}

Uncancelled::Uncancelled() = default;
Uncancelled::~Uncancelled() = default;

#else

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

Uncancelled::Uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
Uncancelled::~Uncancelled() { pthread_setcancelstate(before_, &before_); }

#endif

} // namespace hashlane
