// SPDX-License-Identifier: MIT
#include "show/page/page.h"
#include "support/figures.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// One core, two kernels that it tested so often.
show::SoakFile soak_of(std::uint64_t first, std::uint64_t second)
{
    show::SoakFile file{"soak.json", {}};
    cluster::SoakTotals &totals = file.soak.totals;
    totals.passes = 1;
    totals.kernels.resize(2);
    totals.kernels[0].kernel = "sha256-chain.shani.x1";
    totals.kernels[1].kernel = "keccak-chain.bmi2.x1";
    totals.cores.resize(1);
    totals.cores[0].visits = {first, second};
    file.soak.complete = true;
    return file;
}

TEST(SoakFigures, KernelsThatWereTestedLessHaveBars)
{
    const show::Book alike = show::make_book({}, {}, {soak_of(3, 3)});
    EXPECT_EQ(figure(alike, "soak1-kernels").sentence,
              "Tested on every core: 2 of 2 kernels, up to 3 times.");
    EXPECT_EQ(figure(alike, "soak1-kernels").table.rows.size(), 2U);
    const std::string page = show::write_page(alike);
    EXPECT_FALSE(contains(page, "soak1-kernels-t")) << "no empty plot";
    EXPECT_LT(page.find("0 s, 1 finished pass,"), page.find("soak1-kernels"));
    const show::Book unlike = show::make_book({}, {}, {soak_of(3, 2)});
    const auto &bars = std::get<show::BarPlot>(figure(unlike, "soak1-kernels").plot).bars;
    ASSERT_EQ(bars.size(), 1U);
    EXPECT_EQ(bars[0].label + " " + bars[0].text, "keccak-chain.bmi2.x1 2");
}

TEST(SoakFigures, DevicesAreThereAndTheirFailuresAreAlarms)
{
    show::SoakFile file = soak_of(3, 3);
    file.soak.started = "2026-11-27T02:44:13+00:00";
    cluster::SoakDevice &device = file.soak.totals.devices.emplace_back();
    device.device = "cuda:0";
    device.name = "NVIDIA H200";
    device.seconds = 2;
    device.proven_seconds = 1;
    device.wrong = 1;
    device.failure = "cuLaunchKernel: error 719";
    const show::Book book = show::make_book({}, {}, {file});
    const show::Figure &cores = figure(book, "soak1-cores");
    EXPECT_EQ(cores.sentence, "Wrong results: 1 of 1 core and 1 device.");
    const auto &bars = std::get<show::BarPlot>(cores.plot).bars;
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_EQ(bars[0].label + " " + bars[0].text, "cuda:0, NVIDIA H200 50.0");
    EXPECT_TRUE(bars[0].doubtful);
    const std::string page = show::write_page(book);
    EXPECT_TRUE(contains(page, "cuda:0 failed: cuLaunchKernel: error 719"));
    EXPECT_TRUE(contains(page, "from 2026-11-27 02:44 to"));
}

// Their cores only computed what the devices are compared with.
TEST(SoakFigures, OfDevicesAloneHaveNoCores)
{
    show::SoakFile file = soak_of(3, 3);
    file.soak.totals.kernels.clear();
    file.soak.totals.devices.emplace_back().device = "opencl:0";
    const show::Book book = show::make_book({}, {}, {file});
    EXPECT_EQ(show::find_figure(book, "soak1-kernels"), nullptr);
    const show::Figure &parts = figure(book, "soak1-cores");
    EXPECT_EQ(parts.title, "Devices");
    EXPECT_EQ(parts.sentence, "Wrong results: 0 of 1 device.");
    EXPECT_EQ(parts.table.rows.size(), 1U);
}

TEST(SoakFigures, AFindHasTheNeighbourThatItHad)
{
    show::SoakFile file = soak_of(3, 3);
    file.soak.totals.wrong = 3;
    file.soak.totals.found.resize(3);
    for (cluster::SoakWrong &wrong : file.soak.totals.found)
        wrong.again_here = wrong.tries_here = 3;
    file.soak.totals.found[0].device = "opencl:0";
    file.soak.totals.found[1].neighbour = 7;
    file.soak.totals.found[1].tries_beside = 2;
    const std::vector<std::string> alarms = show::make_book({}, {}, {file}).chapters[0].alarms;
    ASSERT_EQ(alarms.size(), 4U);
    EXPECT_TRUE(alarms[1].ends_with("again wrong on this device 3 of 3 times")) << alarms[1];
    EXPECT_TRUE(alarms[2].ends_with("3 of 3 times, on its neighbour, CPU 7, 0 of 2")) << alarms[2];
    EXPECT_TRUE(alarms[3].ends_with("3 of 3 times; no neighbour is soaked")) << alarms[3];
}

} // namespace
} // namespace hashlane::test
