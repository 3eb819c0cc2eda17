// SPDX-License-Identifier: MIT
//
// A sample is timed in slices, so that what something interrupted can be left out. Some hosts take
// the core away every 50 microseconds, for two: that hits less than three in four of the slices of
// a sample of one to two milliseconds, which last 8 to 16 microseconds, or twice as long.
#pragma once

#include "../machine/clock/core.h"
#include "../statistics/statistics.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace hashlane::measure {

class SliceTimes {
public:
    /// Calls `run(n)` until it has done all iterations, and `before_slice(done)` before each time,
    /// which returns true if it took time of its own. Iterations that are few are a slice each.
    template <class Run, class BeforeSlice>
    SliceTimes(machine::Core &core, std::uint64_t iterations, const Run &run,
               const BeforeSlice &before_slice)
        : part_(std::max<std::uint64_t>(iterations / parts_per_sample, 1)),
          has_doubles_(iterations >= parts_per_sample)
    {
        double start = core.now_ns();
        for (std::uint64_t done = 0; done < iterations;) {
            if (before_slice(done))
                start = core.now_ns();
            const std::uint64_t now = std::min(next_iterations(), iterations - done);
            run(now);
            done += now;
            const double end = core.now_ns();
            add(now, end - std::exchange(start, end));
        }
        const double single_ns = statistics::mean_of_undisturbed(singles_ns_);
        const double part_ns =
            doubles_ns_.empty()
                ? single_ns
                : std::min(statistics::mean_of_undisturbed(doubles_ns_) - single_ns, single_ns);
        work_ns_ = part_ns / static_cast<double>(part_) * static_cast<double>(iterations);
        calls_ns_ = (single_ns - part_ns) * count_;
    }

    /// The time of all iterations, undisturbed: the difference of the two lengths, which is free of
    /// what a call, and reading the time, cost. 0 or less if the core was taken away during most
    /// slices of one iteration count.
    double work_ns() const { return work_ns_; }

    /// The time of all calls besides their iterations.
    double calls_ns() const { return calls_ns_; }

private:
    static constexpr std::uint64_t parts_per_sample = 128; // a slice has one or two

    // The last slice may have fewer.
    std::uint64_t next_iterations() const
    {
        return has_doubles_ && doubles_ns_.size() < singles_ns_.size() ? 2 * part_ : part_;
    }

    void add(std::uint64_t iterations, double ns)
    {
        ++count_;
        if (iterations == part_)
            singles_ns_.push_back(ns);
        else if (iterations == 2 * part_)
            doubles_ns_.push_back(ns);
    }

    std::uint64_t part_;
    bool has_doubles_;
    double count_ = 0;
    std::vector<double> singles_ns_, doubles_ns_;
    double work_ns_ = 0, calls_ns_ = 0;
};

} // namespace hashlane::measure
