// SPDX-License-Identifier: MIT
//
// The compute devices of a fleet, judged by each other: each fault on both sides of its limit.
#include "simulated_nodes.h"

#include "cluster/fleet/devices.h"
#include "machine/system/lists.h"
#include "show/tables/exporters.h"
#include "support/files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <sstream>

namespace hashlane::test {
namespace {

using cluster::NodeClass;
using Devices = std::vector<cluster::NodeDevice>;

cluster::DeviceFigure device_figure(const char *workload, const char *scope, double rate)
{
    cluster::DeviceFigure figure;
    figure.kernel = std::string(workload) + ".cuda";
    figure.workload = workload;
    figure.scope = scope;
    figure.units_per_second = rate;
    figure.clock_hz = 1.98e9;
    figure.celsius = 60;
    return figure;
}

// As of a healthy fleet: the rates differ by 0.1 %, those of slot 7 are 1 % lower everywhere.
cluster::NodeDevice example_device(unsigned slot, std::mt19937 &random)
{
    std::normal_distribution<double> spread(1, 0.001);
    cluster::NodeDevice device;
    device.id = fmt::format("cuda:{}", slot);
    device.name = "Example H";
    device.architecture = "sm_90";
    device.memory_bytes = 141'000'000'000;
    device.hardware.slot = slot;
    device.hardware.pci_address = fmt::format("0000:{:02x}:00.0", 16 + slot);
    device.hardware.settings = {{"driver", "CUDA 13"},
                                {"ecc", "on"},
                                {"mig", "off"},
                                {"persistence", "on"},
                                {"power_limit_watts", "700"}};
    device.hardware.pcie_width = device.hardware.pcie_width_max = 16;
    device.hardware.pcie_generation = device.hardware.pcie_generation_max = 5;
    device.hardware.ecc_corrected = 0;
    device.hardware.ecc_uncorrected = 0;
    device.hardware.remapped_rows = results::RemappedRows{};
    const double own = (slot == 7 ? 0.99 : 1) * spread(random);
    for (const char *scope : {"alone", "together"}) {
        device.figures.push_back(device_figure("sha256-chain", scope, 14.54e9 * own));
        device.figures.push_back(device_figure("keccak-chain", scope, 4e9 * own));
    }
    device.copies.push_back({"together", 26e9 * spread(random), 25e9 * spread(random)});
    device.memory = {127'000'000'000, 0, 4e12 * spread(random)};
    device.other_processes_before = device.other_processes_after = 0;
    return device;
}

void add_devices(SimulatedNode &node, unsigned count, unsigned seed)
{
    std::mt19937 random(seed);
    Devices &list = node.node.devices.list.emplace();
    for (unsigned slot = 0; slot < count; ++slot)
        list.push_back(example_device(slot, random));
    node.node.devices.present = node.node.devices.visible = count;
    node.node.settings["drivers"] = "nvidia 580";
}

SimulatedFleet fleet_with_devices(unsigned nodes, unsigned devices = 8)
{
    SimulatedFleet fleet = simulated_fleet(nodes);
    for (unsigned i = 0; i < nodes; ++i)
        add_devices(fleet[i], devices, 77 + i);
    return fleet;
}

cluster::NodeDevice &device_of(SimulatedNode &node, std::size_t slot)
{
    return (*node.node.devices.list)[slot];
}

// Changes all workloads in a scope, or in both.
void scale_device(cluster::NodeDevice &device, double factor, const std::string &scope = "")
{
    for (cluster::DeviceFigure &figure : device.figures)
        if (scope.empty() || figure.scope == scope) {
            figure.units_per_second *= factor;
            figure.clock_hz *= factor;
        }
}

std::string evidence(const cluster::NodeReport &node)
{
    std::string text = cluster::class_name(node.node_class);
    for (const cluster::Finding &finding : node.findings)
        text += "\n  " + finding.evidence;
    return text;
}

// The history keeps the rate of each part, and older lines have none.
TEST(Devices, ArePartOfTheHistory)
{
    SimulatedFleet fleet = fleet_with_devices(8);
    device_of(fleet[0], 1).hardware.serial = "S1";
    device_of(fleet[0], 2).hardware.uuid = "GPU-2";
    const std::string line =
        cluster::history_line(judged(fleet).report.nodes[0], "cpu", "2026-11-22");
    const std::map<std::string, double> rates =
        cluster::history_day_of(line).lines.at(0).device_rates;
    EXPECT_EQ(rates.size(), 8U * 4);
    EXPECT_EQ(rates.at("slot 1 (S1) sha256-chain alone"),
              device_of(fleet[0], 1).figures[0].units_per_second);
    EXPECT_EQ(rates.count("slot 2 (GPU-2) keccak-chain together"), 1U);
    nlohmann::json older = nlohmann::json::parse(line);
    older.erase("device_rates");
    EXPECT_EQ(cluster::history_day_of(older.dump() + "\n").lines.size(), 1U);
}

// A fault of one of sixteen nodes, and the class and evidence that it must have.
struct DeviceFault {
    NodeClass node_class;
    const char *evidence;
    std::function<void(SimulatedNode &)> apply;
};

std::vector<DeviceFault> device_faults()
{
    using enum NodeClass;
    return {
        {wrong,
         "cuda:3 (slot 3, serial S3): wrong result of keccak-chain together; run 'hashlane soak "
         "--device cuda:3 --for 1h'",
         [](SimulatedNode &node) {
             device_of(node, 3).hardware.serial = "S3";
             device_of(node, 3).figures[3].wrong = 1;
         }},
        {wrong,
         "cuda:3 (slot 3): wrong result of keccak-chain.cuda in the soak; repeated: wrong 2 "
         "times of 3",
         [](SimulatedNode &node) {
             device_of(node, 3).soak = {1, 5, {{"keccak-chain.cuda", 2, 3}}};
         }},
        {wrong,
         "cuda:3 (slot 3): 1 wrong word of 127 GB of its memory; run 'hashlane node --device "
         "cuda:3'",
         [](SimulatedNode &node) { device_of(node, 3).memory = {127'000'000'000, 1, 4e12}; }},
        {faulty_device, "slot 2: cuLaunchKernel: lost",
         [](SimulatedNode &node) { device_of(node, 2).failure = "cuLaunchKernel: lost"; }},
        {faulty_device, "slot 2: 3 uncorrected ECC errors since the driver started",
         [](SimulatedNode &node) { device_of(node, 2).hardware.ecc_uncorrected = 3; }},
        {faulty_device, "slot 2: 1 uncorrected ECC error since the driver started",
         [](SimulatedNode &node) { device_of(node, 2).hardware.ecc_uncorrected = 1; }},
        {faulty_device, "slot 2: a row of its memory is to be remapped at the next reset",
         [](SimulatedNode &node) { device_of(node, 2).hardware.remapped_rows->pending = true; }},
        {faulty_device, "slot 2: a row of its memory could not be remapped",
         [](SimulatedNode &node) { device_of(node, 2).hardware.remapped_rows->failed = true; }},
        {faulty_device, "slot 2: a page of its memory is to be retired",
         [](SimulatedNode &node) { device_of(node, 2).hardware.retired_pages = {1, true}; }},
        {healthy, "",
         [](SimulatedNode &node) {
             device_of(node, 2).hardware.remapped_rows = {5, 1, false, false};
             device_of(node, 2).hardware.retired_pages = {1, false};
             device_of(node, 2).hardware.ecc_uncorrected_aggregate = 7;
         }},
        {faulty_device, "7 of 8 devices: 0000:15:00.0 is not on the bus",
         [](SimulatedNode &node) {
             node.node.devices.list->erase(node.node.devices.list->begin() + 5);
             node.node.devices.present = node.node.devices.visible = 7;
         }},
        {faulty_device, "0 of 8 devices: none is on the bus",
         [](SimulatedNode &node) {
             node.node.devices = {};
             node.node.devices.list.emplace();
             node.node.devices.visible = 0;
         }},
        {incomplete, "4 of 8 devices: CUDA_VISIBLE_DEVICES=0-3",
         [](SimulatedNode &node) {
             node.node.devices.list->resize(4);
             node.node.devices.visible = 4;
             node.node.devices.hidden_by = "CUDA_VISIBLE_DEVICES=0-3";
         }},
        {noisy, "slot 0: another process used the device",
         [](SimulatedNode &node) { device_of(node, 0).other_processes_after = 1; }},
        {noisy, "slot 0: another process used the device",
         [](SimulatedNode &node) { device_of(node, 0).other_processes_before = 1; }},
        {noisy, "slots 0-1: fewer than five full launches",
         [](SimulatedNode &node) {
             for (const std::size_t slot : {0, 1}) {
                 device_of(node, slot).figures[1].noisy = true;
                 device_of(node, slot).figures[1].remark = "fewer than five full launches";
             }
         }},
        {slow_device, "slot 6: -31.",
         [](SimulatedNode &node) {
             scale_device(device_of(node, 6), 0.69);
             device_of(node, 6).figures[0].limits = {"heat"};
         }},
        {slow_device, "slot 6: -2.", // the limit is 2 %
         [](SimulatedNode &node) { scale_device(device_of(node, 6), 0.975); }},
        {healthy, "", [](SimulatedNode &node) { scale_device(device_of(node, 6), 0.983); }},
        {slow_device, "% alone: clock 1.93 GHz, where 127 comparable devices have 1.98 GHz",
         [](SimulatedNode &node) {
             for (cluster::DeviceFigure &figure : device_of(node, 6).figures)
                 figure.clock_hz *= 0.975;
         }},
        {slow_device, "% alone: rate ",
         [](SimulatedNode &node) {
             for (cluster::DeviceFigure &figure : device_of(node, 6).figures)
                 figure.units_per_second *= 0.975;
         }},
        {slow_together, "% together: rate ",
         [](SimulatedNode &node) {
             for (cluster::DeviceFigure &figure : device_of(node, 6).figures)
                 figure.units_per_second *= figure.scope == "together" ? 0.965 : 1;
         }},
        {slow_together, "% together: clock 1.91 GHz, where 127 comparable devices have 1.98 GHz",
         [](SimulatedNode &node) {
             for (cluster::DeviceFigure &figure : device_of(node, 6).figures)
                 figure.clock_hz *= figure.scope == "together" ? 0.965 : 1;
         }},
        {slow_device, "slot 1: PCIe x8 of x16",
         [](SimulatedNode &node) { device_of(node, 1).hardware.pcie_width = 8; }},
        {slow_device, "slot 1: PCIe generation 4 of 5",
         [](SimulatedNode &node) { device_of(node, 1).hardware.pcie_generation = 4; }},
        {slow_device, "slot 1: -15.",
         [](SimulatedNode &node) {
             device_of(node, 1).copies[0].to_bytes_per_second = 26e9 * 0.85;
         }},
        {slow_device, "slot 1: -15.",
         [](SimulatedNode &node) {
             device_of(node, 1).copies[0].from_bytes_per_second = 25e9 * 0.85;
         }},
        {healthy, "",
         [](SimulatedNode &node) {
             device_of(node, 1).copies[0].from_bytes_per_second = 25e9 * 0.905;
         }},
        {healthy, "",
         [](SimulatedNode &node) {
             device_of(node, 1).copies[0].to_bytes_per_second = 26e9 * 0.905;
         }},
        {slow_device, "slot 1: -7.",
         [](SimulatedNode &node) { device_of(node, 1).memory->bytes_per_second = 4e12 * 0.925; }},
        {healthy, "",
         [](SimulatedNode &node) { device_of(node, 1).memory->bytes_per_second = 4e12 * 0.955; }},
        {healthy, "", [](SimulatedNode &node) { device_of(node, 1).memory.reset(); }},
        {slow_together, "slots 4-7: -9.",
         [](SimulatedNode &node) {
             for (const std::size_t slot : {4, 5, 6, 7}) {
                 scale_device(device_of(node, slot), 0.906, "together");
                 device_of(node, slot).figures[2].limits = {"power brake"};
             }
         }},
        {slow_together, "slots 4-5: -9.", // the worst of them
         [](SimulatedNode &node) {
             scale_device(device_of(node, 4), 0.95, "together");
             scale_device(device_of(node, 5), 0.906, "together");
         }},
        {slow_together, "slot 4: -3.",
         [](SimulatedNode &node) { scale_device(device_of(node, 4), 0.965, "together"); }},
        {healthy, "",
         [](SimulatedNode &node) { scale_device(device_of(node, 4), 0.975, "together"); }},
        {misconfigured, "slot 3: persistence 'off', where 127 comparable devices have 'on'",
         [](SimulatedNode &node) { device_of(node, 3).hardware.settings["persistence"] = "off"; }},
        {misconfigured, "slots 0-7: ecc 'off', where 120 comparable devices have 'on'",
         [](SimulatedNode &node) {
             for (cluster::NodeDevice &device : *node.node.devices.list)
                 device.hardware.settings["ecc"] = "off";
         }},
        {not_judged, "devices were not measured, where comparable nodes have 8 × Example H",
         [](SimulatedNode &node) { node.node.devices = {}; }},
    };
}

TEST(FleetDevices, EachFaultHasItsClassAndItsText)
{
    for (const DeviceFault &fault : device_faults()) {
        SimulatedFleet fleet = fleet_with_devices(16);
        fault.apply(fleet[4]);
        const cluster::FleetReport report = judged(fleet).report;
        EXPECT_EQ(report.nodes[4].node_class, fault.node_class)
            << fault.evidence << ": " << evidence(report.nodes[4]);
        EXPECT_TRUE(fault.node_class == NodeClass::healthy ||
                    mentions(report.nodes[4], fault.evidence))
            << fault.evidence << ": " << evidence(report.nodes[4]);
        EXPECT_EQ(report.count(NodeClass::healthy),
                  fault.node_class == NodeClass::healthy ? 16U : 15U)
            << fault.evidence;
    }
}

TEST(FleetDevices, OfOneSlotAreComparedWithThatSlot)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    // As fast as the others' slot 7, which is 1 % slower everywhere.
    scale_device(device_of(fleet[2], 3), 0.985);
    scale_device(device_of(fleet[3], 7), 0.975);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[2].node_class, NodeClass::healthy) << evidence(report.nodes[2]);
    EXPECT_EQ(report.nodes[3].node_class, NodeClass::slow_device);
}

TEST(FleetDevices, OfAHealthyFleetRaiseNoAlarm)
{
    const cluster::FleetReport report = judged(fleet_with_devices(50)).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 50U);
    EXPECT_EQ(report.nodes[0].verified.substr(0, 16), "8 of 8 devices, ");
    ASSERT_EQ(report.devices.size(), 1U);
    EXPECT_EQ(report.devices[0].devices, 400U);
    EXPECT_EQ(report.devices[0].judged_by, cluster::JudgedBy::like_nodes);
    EXPECT_EQ(report.groups[0].devices, "8 × Example H");
}

// Nodes with devices have another driver and memory than those without.
TEST(FleetDevices, MakeAKindOfNodeOfItsOwn)
{
    SimulatedFleet fleet = simulated_fleet(60);
    for (unsigned i = 0; i < 10; ++i) {
        add_devices(fleet[i], 8, i);
        fleet[i].node.settings["memory_gib"] = "1007";
    }
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 60U) << evidence(report.nodes[0]);
    EXPECT_EQ(report.groups.size(), 2U);
}

// Half of the nodes have four each: none lacks any.
TEST(FleetDevices, OfTwoNumbersAreTwoKinds)
{
    SimulatedFleet fleet = fleet_with_devices(10, 8);
    for (SimulatedNode &node : simulated_fleet(10, 2)) {
        node.node.name = "m" + node.node.name;
        add_devices(node, 4, 5);
        fleet.push_back(node);
    }
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 20U);
    EXPECT_EQ(report.groups.size(), 2U);
}

// Settings are those of machines with one processor, whatever devices they have; the driver's are
// not.
TEST(FleetDevices, DoNotKeepSettingsFromBeingCompared)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (unsigned i = 0; i < 18; ++i)
        add_devices(fleet[i], 8, 77 + i);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::misconfigured), 0U);
    fleet[19].node.settings["governor"] = "powersave";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_TRUE(mentions(report.nodes[19], "governor: 'powersave', where 19 comparable nodes have "
                                           "'performance'"))
        << evidence(report.nodes[19]);
    EXPECT_EQ(report.count(NodeClass::misconfigured), 1U);
}

