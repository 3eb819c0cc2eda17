// SPDX-License-Identifier: MIT
//
// What else uses this core, told without a counter: a burst that could use all of the core's width
// takes longer while a sibling thread takes part of it, where a dependency chain, which leaves most
// of the width free, takes as long as ever.
#ifndef HASHLANE_SRC_CLOCK_CONTENTION_BURST_H
#define HASHLANE_SRC_CLOCK_CONTENTION_BURST_H

#include "core.h"

#include <algorithm>

namespace hashlane {

/// Half a microsecond to one. Shorter bursts have two lengths of their own.
constexpr std::uint64_t burst_operations = 8000;

/// Precondition: core.has_wide_burst().
class ContentionBurst {
public:
    explicit ContentionBurst(Core &core) : core_(core), reading_ns_(time_readings())
    {
        // The first is in no cache, and any can be interrupted.
        for (int i = 1; i < tries; ++i)
            reading_ns_ = std::min(reading_ns_, time_readings());
    }

    /// How long a burst takes now, without the reading of the time: that costs what it likes, on
    /// a virtual machine from one start to the next.
    double ns()
    {
        const double start = core_.now_ns();
        core_.run_wide_burst(burst_operations);
        return core_.now_ns() - start - reading_ns_;
    }

private:
    static constexpr int tries = 5;
    static constexpr int readings = 50;

    double time_readings()
    {
        const double start = core_.now_ns();
        for (int i = 1; i < readings; ++i)
            core_.now_ns();
        return (core_.now_ns() - start) / readings;
    }

    Core &core_;
    double reading_ns_;
};

} // namespace hashlane

#endif
