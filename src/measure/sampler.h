// SPDX-License-Identifier: MIT
//
// One thread's measurement of one task: warm up, size the samples, time them, discard and retake
// the disturbed ones, prove them all.
#ifndef HASHLANE_SRC_MEASURE_SAMPLER_H
#define HASHLANE_SRC_MEASURE_SAMPLER_H

#include "cycle_clock.h"
#include "task.h"

#include <atomic>
#include <vector>

namespace hashlane {

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

struct Sample {
    std::uint64_t iterations = 0;
    Interval interval;
};

struct Samples {
    std::vector<Sample> kept;
    std::uint64_t iterations_per_sample = 0;
    std::uint64_t discarded_drift = 0;
    std::uint64_t discarded_preempted = 0;
    /// Too many samples were disturbed: `kept` holds disturbed ones as well.
    bool gave_up = false;
    bool interrupted = false;
    std::optional<Mismatch> mismatch;
};

/// Warms up and returns how many iterations make a sample: a power of two. Leaves the task reset.
std::uint64_t size_sample(Task &task, Machine &machine, const SamplingPlan &plan);

/// Takes samples of `iterations_per_sample` until the plan is met, `stop` is set or a check
/// fails. The last segment is finished and checked before it returns, unless stopped.
Samples take_samples(Task &task, CycleClock &clock, Machine &machine, const SamplingPlan &plan,
                     std::uint64_t iterations_per_sample, const std::atomic<bool> &stop);

} // namespace hashlane

#endif