// Two thirds have more: eight nodes with fewer are a kind, and seven have lost some.
TEST(FleetDevices, OfFewerThanEightNodesWereMore)
{
    for (const std::size_t few : {7U, 8U}) {
        SimulatedFleet fleet = fleet_with_devices(32);
        for (std::size_t i = 0; i < few; ++i) {
            fleet[i].node.devices.list->resize(4);
            fleet[i].node.devices.present = fleet[i].node.devices.visible = 4;
        }
        EXPECT_EQ(judged(fleet).report.count(NodeClass::faulty_device), few == 7 ? 7U : 0U);
    }
}

// A property of the platform is no fault of one device.
TEST(FleetDevices, MayAllHaveANarrowLink)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    for (SimulatedNode &node : fleet)
        for (cluster::NodeDevice &device : *node.node.devices.list)
            device.hardware.pcie_width = 8;
    device_of(fleet[3], 2).hardware.pcie_width = 4;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 15U);
    EXPECT_TRUE(mentions(report.nodes[3], "slot 2: PCIe x4 of x8"));
}

cluster::FleetReport of_one(SimulatedNode &node, const std::optional<cluster::Baseline> &baseline)
{
    cluster::FleetRequest request;
    request.baseline = baseline;
    return cluster::judge_fleet({{node.node}, {}, {}}, request).report;
}

