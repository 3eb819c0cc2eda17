// SPDX-License-Identifier: MIT
//
// Time and threads of the system, for the library: the standard's need the C++ runtime.
#pragma once

#include <atomic>
#include <chrono>
#include <iterator>

namespace hashlane {

/// Has the time of std::chrono::steady_clock.
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
///
/// Nobody waits for a maker, which may be what a signal handler has interrupted, or a thread that
/// the child of a fork lacks: each call makes its own value until one is there. Only the copy into
/// a place that stays is one call's; there are several places, for copies that never end.
template <class Value> class Lazy {
public:
    template <class Make> const Value &get(const Make &make)
    {
        const Value *const made = made_.load(std::memory_order_acquire);
        return made != nullptr ? *made : keep(make());
    }

private:
    const Value &keep(const Value &own)
    {
        const Value *made = made_.load(std::memory_order_acquire);
        if (made != nullptr)
            return *made;
        const unsigned place = taken_.fetch_add(1, std::memory_order_relaxed);
        if (place < std::size(places_)) {
            places_[place] = own;
            const bool first = made_.compare_exchange_strong(
                made, &places_[place], std::memory_order_acq_rel, std::memory_order_acquire);
            return first ? places_[place] : *made;
        }
        while ((made = made_.load(std::memory_order_acquire)) == nullptr)
            yield_thread(); // for one of that many copies
        return *made;
    }

    std::atomic<const Value *> made_ = nullptr;
    std::atomic<unsigned> taken_ = 0;
    Value places_[8]{};
};

} // namespace hashlane
