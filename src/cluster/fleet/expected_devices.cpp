// SPDX-License-Identifier: MIT
//
// The compute devices that a node should have: a part of the kind of nodes that it is compared
// with.
#include "../../machine/system/lists.h"
#include "references.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace hashlane::cluster {
namespace {

std::string names_of_devices(const NodeDevices &devices)
{
    std::set<std::string> names;
    for (const NodeDevice &device : devices.listed())
        if (!device.name.empty())
            names.insert(device.name);
    return machine::joined(names, " + ");
}

std::size_t number_in_baseline(const Baseline &baseline, const MachineKind &kind,
                               const std::string &names)
{
    std::size_t number = 0;
    for (const BaselineGroup &group : baseline.groups) {
        MachineKind other = group.key.kind;
        const DeviceSet devices = std::exchange(other.devices, {});
        other.memory.clear();
        if (other == kind && devices.names == names)
            number = std::max(number, devices.count);
    }
    return number;
}

// The devices of all machines of the baseline that are of this kind.
DeviceSet devices_in_baseline(const Baseline &baseline, const MachineKind &kind)
{
    std::set<DeviceSet> sets;
    for (const BaselineGroup &group : baseline.groups) {
        MachineKind other = group.key.kind;
        const DeviceSet devices = std::exchange(other.devices, {});
        other.memory.clear();
        if (other == kind)
            sets.insert(devices);
    }
    return sets.size() == 1 ? *sets.begin() : DeviceSet();
}

// Nodes whose devices are not known, but have the driver of those that have some.
void expect_by_driver(std::vector<NodeFile> &nodes)
{
    const auto driver_of = [](const NodeFile &node) { return setting_of(node, "drivers"); };
    std::map<std::pair<std::string, std::string>, std::map<DeviceSet, std::size_t>> known;
    for (const NodeFile &node : nodes)
        if (node.devices.expected.count > 0)
            ++known[{node.cpu_identity, driver_of(node)}][node.devices.expected];
    for (NodeFile &node : nodes) {
        const auto found = known.find({node.cpu_identity, driver_of(node)});
        if (node.devices.expected.count > 0 || found == known.end() || driver_of(node).empty())
            continue;
        if (const DeviceSet *const rule = rule_of(found->second))
            node.devices.expected = *rule;
    }
}

} // namespace

void expect_devices(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline)
{
    std::map<std::pair<MachineKind, std::string>, std::map<std::size_t, std::size_t>> numbers;
    for (NodeFile &node : nodes) {
        node.devices.expected = {};
        ++numbers[{kind_of(node), names_of_devices(node.devices)}][node.devices.count()];
    }
    for (NodeFile &node : nodes) {
        const std::string names = names_of_devices(node.devices);
        const MachineKind kind = kind_of(node);
        if (names.empty()) { // a driver lists none: all may be lost
            if (baseline && node.devices.list)
                node.devices.expected = devices_in_baseline(*baseline, kind);
            continue;
        }
        const auto &of_kind = numbers.at({kind, names});
        std::size_t expected = node.devices.count();
        const std::size_t *const rule = rule_of(of_kind);
        if (rule != nullptr && *rule > expected && of_kind.at(expected) < least_alike)
            expected = *rule;
        if (baseline)
            expected = std::max(expected, number_in_baseline(*baseline, kind, names));
        node.devices.expected = {expected, names};
    }
    expect_by_driver(nodes);
}

} // namespace hashlane::cluster
