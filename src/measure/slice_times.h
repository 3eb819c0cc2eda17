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

struct SliceTimes {
    /// The time of all iterations, undisturbed: the difference of the two lengths, which is free of
    /// what a call, and reading the time, cost. 0 or less if the core was taken away during most
    /// slices of one iteration count.
    double work_ns = 0;

    double calls_ns = 0; ///< the time of all calls besides their iterations
};

/// Calls `run(n)` until it has done all iterations, and `before_slice(done)` before each time,
/// which returns true if it took time of its own. Iterations that are few are a slice each.
template <class Run, class BeforeSlice>
SliceTimes time_in_slices(machine::Core &core, std::uint64_t iterations, const Run &run,
                          const BeforeSlice &before_slice)
{
    constexpr std::uint64_t parts_per_sample = 128; // a slice has one or two
    const std::uint64_t part = std::max<std::uint64_t>(iterations / parts_per_sample, 1);
    const bool has_doubles = iterations >= parts_per_sample;
    std::vector<double> singles_ns, doubles_ns;
    double count = 0;
    double start = core.now_ns();
    for (std::uint64_t done = 0; done < iterations;) {
        if (before_slice(done))
            start = core.now_ns();
        const bool is_double = has_doubles && doubles_ns.size() < singles_ns.size();
        // The last slice may have fewer.
        const std::uint64_t now = std::min(is_double ? 2 * part : part, iterations - done);
        run(now);
        done += now;
        const double end = core.now_ns();
        const double ns = end - std::exchange(start, end);
        ++count;
        if (now == part)
            singles_ns.push_back(ns);
        else if (now == 2 * part)
            doubles_ns.push_back(ns);
    }
    const double single_ns = statistics::mean_of_undisturbed(singles_ns);
    const double part_ns =
        doubles_ns.empty()
            ? single_ns
            : std::min(statistics::mean_of_undisturbed(doubles_ns) - single_ns, single_ns);
    return {part_ns / static_cast<double>(part) * static_cast<double>(iterations),
            (single_ns - part_ns) * count};
}

} // namespace hashlane::measure
