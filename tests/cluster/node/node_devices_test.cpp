// SPDX-License-Identifier: MIT
//
// The compute devices of a node: found, measured and soaked. The devices are simulated.
#include "cluster/node/measure_node.h"

#include "lib/core/registry.h"
#include "show/tables/node_summary.h"
#include "support/fake_device.h"
#include "support/root_folder.h"
#include "workloads/table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <list>
#include <thread>
#include <utility>

namespace hashlane::test {
namespace {

constexpr const char *addresses[] = {"0000:0a:00.0", "0000:5d:00.0"};

void compute(const std::string &function, std::byte *states, std::uint32_t lanes,
             std::uint32_t iterations)
{
    if (function.starts_with("memory_")) // finds nothing wrong
        return;
    const Workload workload =
        function == "keccak_chain" ? Workload::keccak_chain : Workload::sha256_chain;
    auto *const bytes = reinterpret_cast<std::uint8_t *>(states);
    const std::vector<std::uint8_t> before(
        bytes, bytes + lanes * workloads::entry_of(workload).state_bytes);
    if (iterations > 0)
        std::ranges::copy(workloads::ends_of(reference_kernel(workload), before, iterations),
                          bytes);
}

const char *no_variable(const char *) { return nullptr; }

// A machine with two devices, in the folder of its files. The first has the driver's first number,
// and the higher address.
class NodeDevicesTest : public RootFolder {
protected:
    void SetUp() override
    {
        write("proc/driver/nvidia/version", "NVRM");
        for (unsigned i = 0; i < 2; ++i) {
            FakeDevice &device = devices.emplace_back();
            device.facts().index = i;
            device.facts().name = "Example 9";
            device.facts().pci_address = addresses[1 - i];
            device.resident_items = 3;
            device.on_launch = compute;
            add_controller(addresses[i]);
        }
    }

    void add_controller(const std::string &address) const
    {
        write("sys/bus/pci/devices/" + address + "/vendor", "0x10de");
        write("sys/bus/pci/devices/" + address + "/class", "0x030200");
    }
    std::vector<backends::MonitoredDevice> all(std::size_t count = 2)
    {
        std::vector<backends::MonitoredDevice> monitored;
        for (FakeDevice &device : devices)
            if (monitored.size() < count)
                monitored.emplace_back(device, &monitor);
        return monitored;
    }
    cluster::NodeDevices found(std::size_t count = 2, const std::string &hidden_by = "")
    {
        return cluster::find_node_devices(all(count), hidden_by, no_variable, root);
    }
    cluster::NodeRun measured(double seconds)
    {
        cluster::NodeRun run;
        run.node.devices = found();
        cluster::NodePlan plan;
        plan.device_seconds = seconds;
        plan.all = {0};
        cluster::measure_node_devices(all(), plan, never, run, missing);
        return run;
    }

