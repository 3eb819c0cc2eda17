// SPDX-License-Identifier: MIT
//
// One thread's measurement of one task: warm up, size the samples, time them, discard and retake
// the disturbed ones, prove them all.
#ifndef HASHLANE_SRC_MEASURE_SAMPLER_H
#define HASHLANE_SRC_MEASURE_SAMPLER_H

#include "../system/rendezvous.h"
#include "measure_context.h"
#include "sample_verdict.h"
#include "task.h"

#include <vector>

namespace hashlane {

struct Sample {
    unsigned visit = 0; ///< of the row: each has a thread, a clock and a layout of its own
    std::uint64_t iterations = 0;
    Interval interval;
    double start_ns = 0; ///< of the core's wall time, which all threads share
    double end_ns = 0;
    std::optional<int> cpu = std::nullopt; ///< where it ended, if that is known
    /// Core cycles of a contention burst, the median of those between its slices; 0 where the core
    /// has none.
    double burst_cycles = 0;
    SampleVerdict verdict = SampleVerdict::kept; ///< the sampler's; judge() has the last word
};

/// A unit is what one lane does in one iteration.
inline double cycles_per_unit(const Sample &sample, double lanes)
{
    return sample.interval.cycles / (static_cast<double>(sample.iterations) * lanes);
}
inline double ns_per_unit(const Sample &sample, double lanes)
{
    return sample.interval.ns / (static_cast<double>(sample.iterations) * lanes);
}

struct Samples {
    std::vector<Sample> taken; ///< in order
    std::uint64_t iterations_per_sample = 0;
    /// Too many samples were disturbed: those have to be used as well.
    bool gave_up = false;
    bool interrupted = false;
    std::optional<Mismatch> mismatch;
};

/// A task, and what it is timed by on the core that runs it.
struct TimedTask {
    Task &task;
    CycleClock &clock;
    Core &core;
};

/// Warms up and returns how many iterations make a sample: a power of two. Leaves the task reset.
std::uint64_t size_sample(Task &task, Core &core, const SamplingPlan &plan);

/// Warms up where the size is known. Leaves the task reset.
void warm_up(Task &task, Core &core, const SamplingPlan &plan, std::uint64_t iterations_per_sample);

/// Takes samples of `iterations_per_sample` until the context's plan is met, it says stop or a
/// check fails, and then until all participants have enough, except where the plan counts
/// iterations. The last segment is finished and checked before it returns, unless stopped. However
/// it ends, the participant has enough then.
Samples take_samples(const TimedTask &timed, std::uint64_t iterations_per_sample,
                     const MeasureContext &context, Participant &participant);

} // namespace hashlane

#endif