TEST(FleetDevices, EightOfOneNodeJudgeEachOtherAndSevenDoNot)
{
    for (const unsigned count : {7U, 8U}) {
        SimulatedFleet fleet = simulated_fleet(1);
        add_devices(fleet[0], count, 1);
        for (std::size_t slot = 0; slot < count; ++slot)
            if (slot != 3)
                scale_device(device_of(fleet[0], slot), slot == 7 ? 1 / 0.99 : 1);
        scale_device(device_of(fleet[0], 3), 0.9);
        const cluster::NodeReport node = of_one(fleet[0], {}).nodes[0];
        EXPECT_EQ(mentions(node, "slot 3: -"), count == 8) << evidence(node);
        EXPECT_EQ(mentions(node, "7 devices of this kind (Example H) cannot judge each other"),
                  count == 7);
    }
}

// 'node' wrote it on a machine with an NVIDIA H200; its names were changed.
TEST(FleetDevices, OfARealFileAreReadAndJudgeEachOther)
{
    const cluster::NodeFile real =
        cluster::node_file_of(read_file(test_path("cluster/fleet/golden/h200.json")), "h200.json");
    ASSERT_TRUE(real.devices.list);
    ASSERT_EQ(real.devices.list->size(), 1U);
    const cluster::NodeDevice &device = real.devices.list->front();
    EXPECT_EQ(device.name, "NVIDIA H200");
    EXPECT_EQ(device.hardware.settings.at("persistence"), "on");
    EXPECT_EQ(device.hardware.pcie_generation, 5U);
    ASSERT_EQ(device.figures.size(), 4U);
    EXPECT_EQ(device.figures[0].clock_hz, 1.98e9);
    ASSERT_TRUE(device.memory);
    EXPECT_EQ(device.memory->wrong_words, 0U);
    EXPECT_FALSE(has_wrong(real));

    std::vector<cluster::NodeFile> nodes(9, real);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].name = fmt::format("n{}", i + 1);
    nodes[4].devices.list->front().figures[0].units_per_second *= 0.97;
    nodes[5].devices.list->front().memory->bytes_per_second *= 0.94;
    const cluster::FleetReport report = cluster::judge_fleet({nodes, {}, {}}, {}).report;
    for (const cluster::NodeReport &node : report.nodes) {
        const bool is_slow = node.name == "n5", has_slow_memory = node.name == "n6";
        EXPECT_EQ(mentions(node, "slot 0: "), is_slow || has_slow_memory) << evidence(node);
        EXPECT_EQ(mentions(node, "slot 0: -3.0 % alone: rate 15.44 G/s"), is_slow)
            << evidence(node);
        EXPECT_EQ(mentions(node, "slot 0: -6.0 % together: memory 3784.10 GB/s"), has_slow_memory)
            << evidence(node);
    }
}

