// SPDX-License-Identifier: MIT
//
// A core whose every cycle is known: the truth that the measurer is compared with.
#pragma once

#include "machine/clock/core.h"
#include "workloads/table.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace hashlane::test {

/// The cost of an iteration of the tests' tasks.
constexpr double task_cycles = 135.5;

constexpr double usual_hz = 3e9;

/// Time passes in steps of at most this many cycles: finer than the parts of a sample.
constexpr double step_of_time = 20000;

class SimulatedCore final : public machine::Core {
public:
    // Settings of a test.
    std::function<double(double ns)> hz = [](double) { return usual_hz; }; ///< the clock over time
    double timer_tick_ns = 10; ///< resolution of now_ns()
    double reading_ns = 20;    ///< the cost of one reading of the time
    double step_cycles = 3;    ///< of the dependent chain; 0: not known
    bool has_tsc = true;
    double check_cycles = 0;        ///< the declared latency of the second chain; 0: there is none
    double really_check_cycles = 0; ///< and its real latency
    bool has_counter = false;
    double counter_dies_at_ns = std::numeric_limits<double>::infinity();
    bool dead_counter_stands_still = false; ///< else it cannot be read
    double interrupt_every_ns = 0;          ///< 0: never
    double interrupt_ns = 5000;             ///< wall time that an interrupt takes, no user cycles
    std::function<double(double ns)> slowdown = [](double) {
        return 1.0;
    }; ///< of work and of wide bursts, not of the chain
    double burst_width = 0; ///< operations of a wide burst in a cycle; 0: there are no bursts
    double preempt_every_ns = 0;
    double preempt_ns = 2e6;
    std::function<int(double ns)> cpu_at = [](double) { return 0; }; ///< where the thread is
    std::vector<double> preempt_at_ns; ///< ascending; besides the regular ones
    bool preemptions_are_counted =
        true; ///< false: a host takes the CPU, and the guest sees nothing

    double now_ns() override
    {
        cycles_ += reading_ns * usual_hz / 1e9;
        pass(reading_ns);
        return std::floor(time_ns_ / timer_tick_ns) * timer_tick_ns;
    }
    std::string tsc_name() override { return has_tsc ? "time-stamp counter" : ""; }
    std::uint64_t tsc_ticks() override { return static_cast<std::uint64_t>(time_ns_ * 2.5); }
    void run_dependent_chain(std::uint64_t steps) override
    {
        spend(static_cast<double>(steps) * (step_cycles != 0 ? step_cycles : 3));
    }
    std::optional<double> chain_step_cycles() override
    {
        return step_cycles == 0 ? std::nullopt : std::optional(step_cycles);
    }
    void run_check_chain(std::uint64_t steps) override
    {
        spend(static_cast<double>(steps) * really_check_cycles);
    }
    std::optional<double> check_step_cycles() override
    {
        return check_cycles == 0 ? std::nullopt : std::optional(check_cycles);
    }
    void run_wide_burst(std::uint64_t operations) override
    {
        if (has_wide_burst())
            work(static_cast<double>(operations) / burst_width);
    }
    bool has_wide_burst() override { return burst_width != 0; }
    std::optional<std::uint64_t> counted_cycles() override
    {
        if (!has_counter || (time_ns_ >= counter_dies_at_ns && !dead_counter_stands_still))
            return std::nullopt;
        if (time_ns_ < counter_dies_at_ns)
            counted_ = static_cast<std::uint64_t>(cycles_);
        return counted_;
    }
    std::string counter_problem() override { return has_counter ? "" : "a fake without counter"; }
    std::uint64_t preemptions() override { return preemptions_; }
    std::uint64_t throttle_events() override { return 0; }
    double thread_cpu_ns() override { return time_ns_; }
    std::optional<int> cpu() override { return cpu_at(time_ns_); }

    /// Does work of `cycles` cycles, as a kernel does it.
    void work(double cycles)
    {
        while (cycles > 0) {
            const double part = std::min(cycles, step_of_time);
            spend(part * slowdown(time_ns_));
            cycles -= part;
        }
    }

private:
    void spend(double cycles)
    {
        cycles_ += cycles;
        while (cycles > 0) {
            const double part = std::min(cycles, step_of_time);
            pass(part / hz(time_ns_) * 1e9);
            cycles -= part;
        }
    }
    void pass(double ns)
    {
        const double before = time_ns_;
        time_ns_ += ns;
        if (happens(interrupt_every_ns, before))
            time_ns_ += interrupt_ns;
        if (happens(preempt_every_ns, before) || is_due()) {
            time_ns_ += preempt_ns;
            preemptions_ += preemptions_are_counted;
        }
    }
    bool is_due()
    {
        const bool due =
            next_preemption_ < preempt_at_ns.size() && preempt_at_ns[next_preemption_] <= time_ns_;
        next_preemption_ += due;
        return due;
    }
    bool happens(double every, double before) const
    {
        return every > 0 && std::floor(time_ns_ / every) > std::floor(before / every);
    }

    double time_ns_ = 1e6;
    double cycles_ = 0;
    std::uint64_t counted_ = 0;
    std::uint64_t preemptions_ = 0;
    std::size_t next_preemption_ = 0;
};

/// Work that costs `cost` cycles per iteration on a simulated core, and is right until
/// `wrong_after` iterations in all.
class FakeTask final : public workloads::Task {
public:
    FakeTask(SimulatedCore &core, double cost) : core_(core), cost_(cost) {}
    std::uint64_t wrong_after = UINT64_MAX;
    std::uint64_t total = 0;
    std::uint64_t checks = 0;

    std::uint64_t largest_sample() const override { return 1 << 16; }
    std::uint64_t segment(std::uint64_t) override { return 1 << 16; }
    void reset() override { in_segment_ = 0; }
    void advance(std::uint64_t iterations) override
    {
        core_.work(cost_ * static_cast<double>(iterations));
        total += iterations;
        in_segment_ += iterations;
    }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        ++checks;
        if (iterations != in_segment_)
            return results::Mismatch{"fake", 0, in_segment_, "checked at the wrong place"};
        if (total > wrong_after)
            return results::Mismatch{"fake", 3, iterations, ""};
        return std::nullopt;
    }

private:
    SimulatedCore &core_;
    double cost_;
    std::uint64_t in_segment_ = 0;
};

} // namespace hashlane::test
