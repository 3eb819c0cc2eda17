// SPDX-License-Identifier: MIT
#include "device_kinds.h"

#include "../../machine/system/lists.h"
#include "../../statistics/statistics.h"
#include "node_file.h"
#include "references.h"

#include <iterator>
#include <set>

namespace hashlane::cluster {
namespace {

// Ten runs on one H200 had rates within 0.06 %; copies vary with the place of a thread.
constexpr DeviceMeasure rate_measure{"rate", 0.02, 0.03}, clock_measure{"clock", 0.02, 0.03},
    copies_to{"copies to", 0.1, 0.1}, copies_from{"copies from", 0.1, 0.1},
    memory_measure{"memory", 0.05, 0.05};

std::string setting_of(const NodeDevice &device, const char *setting)
{
    const auto found = device.hardware.settings.find(setting);
    return found == device.hardware.settings.end() ? "" : found->second;
}

} // namespace

DeviceKind device_kind_of(const NodeDevice &device, const std::string &version)
{
    return {device.name,
            device.architecture,
            version,
            device.memory_bytes,
            setting_of(device, "ecc"),
            setting_of(device, "mig"),
            setting_of(device, "power_limit_watts")};
}

std::vector<DeviceValue> device_values_of(const NodeDevice &device)
{
    std::vector<DeviceValue> values;
    const auto add = [&](const DeviceMeasure &measure, const FigureKey &key, double value,
                         const DeviceFigure *figure) {
        if (value > 0)
            values.push_back({&measure, key, value, figure});
    };
    for (const DeviceFigure &figure : device.figures) {
        if (figure.noisy || figure.wrong > 0)
            continue;
        const FigureKey key{figure.workload, figure.scope};
        add(rate_measure, key, figure.units_per_second, &figure);
        add(clock_measure, key, figure.clock_hz, &figure);
    }
    for (const DeviceCopies &copies : device.copies) {
        add(copies_to, {"copies", copies.scope}, copies.to_bytes_per_second, nullptr);
        add(copies_from, {"copies", copies.scope}, copies.from_bytes_per_second, nullptr);
    }
    if (device.memory)
        add(memory_measure, {"read", scope_together}, device.memory->bytes_per_second, nullptr);
    return values;
}

double UsualDeviceValue::share_of(double measured, std::optional<unsigned> slot) const
{
    const auto own = slot ? slots.find(*slot) : slots.end();
    return measured / (own == slots.end() ? value.median : own->second);
}

UsualDeviceValue usual_of(const std::vector<PlacedDeviceValue> &all)
{
    UsualDeviceValue usual;
    std::map<unsigned, std::vector<double>> by_slot;
    std::set<std::size_t> nodes;
    for (const PlacedDeviceValue &one : all) {
        nodes.insert(one.node);
        if (one.slot)
            by_slot[*one.slot].push_back(one.value);
    }
    usual.value = robust_summary(machine::each(all, &PlacedDeviceValue::value));
    for (const auto &[slot, of_slot] : by_slot)
        if (of_slot.size() >= least_alike)
            usual.slots[slot] = statistics::median(of_slot);
    usual.relative = robust_summary(machine::each(
        all, [&](const PlacedDeviceValue &one) { return usual.share_of(one.value, one.slot); }));
    usual.devices = all.size();
    usual.nodes = nodes.size();
    return usual;
}

// ---- A baseline's.

namespace {

constexpr const char *devices_key = "devices", *values_key = "values";

} // namespace

results::Json device_baseline_json(const std::vector<BaselineDevices> &all)
{
    results::Json list = results::Json::array();
    for (const BaselineDevices &one : all) {
        results::Json values = results::Json::array();
        for (const auto &[key, usual] : one.values)
            values.push_back({{"measure", key.first},
                              {node_key::workload, key.second.workload},
                              {node_key::scope, key.second.scope},
                              {"center", usual.median},
                              {"scale", usual.sigma}});
        list.push_back({{"name", one.kind.name},
                        {"architecture", one.kind.architecture},
                        {"version", one.kind.version},
                        {"memory_bytes", one.kind.memory_bytes},
                        {"ecc", one.kind.ecc},
                        {"mig", one.kind.mig},
                        {"power_limit_watts", one.kind.power_limit_watts},
                        {devices_key, one.devices},
                        {values_key, std::move(values)}});
    }
    return list;
}

std::vector<BaselineDevices> read_device_baseline(const results::JsonFields &baseline)
{
    std::vector<BaselineDevices> all;
    if (!baseline.has(devices_key))
        return all;
    for (const results::JsonFields &fields : baseline.objects(devices_key)) {
        BaselineDevices &one = all.emplace_back();
        one.kind = {fields.text("name"),
                    fields.text("architecture"),
                    fields.text(results::result_key::version),
                    fields.whole("memory_bytes"),
                    fields.text("ecc"),
                    fields.text("mig"),
                    fields.text("power_limit_watts")};
        one.devices = fields.count(devices_key);
        for (const results::JsonFields &value : fields.objects(values_key)) {
            const RobustSummary usual{value.number("center"), value.number("scale")};
            if (usual.median <= 0)
                value.fail("'center' is not above 0");
            one.values[{value.text("measure"),
                        {value.text(node_key::workload), value.text(node_key::scope)}}] = usual;
        }
    }
    return all;
}

} // namespace hashlane::cluster
