// SPDX-License-Identifier: MIT
#include "sampler.h"

#include "../clock/contention_burst.h"
#include "../statistics/estimate.h"
#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::uint64_t slices_per_sample = 8;
constexpr std::uint64_t most_retakes = 100;

class Sampling {
public:
    Sampling(const TimedTask &timed, std::uint64_t iterations_per_sample, const SamplingPlan &plan,
             Participant &participant)
        : task_(timed.task),
          clock_(timed.clock),
          core_(timed.core),
          plan_(plan),
          participant_(participant),
          segment_(timed.task.segment(iterations_per_sample))
    {
        samples_.iterations_per_sample = iterations_per_sample;
        if (core_.has_wide_burst())
            burst_.emplace(core_);
    }
    Sampling(const Sampling &) = delete;
    Sampling &operator=(const Sampling &) = delete;
    ~Sampling() { participant_.have_enough(); }

    Samples run(const std::atomic<bool> &stop)
    {
        while (!may_end()) {
            if (stop) {
                samples_.interrupted = true;
                return std::move(samples_);
            }
            take(next_iterations());
            if (!finish_segment_if_due())
                return std::move(samples_);
            tell_if_enough();
        }
        if (done_in_segment_ != 0) {
            task_.advance(segment_ - done_in_segment_);
            samples_.mismatch = task_.check(segment_);
        }
        return std::move(samples_);
    }

private:
    bool may_end() const
    {
        if (plan_.exact_iterations != 0)
            return kept_iterations_ == plan_.exact_iterations;
        return participant_.has_enough() && participant_.all_have_enough();
    }

    // Tells the others as soon as there is enough.
    void tell_if_enough()
    {
        if (plan_.exact_iterations != 0 || participant_.has_enough())
            return;
        if (plan_is_met()) {
            participant_.have_enough();
        } else if (took_too_long()) {
            samples_.gave_up = kept_ns_ < plan_.min_time_ns / 2 || kept_ < plan_.min_samples;
            participant_.have_enough();
        }
    }

    bool plan_is_met() const { return kept_ns_ >= plan_.min_time_ns && kept_ >= plan_.min_samples; }

    // A core that disturbs almost every sample must not keep the user waiting for ever.
    bool took_too_long() const
    {
        return discarded_ns_ > plan_.retake_factor * plan_.min_time_ns &&
               samples_.taken.size() >= plan_.min_samples;
    }

    std::uint64_t next_iterations() const
    {
        std::uint64_t iterations =
            std::min(samples_.iterations_per_sample, segment_ - done_in_segment_);
        if (plan_.exact_iterations != 0)
            iterations = std::min(iterations, plan_.exact_iterations - kept_iterations_);
        return iterations;
    }

    void take(std::uint64_t iterations)
    {
        const std::uint64_t preemptions = core_.preemptions();
        Sample sample;
        sample.iterations = iterations;
        sample.start_ns = core_.now_ns();
        time_into(sample);
        sample.end_ns = core_.now_ns();
        sample.cpu = core_.cpu();
        done_in_segment_ += iterations;
        if (!sample.interval.counted)
            sample.verdict = SampleVerdict::uncounted;
        else if (core_.preemptions() != preemptions)
            sample.verdict = SampleVerdict::preempted;
        else if (sample.interval.drift > plan_.max_drift)
            sample.verdict = SampleVerdict::drifted;
        account(sample);
        samples_.taken.push_back(sample);
    }

    void account(const Sample &sample)
    {
        // With an exact count the retakes are limited too: afterwards everything is accepted.
        samples_.gave_up = samples_.gave_up || (plan_.exact_iterations != 0 &&
                                                samples_.taken.size() > 2 * kept_ + most_retakes);
        if (sample.verdict != SampleVerdict::kept && !samples_.gave_up) {
            discarded_ns_ += sample.interval.ns;
            return;
        }
        ++kept_;
        kept_ns_ += sample.interval.ns;
        kept_iterations_ += sample.iterations;
    }

    // Works in slices and counts each as long as the median one: an interrupt, or a host that
    // takes the core away for some microseconds, hits few slices and leaves no trace. A contention
    // burst stands before each, since what shares the core comes and goes within microseconds.
    void time_into(Sample &sample)
    {
        const std::uint64_t iterations = sample.iterations;
        const std::uint64_t slice = std::max<std::uint64_t>(iterations / slices_per_sample, 1);
        std::vector<double> ns_per_iteration, burst_ns;
        double aside_ns = 0;
        clock_.begin();
        const double start = core_.now_ns();
        for (std::uint64_t done = 0; done < iterations;) {
            if (burst_) {
                burst_ns.push_back(burst_->ns());
                aside_ns += burst_ns.back();
            }
            const std::uint64_t now = std::min(slice, iterations - done);
            const double before = core_.now_ns();
            task_.advance(now);
            done += now;
            ns_per_iteration.push_back((core_.now_ns() - before) / static_cast<double>(now));
        }
        const double all_ns = core_.now_ns() - start;
        const double undisturbed_ns =
            quantile(std::move(ns_per_iteration), 0.5) * static_cast<double>(iterations);
        sample.interval = clock_.end({undisturbed_ns / all_ns, aside_ns / all_ns});
        if (!burst_ns.empty() && counts_core_cycles(clock_.source()))
            sample.burst_cycles = middle_mean(std::move(burst_ns)) * sample.interval.clock_hz / 1e9;
    }

    bool finish_segment_if_due()
    {
        if (done_in_segment_ < segment_)
            return true;
        samples_.mismatch = task_.check(segment_);
        task_.reset();
        done_in_segment_ = 0;
        return !samples_.mismatch;
    }

    Task &task_;
    CycleClock &clock_;
    Core &core_;
    std::optional<ContentionBurst> burst_;
    const SamplingPlan &plan_;
    Participant &participant_;
    std::uint64_t segment_;
    std::uint64_t done_in_segment_ = 0;
    std::uint64_t kept_ = 0;
    std::uint64_t kept_iterations_ = 0;
    double kept_ns_ = 0;
    double discarded_ns_ = 0;
    Samples samples_;
};

} // namespace

std::uint64_t size_sample(Task &task, Core &core, const SamplingPlan &plan)
{
    const double start = core.now_ns();
    std::uint64_t iterations = 1;
    bool was_long = false; // the call before, of as many
    for (;;) {
        const double before = core.now_ns();
        task.advance(iterations);
        const double after = core.now_ns();
        // A short call during which other work has the CPU seems long, but not twice in a row.
        const bool is_long = after - before >= plan.sample_ns;
        const bool at_most = iterations >= task.largest_sample();
        if (((is_long && was_long) || at_most) && after - start >= plan.warm_up_ns)
            break;
        was_long = is_long;
        if (!is_long && !at_most)
            iterations *= 2;
    }
    task.reset();
    return iterations;
}

void warm_up(Task &task, Core &core, const SamplingPlan &plan, std::uint64_t iterations_per_sample)
{
    const double start = core.now_ns();
    do
        task.advance(iterations_per_sample);
    while (core.now_ns() - start < plan.warm_up_ns);
    task.reset();
}

Samples take_samples(const TimedTask &timed, std::uint64_t iterations_per_sample,
                     const MeasureContext &context, Participant &participant)
{
    return Sampling(timed, iterations_per_sample, context.plan, participant).run(context.stop);
}

} // namespace hashlane
