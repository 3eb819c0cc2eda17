// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_NODE_TIME_LIMIT_H
#define HASHLANE_SRC_NODE_TIME_LIMIT_H

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace hashlane {

/// Tells measurements to stop at a point of time, or as soon as `interrupted`, which must outlive
/// it: a visit that has begun is given up, not waited for.
class TimeLimit {
public:
    using Clock = std::chrono::steady_clock;

    TimeLimit(Clock::time_point end, const std::atomic<bool> &interrupted);
    ~TimeLimit();
    TimeLimit(const TimeLimit &) = delete;
    TimeLimit &operator=(const TimeLimit &) = delete;

    const std::atomic<bool> &is_over() const { return is_over_; }

private:
    void wait(Clock::time_point end, const std::atomic<bool> &interrupted);

    std::mutex mutex_;
    std::condition_variable ended_;
    bool is_ended_ = false;
    std::atomic<bool> is_over_;
    std::thread thread_; ///< last: it uses the others
};

} // namespace hashlane

#endif
