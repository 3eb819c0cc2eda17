// SPDX-License-Identifier: MIT
//
// What else uses this core, told without a counter: a burst that could use all of the core's width
// takes longer while a sibling thread takes part of it, where a dependency chain, which leaves most
// of the width free, takes as long as ever.
#ifndef HASHLANE_SRC_CLOCK_CONTENTION_BURST_H
#define HASHLANE_SRC_CLOCK_CONTENTION_BURST_H

#include "core.h"

namespace hashlane {

/// Half a microsecond to one. Shorter bursts have two lengths of their own.
constexpr std::uint64_t burst_operations = 8000;

/// A kernel's code can fill the instruction cache: what the burst needs of it is fetched before.
constexpr std::uint64_t untimed_operations = 1000;

/// How long a burst takes now. Precondition: core.has_wide_burst().
inline double timed_burst_ns(Core &core)
{
    core.run_wide_burst(untimed_operations);
    const double start = core.now_ns();
    core.run_wide_burst(burst_operations);
    return core.now_ns() - start;
}

} // namespace hashlane

#endif
