// SPDX-License-Identifier: MIT
//
// What a hash costs in energy, from two readings of a processor's counters.
#ifndef HASHLANE_SRC_MACHINE_SENSORS_ENERGY_H
#define HASHLANE_SRC_MACHINE_SENSORS_ENERGY_H

#include <optional>

namespace hashlane::machine {

/// The energy used up to a moment. Two readings of one EnergyMeter span a window.
struct EnergyReading {
    double joules = 0;
    double seconds = 0; ///< of a steady clock
};

/// The energy of a row's work, all packages of the machine together.
struct Energy {
    double joules_per_unit = 0; ///< above the energy of the idle machine in the same time
    double watts = 0;           ///< mean power of the window, idle power included
    double idle_watts = 0;
};

/// Counters move once a millisecond, and a reading can be that late: at most 1 % of this window.
constexpr double shortest_energy_window_s = 0.1;

/// Returns the mean power between two readings. Precondition: `end` is the later one.
inline double watts_between(const EnergyReading &begin, const EnergyReading &end)
{
    return (end.joules - begin.joules) / (end.seconds - begin.seconds);
}

/// Returns the energy of `units` hashes, permutations or messages, all that ran between the
/// readings on any thread. Nothing if the window is too short or the power does not exceed
/// `idle_watts`.
inline std::optional<Energy> energy_of(const EnergyReading &begin, const EnergyReading &end,
                                       double idle_watts, double units)
{
    const double seconds = end.seconds - begin.seconds;
    if (seconds < shortest_energy_window_s || units <= 0)
        return std::nullopt;
    const double watts = watts_between(begin, end);
    if (watts <= idle_watts)
        return std::nullopt;
    return Energy{(watts - idle_watts) * seconds / units, watts, idle_watts};
}

} // namespace hashlane::machine

#endif
