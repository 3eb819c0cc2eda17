// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MACHINE_CLOCK_CYCLE_SOURCE_H
#define HASHLANE_SRC_MACHINE_CLOCK_CYCLE_SOURCE_H

#include <cstddef>
#include <string_view>

namespace hashlane::machine {

/// Sources of cycles, the most trusted first.
enum class CycleSource {
    perf,    ///< hardware counter, user-mode cycles
    chain,   ///< wall time times the frequency of a calibrated dependency chain
    tsc,     ///< time-stamp counter ticks: not core cycles
    given,   ///< wall time times a frequency that the user states
    none,    ///< no cycles: a device reports no core cycles, or a processor has no counter
    unknown, ///< a source of a newer hashlane, in a file
};

/// Returns "perf", "chain", "tsc", "given", "none"; "unknown".
constexpr std::string_view cycle_source_name(CycleSource source)
{
    constexpr std::string_view names[] = {"perf", "chain", "tsc", "given", "none", "unknown"};
    return names[static_cast<std::size_t>(source)];
}

/// True if the source counts core cycles: neither none nor the ticks of another clock.
constexpr bool counts_core_cycles(CycleSource source)
{
    return source != CycleSource::tsc && source != CycleSource::none &&
           source != CycleSource::unknown;
}

} // namespace hashlane::machine

#endif