// A baseline in its file's own words.
cluster::Baseline baseline_of_fleet(const SimulatedFleet &fleet)
{
    return *cluster::baseline_of_text(cluster::baseline_text(judged(fleet).baseline), "base");
}

TEST(FleetDevices, OfFewNodesAreComparedWithABaseline)
{
    const cluster::Baseline baseline = baseline_of_fleet(fleet_with_devices(16));
    SimulatedFleet fleet = fleet_with_devices(1);
    EXPECT_EQ(of_one(fleet[0], baseline).nodes[0].node_class, NodeClass::healthy)
        << evidence(of_one(fleet[0], baseline).nodes[0]);
    SimulatedFleet slow = fleet;
    for (cluster::NodeDevice &device : *slow[0].node.devices.list)
        scale_device(device, 0.95); // all of them, so that they cannot tell by each other
    const cluster::NodeReport all_slow = of_one(slow[0], baseline).nodes[0];
    EXPECT_EQ(all_slow.node_class, NodeClass::slow_device);
    EXPECT_TRUE(mentions(all_slow, " % alone: rate ")) << evidence(all_slow);
    SimulatedFleet lost = fleet;
    lost[0].node.devices.list->pop_back();
    lost[0].node.devices.present = lost[0].node.devices.visible = 7;
    const cluster::NodeReport seven = of_one(lost[0], baseline).nodes[0];
    EXPECT_EQ(seven.node_class, NodeClass::faulty_device);
    EXPECT_TRUE(mentions(seven, "7 of 8 devices")) << evidence(seven);
}

