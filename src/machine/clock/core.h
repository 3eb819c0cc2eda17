// SPDX-License-Identifier: MIT
//
// What the measurer needs from the core below it, and the burst that tells whether something shares
// it. Tests put a simulated core in its place.
#ifndef HASHLANE_SRC_MACHINE_CLOCK_CORE_H
#define HASHLANE_SRC_MACHINE_CLOCK_CORE_H

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace hashlane::machine {

/// One thread's view of the core it runs on; used by that thread alone.
class Core {
public:
    virtual ~Core() = default;

    /// Monotonic wall time.
    virtual double now_ns() = 0;

    /// The time-stamp counter: constant rate, not the core's clock. What it is called here; empty
    /// where none is read.
    virtual std::uint64_t tsc_ticks() = 0;
    virtual std::string tsc_name() { return "time-stamp counter"; }

    /// Runs `steps` instructions, each waiting for the one before. What they are.
    virtual void run_dependent_chain(std::uint64_t steps) = 0;
    virtual std::string chain_name() { return "imul"; }

    /// Core cycles that one step takes on this core; nothing where that is not known.
    virtual std::optional<double> chain_step_cycles() = 0;

    /// A second chain, of instructions that have nothing in common with the first one's, to hold it
    /// against; nothing where the first one's latency is beyond doubt.
    virtual void run_check_chain(std::uint64_t /*steps*/) {}
    virtual std::optional<double> check_step_cycles() { return std::nullopt; }

    /// Runs about so many of the simplest operations, none of which waits for another: as many in a
    /// cycle as the core can start. Nothing is run where has_wide_burst() is false.
    virtual void run_wide_burst(std::uint64_t /*operations*/) {}
    virtual bool has_wide_burst() { return false; }

    /// User-mode core cycles of this thread by the hardware counter. Nothing where it cannot be
    /// read, counter_problem() then says why; nor when it has not counted all the while since the
    /// last call.
    virtual std::optional<std::uint64_t> counted_cycles() = 0;
    virtual std::string counter_problem() = 0;

    /// The CPU that this thread is on, where the system says so.
    virtual std::optional<int> cpu() { return std::nullopt; }

    /// How often this thread was taken off its core against its will.
    virtual std::uint64_t preemptions() = 0;

    /// How often the processor has said that it lowered its clock for heat; constant where it says
    /// nothing.
    virtual std::uint64_t throttle_events() = 0;

    /// Processor time that this thread has used.
    virtual double thread_cpu_ns() = 0;
};

/// Half a microsecond to one. Shorter bursts have two lengths of their own.
constexpr std::uint64_t burst_operations = 8000;

/// What else uses this core, told without a counter: a burst that could use all of the core's width
/// takes longer while a sibling thread takes part of it, where a dependency chain, which leaves
/// most of the width free, takes as long as ever. Precondition: core.has_wide_burst().
class ContentionBurst {
public:
    explicit ContentionBurst(Core &core) : core_(core), reading_ns_(time_readings())
    {
        // The first is in no cache, and any can be interrupted.
        for (int i = 1; i < tries; ++i)
            reading_ns_ = std::min(reading_ns_, time_readings());
    }

    /// How long a burst takes now, without the reading of the time: that costs what it likes, on
    /// a virtual machine from one start to the next.
    double ns()
    {
        const double start = core_.now_ns();
        core_.run_wide_burst(burst_operations);
        return core_.now_ns() - start - reading_ns_;
    }

private:
    static constexpr int tries = 5;
    static constexpr int readings = 50;

    double time_readings()
    {
        const double start = core_.now_ns();
        for (int i = 1; i < readings; ++i)
            core_.now_ns();
        return (core_.now_ns() - start) / readings;
    }

    Core &core_;
    double reading_ns_;
};

} // namespace hashlane::machine

#endif
