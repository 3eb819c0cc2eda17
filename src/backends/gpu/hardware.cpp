// SPDX-License-Identifier: MIT
#include "hardware.h"

#include "../../machine/system/text.h"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace hashlane::backends {
namespace {

using std::filesystem::path;

// Files of loaded drivers.
constexpr const char *nvidia_driver = "proc/driver/nvidia/version", *amd_driver = "dev/kfd";

bool has(const path &root, const char *file)
{
    std::error_code none;
    return std::filesystem::exists(root / file, none);
}

path bus_of(const path &root) { return root / "sys/bus/pci/devices"; }

// Class codes of PCI: display controllers for a screen, for 3D and others; accelerators. AMD's with
// a screen may be a part of the processor, which no driver of compute devices lists.
bool is_compute_device(const path &controller, const path &root)
{
    const auto vendor = machine::value_in<std::string>(controller / "vendor"),
               whole_class = machine::value_in<std::string>(controller / "class");
    if (!vendor || !whole_class)
        return false;
    const std::string kind = whole_class->substr(0, std::string_view("0x0302").size());
    if (vendor == "0x10de")
        return has(root, nvidia_driver) && (kind == "0x0300" || kind == "0x0302");
    return vendor == "0x1002" && has(root, amd_driver) && (kind == "0x0380" || kind == "0x1200");
}

// "16.0 GT/s PCIe": each generation doubles the speed, the third nearly.
std::optional<unsigned> generation_of(const path &file)
{
    constexpr double speeds[] = {2.5, 5, 8, 16, 32, 64};
    const std::optional<double> speed = machine::value_in<double>(file);
    const auto *const found = std::ranges::find(speeds, speed.value_or(0));
    return found == std::end(speeds) ? std::nullopt
                                     : std::optional(static_cast<unsigned>(found - speeds) + 1);
}

// Fills in the values that the driver did not report.
void add_from_bus(results::DeviceHardware &hardware, const path &root)
{
    const path controller = bus_of(root) / hardware.pci_address;
    const std::vector<std::string> all = devices_on_bus(root);
    if (const auto place = std::ranges::find(all, hardware.pci_address); place != all.end())
        hardware.slot = static_cast<unsigned>(place - all.begin());
    if (const auto node = machine::value_in<int>(controller / "numa_node"); node && *node >= 0)
        hardware.numa_node = node;
    const auto fill = [](std::optional<unsigned> &value, std::optional<unsigned> found) {
        if (!value && found.value_or(0) > 0)
            value = found;
    };
    fill(hardware.pcie_width, machine::value_in<unsigned>(controller / "current_link_width"));
    fill(hardware.pcie_width_max, machine::value_in<unsigned>(controller / "max_link_width"));
    fill(hardware.pcie_generation, generation_of(controller / "current_link_speed"));
    fill(hardware.pcie_generation_max, generation_of(controller / "max_link_speed"));
}

// NVIDIA's driver has a folder for each device that it took, with the number of its file in /dev.
std::optional<std::string> device_file(const std::string &pci_address, const path &root)
{
    std::ifstream information(root / "proc/driver/nvidia/gpus" / pci_address / "information");
    constexpr std::string_view key = "Device Minor:";
    for (std::string line; std::getline(information, line);)
        if (line.starts_with(key))
            return "nvidia" +
                   line.substr(std::min(line.find_first_not_of(" \t", key.size()), line.size()));
    return std::nullopt;
}

} // namespace

bool has_gpu_driver(const path &root) { return has(root, nvidia_driver) || has(root, amd_driver); }

std::vector<std::string> devices_on_bus(const path &root)
{
    std::vector<std::string> addresses;
    std::error_code none;
    if (!has_gpu_driver(root))
        return addresses;
    for (const auto &controller : std::filesystem::directory_iterator(bus_of(root), none))
        // A device that was given to a virtual machine is not this system's.
        if (is_compute_device(controller.path(), root) &&
            std::filesystem::read_symlink(controller.path() / "driver", none).filename() !=
                "vfio-pci")
            addresses.push_back(controller.path().filename().string());
    std::ranges::sort(addresses);
    return addresses;
}

std::string why_hidden(const std::string &pci_address,
                       const std::function<const char *(const char *)> &environment,
                       const path &root)
{
    for (const char *name : {"CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"})
        if (const char *const value = environment(name); value != nullptr) // empty hides all
            return std::string(name) + "=" + machine::printable(value);
    const std::optional<std::string> name = device_file(pci_address, root);
    if (!name)
        return "";
    const path file = root / "dev" / *name;
    std::error_code none;
    if (!std::filesystem::exists(file, none))
        return "no /dev/" + *name + " here";
    // A group of processes that may not use it is refused only here.
    return std::ifstream(file).is_open() ? "" : "/dev/" + *name + " cannot be opened";
}

results::DeviceHardware hardware_of(const MonitoredDevice &device, const path &root)
{
    const DeviceFacts &facts = device.device->facts();
    results::DeviceHardware hardware;
    hardware.pci_address = facts.pci_address;
    hardware.settings["driver"] = facts.driver;
    if (facts.ecc)
        hardware.settings["ecc"] = *facts.ecc ? "on" : "off";
    hardware.unknown = device.no_monitor;
    if (device.monitor != nullptr)
        device.monitor->describe(hardware);
    if (!facts.pci_address.empty())
        add_from_bus(hardware, root);
    return hardware;
}

} // namespace hashlane::backends
