// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_MEASURE_CONTEXT_H
#define HASHLANE_SRC_MEASURE_MEASURE_CONTEXT_H

#include "../clock/cycle_clock.h"

#include <atomic>
#include <cstdint>

namespace hashlane {

class EnergyMeter;

struct SamplingPlan {
    double min_time_ns = 1e9;       ///< of kept samples together
    std::uint64_t min_samples = 11; ///< as well as the time
    std::uint64_t exact_iterations =
        0;                  ///< when not 0: keep just so many iterations, ignore the above
    double sample_ns = 1e6; ///< a sample takes from this to twice as long
    double warm_up_ns = 20e6;
    double max_drift = 0.01;  ///< discard a sample across which the clock changed by more
    double retake_factor = 2; ///< discarded work may take this many times min_time_ns
};

/// What a measurement needs besides what is measured and the CPUs.
struct MeasureContext {
    ClockRequest clock;
    SamplingPlan plan;             ///< not of a range of keys, which is run once
    const std::atomic<bool> &stop; ///< ends it early
    EnergyMeter *meter = nullptr;  ///< null: energy is not measured
};

} // namespace hashlane

#endif
