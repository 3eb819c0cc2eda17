// SPDX-License-Identifier: MIT
//
// A compute device as a part of its machine: its place, its numbers, settings, link and errors. In
// rows of devices and in the files of nodes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace hashlane::results {

/// Rows of a device's memory that the driver replaced, by the sort of error.
struct RemappedRows {
    std::uint64_t correctable = 0, uncorrectable = 0;
    bool pending = false; ///< one is replaced at the next reset
    bool failed = false;  ///< there was no spare row

    bool operator==(const RemappedRows &) const = default;
};

/// The same of older devices: pages that the driver leaves out.
struct RetiredPages {
    std::uint64_t pages = 0;
    bool pending = false;

    bool operator==(const RetiredPages &) const = default;
};

/// The findings of a pass over a device's memory (backends/gpu/memory_pass.h).
struct DeviceMemory {
    std::uint64_t bytes = 0;       ///< written and compared with both values of each bit
    std::uint64_t wrong_words = 0; ///< of 64 bits, at both times
    double bytes_per_second = 0;   ///< that were read, by the device's own clock
};

/// Unknown values are empty.
struct DeviceHardware {
    std::optional<unsigned> slot; ///< place among the machine's devices by PCI address, from 0
    std::string pci_address;      ///< "0000:0a:00.0"
    std::optional<int> numa_node;
    std::string uuid, serial, board_part, vbios;
    /// "driver", "ecc", "mig", "power_limit_watts" and others (docs/reference/node-file.md).
    std::map<std::string, std::string> settings;
    /// Right after work: an idle link lowers its speed.
    std::optional<unsigned> pcie_width, pcie_width_max, pcie_generation, pcie_generation_max;
    std::optional<std::uint64_t> pcie_replays;
    /// Since the driver started, and of all times.
    std::optional<std::uint64_t> ecc_corrected, ecc_uncorrected, ecc_corrected_aggregate,
        ecc_uncorrected_aggregate;
    std::optional<RemappedRows> remapped_rows;
    std::optional<RetiredPages> retired_pages;
    std::string unknown; ///< why the driver's part of this is not known; or empty

    bool operator==(const DeviceHardware &) const = default;
};

// Its fields in a file (fields.h).

constexpr auto remapped_rows_fields = [](auto &file, auto &rows) {
    file("correctable", rows.correctable);
    file("uncorrectable", rows.uncorrectable);
    file("pending", rows.pending);
    file("failed", rows.failed);
};

constexpr auto retired_pages_fields = [](auto &file, auto &pages) {
    file("pages", pages.pages);
    file("pending", pages.pending);
};

constexpr auto device_hardware_fields = [](auto &file, auto &device) {
    file("slot", device.slot);
    file("pci_address", device.pci_address);
    file("numa_node", device.numa_node);
    file("uuid", device.uuid);
    file("serial", device.serial);
    file("board_part", device.board_part);
    file("vbios", device.vbios);
    file("settings", device.settings);
    file("pcie_width", device.pcie_width);
    file("pcie_width_max", device.pcie_width_max);
    file("pcie_generation", device.pcie_generation);
    file("pcie_generation_max", device.pcie_generation_max);
    file("pcie_replays", device.pcie_replays);
    file("ecc_corrected", device.ecc_corrected);
    file("ecc_uncorrected", device.ecc_uncorrected);
    file("ecc_corrected_aggregate", device.ecc_corrected_aggregate);
    file("ecc_uncorrected_aggregate", device.ecc_uncorrected_aggregate);
    file.object("remapped_rows", device.remapped_rows, remapped_rows_fields);
    file.object("retired_pages", device.retired_pages, retired_pages_fields);
    file("unknown", device.unknown);
};

} // namespace hashlane::results
