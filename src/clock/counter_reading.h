// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLOCK_COUNTER_READING_H
#define HASHLANE_SRC_CLOCK_COUNTER_READING_H

#include <cstdint>

namespace hashlane {

/// What Linux says of a hardware counter: the count, for how long its thread has run, and for how
/// long of that it counted.
struct CounterReading {
    std::uint64_t count = 0;
    std::uint64_t enabled_ns = 0;
    std::uint64_t running_ns = 0;
};

/// Whether it counted all the while between two readings, but for a thousandth. On a core of
/// another kind, or when something else takes the core's counters, it pauses, and its count is of a
/// part.
constexpr bool counted_throughout(const CounterReading &before, const CounterReading &now)
{
    const std::uint64_t enabled = now.enabled_ns - before.enabled_ns;
    const std::uint64_t running = now.running_ns - before.running_ns;
    return running + enabled / 1000 >= enabled;
}

} // namespace hashlane

#endif
