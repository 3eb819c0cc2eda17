// SPDX-License-Identifier: MIT
//
// What the measurer needs from the core below it. Tests put a simulated one in its place.
#ifndef HASHLANE_SRC_CLOCK_CORE_H
#define HASHLANE_SRC_CLOCK_CORE_H

#include <cstdint>
#include <optional>
#include <string>

namespace hashlane {

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

} // namespace hashlane

#endif
