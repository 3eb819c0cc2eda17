// SPDX-License-Identifier: MIT
//
// The fields of a DeviceHardware in a file (fields.h).
#pragma once

#include "device_hardware.h"

namespace hashlane::results {

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
