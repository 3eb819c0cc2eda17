// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLOCK_THIS_CORE_H
#define HASHLANE_SRC_CLOCK_THIS_CORE_H

#include "../system/cpu_list.h"
#include "core.h"
#include "counter_reading.h"

namespace hashlane {

/// The core that the thread runs on. Construct it on the thread that measures: the hardware
/// counter belongs to that thread.
class ThisCore final : public Core {
public:
    ThisCore();
    ~ThisCore() override;
    ThisCore(const ThisCore &) = delete;
    ThisCore &operator=(const ThisCore &) = delete;

    double now_ns() override;
    std::uint64_t tsc_ticks() override;
    std::string tsc_name() override;
    void run_dependent_chain(std::uint64_t steps) override;
    std::string chain_name() override;
    std::optional<double> chain_step_cycles() override;
    void run_check_chain(std::uint64_t steps) override;
    std::optional<double> check_step_cycles() override;
    void run_wide_burst(std::uint64_t operations) override;
    bool has_wide_burst() override;
    std::optional<std::uint64_t> counted_cycles() override;
    std::string counter_problem() override { return counter_problem_; }
    std::optional<int> cpu() override { return this_threads_cpu(); }
    std::uint64_t preemptions() override;
    std::uint64_t throttle_events() override;
    double thread_cpu_ns() override;

private:
    std::optional<CounterReading> read_counter() const;

    int counter_ = -1;
    CounterReading last_reading_;
    std::string counter_problem_;
};

} // namespace hashlane

#endif
