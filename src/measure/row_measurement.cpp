// SPDX-License-Identifier: MIT
#include "row_measurement.h"

#include "../clock/this_core.h"
#include "../machine/energy_meter.h"
#include "../system/threads.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

struct ThreadResult {
    ThreadSamples part;
    CycleSource source = CycleSource::perf;
    std::string clock_note;
};

// 0 iterations a sample: not known yet.
ThreadResult visit_on_this_thread(const Job &job, std::uint64_t iterations_per_sample,
                                  const MeasureContext &context, const Layout &layout,
                                  Participant &participant)
{
    ThisCore core;
    const ChosenClock chosen = make_clock(context.clock, core);
    ThreadResult result{{}, chosen.clock->source(), chosen.note};
    const std::unique_ptr<Task> task = job.make_task(layout.data_bytes);
    if (iterations_per_sample == 0)
        iterations_per_sample = size_sample(*task, core, context.plan);
    else
        warm_up(*task, core, context.plan, iterations_per_sample);
    const std::uint64_t throttled = core.throttle_events();
    participant.start();
    const double wall = core.now_ns();
    const double cpu = core.thread_cpu_ns();
    result.part.samples =
        take_samples({*task, *chosen.clock, core}, iterations_per_sample, context, participant);
    result.part.cpu_ns = core.thread_cpu_ns() - cpu;
    result.part.wall_ns = core.now_ns() - wall;
    result.part.environment = sampling_environment(result.source);
    result.part.environment.throttle_events = core.throttle_events() != throttled;
    return result;
}

std::optional<VisitFailure> failure_of(const std::vector<ThreadResult> &results)
{
    for (const ThreadResult &result : results) {
        if (result.part.samples.mismatch)
            return *result.part.samples.mismatch;
        if (result.part.samples.interrupted)
            return Interrupted{};
    }
    return std::nullopt;
}

// Discarded samples took energy like the others.
double units_of(const std::vector<ThreadSamples> &threads, unsigned lanes)
{
    std::uint64_t iterations = 0;
    for (const ThreadSamples &thread : threads)
        for (const Sample &sample : thread.samples.taken)
            iterations += sample.iterations;
    return static_cast<double>(iterations) * lanes;
}

} // namespace

std::optional<VisitFailure> RowMeasurement::visit(const MeasureContext &context,
                                                  const Layout &layout, UndisturbedBurst &burst)
{
    std::optional<EnergyReading> begin, end;
    const auto energy = [&] { return context.meter ? context.meter->read() : std::nullopt; };
    Rendezvous rendezvous(cpus_.size(), [&] { begin = energy(); }, [&] { end = energy(); });
    std::vector<ThreadResult> results(cpus_.size());
    const bool pinned = on_pinned_threads(cpus_, [&](std::size_t i) {
        run_further_down(layout.stack_bytes, [&] {
            Participant participant(rendezvous);
            results[i] =
                visit_on_this_thread(job_, iterations_per_sample_, context, layout, participant);
        });
    });
    if (auto failure = failure_of(results))
        return failure;

    for (const ThreadResult &result : results)
        burst.learn(number_, result.part.samples);
    threads_.resize(cpus_.size());
    for (std::size_t i = 0; i < results.size(); ++i)
        append_visit(threads_[i], std::move(results[i].part), visits_);
    iterations_per_sample_ = threads_.front().samples.iterations_per_sample;
    source_ = results.front().source;
    clock_note_ = results.front().clock_note;
    pinned_ = pinned_ && pinned;
    if (begin && end) {
        used_.joules += end->joules - begin->joules;
        used_.seconds += end->seconds - begin->seconds;
        idle_watts_ = context.meter->idle_watts();
        energy_known_ = true;
    }
    ++visits_;
    return std::nullopt;
}

Row RowMeasurement::row(const UndisturbedBurst &burst) const
{
    Row row = make_row(job_, cpus_);
    row.location.pinned = pinned_;
    row.figures.cycle_source = source_;
    row.figures.cycle_note = clock_note_;
    if (energy_known_)
        row.figures.energy = energy_of({}, used_, idle_watts_, units_of(threads_, job_.lanes));
    summarise_threads(row, threads_, burst.cycles_after(number_));
    return row;
}

} // namespace hashlane
