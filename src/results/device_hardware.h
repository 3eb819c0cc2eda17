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

} // namespace hashlane::results
