// SPDX-License-Identifier: MIT
#include "device_remarks.h"

#include "grouped_remarks.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

std::string power_text(const DeviceState &state)
{
    return state.power_limit_watts
               ? fmt::format("{:.0f} W of at most {:.0f}", *state.watts, *state.power_limit_watts)
               : fmt::format("{:.0f} W", *state.watts);
}

std::vector<std::string> telemetry(const DeviceState &state)
{
    std::vector<std::string> parts;
    if (state.celsius)
        parts.push_back(fmt::format("{:.0f} C", *state.celsius));
    if (state.watts)
        parts.push_back(power_text(state));
    if (!state.clock_limits.empty())
        parts.push_back(fmt::format("clock held down by {}", fmt::join(state.clock_limits, ", ")));
    if (state.throttled_launches > 0)
        parts.push_back(fmt::format("throttled in {} launches", state.throttled_launches));
    return parts;
}

std::string copies_text(const Copies &copies)
{
    return fmt::format("copied {:.3f} MB to it in {:.2f} ms and {:.3f} MB back in {:.2f} ms",
                       static_cast<double>(copies.to_device_bytes) / 1e6, copies.to_device_ns / 1e6,
                       static_cast<double>(copies.from_device_bytes) / 1e6,
                       copies.from_device_ns / 1e6);
}

} // namespace

void append_device_remarks(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    GroupedRemarks unknown;
    for (const Row &row : rows) {
        if (!row.device_state)
            continue;
        std::vector<std::string> parts = telemetry(*row.device_state);
        parts.push_back(copies_text(row.device_state->copies));
        remarks.push_back(fmt::format("{}: {}", row.identity.name, fmt::join(parts, ", ")));
        if (!row.device_state->no_telemetry.empty())
            unknown.add(fmt::format("clock, temperature and power are not known ({})",
                                    row.device_state->no_telemetry),
                        row.identity.name);
    }
    unknown.append_to(remarks, 0, "");
}

} // namespace hashlane
