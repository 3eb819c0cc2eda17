// SPDX-License-Identifier: MIT
//
// Compute devices of one kind, wherever in a fleet they are: their usual values, learned from them
// or from a baseline.
#pragma once

#include "../../results/json.h"
#include "fleet_report.h"
#include "node_devices.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::cluster {

/// The properties in which devices agree that are compared. A setting that nobody reports is empty.
struct DeviceKind {
    std::string name, architecture, version; ///< the last is hashlane's
    std::uint64_t memory_bytes = 0;
    std::string ecc, mig, power_limit_watts;
    auto operator<=>(const DeviceKind &) const = default;
};

DeviceKind device_kind_of(const NodeDevice &device, const std::string &version);

/// A property that is compared, with its limits: smaller differences do not matter in practice.
struct DeviceMeasure {
    const char *name; ///< "rate", "clock", "copies to", "copies from", "memory"
    double least_alone, least_together;
};

/// A trusted value of a device.
struct DeviceValue {
    const DeviceMeasure *measure;
    FigureKey key;
    double value;
    const DeviceFigure *figure; ///< null of copies and memory
};
std::vector<DeviceValue> device_values_of(const NodeDevice &device);

/// Names a value of a kind: its measure, and what it is of.
using DeviceValueKey = std::pair<std::string, FigureKey>;

/// The usual value of devices of one kind.
struct UsualDeviceValue {
    RobustSummary value;              ///< as measured
    RobustSummary relative;           ///< by that of the same slot, where eight nodes have it
    std::map<unsigned, double> slots; ///< the medians of these slots
    std::size_t devices = 0, nodes = 0;

    double share_of(double measured, std::optional<unsigned> slot) const;
};

using UsualDeviceValues = std::map<DeviceValueKey, UsualDeviceValue>;

/// A value, and where it was measured.
struct PlacedDeviceValue {
    std::size_t node;
    std::optional<unsigned> slot;
    double value;
};

/// Learns from all values of a kind. Precondition: there is one.
UsualDeviceValue usual_of(const std::vector<PlacedDeviceValue> &all);

// ---- A baseline's.

struct BaselineDevices {
    DeviceKind kind;
    std::size_t devices = 0;
    std::map<DeviceValueKey, RobustSummary> values;
};

results::Json device_baseline_json(const std::vector<BaselineDevices> &all);
std::vector<BaselineDevices> read_device_baseline(const results::JsonFields &baseline);

} // namespace hashlane::cluster
