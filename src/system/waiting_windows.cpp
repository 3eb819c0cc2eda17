// SPDX-License-Identifier: MIT
#include "waiting.h"

#include <windows.h>

namespace hashlane {

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
    Sleep(static_cast<DWORD>((time.count() + 999) / 1000)); // whole milliseconds, that it has
}

} // namespace hashlane
