// SPDX-License-Identifier: MIT
//
// Devices on the bus, in a folder like Linux's; and what is known of one. NVML itself:
// tests/commands/node_devices_test.cpp.

#include "backends/gpu/hardware.h"
#include "support/fake_device.h"
#include "support/root_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

// The files of a machine with a driver of NVIDIA's.
class DeviceHardware : public RootFolder {
protected:
    void SetUp() override
    {
        write("proc/driver/nvidia/version", "NVRM");
        write("dev/null", "");
    }

    void add_controller(const std::string &address, const char *vendor, const char *kind) const
    {
        write("sys/bus/pci/devices/" + address + "/vendor", vendor);
        write("sys/bus/pci/devices/" + address + "/class", kind);
    }
    void set(const std::string &address, const char *file, const std::string &text) const
    {
        write("sys/bus/pci/devices/" + address + "/" + file, text);
    }
    std::string why_hidden(const std::string &address, const char *visible = nullptr) const
    {
        return backends::why_hidden(
            address,
            [&](const char *name) {
                return std::string(name) == "CUDA_VISIBLE_DEVICES" ? visible : nullptr;
            },
            root);
    }
};

TEST_F(DeviceHardware, OnTheBusIsThatOfLoadedDrivers)
{
    add_controller("0000:5d:00.0", "0x10de", "0x030200");
    add_controller("0000:0a:00.0", "0x10de", "0x030000");
    add_controller("0000:0b:00.0", "0x10de", "0x040300"); // its sound
    add_controller("0000:03:00.0", "0x1a03", "0x030000"); // of the board's own controller
    add_controller("0000:04:00.0", "0x8086", "0x030000");
    add_controller("0000:c1:00.0", "0x1002", "0x120000");
    add_controller("0000:c2:00.0", "0x1002", "0x030000"); // a part of the processor
    add_controller("0000:e0:00.0", "0x10de", "0x030200");
    fs::create_symlink("../../bus/pci/drivers/vfio-pci",
                       root / "sys/bus/pci/devices/0000:e0:00.0/driver");
    EXPECT_EQ(backends::devices_on_bus(root),
              (std::vector<std::string>{"0000:0a:00.0", "0000:5d:00.0"}));
    write("dev/kfd", "");
    EXPECT_EQ(backends::devices_on_bus(root),
              (std::vector<std::string>{"0000:0a:00.0", "0000:5d:00.0", "0000:c1:00.0"}));
    fs::remove_all(root / "proc");
    EXPECT_EQ(backends::devices_on_bus(root), std::vector<std::string>{"0000:c1:00.0"});
    EXPECT_TRUE(backends::devices_on_bus("").empty()) << "no Linux";
}

TEST_F(DeviceHardware, IsHiddenByAVariableOrByItsFile)
{
    const std::string address = "0000:5d:00.0";
    EXPECT_EQ(why_hidden(address, "0-3"), "CUDA_VISIBLE_DEVICES=0-3");
    EXPECT_EQ(why_hidden(address, ""), "CUDA_VISIBLE_DEVICES=") << "hides all";
    EXPECT_EQ(why_hidden(address), "") << "the driver did not take it";
    write("proc/driver/nvidia/gpus/" + address + "/information",
          "Model: \t Example\nDevice Minor: \t 5");
    EXPECT_EQ(why_hidden(address), "no /dev/nvidia5 here");
    write("dev/nvidia5", "");
    EXPECT_EQ(why_hidden(address), "");
}

TEST_F(DeviceHardware, HasItsPlaceAndLinkFromTheBus)
{
    add_controller("0000:0a:00.0", "0x10de", "0x030200");
    add_controller("0000:5d:00.0", "0x10de", "0x030200");
    set("0000:5d:00.0", "numa_node", "1");
    set("0000:5d:00.0", "current_link_width", "8");
    set("0000:5d:00.0", "max_link_width", "16");
    set("0000:5d:00.0", "current_link_speed", "16.0 GT/s PCIe");
    set("0000:5d:00.0", "max_link_speed", "32.0 GT/s PCIe");
    set("0000:0a:00.0", "numa_node", "-1");
    set("0000:0a:00.0", "current_link_speed", "Unknown");
    set("0000:0a:00.0", "current_link_width", "0");
    FakeDevice device;
    device.facts().pci_address = "0000:5d:00.0";
    device.facts().driver = "Fake 1";
    device.facts().ecc = true;
    const results::DeviceHardware second =
        backends::hardware_of({device, nullptr, "no library"}, root);
    EXPECT_EQ(second.slot, 1U);
    EXPECT_EQ(second.numa_node, 1);
    EXPECT_EQ(second.pcie_width, 8U);
    EXPECT_EQ(second.pcie_width_max, 16U);
    EXPECT_EQ(second.pcie_generation, 4U);
    EXPECT_EQ(second.pcie_generation_max, 5U);
    EXPECT_EQ(second.settings.at("driver"), "Fake 1");
    EXPECT_EQ(second.settings.at("ecc"), "on");
    EXPECT_EQ(second.unknown, "no library");
    device.facts().pci_address = "0000:0a:00.0";
    const results::DeviceHardware first = backends::hardware_of({device}, root);
    EXPECT_EQ(first.slot, 0U);
    EXPECT_FALSE(first.numa_node);
    EXPECT_FALSE(first.pcie_width);
    EXPECT_FALSE(first.pcie_generation);
    device.facts().pci_address = "0000:77:00.0";
    EXPECT_FALSE(backends::hardware_of({device}, root).slot);
}

// The driver knows better what the link could be in this slot.
TEST_F(DeviceHardware, IsFirstWhatTheDriverReports)
{
    add_controller("0000:5d:00.0", "0x10de", "0x030200");
    set("0000:5d:00.0", "max_link_width", "32");
    FakeDevice device;
    device.facts().pci_address = "0000:5d:00.0";
    FakeMonitor monitor;
    monitor.on_describe = [](results::DeviceHardware &described) {
        described.serial = "S1";
        described.pcie_width_max = 16;
    };
    const results::DeviceHardware hardware = backends::hardware_of({device, &monitor}, root);
    EXPECT_EQ(hardware.serial, "S1");
    EXPECT_EQ(hardware.pcie_width_max, 16U);
    EXPECT_EQ(hardware.slot, 0U);
}

} // namespace
} // namespace hashlane::test
