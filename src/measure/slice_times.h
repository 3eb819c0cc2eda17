// SPDX-License-Identifier: MIT
//
// A sample is timed in slices, so that what something interrupted can be left out. Some hosts take
// the core away every 50 microseconds, for two: that hits less than three in four of the slices of
// a sample of one to two milliseconds, which last 8 to 16 microseconds, or twice as long.
#pragma once

#include "../statistics/statistics.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlane::measure {

class SliceTimes {
public:
    /// Iterations of a sample. If they are few, each is a slice.
    explicit SliceTimes(std::uint64_t iterations)
        : part_(std::max<std::uint64_t>(iterations / parts_per_sample, 1)),
          has_doubles_(iterations >= parts_per_sample)
    {
    }

    /// Returns the iterations of the next slice; the last one may have fewer.
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

    /// Returns the time of an iteration, after at least one slice. The difference of the two
    /// lengths is free of what a call, and reading the time, cost.
    double ns_per_iteration() const
    {
        const double single_ns = statistics::mean_of_undisturbed(singles_ns_);
        const double part_ns =
            doubles_ns_.empty()
                ? single_ns
                : std::min(statistics::mean_of_undisturbed(doubles_ns_) - single_ns, single_ns);
        return part_ns / static_cast<double>(part_);
    }

    /// Returns the time of all calls besides their iterations.
    double calls_ns() const
    {
        const double single_ns = statistics::mean_of_undisturbed(singles_ns_);
        return (single_ns - ns_per_iteration() * static_cast<double>(part_)) * count_;
    }

private:
    static constexpr std::uint64_t parts_per_sample = 128; // a slice has one or two

    std::uint64_t part_;
    bool has_doubles_;
    double count_ = 0;
    std::vector<double> singles_ns_, doubles_ns_;
};

} // namespace hashlane::measure
