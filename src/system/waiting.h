// SPDX-License-Identifier: MIT
//
// Time and threads of the system, for the library: the standard's need the C++ runtime.
#ifndef HASHLANE_SRC_SYSTEM_WAITING_H
#define HASHLANE_SRC_SYSTEM_WAITING_H

#include <chrono>

namespace hashlane {

/// What std::chrono::steady_clock is.
struct SteadyClock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<SteadyClock>;
    static constexpr bool is_steady = true;

    static time_point now();
};

/// Lets another thread have this processor, if one wants it.
void yield_thread();

/// For that long at least, a signal aside.
void sleep_thread(std::chrono::microseconds time);

} // namespace hashlane

#endif
