// SPDX-License-Identifier: MIT
#include "summary.h"

#include "../machine/system/lists.h"
#include "../results/notes.h"
#include "../statistics/statistics.h"
#include "verdicts.h"

#include <algorithm>
#include <utility>

namespace hashlane::measure {
namespace {

// An interval that is no wider than this needs no more visits: 0.6 % by the visits alone.
constexpr statistics::Interval95 settled = statistics::of_another_run({1, 1.006});

template <class Visit>
void for_each_kept(const Samples &samples, const Verdicts &verdicts, const Visit &visit)
{
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        if (verdicts[i] == results::SampleVerdict::kept)
            visit(samples.taken[i]);
}

// Makes one row from the samples of its threads and the verdicts on them.
class RowMaker {
public:
    RowMaker(const Measured &measured, unsigned lanes)
        : measured_(measured),
          threads_(measured.threads),
          found_(verdicts_of(measured)),
          clock_(measured.clock.used()),
          lanes_(lanes)
    {
    }

    results::Row make(const Job &job)
    {
        row_.identity = job;
        row_.proof.text = job.proof;
        locate();
        add_samples();
        add_visits();
        add_rates();
        add_figures();
        judge_row();
        return std::move(row_);
    }

private:
    void locate()
    {
        results::Row::Location &location = row_.location;
        location.threads = static_cast<unsigned>(measured_.cpus.size());
        location.cpus.assign(measured_.cpus.begin(), measured_.cpus.end());
        for (std::size_t t = 0; t < threads_.size(); ++t)
            if (std::ranges::count(found_.threads[t], results::SampleVerdict::moved) != 0)
                taken_cpus_.push_back(measured_.cpus[t]);
        std::ranges::sort(taken_cpus_);
        const auto same = std::ranges::unique(taken_cpus_);
        taken_cpus_.erase(same.begin(), same.end());
        location.pinned = measured_.pinned && taken_cpus_.empty();
    }

    results::RawSamples raw_samples(std::size_t thread) const
    {
        results::RawSamples raw;
        raw.cpu = measured_.cpus[thread];
        raw.verdicts = found_.threads[thread];
        const std::vector<Sample> &taken = threads_[thread].samples.taken;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            if (clock_.source != machine::CycleSource::none)
                raw.cycles_per_unit.push_back(cycles_per_unit(taken[i], lanes_));
            raw.ns_per_unit.push_back(ns_per_unit(taken[i], lanes_));
            raw.visits.push_back(taken[i].visit);
            // A burst in ticks, or of another CPU, is none.
            raw.burst_cycles.push_back(results::has_figures(raw.verdicts[i]) ? taken[i].burst_cycles
                                                                             : 0);
        }
        return raw;
    }

    void add_samples()
    {
        results::Row::Sampling &sampling = row_.sampling;
        for (std::size_t t = 0; t < threads_.size(); ++t) {
            sampling.threads.push_back(raw_samples(t));
            if (!threads_[t].samples.taken.empty())
                sampling.iterations_per_sample = threads_[t].samples.iterations_per_sample;
        }
        const auto count = [&](results::SampleVerdict verdict) {
            std::uint64_t total = 0;
            for (const Verdicts &verdicts : found_.threads)
                total += static_cast<std::uint64_t>(std::ranges::count(verdicts, verdict));
            return total;
        };
        sampling.kept = count(results::SampleVerdict::kept);
        sampling.discarded_drift = count(results::SampleVerdict::drifted);
        sampling.discarded_preempted = count(results::SampleVerdict::preempted);
        sampling.discarded_contended = count(results::SampleVerdict::contended);
        sampling.discarded_uncounted = count(results::SampleVerdict::uncounted);
        sampling.discarded_moved = count(results::SampleVerdict::moved);
        sampling.discarded = sampling.discarded_drift + sampling.discarded_preempted +
                             sampling.discarded_contended + sampling.discarded_uncounted +
                             sampling.discarded_moved;
    }

    // Adds the visits of all threads together, in order; a visit that kept nothing has no values.
    void add_visits()
    {
        struct Costs {
            std::vector<double> cycles, ns;
            std::size_t taken = 0;
        };
        std::vector<Costs> visits(found_.visits);
        for (std::size_t t = 0; t < threads_.size(); ++t) {
            for (const Sample &sample : threads_[t].samples.taken)
                ++visits[sample.visit].taken;
            for_each_kept(threads_[t].samples, found_.threads[t], [&](const Sample &sample) {
                visits[sample.visit].cycles.push_back(cycles_per_unit(sample, lanes_));
                visits[sample.visit].ns.push_back(ns_per_unit(sample, lanes_));
            });
        }
        for (Costs &visit : visits)
            if (!visit.cycles.empty()) {
                const auto kept = static_cast<double>(visit.cycles.size());
                row_.sampling.visits.push_back(
                    {statistics::interquartile_mean(std::move(visit.cycles)),
                     statistics::interquartile_mean(std::move(visit.ns)),
                     kept / static_cast<double>(visit.taken)});
            }
    }

