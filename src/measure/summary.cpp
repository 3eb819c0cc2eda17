// SPDX-License-Identifier: MIT
#include "summary.h"

#include "contention.h"
#include "row_judgement.h"
#include "visit_figures.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hashlane {
namespace {

// Between the ends of an interval that needs no more visits.
constexpr double settled_width = 1.006;

struct TimeWindow {
    double begin_ns = -std::numeric_limits<double>::infinity();
    double end_ns = std::numeric_limits<double>::infinity();
    bool holds(const Sample &sample) const
    {
        return sample.start_ns >= begin_ns && sample.end_ns <= end_ns;
    }
};

TimeWindow common_window(const std::vector<ThreadSamples> &threads)
{
    TimeWindow window;
    for (const ThreadSamples &thread : threads) {
        if (thread.samples.taken.empty())
            continue;
        window.begin_ns = std::max(window.begin_ns, thread.samples.taken.front().start_ns);
        window.end_ns = std::min(window.end_ns, thread.samples.taken.back().end_ns);
    }
    return window;
}

// Units a second of one thread while it ran: the median over its samples, so that a disturbed one
// has no say.
double thread_rate(const Samples &samples, const TimeWindow &window, double lanes)
{
    std::vector<double> rates, rates_together;
    for (const Sample &sample : samples.taken) {
        if (sample.verdict != SampleVerdict::kept)
            continue;
        rates.push_back(1e9 / ns_per_unit(sample, lanes));
        if (window.holds(sample))
            rates_together.push_back(rates.back());
    }
    if (rates.empty())
        return 0;
    return quantile(std::move(rates_together.empty() ? rates : rates_together), 0.5);
}

RawSamples raw_samples(const Samples &samples, int cpu, double lanes)
{
    RawSamples raw;
    raw.cpu = cpu;
    for (const Sample &sample : samples.taken) {
        raw.cycles_per_unit.push_back(cycles_per_unit(sample, lanes));
        raw.ns_per_unit.push_back(ns_per_unit(sample, lanes));
        raw.verdicts.push_back(sample.verdict);
        raw.visits.push_back(sample.visit);
        raw.burst_cycles.push_back(sample.burst_cycles);
    }
    return raw;
}

void add_rates(Row &row, const std::vector<ThreadSamples> &threads)
{
    const TimeWindow window = common_window(threads);
    const bool shared = shares_a_cpu(row);
    for (const ThreadSamples &thread : threads) {
        const double share = shared ? std::min(1.0, thread.cpu_ns / thread.wall_ns) : 1;
        const double rate = thread_rate(thread.samples, window, row.identity.lanes) * share;
        row.figures.thread_units_per_second.push_back(rate);
        row.figures.units_per_second += rate;
    }
}

std::uint64_t count(const Row &row, SampleVerdict verdict)
{
    std::uint64_t total = 0;
    for (const RawSamples &thread : row.sampling.threads)
        total += static_cast<std::uint64_t>(std::ranges::count(thread.verdicts, verdict));
    return total;
}

void add_samples(Row &row, const std::vector<ThreadSamples> &threads)
{
    Row::Sampling &sampling = row.sampling;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const Samples &samples = threads[t].samples;
        sampling.threads.push_back(raw_samples(samples, row.location.cpus[t], row.identity.lanes));
        if (!samples.taken.empty())
            sampling.iterations_per_sample = samples.iterations_per_sample;
    }
    sampling.kept = count(row, SampleVerdict::kept);
    sampling.discarded_drift = count(row, SampleVerdict::drifted);
    sampling.discarded_preempted = count(row, SampleVerdict::preempted);
    sampling.discarded_contended = count(row, SampleVerdict::contended);
    sampling.discarded_uncounted = count(row, SampleVerdict::uncounted);
    sampling.discarded_moved = count(row, SampleVerdict::moved);
    sampling.discarded = sampling.discarded_drift + sampling.discarded_preempted +
                         sampling.discarded_contended + sampling.discarded_uncounted +
                         sampling.discarded_moved;
}

// Of the kept samples of all threads.
void fill_figures(Row &row, const std::vector<ThreadSamples> &threads)
{
    std::vector<double> cycles, hz, ns;
    for (const ThreadSamples &thread : threads)
        for (const Sample &sample : thread.samples.taken) {
            if (sample.verdict != SampleVerdict::kept)
                continue;
            cycles.push_back(cycles_per_unit(sample, row.identity.lanes));
            hz.push_back(sample.interval.clock_hz);
            ns.push_back(sample.interval.ns);
        }
    if (cycles.empty())
        return;
    row.figures.cycles_per_unit = summarise(std::move(cycles));
    std::vector<double> costs;
    for (const VisitFigures &visit : row.sampling.visits)
        costs.push_back(visit.cycles_per_unit);
    if (costs.size() > 1) {
        const Estimate estimate = estimate_cost(costs);
        row.figures.cycles_per_unit.median = estimate.value;
        row.figures.interval = estimate.interval;
    }
    row.figures.clock_low_hz = quantile(hz, 0.05);
    row.figures.clock_high_hz = quantile(hz, 0.95);
    row.figures.clock_hz = quantile(std::move(hz), 0.5);
    row.sampling.sample_ns = quantile(std::move(ns), 0.5);
}

void leave_out_cycles(Row &row)
{
    row.figures.cycles_per_unit = {};
    for (RawSamples &thread : row.sampling.threads)
        thread.cycles_per_unit.clear();
}

} // namespace

bool is_settled(const Row &row)
{
    const auto &interval = row.figures.interval;
    return row.quality.trustworthy && interval && interval->high <= interval->low * settled_width;
}

std::vector<const Samples *> samples_of(const std::vector<ThreadSamples> &threads)
{
    std::vector<const Samples *> samples;
    for (const ThreadSamples &thread : threads)
        samples.push_back(&thread.samples);
    return samples;
}

void append_visit(ThreadSamples &thread, ThreadSamples visit, unsigned index)
{
    for (Sample &sample : visit.samples.taken)
        sample.visit = index;
    Samples &all = thread.samples;
    all.taken.insert(all.taken.end(), visit.samples.taken.begin(), visit.samples.taken.end());
    all.iterations_per_sample = visit.samples.iterations_per_sample;
    all.gave_up = all.gave_up || visit.samples.gave_up;
    visit.environment.throttle_events =
        visit.environment.throttle_events || thread.environment.throttle_events;
    thread.environment = visit.environment;
    thread.cpu_ns += visit.cpu_ns;
    thread.wall_ns += visit.wall_ns;
}

void summarise_threads(Row &row, std::vector<ThreadSamples> threads,
                       std::optional<double> undisturbed_burst_cycles)
{
    if (undisturbed_burst_cycles)
        for (ThreadSamples &thread : threads)
            mark_contended(thread.samples, *undisturbed_burst_cycles);
    row.quality.attempts = count_visits(samples_of(threads));
    const Disturbed disturbed = sort_out(row, threads);
    add_rates(row, threads);
    add_samples(row, threads);
    row.sampling.visits = visit_figures(samples_of(threads), row.identity.lanes);
    fill_figures(row, threads);
    judge_row(row, threads, disturbed);
    if (row.figures.cycle_source == CycleSource::none)
        leave_out_cycles(row);
}

} // namespace hashlane
