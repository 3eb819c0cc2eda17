// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_LAZY_H
#define HASHLANE_SRC_SYSTEM_LAZY_H

#include "waiting.h"

#include <atomic>

namespace hashlane {

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

#endif
