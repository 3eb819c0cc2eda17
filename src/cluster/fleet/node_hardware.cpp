// SPDX-License-Identifier: MIT
#include "node_hardware.h"

#include "../../machine/system/text.h"

#include <fmt/format.h>

namespace hashlane::cluster {

std::optional<Usual> usual_memory_bandwidth(const std::vector<NodeFile> &nodes,
                                            const std::vector<std::size_t> &members)
{
    constexpr double memory_floor = 0.02; // of one node from run to run
    std::vector<double> values;
    for (const std::size_t member : members)
        if (nodes[member].complete && nodes[member].sensors.memory_bytes_per_second)
            values.push_back(*nodes[member].sensors.memory_bytes_per_second);
    return values.size() < least_alike ? std::nullopt
                                       : std::optional(usual_of(values, memory_floor));
}

std::optional<std::string> slow_memory(const NodeFile &file, const std::optional<Usual> &usual)
{
    constexpr double least_slowness = 0.1, giga = 1e9;
    const std::optional<double> now = file.sensors.memory_bytes_per_second;
    if (!usual || !now || !file.complete || !is_below(*now, *usual, least_slowness))
        return std::nullopt;
    return fmt::format("memory: {:.1f} GB/s, {:.1f} % below the {:.1f} of comparable nodes",
                       *now / giga, 100 * (1 - *now / usual->center), usual->center / giga);
}

std::vector<std::string> hardware_events(const NodeFile &file, const History *history)
{
    const NodeSensors &sensors = file.sensors;
    const auto errors = [](const char *sort, const std::optional<std::uint64_t> &count) {
        return machine::counted(static_cast<std::size_t>(*count),
                                fmt::format("{} memory error", sort));
    };
    std::vector<std::string> events;
    if (sensors.memory_errors_uncorrected.value_or(0) > 0)
        events.push_back(errors("uncorrected", sensors.memory_errors_uncorrected) + " since boot");
    if (sensors.memory_errors_corrected_now.value_or(0) > 0)
        events.push_back(errors("corrected", sensors.memory_errors_corrected_now) +
                         " while it was measured");
    if (sensors.memory_errors_corrected.value_or(0) > 0)
        events.push_back(errors("corrected", sensors.memory_errors_corrected) + " since boot");
    if (history != nullptr)
        for (std::string &line : replaced_parts(*history, file))
            events.push_back(std::move(line));
    return events;
}

} // namespace hashlane::cluster