    std::list<FakeDevice> devices;
    FakeMonitor monitor;
    std::atomic<bool> never = false;
    std::vector<std::string> missing;
};

TEST_F(NodeDevicesTest, AreListedByTheirAddresses)
{
    const cluster::NodeDevices both = found();
    ASSERT_EQ(both.list->size(), 2U);
    EXPECT_EQ((*both.list)[0].id, "fake:1");
    EXPECT_EQ((*both.list)[0].hardware.slot, 0U);
    EXPECT_EQ((*both.list)[1].hardware.pci_address, addresses[1]);
    EXPECT_EQ(both.present, 2U);
    EXPECT_EQ(both.visible, 2U);
    EXPECT_EQ(both.hidden_by, "");
}

TEST_F(NodeDevicesTest, OnTheBusAloneHaveFailedUnlessTheyAreHidden)
{
    const cluster::NodeDevices lost = found(1);
    ASSERT_EQ(lost.list->size(), 2U);
    EXPECT_EQ((*lost.list)[0].failure, "it is on the bus, but its driver does not list it");
    EXPECT_EQ((*lost.list)[0].hardware.slot, 0U);
    EXPECT_EQ((*lost.list)[1].failure, "");
    EXPECT_EQ(lost.visible, 1U);
    const cluster::NodeDevices named = found(1, "--device names the others");
    EXPECT_EQ(named.list->size(), 1U);
    EXPECT_EQ(named.hidden_by, "--device names the others");
    EXPECT_EQ(found(2, "--device names the others").hidden_by, "") << "there are no others";
    const cluster::NodeDevices none = found(0, "no library");
    EXPECT_TRUE(none.list->empty());
    EXPECT_EQ(none.present, 2U);
    EXPECT_EQ(none.hidden_by, "no library");
    const auto variable = [](const char *) { return "1"; };
    const cluster::NodeDevices hidden = cluster::find_node_devices(all(1), "", variable, root);
    EXPECT_EQ(hidden.list->size(), 1U);
    EXPECT_EQ(hidden.hidden_by, "CUDA_VISIBLE_DEVICES=1");
}

// Its interface reports no addresses.
TEST_F(NodeDevicesTest, WithoutAnAddressAreNotMissed)
{
    for (FakeDevice &device : devices)
        device.facts().pci_address = "";
    const cluster::NodeDevices devices_found = found();
    EXPECT_EQ(devices_found.list->size(), 2U);
    EXPECT_EQ((*devices_found.list)[1].hardware.slot, 1U);
    EXPECT_EQ((*devices_found.list)[1].failure, "");
    EXPECT_EQ(devices_found.hidden_by, "");
    EXPECT_EQ(found(1).hidden_by, "no driver gives the addresses of its devices");
}

TEST_F(NodeDevicesTest, AreMeasuredAloneAndTogetherAndSoaked)
{
    const cluster::NodeRun run = measured(5.5);
    EXPECT_TRUE(missing.empty()) << missing.front();
    ASSERT_EQ(run.node.devices.list->size(), 2U);
    for (const cluster::NodeDevice &device : *run.node.devices.list) {
        EXPECT_EQ(device.failure, "");
        ASSERT_EQ(device.figures.size(), 4U);
        EXPECT_EQ(device.figures[0].workload, "sha256-chain");
        EXPECT_EQ(device.figures[0].scope, "alone");
        EXPECT_EQ(device.figures[3].workload, "keccak-chain");
        EXPECT_EQ(device.figures[3].scope, "together");
        for (const cluster::DeviceFigure &figure : device.figures) {
            EXPECT_NEAR(figure.units_per_second, 3000, 3);
            EXPECT_FALSE(figure.noisy) << figure.remark;
        }
        ASSERT_EQ(device.copies.size(), 1U);
        EXPECT_GT(device.copies[0].to_bytes_per_second, 0);
        ASSERT_TRUE(device.memory);
        EXPECT_GT(device.memory->bytes, 900'000U);
        EXPECT_EQ(device.memory->wrong_words, 0U);
        ASSERT_TRUE(device.soak);
        EXPECT_GT(device.soak->units, 0U);
        EXPECT_TRUE(device.soak->wrong.empty());
    }
    const std::string text = show::summarise_devices(run.node.devices);
    EXPECT_NE(text.find("2 devices"), std::string::npos) << text;
    EXPECT_NE(text.find("fake:1 memory"), std::string::npos) << text;
}

// In the unit of 'run', in which no device that is a processor has a rate of 0.00.
TEST(NodeDevicesSummary, HasEachRateInMillions)
{
    cluster::NodeDevices devices;
    cluster::NodeDevice &device = devices.list.emplace().emplace_back();
    cluster::DeviceFigure figure;
    figure.kernel = "sha256-chain.opencl";
    figure.scope = "together";
    figure.units_per_second = 0.72e6;
    device.figures.push_back(figure);
    EXPECT_EQ(
        show::summarise_devices(devices),
        "  sha256-chain.opencl                together      0.72 M/s (0.72-0.72), 1 device\n");
}

TEST_F(NodeDevicesTest, HaveNoTimeAloneInABriefMeasurement)
{
    const cluster::NodeRun run = measured(1.5);
    EXPECT_TRUE(missing.empty());
    for (const cluster::NodeDevice &device : *run.node.devices.list) {
        ASSERT_EQ(device.figures.size(), 2U);
        EXPECT_EQ(device.figures[0].scope, "together");
    }
}

// A driver may take seconds to start a device: the measurements are planned for what is left.
TEST_F(NodeDevicesTest, ThatAreSlowToStartHaveNoTimeAloneEither)
{
    std::atomic<int> launches = 0;
    for (FakeDevice &device : devices)
        device.on_launch = [&](auto &&...what) {
            if (++launches <= 2)
                std::this_thread::sleep_for(std::chrono::milliseconds(1500));
            compute(what...);
        };
    const cluster::NodeRun run = measured(4);
    EXPECT_TRUE(missing.empty()) << missing.front();
    for (const cluster::NodeDevice &device : *run.node.devices.list) {
        ASSERT_EQ(device.figures.size(), 2U);
        EXPECT_EQ(device.figures[1].scope, "together");
    }
}

TEST_F(NodeDevicesTest, ThatFailLeaveTheOthers)
{
    int launches = 0;
    devices.front().on_launch = [&](auto &&...what) {
        if (++launches > 20)
            throw backends::DeviceError("cuLaunchKernel: CUDA_ERROR_ECC_UNCORRECTABLE");
        compute(what...);
    };
    const cluster::NodeRun run = measured(1.5);
    EXPECT_EQ((*run.node.devices.list)[1].failure, "cuLaunchKernel: CUDA_ERROR_ECC_UNCORRECTABLE");
    EXPECT_EQ((*run.node.devices.list)[0].failure, "");
    EXPECT_EQ((*run.node.devices.list)[0].figures.size(), 2U);
    EXPECT_NE(show::summarise_devices(run.node.devices).find("slot 1 (0000:5d:00.0): cuLaunch"),
              std::string::npos);
}

TEST_F(NodeDevicesTest, ThatAreWrongAreFoundInEachPart)
{
    devices.front().on_launch = [](const std::string &function, std::byte *states,
                                   std::uint32_t lanes, std::uint32_t iterations) {
        compute(function, states, lanes, iterations);
        if (iterations > 0 && function == "keccak_chain")
            states[0] ^= std::byte{4};
    };
    cluster::NodeRun run = measured(5.5);
    const cluster::NodeDevice &wrong = (*run.node.devices.list)[1];
    ASSERT_EQ(wrong.figures.size(), 5U);
    EXPECT_EQ(wrong.figures[0].wrong, 1U) << "of the brief launch that opens it";
    EXPECT_EQ(wrong.figures[1].wrong, 0U);
    EXPECT_EQ(wrong.figures[2].wrong, 1U);
    EXPECT_EQ(run.report.mismatches.size(), 3U);
    ASSERT_TRUE(wrong.soak);
    ASSERT_FALSE(wrong.soak->wrong.empty());
    EXPECT_EQ(wrong.soak->wrong[0].kernel, "keccak-chain.fake");
    EXPECT_EQ(wrong.soak->wrong[0].again, 3U);
    EXPECT_EQ(wrong.soak->wrong[0].tries, 3U);
    EXPECT_TRUE(cluster::has_wrong(run.node));
}

TEST_F(NodeDevicesTest, WithWrongMemoryAreWrong)
{
    devices.front().on_launch = [](const std::string &function, std::byte *states,
                                   std::uint32_t lanes, std::uint32_t iterations) {
        compute(function, states, lanes, iterations);
        if (function == "memory_compare")
            states[3 * sizeof(std::uint64_t)] = std::byte{2}; // as it counts wrong words
    };
    const cluster::NodeRun run = measured(5.5);
    const cluster::NodeDevice &wrong = (*run.node.devices.list)[1];
    ASSERT_TRUE(wrong.memory);
    EXPECT_EQ(wrong.memory->wrong_words, 2U * 7) << "of seven parts";
    EXPECT_TRUE(cluster::has_wrong(run.node));
    EXPECT_NE(show::summarise_devices(run.node.devices)
                  .find("hashlane: fake:0: 14 wrong words of its memory\n"),
              std::string::npos);
}

// It is the machine's, or another program needs it.
TEST_F(NodeDevicesTest, OfWhichTheMemoryIsNotTheirsAloneAreNotChecked)
{
    devices.front().facts().has_own_memory = false;
    monitor.others = {"1 (other)"};
    const cluster::NodeRun run = measured(5.5);
    for (const cluster::NodeDevice &device : *run.node.devices.list)
        EXPECT_FALSE(device.memory);
    monitor.others.reset();
    const cluster::NodeRun alone = measured(5.5);
    EXPECT_TRUE((*alone.node.devices.list)[0].memory);
    EXPECT_FALSE((*alone.node.devices.list)[1].memory);
}

TEST_F(NodeDevicesTest, ThatAreWrongOnlyWhenTheyAreOpenedAreWrong)
{
    bool was_opened = false;
    devices.front().on_launch = [&](const std::string &function, std::byte *states,
                                    std::uint32_t lanes, std::uint32_t iterations) {
        compute(function, states, lanes, iterations);
        if (iterations > 0 && !std::exchange(was_opened, true))
            states[0] ^= std::byte{4};
    };
    cluster::NodeRun run = measured(1.5);
    ASSERT_EQ(run.report.mismatches.size(), 1U);
    EXPECT_EQ(run.report.mismatches[0].kernel, "sha256-chain.fake:0");
    EXPECT_TRUE(cluster::has_wrong(run.node));
}

// The link is that of a device at work, and the errors are those after it.
TEST_F(NodeDevicesTest, AreDescribedOnceMoreAfterwards)
{
    std::atomic<unsigned> errors = 0;
    monitor.on_describe = [&](results::DeviceHardware &hardware) {
        hardware.ecc_uncorrected = errors.load();
    };
    devices.front().on_launch = [&](auto &&...what) {
        errors = 3;
        compute(what...);
    };
    EXPECT_EQ((*measured(1.5).node.devices.list)[0].hardware.ecc_uncorrected, 3U);
}

TEST_F(NodeDevicesTest, AreReadBackFromTheFile)
{
    cluster::NodeRun run = measured(1.5);
    cluster::NodeDevice &device = run.node.devices.list->front();
    device.figures[0].limits = {"heat"};
    device.figures[0].celsius = 61;
    device.memory = {127'000'000'000, 3, 4e12};
    device.soak->wrong = {{"keccak-chain.fake", 2, 3}};
    device.hardware.serial = "S1";
    device.hardware.settings["mig"] = "off";
    device.hardware.remapped_rows = {1, 2, true, false};
    device.other_processes_after = 2;
    device.failure = "lost";
    run.node.name = "n1";
    run.node.started = "2026-11-22T02:00:00+00:00";
    run.node.devices.hidden_by = "CUDA_VISIBLE_DEVICES=1";
    const std::string text = cluster::write_node(run);
    const cluster::NodeFile again = cluster::node_file_of(text, "n1.json");
    ASSERT_TRUE(again.devices.list);
    const cluster::NodeDevice &read = again.devices.list->front();
    EXPECT_EQ(read.hardware, device.hardware);
    EXPECT_EQ(read.figures[0].limits, device.figures[0].limits);
    EXPECT_EQ(read.figures[0].celsius, 61);
    EXPECT_EQ(read.figures[1].units_per_second, device.figures[1].units_per_second);
    ASSERT_TRUE(read.memory);
    EXPECT_EQ(read.memory->bytes, 127'000'000'000U);
    EXPECT_EQ(read.memory->wrong_words, 3U);
    EXPECT_EQ(read.memory->bytes_per_second, 4e12);
    EXPECT_EQ(read.soak->wrong[0].tries, 3U);
    EXPECT_EQ(read.other_processes_after, 2U);
    EXPECT_EQ(read.failure, "lost");
    EXPECT_EQ(again.devices.present, 2U);
    EXPECT_EQ(again.devices.hidden_by, "CUDA_VISIBLE_DEVICES=1");
    EXPECT_TRUE(cluster::has_wrong(again)) << "the soak's";
    run.node.devices = {};
    EXPECT_FALSE(cluster::node_file_of(cluster::write_node(run), "n1.json").devices.list);
}

} // namespace
} // namespace hashlane::test
