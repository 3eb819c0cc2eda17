// SPDX-License-Identifier: MIT
#include "row_measurement.h"

#include "../machine/energy_meter.h"
#include "moved_samples.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

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
    const VisitRequest request{cpus_, iterations_per_sample_,
                               MeasureContext{clock_.for_next_visit(context.clock), context.plan,
                                              context.stop, context.meter},
                               layout};
    auto taken = take(request);
    if (auto *const failure = std::get_if<VisitFailure>(&taken))
        return std::move(*failure);
    add(*std::get_if<Visit>(&taken), context, burst);
    return std::nullopt;
}

std::variant<Visit, VisitFailure> RowMeasurement::take(const VisitRequest &request)
{
    if (job_.visit_elsewhere)
        return job_.visit_elsewhere(request);
    Visit visit = take_visit(job_.make_task, request);
    for (std::size_t i = 0; i < visit.threads.size(); ++i)
        if (visit.threads[i].samples.mismatch)
            wrong_.insert(cpus_[i]);
    if (auto failure = failure_of(visit.threads))
        return std::move(*failure);
    return visit;
}

void RowMeasurement::add(Visit visit, const MeasureContext &context, UndisturbedBurst &burst)
{
    clock_.add_visit(visit.clocks, visit.threads, threads_);
    watch_binding(visit.threads, visit.pinned);
    for (const ThreadSamples &thread : visit.threads)
        burst.learn(number_, thread.samples);
    threads_.resize(cpus_.size());
    for (std::size_t i = 0; i < visit.threads.size(); ++i)
        append_visit(threads_[i], std::move(visit.threads[i]), visits_);
    iterations_per_sample_ = threads_.front().samples.iterations_per_sample;
    if (visit.begin && visit.end) {
        used_.joules += visit.end->joules - visit.begin->joules;
        used_.seconds += visit.end->seconds - visit.begin->seconds;
        idle_watts_ = context.meter->idle_watts();
        energy_known_ = true;
    }
    ++visits_;
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
    if (energy_known_)
        row.figures.energy = energy_of({}, used_, idle_watts_, units_of(threads_, job_.lanes));
    row = summarised(std::move(row), threads_, burst);
    tell_taken_cpus(row, taken_);
    return row;
}

Row RowMeasurement::row_of_thread(std::size_t thread, const UndisturbedBurst &burst) const
{
    const int cpu = cpus_[thread];
    Row row = summarised(make_row(job_, {cpu}), {threads_[thread]}, burst);
    if (taken_.contains(cpu))
        tell_taken_cpus(row, {cpu});
    return row;
}

Row RowMeasurement::summarised(Row row, std::vector<ThreadSamples> threads,
                               const UndisturbedBurst &burst) const
{
    row.location.pinned = pinned_;
    row.figures.cycle_source = clock_.source();
    summarise_threads(row, std::move(threads), burst.cycles_after(number_));
    row.figures.cycle_note = clock_.note(row.sampling);
    return row;
}

} // namespace hashlane
