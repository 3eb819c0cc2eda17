// SPDX-License-Identifier: MIT
//
// Compute devices as parts of the machine: those on its bus, whether or not a driver lists them,
// and the place, settings and errors of each.
#pragma once

#include "../../machine/system/host.h"
#include "../../results/device_hardware.h"
#include "telemetry.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hashlane::backends {

// `root` is the folder of Linux's files, in tests another one.

/// Returns true if a driver of NVIDIA's or AMD's GPUs is loaded, by the system's files alone.
bool has_gpu_driver(const std::filesystem::path &root = machine::linux_root());

/// Returns the PCI addresses, ascending, of the devices that the loaded drivers are for: NVIDIA's
/// GPUs, and AMD's without a display.
std::vector<std::string> devices_on_bus(const std::filesystem::path &root = machine::linux_root());

/// Returns why this process may not use a device that is on the bus: "CUDA_VISIBLE_DEVICES=0-3",
/// "no /dev/nvidia5 here". Empty if it may: then the device does not answer its driver.
/// `environment` is std::getenv(), or a test's.
std::string why_hidden(const std::string &pci_address,
                       const std::function<const char *(const char *name)> &environment,
                       const std::filesystem::path &root = machine::linux_root());

/// Returns all that is known of the device. Best right after work: a link at rest is slower.
results::DeviceHardware hardware_of(const MonitoredDevice &device,
                                    const std::filesystem::path &root = machine::linux_root());

} // namespace hashlane::backends
