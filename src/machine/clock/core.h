// SPDX-License-Identifier: MIT
//
// The measurer's interface to the core below it, and the burst that detects other work on the core.
// Tests substitute a simulated core.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace hashlane::machine {

/// One thread's view of the core it runs on; used by that thread alone.
class Core {
public:
    virtual ~Core() = default;

    /// Returns monotonic wall time since a moment that all threads of the process share, and that
    /// is recent: a double of nanoseconds since a boot two years ago has steps of 16 ns.
    virtual double now_ns() = 0;

    /// Reads the time-stamp counter: constant rate, not the core's clock. tsc_name() is its name
    /// here, or empty if the processor has none.
    virtual std::uint64_t tsc_ticks() = 0;
    virtual std::string tsc_name() { return "time-stamp counter"; }

    /// Runs `steps` instructions, each of which waits for the one before.
    virtual void run_dependent_chain(std::uint64_t steps) = 0;
    virtual std::string chain_name() { return "imul"; }

    /// Returns the core cycles that one step takes on this core; nothing if that is not known.
    virtual std::optional<double> chain_step_cycles() = 0;

    /// A second chain, of instructions that have nothing in common with the first one's, to check
    /// it; nothing if the first one's latency is beyond doubt.
    virtual void run_check_chain(std::uint64_t /*steps*/) {}
    virtual std::optional<double> check_step_cycles() { return std::nullopt; }

    /// Runs about `operations` of the simplest operations, which are independent of each other: as
    /// many per cycle as the core can start. Runs nothing if has_wide_burst() is false.
    virtual void run_wide_burst(std::uint64_t /*operations*/) {}
    virtual bool has_wide_burst() { return false; }

    /// Returns user-mode core cycles of this thread by the hardware counter. Nothing if it cannot
    /// be read, counter_problem() then has the reason; nor if it did not count all the time since
    /// the last call.
    virtual std::optional<std::uint64_t> counted_cycles() = 0;
    virtual std::string counter_problem() = 0;

    /// Returns the CPU that this thread is on, if the system reports it.
    virtual std::optional<int> cpu() { return std::nullopt; }

    /// Returns the number of times that this thread was taken off its core involuntarily.
    virtual std::uint64_t preemptions() = 0;

    /// Returns the number of times that the processor reported a lower clock for heat; constant if
    /// it reports nothing.
    virtual std::uint64_t throttle_events() = 0;

    /// Returns the processor time that this thread has used.
    virtual double thread_cpu_ns() = 0;
};

/// Half a microsecond to one. Shorter bursts have two lengths of their own.
constexpr std::uint64_t burst_operations = 8000;

/// Untimed operations before each burst, because the host may have evicted the burst's code.
constexpr std::uint64_t burst_warm_up = 8000;

/// Detects other work on this core without a counter: a burst that could use all of the core's
/// width takes longer while a sibling thread takes part of it. A dependency chain leaves most of
/// the width free and takes as long as ever. Precondition: core.has_wide_burst().
class ContentionBurst {
public:
    explicit ContentionBurst(Core &core) : core_(core), reading_ns_(time_readings())
    {
        // The first is in no cache, and any can be interrupted.
        for (int i = 1; i < tries; ++i)
            reading_ns_ = std::min(reading_ns_, time_readings());
    }

    /// Returns the time of one burst now, without the cost of reading the clock, which differs on a
    /// virtual machine from one start to the next. A neighbour may be there during all tries of the
    /// constructor, so that cost is looked at again and again.
    double ns()
    {
        if (++bursts_ % bursts_per_try == 0)
            reading_ns_ = std::min(reading_ns_, time_readings());
        core_.run_wide_burst(burst_warm_up);
        const double start = core_.now_ns();
        core_.run_wide_burst(burst_operations);
        return core_.now_ns() - start - reading_ns_;
    }

private:
    static constexpr int tries = 5;
    static constexpr int readings = 50;
    static constexpr unsigned bursts_per_try = 16;

    double time_readings()
    {
        const double start = core_.now_ns();
        for (int i = 1; i < readings; ++i)
            core_.now_ns();
        return (core_.now_ns() - start) / readings;
    }

    Core &core_;
    double reading_ns_;
    unsigned bursts_ = 0;
};

} // namespace hashlane::machine
