// SPDX-License-Identifier: MIT
#include "telemetry.h"

namespace hashlane {
namespace {

struct NamedLimit {
    ClockLimits limit;
    const char *name;
};

constexpr NamedLimit named_limits[] = {{limit_app_clocks, "application clocks"},
                                       {limit_power_cap, "power cap"},
                                       {limit_hardware, "hardware slowdown"},
                                       {limit_sync_boost, "sync boost"},
                                       {limit_heat, "heat"},
                                       {limit_heat_hardware, "heat (hardware)"},
                                       {limit_power_brake, "power brake"},
                                       {limit_display, "display clocks"}};

} // namespace

bool throttles(ClockLimits limits)
{
    return (limits & (limit_hardware | limit_heat | limit_heat_hardware | limit_power_brake)) != 0;
}

std::vector<std::string> limit_names(ClockLimits limits)
{
    limits &= ~limit_idle;
    std::vector<std::string> names;
    for (const NamedLimit &one : named_limits)
        if ((limits & one.limit) != 0) {
            names.emplace_back(one.name);
            limits &= ~one.limit;
        }
    for (ClockLimits bit = 1; bit != 0; bit <<= 1)
        if ((limits & bit) != 0)
            names.push_back("reason " + std::to_string(bit));
    return names;
}

} // namespace hashlane
