// SPDX-License-Identifier: MIT
//
// Time and threads of the system, for the library: the standard's need the C++ runtime.
#pragma once

#include "pages.h"

#include <atomic>
#include <chrono>
#include <new>

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

/// The calling thread is not cancelled as long as this lives: nothing of C++ is cleaned up then.
class Uncancelled {
public:
    Uncancelled();
    Uncancelled(const Uncancelled &) = delete;
    Uncancelled &operator=(const Uncancelled &) = delete;
    ~Uncancelled();

private:
    [[maybe_unused]] int before_ = 0;
};

/// A value that the first call makes, on whichever thread, and that the others then read: a local
/// static, whose guard is the C++ runtime's, without it. Declare it `static constinit`.
///
/// Nobody waits for a maker, which may be what a signal handler has interrupted, or a thread that
/// the child of a fork lacks: each call makes its own value until one is there, and copies it into
/// a place of its own; calls beyond the places, into new pages. Only where no memory is left does
/// one of those wait, for handlers that would have to interrupt each other in their copies so
/// often.
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
        const unsigned taken = taken_.fetch_add(1, std::memory_order_relaxed);
        void *const pages = taken < most_places ? nullptr : new_pages(sizeof(Value));
        if (taken >= most_places && pages == nullptr)
            return wait();
        Value *const place = pages == nullptr ? &places_[taken] : new (pages) Value;
        *place = own;
        if (made_.compare_exchange_strong(made, place, std::memory_order_acq_rel,
                                          std::memory_order_acquire))
            return *place;
        if (pages != nullptr)
            delete_pages(pages, sizeof(Value));
        return *made;
    }

    const Value &wait() const
    {
        const Value *made = nullptr;
        while ((made = made_.load(std::memory_order_acquire)) == nullptr)
            yield_thread();
        return *made;
    }

    static constexpr unsigned most_places = 4;
    std::atomic<const Value *> made_ = nullptr;
    std::atomic<unsigned> taken_ = 0;
    Value places_[most_places]{};
};

} // namespace hashlane
