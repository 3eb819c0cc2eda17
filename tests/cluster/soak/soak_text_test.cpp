// SPDX-License-Identifier: MIT
//
// What a soak prints of made-up figures, word by word.
#include "machine/system/text.h"
#include "machine/topology/topology.h"
#include "show/tables/soak_text.h"

#include "hashlane/hashlane.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// Core 1 was checked least: 60 of its 80 busy seconds.
cluster::SoakTotals two_cores()
{
    cluster::SoakTotals totals;
    totals.seconds = 100;
    totals.passes = 2;
    totals.visits_of_pass = 1;
    totals.kernels = {{"sha256-chain.portable.x1", "general", 3, 5, 0},
                      {"keccak-chain.portable.x1", "general", 3, 7, 0}};
    totals.cores = {{4, 0, 0, 10, 81, 85.5, 1500, 0, {3, 2}},
                    {5, 1, 1, 20, 60, 72, 1200, 0, {4, 2}}};
    return totals;
}

std::string cores_here() { return machine::counted(machine::this_topology().cores.size(), "core"); }

TEST(SoakText, OfCoresEndsWithTheirTableAndASentence)
{
    EXPECT_EQ(
        show::soak_end_text(two_cores()),
        "  core    CPU socket    checked       rate    idle s       hashes    wrong\n"
        "     0      4      0    90.00 %    95.00 %    10.000    1.500e+03        0\n"
        "     1      5      1    75.00 %    90.00 %    20.000    1.200e+03        0\n"
        "2 CPUs for 0:01:40: 2 passes and 1 visit. Checked 75.00 % of each core's time or more, at "
        "90.00 % of\n  the kernels' own rate or more.\n"
        "No wrong result: 2 of " +
            cores_here() +
            ", 2 of 2 kernels, each at least 2 times. Memory and floating point were not "
            "tested.\n");
}

