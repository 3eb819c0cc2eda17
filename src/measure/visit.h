// SPDX-License-Identifier: MIT
//
// One visit of a row: new threads, each with a clock, a stack and data of its own, measure briefly.
// Each warms up, sizes the samples of its task, times them, discards and retakes the disturbed
// ones, and checks them all. A visit runs here, or in another process if the measured code is
// foreign. A row's visits are put together thread by thread.
#pragma once

#include "../machine/clock/cycle_clock.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/threads.h"
#include "../workloads/table.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

namespace hashlane::measure {

// ---- The samples of one thread ----

struct SamplingPlan {
    double min_time_ns = 1e9;         ///< of kept samples together
    std::uint64_t min_samples = 11;   ///< as well as the time
    std::uint64_t min_iterations = 0; ///< as well as both
    double sample_ns = 1e6;           ///< a sample takes from this to twice as long
    double warm_up_ns = 20e6;
    double max_drift = 0.01;  ///< retake a sample across which the clock changed by more
    double retake_factor = 2; ///< discarded work may take this many times min_time_ns
};

/// The settings of a measurement besides the measured work and the CPUs.
struct MeasureContext {
    machine::ClockRequest clock;
    SamplingPlan plan;
    const std::atomic<bool> &stop;         ///< ends it early
    machine::EnergyMeter *meter = nullptr; ///< null: energy is not measured
};

/// The sampler's observations of one stretch of work. Nothing changes them afterwards: verdicts.h
/// decides whether the sample counts.
struct Sample {
    unsigned visit = 0; ///< of the row: each has a thread, a clock and a layout of its own
    std::uint64_t iterations = 0;
    machine::Interval interval;
    double start_ns = 0; ///< of the core's wall time, which all threads share
    double end_ns = 0;
    std::optional<int> cpu = std::nullopt; ///< where it ended, if that is known
    /// Core cycles of a contention burst, the median of those between its slices; 0 if the core
    /// has none.
    double burst_cycles = 0;
    bool preempted = false; ///< the thread was taken off its core meanwhile
    bool drifted = false;   ///< the clock changed by more than SamplingPlan::max_drift meanwhile
};

/// True if the sampler saw no disturbance; it retakes the other samples.
inline bool is_undisturbed(const Sample &sample)
{
    return sample.interval.counted && !sample.preempted && !sample.drifted;
}

/// A unit is the work of one lane in one iteration.
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
    double work_ns = 0; ///< of all samples, disturbed ones included, without their bursts
    bool interrupted = false;
    std::optional<results::Mismatch> mismatch;
};

/// A task, and the clock that times it on its core.
struct TimedTask {
    workloads::Task &task;
    machine::CycleClock &clock;
    machine::Core &core;
};

/// Warms up and returns how many iterations make a sample: a power of two. Leaves the task reset.
std::uint64_t size_sample(workloads::Task &task, machine::Core &core, const SamplingPlan &plan);

/// Takes samples of `iterations_per_sample` until the context's plan is met, the task's work is
/// over, a stop is requested or a check fails, and then, while there is work, until all
/// participants are done. The last segment is finished and checked before it returns, unless
/// stopped. At any end the participant is done.
Samples take_samples(const TimedTask &timed, std::uint64_t iterations_per_sample,
                     const MeasureContext &context, machine::Participant &participant);

// ---- All threads ----

/// The distance by which a visit's stack and data are moved: multiples of 64 bytes, a cache line,
/// so that aligned data stay aligned. Some kernels cost a few percent more at some addresses than
/// at others, for as long as they stay there: one address is one sample, however long it is
/// measured.
struct Layout {
    std::uint32_t stack_bytes = 0; ///< below a page
    std::uint32_t data_bytes = 0;  ///< from the start of a page; below 16 pages
};

Layout draw_layout(std::mt19937_64 &random);

/// Calls `body` with the stack `stack_bytes` further down: a multiple of 64 below 4096.
void run_further_down(std::uint32_t stack_bytes, const std::function<void()> &body);

/// One thread's part of a visit, or of a row.
struct ThreadSamples {
    Samples samples;              ///< of all visits, in order
    bool throttle_events = false; ///< the processor reported that it throttled meanwhile
    double cpu_ns = 0,
           wall_ns = 0; ///< of all visits: threads that share a CPU get part of the time
};

/// Gives a thread's samples the number of their visit.
void number_visit(ThreadSamples &visit, unsigned index);

/// Appends a thread's samples of one more visit of the row.
void append_visit(ThreadSamples &thread, ThreadSamples visit, unsigned index);

/// The clock that a thread counted by in one visit.
struct UsedClock {
    machine::CycleSource source = machine::CycleSource::perf;
    std::string note; ///< why not by a more trusted source; or empty
};

/// The clock of a row whose visits choose one each: a hardware counter can fail between two visits,
/// or in the middle of one.
class RowClock {
public:
    /// Requests the latency chain once the counter has stopped during most of a visit, and until
    /// then the user's choice.
    machine::ClockRequest for_next_visit(const machine::ClockRequest &requested) const;

    /// Adds one more visit, with a clock for each thread.
    void add_visit(const std::vector<UsedClock> &clocks, const std::vector<ThreadSamples> &threads);

    /// True if the visit is left out: core cycles and ticks cannot be combined, and it counted
    /// ticks while another one counted core cycles.
    bool leaves_out(unsigned visit) const;

    /// The least trusted of the clocks that are in the figures.
    const UsedClock &used() const;

private:
    std::vector<UsedClock> visits_; ///< the least trusted of each
    bool counter_failed_ = false;
};

struct VisitRequest {
    /// A thread for each, pinned to it.
    std::vector<int> cpus;
    std::uint64_t iterations_per_sample = 0; ///< 0: not known yet
    MeasureContext context;
    Layout layout;
};

struct Visit {
    std::vector<ThreadSamples> threads; ///< one for each CPU
    std::vector<UsedClock> clocks;      ///< one for each CPU
    bool pinned = false;
    /// Around the time in which all threads measured, where energy can be measured.
    std::optional<machine::EnergyReading> begin, end;
};

struct Interrupted {};

/// The reason that a visit yielded nothing.
using VisitFailure = std::variant<results::Mismatch, Interrupted>;

/// One for each thread, with its data `data_bytes` behind the start of a page.
using MakeTask = std::function<std::unique_ptr<workloads::Task>(std::uint32_t data_bytes)>;

/// Measures here. Throws a ThreadError when a thread cannot be started.
Visit take_visit(const MakeTask &make_task, const VisitRequest &request);

/// Measures elsewhere, and checks the result here. Throws a ChildFailure.
using VisitElsewhere = std::function<std::variant<Visit, VisitFailure>(const VisitRequest &)>;

} // namespace hashlane::measure
