// SPDX-License-Identifier: MIT
//
// A node's compute devices as `hashlane node` measures them, and NVML's part of a device's row.
// Libraries stand in for the drivers.
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace hashlane::test {
namespace {

using nlohmann::json;

Ran with_drivers(const std::string &variables, const std::string &arguments)
{
    const std::string folders = HASHLANE_FAKE_DEVICES;
    return shell(variables + " LD_LIBRARY_PATH='" + folders + "/right:" + folders +
                 "/nvml:" + folders + "/fake_cuda:" + folders + "/fake_nvrtc' exec \"$HASHLANE\" " +
                 arguments);
}

json hardware_of(const std::string &variables)
{
    return rows_of(with_drivers(variables, "sha256 -q -i 4 --device opencl:0 --format json"))[0]
        .at("device_state")
        .at("hardware");
}

TEST(DeviceHardwareOfARow, IsWhatNvmlReports)
{
    const json hardware = hardware_of("");
    EXPECT_EQ(hardware["pci_address"], "0000:41:03.1");
    EXPECT_EQ(hardware["uuid"], "GPU-0000");
    EXPECT_EQ(hardware["serial"], "1654922001234");
    EXPECT_EQ(hardware["vbios"], "96.00");
    EXPECT_EQ(hardware["board_part"], "") << "the library has no such function";
    json settings = hardware["settings"];
    settings.erase("driver");
    EXPECT_EQ(settings, json({{"ecc", "on"},
                              {"mig", "off"},
                              {"persistence", "off"},
                              {"compute_mode", "exclusive process"},
                              {"power_limit_watts", "700"},
                              {"power_limit_default_watts", "650"},
                              {"application_clock_mhz", "1980"}}));
    EXPECT_EQ(hardware["pcie_width"], 8);
    EXPECT_EQ(hardware["pcie_width_max"], 16);
    EXPECT_EQ(hardware["pcie_generation"], 4);
    EXPECT_EQ(hardware["pcie_generation_max"], 5);
    EXPECT_EQ(hardware["pcie_replays"], 2);
    EXPECT_EQ(hardware["ecc_corrected"], 11);
    EXPECT_EQ(hardware["ecc_uncorrected"], 0);
    EXPECT_EQ(hardware["ecc_corrected_aggregate"], 12);
    EXPECT_EQ(hardware["ecc_uncorrected_aggregate"], 7);
    EXPECT_EQ(
        hardware["remapped_rows"],
        json({{"correctable", 1}, {"uncorrectable", 2}, {"pending", false}, {"failed", false}}));
    EXPECT_EQ(hardware["retired_pages"], json({{"pages", 9}, {"pending", true}}));
    EXPECT_EQ(hardware["unknown"], "");
}

TEST(DeviceHardwareOfARow, IsAbsentWithItsReason)
{
    const json bare = hardware_of("HASHLANE_FAKE_NVML=bare");
    EXPECT_EQ(bare["serial"], "");
    EXPECT_TRUE(bare["pcie_width"].is_null());
    EXPECT_TRUE(bare["remapped_rows"].is_null());
    EXPECT_TRUE(bare["retired_pages"].is_null());
    const json none = hardware_of("HASHLANE_FAKE_NVML='no driver'");
    EXPECT_EQ(none["unknown"], "libnvidia-ml.so.1 does not start: the driver is not loaded");
    EXPECT_EQ(none["pci_address"], "0000:41:03.1");
    EXPECT_EQ(hardware_of("HASHLANE_FAKE_NVML='broken memory'")["ecc_uncorrected"], 3);
}

json node_with(const std::string &variables, const std::string &options, int code = 0)
{
    const Ran ran = with_drivers(variables, "node -q --deadline 6 " + options);
    EXPECT_EQ(ran.code, code) << ran.err;
    return json::parse(ran.out)["context"]["hashlane"]["node"];
}

TEST(NodeCommandWithDevices, WritesEachOfThem)
{
    const json node = node_with("HASHLANE_FAKE_CUDA=steady", "--device cuda:0,cuda:1");
    ASSERT_EQ(node["devices"].size(), 2U);
    const json &first = node["devices"][0];
    EXPECT_EQ(first["id"], "cuda:0");
    EXPECT_EQ(first["slot"], 0);
    EXPECT_EQ(first["name"], "Fake H");
    EXPECT_EQ(first["architecture"], "sm_90");
    EXPECT_EQ(first["compute_units"], 3);
    EXPECT_EQ(first["failure"], "");
    EXPECT_EQ(first["unknown"], "NVML: no such device");
    // A slow machine does not get far.
    EXPECT_EQ(node["complete"], node["incomplete_reason"] == "");
    for (const json &figure : first["figures"])
        EXPECT_GT(figure["units_per_second"].get<double>(), 0);
    EXPECT_TRUE(first["copies"].is_array());
    EXPECT_EQ(node["devices_visible"], 2);
}

TEST(NodeCommandWithDevices, WritesWhichFailedAndWhichAreWrong)
{
    const json dead = node_with("HASHLANE_FAKE_CUDA=dies", "--device cuda:0,cuda:1");
    EXPECT_EQ(dead["devices"][0]["failure"], "cuEventSynchronize answers CUDA_ERROR_LAUNCH_FAILED");
    EXPECT_EQ(dead["devices"][1]["failure"], "");
    const json wrong = node_with("HASHLANE_FAKE_CUDA=wrong", "--device cuda:0", 2);
    EXPECT_EQ(wrong["devices"][0]["figures"][0]["wrong"], 1);
}

TEST(NodeCommandWithDevices, LooksForNoneWithoutADriverOrAWish)
{
    if (std::filesystem::exists("/proc/driver/nvidia/version") ||
        std::filesystem::exists("/dev/kfd"))
        GTEST_SKIP() << "a driver of GPUs is loaded here";
    for (const char *option : {"", "--device none"}) {
        const Ran ran = with_drivers("", std::string("node -q --deadline 0.8 ") + option);
        EXPECT_EQ(ran.err.find("was opened"), std::string::npos) << ran.err;
        const json node = json::parse(ran.out)["context"]["hashlane"]["node"];
        EXPECT_TRUE(node["devices"].is_null());
        EXPECT_TRUE(node["devices_present"].is_null());
    }
    EXPECT_EQ(with_drivers("", "node -q --deadline 0.8 --device cuda:7").code, 3);
}

} // namespace
} // namespace hashlane::test