// They have all lost as much: the baseline tells.
TEST(FleetDevices, AreHeldAgainstTheBaselineAsAWhole)
{
    cluster::FleetRequest request;
    request.baseline = baseline_of_fleet(fleet_with_devices(16));
    EXPECT_TRUE(judged(fleet_with_devices(16), request).report.devices[0].changes.empty());
    SimulatedFleet fleet = fleet_with_devices(16);
    for (SimulatedNode &node : fleet)
        for (cluster::NodeDevice &device : *node.node.devices.list) {
            scale_device(device, 0.95, "together");
            device.memory->bytes_per_second *= 0.9;
        }
    const cluster::FleetReport report = judged(fleet, request).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 16U);
    ASSERT_EQ(report.devices.size(), 1U);
    ASSERT_EQ(report.devices[0].changes.size(), 5U);
    EXPECT_TRUE(
        machine::contains(report.devices[0].changes, "sha256-chain together: clock -5.0 %"));
    EXPECT_TRUE(report.devices[0].changes[2].starts_with("read together: memory -10.0 %") ||
                report.devices[0].changes[2].starts_with("read together: memory -9.9 %"))
        << report.devices[0].changes[2];
    EXPECT_EQ(report.exit_code(cluster::fail_on_anything()), 5);
}

// The devices that a file has must be as many as those that are there.
TEST(FleetDevices, ThatAreHiddenWithoutAReasonMakeANodeIncomplete)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    fleet[3].node.devices.list->resize(6);
    fleet[3].node.devices.visible = 6;
    const cluster::NodeReport node = judged(fleet).report.nodes[3];
    EXPECT_EQ(node.node_class, NodeClass::incomplete) << evidence(node);
    EXPECT_TRUE(mentions(node, "6 of 8 devices: its file gives no reason")) << evidence(node);
}

