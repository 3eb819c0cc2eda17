// SPDX-License-Identifier: MIT
//
// Core cycles of a stretch of work, from whichever source the core allows.
// docs/explanation/methodology.md explains each source and its error.
#pragma once

#include "core.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hashlane::machine {

/// Sources of cycles, the most trusted first.
enum class CycleSource {
    perf,    ///< hardware counter, user-mode cycles
    chain,   ///< wall time times the frequency of a calibrated dependency chain
    tsc,     ///< time-stamp counter ticks: not core cycles
    given,   ///< wall time times a frequency that the user states
    none,    ///< no cycles: a device reports no core cycles, or a processor has no counter
    unknown, ///< a source of a newer hashlane, in a file
};

/// Returns "perf", "chain", "tsc", "given", "none"; "unknown".
constexpr std::string_view cycle_source_name(CycleSource source)
{
    constexpr std::string_view names[] = {"perf", "chain", "tsc", "given", "none", "unknown"};
    return names[static_cast<std::size_t>(source)];
}

/// True if the source counts core cycles: neither none nor the ticks of another clock.
constexpr bool counts_core_cycles(CycleSource source)
{
    return source != CycleSource::tsc && source != CycleSource::none &&
           source != CycleSource::unknown;
}

struct Interval {
    double ns = 0;
    double cycles = 0;   ///< for CycleSource::none nanoseconds, so that samples can be judged
    double clock_hz = 0; ///< of the source: core clock, or tick rate for tsc; 0 for none
    double drift = 0;    ///< relative change of the clock across the interval, where it is seen
    /// False if a counter did not count all the while: there is the time, and nothing else.
    bool counted = true;
};

/// Shares of the wall time between begin() and end().
struct WorkShare {
    double undisturbed =
        1;            ///< the share that the work really had; a counter needs no such correction
    double aside = 0; ///< that the caller spent on something else, on the core all the same
};

class CycleClock {
public:
    virtual ~CycleClock() = default;
    virtual CycleSource source() const = 0;
    virtual void begin() = 0;
    /// Ends the interval. `share` is the part of the wall time since begin() that belongs to the
    /// work.
    virtual Interval end(const WorkShare &share = {}) = 0;
};

struct ClockRequest {
    bool automatic = true;
    CycleSource source = CycleSource::perf; ///< when not automatic
    double given_hz = 0;                    ///< for CycleSource::given
};

struct ChosenClock {
    std::unique_ptr<CycleClock> clock;
    std::string note; ///< why a more trusted source, or the requested one, was not used; or empty
};

/// Makes the requested clock over `core`, which must outlive it; if the core cannot offer that one,
/// the next in order of trust, perf, chain, tsc, none, with a note.
ChosenClock make_clock(const ClockRequest &request, Core &core);

/// Returns the reason that the core cannot offer the source that the user named; or an empty text.
std::string clock_problem(const ClockRequest &request, Core &core);

/// Returns the reason not to trust the core's dependency chain, or an empty text. A core that wakes
/// up between two probes, or an interrupt, makes two chains differ once; an incorrect latency does
/// so every time.
std::string chain_problem(Core &core);

/// Measures the core's frequency by a dependency chain, now; takes about 15 µs. Precondition: the
/// core has the chain's cycles.
class ChainProbe {
public:
    enum class Chain { main, check };
    explicit ChainProbe(Core &core, Chain chain = Chain::main);
    double hz();

private:
    double timed_chain_ns(std::uint64_t steps);

    Core &core_;
    Chain chain_;
    double step_cycles_;
    double reading_ns_ = 0;
};

/// The accuracy of the calibrated chain on a core, now.
struct ClockCheck {
    double hz = 0;           ///< median of the probes
    double probe_spread = 0; ///< half the width of the middle half of the probes, relative
    /// Chain over hardware counter minus 1, the median over intervals of user-mode work; nothing if
    /// there is no counter.
    std::optional<double> against_counter;
};

/// Takes a hundred probes and stretches, 20 ms. Precondition: core.chain_step_cycles() is known.
ClockCheck check_clock(Core &core);

} // namespace hashlane::machine
