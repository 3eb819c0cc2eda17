// SPDX-License-Identifier: MIT
#include "summary.h"

#include <algorithm>
#include <limits>
#include <set>

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
double thread_rate(const ThreadSamples &thread, const std::vector<bool> &counts,
                   const Window &window, double lanes)
{
    std::vector<double> rates, rates_together;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Sample &sample = thread.samples.taken[i];
        if (!counts[i])
            continue;
        rates.push_back(static_cast<double>(sample.iterations) * lanes / sample.interval.ns * 1e9);
        if (window.holds(sample))
            rates_together.push_back(rates.back());
    }
    if (rates.empty())
        return 0;
    return quantile(std::move(rates_together.empty() ? rates : rates_together), 0.5);
}

char letter(SampleState state, bool counts)
{
    if (counts)
        return 'k';
    switch (state) {
    case SampleState::drifted:
        return 'd';
    case SampleState::preempted:
        return 'p';
    case SampleState::kept:
        break;
    }
    return 's';
}

RawSamples raw_samples(const Samples &samples, const std::vector<bool> &counts, int cpu,
                       double lanes)
{
    RawSamples raw{cpu, {}, {}, ""};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Sample &sample = samples.taken[i];
        const double units = static_cast<double>(sample.iterations) * lanes;
        raw.cycles_per_unit.push_back(sample.interval.cycles / units);
        raw.ns_per_unit.push_back(sample.interval.ns / units);
        raw.verdicts += letter(sample.state, counts[i]);
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

void leave_out_cycles(Row &row)
{
    row.figures.cycles_per_unit = {};
    for (RawSamples &thread : row.sampling.threads)
        thread.cycles_per_unit.clear();
}

void fill_figures(Row &row, const std::vector<ThreadSamples> &threads)
{
    const double lanes = row.identity.lanes;
    const Window window = common_window(threads);
    const bool shared = shares_a_cpu(row);
    std::vector<double> cycles, hz, ns;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const Samples &samples = threads[t].samples;
        if (samples.taken.empty()) {
            row.figures.thread_units_per_second.push_back(0);
            row.sampling.threads.push_back({row.location.cpus[t], {}, {}, ""});
            continue;
        }
        const Judgement judgement = judge(samples, threads[t].environment);
        add_judgement(row, judgement, row.location.cpus[t]);
        row.figures.thread_units_per_second.push_back(
            thread_rate(threads[t], judgement.counts, window, lanes) *
            (shared ? std::min(1.0, threads[t].cpu_share) : 1));
        row.figures.units_per_second += row.figures.thread_units_per_second.back();
        row.sampling.threads.push_back(
            raw_samples(samples, judgement.counts, row.location.cpus[t], lanes));
        for (std::size_t i = 0; i < samples.taken.size(); ++i) {
            if (!judgement.counts[i])
                continue;
            cycles.push_back(row.sampling.threads.back().cycles_per_unit[i]);
            hz.push_back(samples.taken[i].interval.clock_hz);
            ns.push_back(samples.taken[i].interval.ns);
        }
        row.sampling.discarded_drift += static_cast<std::uint64_t>(
            std::ranges::count(row.sampling.threads.back().verdicts, 'd'));
        row.sampling.discarded_preempted += static_cast<std::uint64_t>(
            std::ranges::count(row.sampling.threads.back().verdicts, 'p'));
        row.sampling.iterations_per_sample = samples.iterations_per_sample;
    }
    row.sampling.kept = cycles.size();
    row.sampling.discarded = row.sampling.discarded_drift + row.sampling.discarded_preempted;
    if (cycles.empty())
        return;
    row.figures.cycles_per_unit = summarise(std::move(cycles));
    row.figures.clock_hz = quantile(std::move(hz), 0.5);
    row.sampling.sample_ns = quantile(std::move(ns), 0.5);
    if (shared)
        describe_sharing(row);
}

} // namespace

void summarise_threads(Row &row, const std::vector<ThreadSamples> &threads)
{
    fill_figures(row, threads);
    if (row.figures.cycle_source == CycleSource::none)
        leave_out_cycles(row);
}

} // namespace hashlane
