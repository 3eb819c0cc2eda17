// SPDX-License-Identifier: MIT
//
// The compute devices of a node as plain data, as they are in its file: docs/reference/node-file.md
// describes each.
#pragma once

#include "../../results/device_hardware.h"
#include "../../results/json.h"

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// One workload on one device. Not a number where it is not known.
struct DeviceFigure {
    std::string kernel, workload;
    std::string scope; ///< "alone": one device at a time; "together": all at once
    double units_per_second = std::nan("");
    double clock_hz = std::nan("");
    std::optional<double> celsius, watts;
    std::vector<std::string> limits; ///< reasons for a low clock: "power cap", "heat"
    std::uint64_t throttled_launches = 0;
    bool noisy = false; ///< not trustworthy; `remark` has the reason
    std::string remark;
    unsigned wrong = 0; ///< how many results were wrong
};

/// Copies between the machine's memory and the device's.
struct DeviceCopies {
    std::string scope;
    double to_bytes_per_second = std::nan(""), from_bytes_per_second = std::nan("");
};

/// A batch of the soak that was wrong, and how often it was wrong again.
struct WrongDevice {
    std::string kernel;
    unsigned again = 0, tries = 0; ///< repetitions that were wrong, and all
};

struct DeviceSoakResult {
    double seconds = 0;
    std::uint64_t units = 0; ///< hashes and permutations that ended right
    std::vector<WrongDevice> wrong;
};

struct NodeDevice {
    std::string id; ///< "cuda:0"; empty for one that no driver lists
    std::string name, architecture;
    std::uint64_t memory_bytes = 0;
    unsigned compute_units = 0;
    results::DeviceHardware hardware;
    std::vector<DeviceFigure> figures;
    std::vector<DeviceCopies> copies;
    std::optional<results::DeviceMemory> memory; ///< nothing if it was not checked
    std::optional<DeviceSoakResult> soak;
    /// Programs that computed on it, this one left out; nothing if that is not known.
    std::optional<unsigned> other_processes_before, other_processes_after;
    std::string failure; ///< the call that failed and its answer; else empty
};

/// Devices as a property of a kind of nodes.
struct DeviceSet {
    std::size_t count = 0;
    std::string names = {}; ///< "NVIDIA H200"; of several, each once; empty: none
    auto operator<=>(const DeviceSet &) const = default;

    /// Returns "8 × NVIDIA H200"; empty without devices.
    std::string text() const;
};

struct NodeDevices {
    /// By their PCI addresses; nothing if they were not looked for.
    std::optional<std::vector<NodeDevice>> list;
    std::optional<unsigned> present; ///< on the bus; nothing if that is not known
    std::optional<unsigned> visible; ///< to this process
    std::string hidden_by;           ///< why fewer are visible than present

    /// Not of the file: what comparable nodes have, set by expect_devices().
    DeviceSet expected = {};

    /// Returns the list, empty if there is none.
    std::span<const NodeDevice> listed() const;
    /// Returns the devices that are there, in the driver's list or not.
    std::size_t count() const;
};

/// True if a result of a device was wrong.
bool has_wrong_device(const NodeDevices &devices);

/// Writes and reads the list.
results::Json devices_json(const std::optional<std::vector<NodeDevice>> &devices);
std::optional<std::vector<NodeDevice>> read_devices(const results::JsonFields &fields,
                                                    const char *key);

} // namespace hashlane::cluster
