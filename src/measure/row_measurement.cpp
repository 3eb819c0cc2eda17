// SPDX-License-Identifier: MIT
#include "row_measurement.h"

#include "../clock/this_core.h"
#include "../machine/energy_meter.h"
#include "../system/threads.h"
#include "moved_samples.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

struct ThreadResult {
    ThreadSamples part;
    UsedClock clock;
};

// 0 iterations a sample: not known yet.
ThreadResult visit_on_this_thread(const Job &job, std::uint64_t iterations_per_sample,
                                  const MeasureContext &context, const Layout &layout,
                                  Participant &participant)
{
    ThisCore core;
    const ChosenClock chosen = make_clock(context.clock, core);
    ThreadResult result{{}, {chosen.clock->source(), chosen.note}};
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
    result.part.environment = sampling_environment(result.clock.source);
    result.part.environment.throttle_events = core.throttle_events() != throttled;
    return result;
}

std::optional<VisitFailure> failure_of(const std::vector<ThreadSamples> &threads)
{
    for (const ThreadSamples &thread : threads) {
        if (thread.samples.mismatch)
            return *thread.samples.mismatch;
        if (thread.samples.interrupted)
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
    const MeasureContext own{clock_.for_next_visit(context.clock), context.plan, context.stop,
                             context.meter};
    std::vector<ThreadSamples> visit(cpus_.size());
    std::vector<UsedClock> clocks(cpus_.size());
    const bool pinned = on_pinned_threads(cpus_, [&](std::size_t i) {
        run_further_down(layout.stack_bytes, [&] {
            Participant participant(rendezvous);
            ThreadResult result =
                visit_on_this_thread(job_, iterations_per_sample_, own, layout, participant);
            visit[i] = std::move(result.part);
            clocks[i] = std::move(result.clock);
        });
    });
    if (auto failure = failure_of(visit))
        return failure;

    clock_.add_visit(clocks, visit, threads_);
    watch_binding(visit, pinned);
    for (const ThreadSamples &thread : visit)
        burst.learn(number_, thread.samples);
    threads_.resize(cpus_.size());
    for (std::size_t i = 0; i < visit.size(); ++i)
        append_visit(threads_[i], std::move(visit[i]), visits_);
    iterations_per_sample_ = threads_.front().samples.iterations_per_sample;
    if (begin && end) {
        used_.joules += end->joules - begin->joules;
        used_.seconds += end->seconds - begin->seconds;
        idle_watts_ = context.meter->idle_watts();
        energy_known_ = true;
    }
    ++visits_;
    return std::nullopt;
}

// Where the system binds no threads, they may be anywhere.
void RowMeasurement::watch_binding(std::vector<ThreadSamples> &visit, bool pinned)
{
    if (visits_ == 0)
        binds_ = pinned;
    pinned_ = pinned_ && pinned;
    for (std::size_t i = 0; binds_ && i < visit.size(); ++i)
        if (mark_moved(visit[i].samples, cpus_[i]))
            taken_.insert(cpus_[i]);
}

Row RowMeasurement::row(const UndisturbedBurst &burst) const
{
    Row row = make_row(job_, cpus_);
    row.location.pinned = pinned_;
    row.figures.cycle_source = clock_.source();
    if (energy_known_)
        row.figures.energy = energy_of({}, used_, idle_watts_, units_of(threads_, job_.lanes));
    summarise_threads(row, threads_, burst.cycles_after(number_));
    row.figures.cycle_note = clock_.note(row.sampling);
    tell_taken_cpus(row, taken_);
    return row;
}

} // namespace hashlane