    // Returns the units per second of one thread while it ran: the median over its samples, so that
    // a disturbed one has no influence.
    double thread_rate(std::size_t thread, const TimeWindow &window) const
    {
        std::vector<double> rates, rates_together;
        for_each_kept(threads_[thread].samples, found_.threads[thread], [&](const Sample &sample) {
            rates.push_back(1e9 / ns_per_unit(sample, lanes_));
            if (window.holds(sample))
                rates_together.push_back(rates.back());
        });
        if (rates.empty())
            return 0;
        return statistics::quantile(std::move(rates_together.empty() ? rates : rates_together),
                                    0.5);
    }

    void add_rates()
    {
        results::Row::Figures &figures = row_.figures;
        TimeWindow window;
        for (const ThreadSamples &thread : threads_)
            window.narrow_to(thread.samples.taken);
        const bool shared = results::shares_a_cpu(row_);
        for (std::size_t t = 0; t < threads_.size(); ++t) {
            const ThreadSamples &thread = threads_[t];
            const double share = shared ? std::min(1.0, thread.cpu_ns / thread.wall_ns) : 1;
            figures.thread_units_per_second.push_back(thread_rate(t, window) * share);
            figures.units_per_second += figures.thread_units_per_second.back();
        }
    }

    std::vector<double> visit_costs() const
    {
        return machine::each(row_.sampling.visits, &results::VisitFigures::cycles_per_unit);
    }

    // Adds the values of the kept samples of all threads.
    void add_figures()
    {
        results::Row::Figures &figures = row_.figures;
        figures.energy = measured_.energy;
        figures.cycle_source = clock_.source;
        figures.cycle_note = results::cycle_note_of(row_, clock_.note);
        std::vector<double> cycles, hz;
        for (std::size_t t = 0; t < threads_.size(); ++t)
            for_each_kept(threads_[t].samples, found_.threads[t], [&](const Sample &sample) {
                cycles.push_back(cycles_per_unit(sample, lanes_));
                hz.push_back(sample.interval.clock_hz);
            });
        if (cycles.empty())
            return;
        const std::vector<double> costs = visit_costs();
        if (clock_.source != machine::CycleSource::none)
            figures.cycles_per_unit = statistics::summarise(std::move(cycles));
        if (costs.size() > 1) {
            const statistics::Estimate estimate = statistics::estimate_cost(costs);
            if (clock_.source != machine::CycleSource::none)
                figures.cycles_per_unit.median = estimate.value;
            of_visits_ = estimate.interval;
            figures.interval = statistics::of_another_run(*of_visits_);
        }
        figures.clock_low_hz = statistics::quantile(hz, 0.05);
        figures.clock_high_hz = statistics::quantile(hz, 0.95);
        figures.clock_hz = statistics::quantile(std::move(hz), 0.5);
    }

    double share(std::uint64_t part) const
    {
        const std::uint64_t all = row_.sampling.kept + row_.sampling.discarded;
        return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
    }

    void judge_row()
    {
        results::Row::Quality &quality = row_.quality;
        quality.visits_taken = found_.visits;
        const Judgement judgement = judge_visits(
            {visit_costs(), found_.visits, found_.contended_throughout,
             share(row_.sampling.discarded_contended), share(row_.sampling.discarded_preempted),
             of_visits_, !measured_.emulator.empty(),
             std::ranges::any_of(threads_, &ThreadSamples::throttle_events)});
        results::NoiseFinding worst{judgement.cause, std::nullopt, measured_.emulator};
        quality.trustworthy = results::meaning_of(judgement.cause).leaves_trust;
        quality.extent = judgement.extent;
        if (const auto thread = found_.always_disturbed) {
            // The row has the worst finding of any thread.
            constexpr results::Cause cause = results::Cause::always_disturbed;
            if (results::meaning_of(cause).noise > results::meaning_of(worst.cause).noise ||
                quality.trustworthy)
                worst = {cause, measured_.cpus[*thread], measured_.emulator};
            quality.trustworthy = false;
        }
        quality.note = results::note_of(row_, worst, taken_cpus_);
        quality.noise = results::meaning_of(worst.cause).noise;
        if (row_.sampling.kept != 0 && results::shares_a_cpu(row_))
            quality.noise = std::max(quality.noise, results::Noise::shared);
        if (!taken_cpus_.empty())
            quality.noise = std::max(quality.noise, results::Noise::busy);
    }

    const Measured &measured_;
    std::span<const ThreadSamples> threads_;
    RowVerdicts found_;
    const UsedClock &clock_;
    double lanes_;
    results::Row row_;
    std::vector<int> taken_cpus_; ///< of its CPUs, those that were taken away meanwhile
    std::optional<statistics::Interval95> of_visits_; ///< the interval that they alone give
};

} // namespace

results::Row make_row(const Job &job, const Measured &measured)
{
    return RowMaker(measured, job.lanes).make(job);
}

bool is_settled(const results::Row &row)
{
    const auto &interval = row.figures.interval;
    return row.quality.trustworthy && interval &&
           row.sampling.visits.size() >= statistics::enough_visits &&
           interval->high <= interval->low * (settled.high / settled.low);
}

bool is_comparable(const results::Row &row)
{
    return row.quality.trustworthy && row.sampling.visits.size() >= results::comparable_visits;
}

} // namespace hashlane::measure
