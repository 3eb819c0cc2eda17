// SPDX-License-Identifier: MIT
//
// Time and threads of the system, for the library: the standard's need the C++ runtime.
#pragma once

#include <atomic>
#include <chrono>

namespace hashlane {

/// The same clock as std::chrono::steady_clock.
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

/// Sleeps for at least that long, unless a signal interrupts it.
void sleep_thread(std::chrono::microseconds time);

/// A value that the first call makes, on whichever thread, and that the others then read: a local
/// static, whose guard is the C++ runtime's, without it. Declare it `static constinit`.
template <class Value> class Lazy {
public:
    template <class Make> const Value &get(const Make &make)
    {
        if (state_.load(std::memory_order_acquire) != made)
            make_or_wait(make);
        return value_;
    }

private:
    enum State : int { missing, in_making, made };

    template <class Make> void make_or_wait(const Make &make)
    {
        int expected = missing;
        if (state_.compare_exchange_strong(expected, in_making)) {
            value_ = make();
            state_.store(made, std::memory_order_release);
        }
        while (state_.load(std::memory_order_acquire) != made)
            yield_thread();
    }

    std::atomic<int> state_ = missing;
    Value value_{};
};

} // namespace hashlane