// Its copies are no figures that could not be judged.
TEST(FleetDevices, ThatAreNoisyAreNotCalledTooFew)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    for (cluster::DeviceFigure &figure : device_of(fleet[3], 2).figures) {
        figure.noisy = true;
        figure.remark = "shared";
    }
    const cluster::NodeReport node = judged(fleet).report.nodes[3];
    EXPECT_EQ(node.node_class, NodeClass::noisy) << evidence(node);
    EXPECT_FALSE(mentions(node, "cannot judge each other")) << evidence(node);
}

// Instances of one piece of hardware, or devices without a place.
TEST(FleetDevices, OfOneSlotHaveSeriesOfTheirOwn)
{
    SimulatedFleet fleet = fleet_with_devices(8, 3);
    device_of(fleet[0], 2).hardware.slot = 1;
    const std::string text =
        show::write_as(show::Format::prometheus, show::fleet_exporters, judged(fleet).report, {});
    std::set<std::string> series;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#')) {
            EXPECT_TRUE(series.insert(line.substr(0, line.rfind(' '))).second) << line;
        }
    EXPECT_TRUE(series.contains("hashlane_fleet_device_errors{node=\"n01\",slot=\"1 (2)\","
                                "kind=\"corrected\"}"));
}

// Nodes with another processor have other numbers of the same device.
// A driver that is loaded and lists none has lost all of them.
TEST(FleetDevices, ThatAreAllLostAreMissedByTheBaseline)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    const cluster::Baseline baseline = baseline_of_fleet(fleet);
    fleet[3].node.devices.list->clear();
    for (const std::optional<unsigned> present : {std::optional(0U), std::optional<unsigned>()}) {
        fleet[3].node.devices.present = present;
        const cluster::NodeReport lost = of_one(fleet[3], baseline).nodes[0];
        EXPECT_EQ(lost.node_class, NodeClass::faulty_device) << evidence(lost);
    }
}

