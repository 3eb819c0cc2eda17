// SPDX-License-Identifier: MIT
//
// Jobs for this machine that take less than a millisecond, right ones and wrong ones.
#pragma once

#include "lib/core/registry.h"
#include "measure/run_in_rounds.h"

#include <memory>
#include <utility>

namespace hashlane::test {

/// SHA-3 of short messages by the reference kernel, which runs everywhere.
inline measure::Job short_job()
{
    return measure::kernel_job(reference_kernel(Workload::sha3),
                               results::Message{"sha3-256", 64, 32});
}

/// Does the work of another task, and is called wrong on request.
class DoubtedTask final : public workloads::Task {
public:
    DoubtedTask(std::unique_ptr<workloads::Task> right, bool is_wrong)
        : right_(std::move(right)), is_wrong_(is_wrong)
    {
    }
    std::uint64_t largest_sample() const override { return right_->largest_sample(); }
    std::uint64_t segment(std::uint64_t sample) override { return right_->segment(sample); }
    void reset() override { right_->reset(); }
    void advance(std::uint64_t iterations) override { right_->advance(iterations); }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        return is_wrong_ ? results::Mismatch{"turns-wrong", 0, iterations, ""}
                         : right_->check(iterations);
    }

private:
    std::unique_ptr<workloads::Task> right_;
    bool is_wrong_;
};

/// Returns a job that is right in `visits` visits, and then wrong.
inline measure::Job wrong_after(unsigned visits)
{
    measure::Job job = short_job();
    const auto made = std::make_shared<unsigned>(0);
    job.make_task = [=, make = job.make_task](std::uint32_t data_bytes) {
        return std::make_unique<DoubtedTask>(make(data_bytes), ++*made > visits);
    };
    return job;
}

/// Returns a plan with a few samples per visit, of a tenth of a millisecond.
inline measure::RunPlan brief(unsigned visits)
{
    return {{.min_time_ns = 3e5, .min_samples = 1, .sample_ns = 1e5, .warm_up_ns = 0},
            {.budget_ns = 3600e9, .least_visits = visits, .most_visits = visits},
            {}};
}

} // namespace hashlane::test
