// SPDX-License-Identifier: MIT
//
// What every real core does to a measurement, drawn from a seed.
#pragma once

#include "simulated_core.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace hashlane::test {

/// The source of a trial's random disturbance.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}
    double between(double low, double high)
    {
        return std::uniform_real_distribution(low, high)(random_);
    }
    double exponential(double mean) { return std::exponential_distribution(1 / mean)(random_); }
    bool coin() { return between(0, 1) < 0.5; }

private:
    std::mt19937_64 random_;
};

/// A value that changes at random times: the level before each time, then the last.
class Course {
public:
    void until(double ns, double level) { steps_.emplace_back(ns, level); }
    double operator()(double ns) const
    {
        const auto step = std::ranges::upper_bound(steps_, ns, {}, &Step::first);
        return step == steps_.end() ? steps_.back().second : step->second;
    }

private:
    using Step = std::pair<double, double>;
    std::vector<Step> steps_;
};

/// Interrupts, and costs that wander by some tenths of a percent, for so long.
inline void be_real(SimulatedCore &core, Draw &draw, double ns_in_all)
{
    core.interrupt_every_ns = draw.coin() ? 1e6 : 4e6;
    core.interrupt_ns = draw.between(1e3, 10e3);
    core.reading_ns = draw.between(15, 40);
    core.timer_tick_ns = draw.coin() ? 1 : 10;
    Course wander;
    for (double ns = 0; ns < ns_in_all; ns += 0.7e6)
        wander.until(ns, draw.between(1, 1.004));
    core.slowdown = wander;
    // Once in a while the system's own threads run.
    for (double ns = draw.exponential(200e6); ns < ns_in_all; ns += draw.exponential(200e6))
        core.preempt_at_ns.push_back(ns);
    core.preempt_ns = draw.between(20e3, 300e3);
}

} // namespace hashlane::test