TEST(FleetDevices, AreAsManyAsThoseOfItsKindInTheBaseline)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    for (std::size_t i = 8; i < fleet.size(); ++i) {
        fleet[i].node.cpu_model = "Example 9100";
        fleet[i].node.devices.list->resize(4);
        fleet[i].node.devices.present = fleet[i].node.devices.visible = 4;
    }
    const cluster::Baseline baseline = baseline_of_fleet(fleet);
    for (const std::size_t node : {0U, 8U}) {
        const cluster::NodeReport whole = of_one(fleet[node], baseline).nodes[0];
        EXPECT_NE(whole.node_class, NodeClass::faulty_device) << evidence(whole);
        fleet[node].node.devices.list->pop_back();
        --*fleet[node].node.devices.present;
        --*fleet[node].node.devices.visible;
        const cluster::NodeReport lost = of_one(fleet[node], baseline).nodes[0];
        EXPECT_TRUE(mentions(lost, node == 0 ? "7 of 8 devices" : "3 of 4 devices"))
            << evidence(lost);
    }
}

// A brief check has no values alone: what is slow together is slow.
TEST(FleetDevices, WithoutValuesAloneAreSlowTogether)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    for (SimulatedNode &node : fleet)
        for (cluster::NodeDevice &device : *node.node.devices.list)
            device.figures.erase(device.figures.begin(), device.figures.begin() + 2);
    scale_device(device_of(fleet[4], 2), 0.9);
    EXPECT_EQ(judged(fleet).report.nodes[4].node_class, NodeClass::slow_device);
}

TEST(FleetDevices, AreExplainedByErrorsAndHeat)
{
    for (const auto &[errors, celsius, lines] :
         {std::tuple(99U, 70.0, 0U), std::tuple(100U, 70.0, 1U), std::tuple(100U, 71.0, 2U)}) {
        SimulatedFleet fleet = fleet_with_devices(16);
        device_of(fleet[4], 2).hardware.ecc_corrected = errors;
        for (cluster::DeviceFigure &figure : device_of(fleet[4], 2).figures)
            figure.celsius = celsius;
        const cluster::NodeReport node = judged(fleet).report.nodes[4];
        EXPECT_EQ(node.node_class, NodeClass::healthy);
        EXPECT_EQ(node.context.size(), lines);
    }
}

// All have some, and ten times as many are worth a word.
TEST(FleetDevices, HaveManyErrorsIfOthersHaveFew)
{
    for (const unsigned errors : {109U, 110U}) {
        SimulatedFleet fleet = fleet_with_devices(8);
        for (SimulatedNode &node : fleet)
            for (cluster::NodeDevice &device : *node.node.devices.list)
                device.hardware.ecc_corrected = 11;
        device_of(fleet[4], 2).hardware.ecc_corrected = errors;
        EXPECT_EQ(judged(fleet).report.nodes[4].context.size(), errors == 110 ? 1U : 0U);
    }
}

TEST(FleetDevices, WithStrangeValuesHarmNobody)
{
    SimulatedFleet fleet = fleet_with_devices(16);
    cluster::NodeDevice &device = device_of(fleet[4], 2);
    device.hardware.slot.reset();
    device.figures[0].units_per_second = 0;
    device.figures[1].units_per_second = std::nan("");
    device.figures[2].units_per_second = std::numeric_limits<double>::max();
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 16U) << evidence(report.nodes[4]);
}

} // namespace
} // namespace hashlane::test
