// SPDX-License-Identifier: MIT
#include "time_limit.h"

#include <algorithm>

namespace hashlane {
namespace {

// A signal sets a flag and wakes nobody up. So seldom that no core notices.
constexpr std::chrono::milliseconds between_looks{50};

} // namespace

TimeLimit::TimeLimit(Clock::time_point end, const std::atomic<bool> &interrupted)
    : is_over_(interrupted || Clock::now() >= end),
      thread_([this, end, &interrupted] { wait(end, interrupted); })
{
}

TimeLimit::~TimeLimit()
{
    {
        const std::scoped_lock lock(mutex_);
        is_ended_ = true;
    }
    ended_.notify_all();
    thread_.join();
}

void TimeLimit::wait(Clock::time_point end, const std::atomic<bool> &interrupted)
{
    std::unique_lock lock(mutex_);
    while (!is_ended_ && !interrupted && Clock::now() < end)
        ended_.wait_until(lock, std::min(end, Clock::now() + between_looks));
    is_over_ = true;
}

} // namespace hashlane
