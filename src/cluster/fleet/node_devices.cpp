// SPDX-License-Identifier: MIT
#include "node_devices.h"

#include "../../results/device_hardware.h"
#include "../../results/fields.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane::cluster {
namespace {

constexpr auto device_figure_fields = [](auto &file, auto &figure) {
    file("kernel", figure.kernel);
    file("workload", figure.workload);
    file("scope", figure.scope);
    file.rounded("units_per_second", figure.units_per_second);
    file.rounded("clock_hz", figure.clock_hz);
    file.with_sign("temperature_celsius", figure.celsius);
    file("watts", figure.watts);
    file("limits", figure.limits);
    file("throttled_launches", figure.throttled_launches);
    file("noisy", figure.noisy);
    file("remark", figure.remark);
    file("wrong", figure.wrong);
};

constexpr auto device_copies_fields = [](auto &file, auto &copies) {
    file("scope", copies.scope);
    file.rounded("to_bytes_per_second", copies.to_bytes_per_second);
    file.rounded("from_bytes_per_second", copies.from_bytes_per_second);
};

constexpr auto device_memory_fields = [](auto &file, auto &memory) {
    file("bytes", memory.bytes);
    file("wrong_words", memory.wrong_words);
    file.rounded("bytes_per_second", memory.bytes_per_second);
};

constexpr auto wrong_device_fields = [](auto &file, auto &wrong) {
    file("kernel", wrong.kernel);
    file.times("again", wrong.again, wrong.tries);
};

constexpr auto device_soak_fields = [](auto &file, auto &soak) {
    file("seconds", soak.seconds);
    file("units", soak.units);
    file.list("wrong", soak.wrong, wrong_device_fields);
};

constexpr auto device_fields = [](auto &file, auto &device) {
    file("id", device.id);
    file("name", device.name);
    file("architecture", device.architecture);
    file("memory_bytes", device.memory_bytes);
    file("compute_units", device.compute_units);
    results::device_hardware_fields(file, device.hardware);
    file.list("figures", device.figures, device_figure_fields);
    file.list("copies", device.copies, device_copies_fields);
    file.object("memory", device.memory, device_memory_fields);
    file.object("soak", device.soak, device_soak_fields);
    file("other_processes_before", device.other_processes_before);
    file("other_processes_after", device.other_processes_after);
    file("failure", device.failure);
};

} // namespace

std::string DeviceSet::text() const
{
    return count == 0 ? "" : fmt::format("{} × {}", count, names);
}

std::span<const NodeDevice> NodeDevices::listed() const
{
    return list ? std::span<const NodeDevice>(*list) : std::span<const NodeDevice>();
}

std::size_t NodeDevices::count() const
{
    return list ? std::max<std::size_t>(present.value_or(0), list->size()) : 0;
}

bool has_wrong_device(const NodeDevices &devices)
{
    const auto is_wrong = [](const NodeDevice &device) {
        return (device.soak && !device.soak->wrong.empty()) ||
               (device.memory && device.memory->wrong_words > 0) ||
               std::ranges::any_of(device.figures,
                                   [](const DeviceFigure &figure) { return figure.wrong > 0; });
    };
    return std::ranges::any_of(devices.listed(), is_wrong);
}

results::Json devices_json(const std::optional<std::vector<NodeDevice>> &devices)
{
    return devices ? results::FieldWriter::written_list(*devices, device_fields) : results::Json();
}

std::optional<std::vector<NodeDevice>> read_devices(const results::JsonFields &fields,
                                                    const char *key)
{
    if (!fields.has_value(key))
        return std::nullopt;
    std::vector<NodeDevice> devices;
    results::FieldReader(fields).list(key, devices, device_fields);
    return devices;
}

} // namespace hashlane::cluster
