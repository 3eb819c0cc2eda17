// SPDX-License-Identifier: MIT
//
// What the measurer needs from the machine below it. Tests put a simulated one in its place.
#ifndef HASHLANE_SRC_MEASURE_MACHINE_H
#define HASHLANE_SRC_MEASURE_MACHINE_H

#include <cstdint>
#include <optional>
#include <string>

namespace hashlane {

/// One thread's view of the core it runs on; used by that thread alone.
class Machine {
public:
    virtual ~Machine() = default;

    /// Monotonic wall time.
    virtual double now_ns() = 0;

    /// The time-stamp counter: constant rate, not the core's clock.
    virtual std::uint64_t tsc_ticks() = 0;

    /// Runs `steps` instructions, each waiting for the one before.
    virtual void run_dependent_chain(std::uint64_t steps) = 0;

    /// Core cycles that one step takes on this core; nothing where that is not known.
    virtual std::optional<double> chain_step_cycles() = 0;

    /// User-mode core cycles of this thread by the hardware counter; nothing where it cannot be
    /// read, counter_problem() then says why.
    virtual std::optional<std::uint64_t> counted_cycles() = 0;
    virtual std::string counter_problem() = 0;

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
