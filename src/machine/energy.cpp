// SPDX-License-Identifier: MIT
#include "energy.h"

namespace hashlane {

double watts_between(const EnergyReading &begin, const EnergyReading &end)
{
    return (end.joules - begin.joules) / (end.seconds - begin.seconds);
}

std::optional<Energy> energy_of(const EnergyReading &begin, const EnergyReading &end,
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

} // namespace hashlane
