// SPDX-License-Identifier: MIT
#include "summary.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace hashlane {
namespace {

struct Window {
    double begin_ns = -std::numeric_limits<double>::infinity();
    double end_ns = std::numeric_limits<double>::infinity();
    bool holds(const Sample &sample) const
    {
        return sample.start_ns >= begin_ns && sample.end_ns <= end_ns;
    }
};

Window common_window(const std::vector<ThreadSamples> &threads)
{
    Window window;
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
double thread_rate(const Samples &samples, const Window &window, double lanes)
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
    RawSamples raw{cpu, {}, {}, {}};
    for (const Sample &sample : samples.taken) {
        raw.cycles_per_unit.push_back(cycles_per_unit(sample, lanes));
        raw.ns_per_unit.push_back(ns_per_unit(sample, lanes));
        raw.verdicts.push_back(sample.verdict);
    }
    return raw;
}

// The row says the worst that is true of a thread.
void add_judgement(Row &row, const Judgement &judgement, int cpu)
{
    const bool worse =
        judgement.noise > row.quality.noise || judgement.trustworthy < row.quality.trustworthy;
    row.quality.trustworthy = row.quality.trustworthy && judgement.trustworthy;
    if (!worse)
        return;
    row.quality.noise = judgement.noise;
    row.quality.note =
        (row.location.threads > 1 ? "CPU " + std::to_string(cpu) + ": " : "") + judgement.note;
}

bool shares_a_cpu(const Row &row)
{
    return std::set<int>(row.location.cpus.begin(), row.location.cpus.end()).size() <
           row.location.cpus.size();
}

// Threads that share a CPU preempt each other: that is what was asked for.
void describe_sharing(Row &row)
{
    row.quality.noise = std::max(
        Noise::contended, row.quality.noise == Noise::preempted ? Noise::clean : row.quality.noise);
    row.quality.trustworthy = row.quality.noise == Noise::contended;
    row.quality.note = "threads share a CPU; each one's rate is scaled by its processor time";
}

void judge_threads(Row &row, std::vector<ThreadSamples> &threads)
{
    for (std::size_t t = 0; t < threads.size(); ++t)
        if (!threads[t].samples.taken.empty())
            add_judgement(row, judge(threads[t].samples, threads[t].environment),
                          row.location.cpus[t]);
}

void add_rates(Row &row, const std::vector<ThreadSamples> &threads)
{
    const Window window = common_window(threads);
    const bool shared = shares_a_cpu(row);
    for (const ThreadSamples &thread : threads) {
        const double share = shared ? std::min(1.0, thread.cpu_share) : 1;
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
    sampling.discarded = sampling.discarded_drift + sampling.discarded_preempted;
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

void summarise_threads(Row &row, std::vector<ThreadSamples> threads)
{
    judge_threads(row, threads);
    add_rates(row, threads);
    add_samples(row, threads);
    fill_figures(row, threads);
    if (row.sampling.kept != 0 && shares_a_cpu(row))
        describe_sharing(row);
    if (row.figures.cycle_source == CycleSource::none)
        leave_out_cycles(row);
}

} // namespace hashlane
