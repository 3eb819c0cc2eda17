// SPDX-License-Identifier: MIT
#include "sampler.h"

#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::uint64_t slices_per_sample = 8;
constexpr std::uint64_t most_retakes = 100;

class Sampling {
public:
    Sampling(Task &task, CycleClock &clock, Core &machine, const SamplingPlan &plan,
             std::uint64_t iterations_per_sample, Together &together)
        : task_(task),
          clock_(clock),
          machine_(machine),
          plan_(plan),
          together_(together),
          segment_(task.segment(iterations_per_sample))
    {
        samples_.iterations_per_sample = iterations_per_sample;
    }
    Sampling(const Sampling &) = delete;
    Sampling &operator=(const Sampling &) = delete;
    ~Sampling() { get_ready(); }

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
        }
        if (done_in_segment_ != 0) {
            task_.advance(segment_ - done_in_segment_);
            samples_.mismatch = task_.check(segment_);
        }
        return std::move(samples_);
    }

private:
    bool may_end()
    {
        if (plan_.exact_iterations != 0)
            return kept_iterations_ == plan_.exact_iterations;
        if (!ready_ && enough())
            get_ready();
        return ready_ && together_.all_are_ready();
    }

    void get_ready()
    {
        if (!ready_)
            together_.one_is_ready();
        ready_ = true;
    }

    bool enough()
    {
        if (kept_ns_ >= plan_.min_time_ns && kept_ >= plan_.min_samples)
            return true;
        // A machine that disturbs almost every sample must not keep the user waiting for ever.
        if (discarded_ns_ <= plan_.retake_factor * plan_.min_time_ns ||
            samples_.taken.size() < plan_.min_samples)
            return false;
        samples_.gave_up = kept_ns_ < plan_.min_time_ns / 2 || kept_ < plan_.min_samples;
        return true;
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
        Sample sample;
        sample.iterations = iterations;
        sample.start_ns = machine_.now_ns();
        sample.interval = timed(iterations);
        sample.end_ns = machine_.now_ns();
        done_in_segment_ += iterations;
        if (machine_.preemptions() != preemptions)
            sample.state = SampleState::preempted;
        else if (sample.interval.drift > plan_.max_drift)
            sample.state = SampleState::drifted;
        account(sample);
        samples_.taken.push_back(sample);
    }

    void account(const Sample &sample)
    {
        // With an exact count the retakes are limited too: afterwards everything is kept.
        samples_.gave_up = samples_.gave_up || (plan_.exact_iterations != 0 &&
                                                samples_.taken.size() > 2 * kept_ + most_retakes);
        if (sample.state != SampleState::kept && !samples_.gave_up) {
            discarded_ns_ += sample.interval.ns;
            return;
        }
        ++kept_;
        kept_ns_ += sample.interval.ns;
        kept_iterations_ += sample.iterations;
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
    Core &machine_;
    const SamplingPlan &plan_;
    Together &together_;
    bool ready_ = false;
    std::uint64_t segment_;
    std::uint64_t done_in_segment_ = 0;
    std::uint64_t kept_ = 0;
    std::uint64_t kept_iterations_ = 0;
    double kept_ns_ = 0;
    double discarded_ns_ = 0;
    Samples samples_;
};

} // namespace

std::uint64_t size_sample(Task &task, Core &machine, const SamplingPlan &plan)
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

Samples take_samples(Task &task, CycleClock &clock, Core &machine, const SamplingPlan &plan,
                     std::uint64_t iterations_per_sample, const std::atomic<bool> &stop,
                     Together &together)
{
    return Sampling(task, clock, machine, plan, iterations_per_sample, together).run(stop);
}

} // namespace hashlane