TEST(SoakText, OfManyCoresHasTheWrongOnesAndTheLeastChecked)
{
    cluster::SoakTotals totals = two_cores();
    while (totals.cores.size() < 16)
        totals.cores.push_back(totals.cores.front());
    EXPECT_EQ(show::soak_end_text(totals).find("more, checked for longer"), std::string::npos);
    totals.cores.push_back(totals.cores.front());
    totals.cores.back().cpu = 77;
    totals.cores.back().wrong = 1;
    totals.wrong = 1;
    const std::string text = show::soak_end_text(totals);
    EXPECT_NE(text.find("    15 more, checked for longer, with no wrong result\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("     1      5      1 "), std::string::npos) << text;
    EXPECT_NE(text.find("     0     77      0 "), std::string::npos) << text;
    EXPECT_NE(text.find("\nWRONG: 1 result: "), std::string::npos) << text;
}

TEST(SoakText, WithoutAllKernelsIsIncomplete)
{
    cluster::SoakTotals totals = two_cores();
    totals.cores[1].visits = {1, 0};
    const std::string text = show::soak_end_text(totals);
    EXPECT_NE(text.find("Not reached on every core: keccak-chain.portable.x1.\n"
                        "Incomplete, no wrong result so far: "),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(", 1 of 2 kernels, each at least once. "), std::string::npos) << text;
    totals.cores[1].visits = {0, 0};
    EXPECT_NE(show::soak_end_text(totals).find(", 0 of 2 kernels. "), std::string::npos);
}

TEST(SoakText, OfDevicesAloneHasNoCores)
{
    cluster::SoakTotals totals;
    totals.devices = {{"cuda:0", "A\033 device", {}, 80, 60, 2500, 0, ""},
                      {"cuda:1", "Another", {}, 80, 0, 0, 1, ""},
                      {"cuda:2", "A third", {}, 80, 0, 0, 0, "does not answer"}};
    totals.wrong = 1;
    EXPECT_EQ(show::soak_end_text(totals),
              "device            checked       hashes    wrong  name\n"
              "cuda:0            75.00 %    2.500e+03        0  " +
                  machine::printable("A\033 device") +
                  "\n"
                  "cuda:1             0.00 %    0.000e+00        1  Another\n"
                  "cuda:2             0.00 %    0.000e+00        0  A third; failed\n"
                  "WRONG: 1 result: 2 of 3 devices. Memory and floating point were not tested. A "
                  "device failed.\n");
}

TEST(SoakText, OfAMinuteCountsPassesFrom1)
{
    cluster::SoakTotals totals = two_cores();
    totals.seconds = 3725;
    totals.wrong = 3;
    totals.cores.resize(1);
    totals.cores[0].idle_seconds = 25;
    totals.cores[0].proven_seconds = 3663;
    totals.cores[0].plain_seconds = 3626;
    EXPECT_EQ(show::soak_minute_text(totals),
              "  1:02:05  pass 3, visit 1: checked 99.00 %, 98.00 % of the plain rate, 3 wrong\n");
}

TEST(SoakText, OfAContinuedSoakNamesWhatWasDone)
{
    cluster::SoakCheckpoint checkpoint;
    checkpoint.request.cpus = {0, 1, 2};
    checkpoint.request.passes = 3;
    checkpoint.request.seed = 7;
    const std::string begin = "hashlane " HASHLANE_VERSION ": soaks CPU 0-2 with 0 kernels";
    const std::string pattern = ", pattern mixed, seed 7, for ";
    EXPECT_EQ(show::soak_begin_text(checkpoint), begin + pattern + "3 passes\n");
    checkpoint.request.seconds = 59;
    checkpoint.totals.devices.resize(2);
    checkpoint.totals.devices[0].device = "cuda:0";
    checkpoint.totals.devices[1].device = "cuda:1";
    EXPECT_EQ(show::soak_begin_text(checkpoint),
              begin + " and cuda:0, cuda:1" + pattern + "0:00:59\n");
    checkpoint.resumed = 1;
    checkpoint.started = "2026-11-01T00:00:00Z";
    checkpoint.updated = "2026-11-02T00:00:00Z";
    checkpoint.totals.seconds = 3600;
    const std::string text = show::soak_begin_text(checkpoint);
    EXPECT_EQ(text.substr(text.find('\n') + 1),
              "continues the soak of 2026-11-01T00:00:00Z: 1:00:00 were done by "
              "2026-11-02T00:00:00Z\n");
}

cluster::SoakWrong wrong_result()
{
    cluster::SoakWrong wrong;
    wrong.cpu = 5;
    wrong.core = 3;
    wrong.socket = 1;
    wrong.kernel = "sha256-chain.shani.x2";
    wrong.unit = "sha";
    wrong.scope = "together";
    wrong.at_seconds = 61;
    wrong.pass = 1;
    wrong.segment = 9;
    wrong.lane = 0;
    wrong.wrong_lanes = 2;
    wrong.expected.assign(32, 0);
    wrong.got.assign(32, 0);
    wrong.got[0] = 8;
    return wrong;
}

TEST(SoakText, OfAWrongResultNamesItsBits)
{
    cluster::SoakWrong wrong = wrong_result();
    const std::string place =
        "WRONG  core 3 (CPU 5, socket 1), sha256-chain.shani.x2\n"
        "       unit sha, together, after 0:01:01 in pass 2: segment 9, lane 0, "
        "2 wrong lanes in all; ";
    EXPECT_EQ(show::soak_wrong_text(wrong), place + "bit 3 of 256 differs\n");
    wrong.got[2] = 2;
    EXPECT_EQ(show::soak_wrong_text(wrong), place + "bits 3, 17 of 256 differ\n");
    wrong.got[0] = 0x7f;
    EXPECT_EQ(show::soak_wrong_text(wrong), place + "bits 0, 1, 2, 3, 4, 5, 6, 17 of 256 differ\n");
    wrong.got[2] = 3;
    wrong.clock_hz = 3.5e9;
    wrong.celsius = 81;
    EXPECT_EQ(show::soak_wrong_text(wrong),
              place + "9 of 256 bits differ\n"
                      "       the core's clock was 3.50 GHz\n"
                      "       the hottest sensor of the processor read 81 °C\n");
    wrong.device = "cuda:0";
    const std::string of_device = show::soak_wrong_text(wrong);
    EXPECT_TRUE(of_device.starts_with("WRONG  cuda:0, sha256-chain.shani.x2\n")) << of_device;
    EXPECT_NE(of_device.find("the device's clock"), std::string::npos);
    EXPECT_NE(of_device.find("sensor of the device read"), std::string::npos);
}

TEST(SoakText, OfRepetitionsCountsBothCores)
{
    cluster::SoakWrong wrong = wrong_result();
    wrong.again_here = 7;
    wrong.tries_here = 10;
    EXPECT_EQ(show::soak_again_text(wrong),
              "wrong on this core 7 of 10 times; no neighbour is soaked");
    wrong.neighbour = 6;
    wrong.again_beside = 1;
    wrong.tries_beside = 9;
    EXPECT_EQ(show::soak_again_text(wrong),
              "wrong on this core 7 of 10 times, on its neighbour, CPU 6, 1 of 9");
    wrong.device = "cuda:0";
    EXPECT_EQ(show::soak_again_text(wrong), "wrong on this device 7 of 10 times");
}

} // namespace
} // namespace hashlane::test
