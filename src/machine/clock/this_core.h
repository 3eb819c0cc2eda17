// SPDX-License-Identifier: MIT
//
// The core that a thread runs on, the dependency chains that measure its clock, the latency of
// their steps, and bursts that use its whole width.
#pragma once

#include "../../lib/core/cpu_features.h"
#include "../system/cpus.h"
#include "core.h"

#include <cstdint>
#include <optional>

namespace hashlane::machine {

// ---- x86-64 ----

/// Returns the core cycles of IMUL r64, r64, from one result to the next; nothing if they are not
/// known.
std::optional<double> imul_latency(const CpuInfo &cpu);

/// Squares 3, modulo 2^64, `steps` times, a multiple of eight, each time from the result before.
/// Returns it; 0 on other architectures, which do nothing.
std::uint64_t run_imul_chain(std::uint64_t steps);

// ---- ARM64 ----

/// Core cycles from one result to the next that needs it.
struct Arm64Latencies {
    double mul;  ///< MUL Wd, Wn, Wm
    double fadd; ///< FADD Dd, Dn, Dm: another unit, another latency
};

/// Returns this core's latencies; nothing if they are not known.
std::optional<Arm64Latencies> arm64_latencies(const CpuInfo &cpu);

// ---- The core ----

/// A hardware counter as Linux returns it: the count, how long its thread has run, and how long of
/// that it counted.
struct CounterReading {
    std::uint64_t count = 0;
    std::uint64_t enabled_ns = 0;
    std::uint64_t running_ns = 0;
};

/// True if it counted for all but a thousandth of the time between two readings. On a core of
/// another kind, or when other software takes the core's counters, it pauses and counts only part
/// of the work.
constexpr bool counted_throughout(const CounterReading &before, const CounterReading &now)
{
    const std::uint64_t enabled = now.enabled_ns - before.enabled_ns;
    const std::uint64_t running = now.running_ns - before.running_ns;
    return running + enabled / 1000 >= enabled;
}

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

} // namespace hashlane::machine
