// SPDX-License-Identifier: MIT
#include "sampler.h"

#include "statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::uint64_t slices_per_sample = 8;

class Sampling {
public:
    Sampling(Task &task, CycleClock &clock, Machine &machine, const SamplingPlan &plan,
             std::uint64_t iterations_per_sample)
        : task_(task),
          clock_(clock),
          machine_(machine),
          plan_(plan),
          segment_(task.segment(iterations_per_sample))
    {
        samples_.iterations_per_sample = iterations_per_sample;
    }

    Samples run(const std::atomic<bool> &stop)
    {
        while (!enough()) {
            if (stop) {
                samples_.interrupted = true;
                return std::move(samples_);
            }
            take(next_iterations());
            if (!finish_segment_if_due())
                return std::move(samples_);
        }
        if (done_in_segment_ != 0) {
            task_.advance(segment_ - done_in_segment_);
            samples_.mismatch = task_.check(segment_);
        }
        return std::move(samples_);
    }

private:
    bool enough()
    {
        if (plan_.exact_iterations != 0)
            return kept_iterations_ == plan_.exact_iterations;
        if (kept_ns_ >= plan_.min_time_ns && samples_.kept.size() >= plan_.min_samples)
            return true;
        // A machine that disturbs almost every sample must not keep the user waiting for ever.
        if (discarded_ns_ > plan_.retake_factor * plan_.min_time_ns &&
            samples_.kept.size() + disturbed_.size() >= plan_.min_samples) {
            give_up();
            return true;
        }
        return false;
    }

    void give_up()
    {
        if (kept_ns_ >= plan_.min_time_ns / 2 && samples_.kept.size() >= plan_.min_samples)
            return;
        samples_.gave_up = true;
        samples_.kept.insert(samples_.kept.end(), disturbed_.begin(), disturbed_.end());
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
        const std::uint64_t preemptions = machine_.preemptions();
        Sample sample{iterations, timed(iterations)};
        done_in_segment_ += iterations;

        const bool preempted = machine_.preemptions() != preemptions;
        const bool drifted = sample.interval.drift > plan_.max_drift;
        samples_.discarded_preempted += preempted;
        samples_.discarded_drift += !preempted && drifted;
        // With an exact count the retakes are limited too: afterwards everything is kept.
        const bool tired =
            plan_.exact_iterations != 0 && disturbed_.size() > samples_.kept.size() + 100;
        samples_.gave_up = samples_.gave_up || tired;
        if ((preempted || drifted) && !tired) {
            disturbed_.push_back(sample);
            discarded_ns_ += sample.interval.ns;
            return;
        }
        samples_.kept.push_back(sample);
        kept_ns_ += sample.interval.ns;
        kept_iterations_ += iterations;
    }

    // Works in slices and counts each as long as the median one: an interrupt, or a host that
    // takes the core away for some microseconds, hits few slices and leaves no trace.
    Interval timed(std::uint64_t iterations)
    {
        const std::uint64_t slice = std::max<std::uint64_t>(iterations / slices_per_sample, 1);
        std::vector<double> ns_per_iteration;
        clock_.begin();
        const double start = machine_.now_ns();
        double before = start;
        for (std::uint64_t done = 0; done < iterations;) {
            const std::uint64_t now = std::min(slice, iterations - done);
            task_.advance(now);
            done += now;
            const double after = machine_.now_ns();
            ns_per_iteration.push_back((after - before) / static_cast<double>(now));
            before = after;
        }
        const double undisturbed_ns =
            quantile(std::move(ns_per_iteration), 0.5) * static_cast<double>(iterations);
        return clock_.end(undisturbed_ns / (before - start));
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
    Machine &machine_;
    const SamplingPlan &plan_;
    std::uint64_t segment_;
    std::uint64_t done_in_segment_ = 0;
    std::uint64_t kept_iterations_ = 0;
    double kept_ns_ = 0;
    double discarded_ns_ = 0;
    std::vector<Sample> disturbed_;
    Samples samples_;
};

} // namespace

std::uint64_t size_sample(Task &task, Machine &machine, const SamplingPlan &plan)
{
    const double start = machine.now_ns();
    std::uint64_t iterations = 1;
    for (;;) {
        const double before = machine.now_ns();
        task.advance(iterations);
        const double after = machine.now_ns();
        const bool long_enough = after - before >= plan.sample_ns;
        const bool at_most = iterations >= task.largest_sample();
        if ((long_enough || at_most) && after - start >= plan.warm_up_ns)
            break;
        if (!long_enough && !at_most)
            iterations *= 2;
    }
    task.reset();
    return iterations;
}

Samples take_samples(Task &task, CycleClock &clock, Machine &machine, const SamplingPlan &plan,
                     std::uint64_t iterations_per_sample, const std::atomic<bool> &stop)
{
    return Sampling(task, clock, machine, plan, iterations_per_sample).run(stop);
}

} // namespace hashlane
