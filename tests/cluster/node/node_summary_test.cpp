// SPDX-License-Identifier: MIT
//
// The report of `hashlane node` for people, of made-up figures, word by word.
#include "show/tables/node_summary.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

cluster::NodeRun measured_node()
{
    cluster::NodeRun run;
    cluster::NodeFile &node = run.node;
    node.name = "n01";
    node.seconds = 12.25;
    node.cores.resize(2);
    for (cluster::CoreColumns &columns : node.cores) {
        columns.kernel = "sha256-chain.shani.x2";
        columns.scope = cluster::scope_together;
        columns.cpus = {0, 1, 2};
        columns.cycles_per_unit = {90, 100, 104};
        columns.clock_hz = {3e9, 3.2e9, 3.1e9};
        columns.noisy = {false, false, false};
        columns.wrong = {0, 0, 0};
    }
    node.cores[1].kernel = "keccak-chain.avx2.x4";
    node.cores[1].cycles_per_unit.assign(3, std::nan(""));
    return run;
}

TEST(NodeSummaryText, HasALineForEachKernel)
{
    cluster::NodeRun run = measured_node();
    const std::string text = show::summarise_node(run);
    EXPECT_TRUE(text.starts_with("hashlane: node n01, 3 cores, 12.2 s\n")) << text;
    EXPECT_EQ(text.substr(text.find('\n') + 1),
              "  sha256-chain.shani.x2              together    100.00 cycles (90.00-104.00) at "
              "3.100 GHz\n"
              "  keccak-chain.avx2.x4               together no core cycles\n");
    // A core with one of the two figures alone counts in neither.
    run.node.cores[0].clock_hz[2] = std::nan("");
    EXPECT_NE(show::summarise_node(run).find("     95.00 cycles (90.00-100.00) at 3.100 GHz\n"),
              std::string::npos);
    run.node.cores.clear();
    EXPECT_EQ(show::summarise_node(run).find("cycles"), std::string::npos);
}

TEST(NodeSummaryText, HasTheSoakTheMemoryAndTheReasons)
{
    cluster::NodeRun run = measured_node();
    run.node.cores.clear();
    cluster::NodeSoak &soak = run.node.soak.emplace();
    soak.seconds = 5.04;
    soak.proven_share = 0.965;
    soak.kernels = soak.reached = 71;
    soak.wrong.push_back({3, "sha256-chain.shani.x2", "sha", std::pair{7U, 10U}, {}});
    run.node.sensors.memory_bytes_per_second = 41.25e9;
    run.node.incomplete_reason = "the time was up";
    const std::string text = show::summarise_node(run);
    EXPECT_NE(text.find(" on every core, 5.0 s: 96.5 % of the cores' time verified\n"
                        "  memory 41.2 GB/s, read and written by all cores\n"
                        "hashlane: soak: CPU 3: sha256-chain.shani.x2: wrong result, again 7 of 10 "
                        "times\n"
                        "hashlane: incomplete: the time was up\n"),
              std::string::npos)
        << text;
    run.node.sensors.memory_bytes_per_second.reset();
    run.node.sensors.memory_reason = "too little memory";
    run.node.incomplete_reason.clear();
    const std::string without = show::summarise_node(run);
    EXPECT_NE(without.find("  memory was not measured: too little memory\n"), std::string::npos);
    EXPECT_EQ(without.find("incomplete"), std::string::npos);
}

TEST(NodeSummaryText, OfDevicesHasRatesMemoryAndFailures)
{
    cluster::NodeDevices devices;
    devices.list.emplace(2);
    double rate = 2e6;
    for (cluster::NodeDevice &device : *devices.list) {
        device.figures.resize(1);
        device.figures[0].kernel = "sha256-chain.cuda";
        device.figures[0].scope = cluster::scope_alone;
        device.figures[0].units_per_second = rate;
        rate += 1e6;
    }
    EXPECT_EQ(
        show::summarise_devices(devices),
        "  sha256-chain.cuda                  alone         2.50 M/s (2.00-3.00), 2 devices\n");
    cluster::NodeDevice &device = devices.list->front();
    device.id = "cuda:0";
    device.figures[0].wrong = 1;
    device.hardware.slot = 4;
    device.hardware.pci_address = "0000:18:00.0";
    device.failure = "does not answer";
    device.memory.emplace();
    device.memory->bytes = 12'500'000'000;
    device.memory->bytes_per_second = 2.5e12;
    device.memory->wrong_words = 1;
    device.soak.emplace().wrong.push_back({"keccak-chain.cuda", 2, 3});
    devices.present = 8;
    devices.visible = 2;
    devices.hidden_by = "CUDA_VISIBLE_DEVICES";
    EXPECT_EQ(show::summarise_devices(devices),
              "  sha256-chain.cuda                  alone         3.00 M/s (3.00-3.00), 1 device\n"
              "  cuda:0 memory                      12.5 GB written and compared twice, read at "
              "2500.0 GB/s\n"
              "hashlane: slot 4 (0000:18:00.0): does not answer\n"
              "hashlane: cuda:0: 1 wrong word of its memory\n"
              "hashlane: soak: cuda:0: keccak-chain.cuda: wrong result, again 2 of 3 times\n"
              "hashlane: 2 of 8 devices: CUDA_VISIBLE_DEVICES\n");
    devices.visible = 8;
    EXPECT_EQ(show::summarise_devices(devices).find("of 8"), std::string::npos);
}

} // namespace
} // namespace hashlane::test
