// SPDX-License-Identifier: MIT
//
// One thread's measurement of one task: warm up, size the samples, time them, discard and retake
// the disturbed ones, prove them all.
#ifndef HASHLANE_SRC_MEASURE_SAMPLER_H
#define HASHLANE_SRC_MEASURE_SAMPLER_H

#include "../clock/cycle_clock.h"
#include "task.h"

#include <atomic>
#include <functional>
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

enum class SampleState {
    kept,
    drifted,   ///< discarded: the clock changed meanwhile
    preempted, ///< discarded: the thread was taken off its core meanwhile
};

struct Sample {
    std::uint64_t iterations = 0;
    Interval interval;
    double start_ns = 0; ///< of the machine's clock, which all threads share
    double end_ns = 0;
    SampleState state = SampleState::kept;
};

struct Samples {
    std::vector<Sample> taken; ///< in order
    std::uint64_t iterations_per_sample = 0;
    /// Too many samples were disturbed: those have to be used as well.
    bool gave_up = false;
    bool interrupted = false;
    std::optional<Mismatch> mismatch;
};

/// Threads that are measured together: each goes on until all have enough, so that none is alone.
class Together {
public:
    /// The last one to be ready calls `when_all_are`, on its own thread.
    explicit Together(
        std::size_t threads, std::function<void()> when_all_are = [] {})
        : unready_(threads), when_all_are_(std::move(when_all_are))
    {
    }
    void one_is_ready()
    {
        if (--unready_ == 0)
            when_all_are_();
    }
    bool all_are_ready() const { return unready_ == 0; }

private:
    std::atomic<std::size_t> unready_;
    std::function<void()> when_all_are_;
};

/// Warms up and returns how many iterations make a sample: a power of two. Leaves the task reset.
std::uint64_t size_sample(Task &task, Core &machine, const SamplingPlan &plan);

/// Takes samples of `iterations_per_sample` until the plan is met, `stop` is set or a check
/// fails, and then until all in `together` are ready, except where the plan counts iterations. The
/// last segment is finished and checked before it returns, unless stopped. However it ends, it
/// tells `together` once.
Samples take_samples(Task &task, CycleClock &clock, Core &machine, const SamplingPlan &plan,
                     std::uint64_t iterations_per_sample, const std::atomic<bool> &stop,
                     Together &together);

} // namespace hashlane

#endif
