// SPDX-License-Identifier: MIT
//
// A row's values for launches whose truth is known.

#include "backends/gpu/benchmark.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

backends::Launch launch_of(double ns, double clock_hz = 0, backends::ClockLimits limits = 0)
{
    backends::Launch launch{10, 100, ns, 0, 0, {}};
    if (clock_hz > 0)
        launch.reading = backends::DeviceReading{clock_hz, 61.0, 512.0, limits};
    return launch;
}

results::Row summarised(const std::vector<backends::Launch> &launches,
                        backends::Throttled throttled = backends::Throttled::left_out)
{
    results::Row row;
    row.device_state = results::DeviceState{};
    backends::summarise_launches(row, launches, throttled);
    return row;
}

results::Row summarised(const std::vector<double> &ns)
{
    std::vector<backends::Launch> launches;
    for (const double one : ns)
        launches.push_back(launch_of(one));
    return summarised(launches);
}

TEST(Launches, ShortOnesAreLeftOut)
{
    const results::Row row = summarised({1, 2, 4, 1000, 1000, 1000, 1000, 1000, 400});
    EXPECT_EQ(row.sampling.kept, 5U);
    EXPECT_EQ(row.figures.units_per_second, 1e9);
    EXPECT_EQ(row.quality.noise, results::Noise::clean);
    EXPECT_TRUE(row.quality.trustworthy);
    EXPECT_EQ(row.sampling.threads.front().ns_per_unit.size(), 5U);
}

TEST(Launches, TooFewAreNotTrusted)
{
    const results::Row row = summarised({1000, 1000, 1000, 1000});
    EXPECT_EQ(row.quality.noise, results::Noise::noisy);
    EXPECT_FALSE(row.quality.trustworthy);
}

// Comparisons are made of visits: stretches of equal length, which no launch is left out of.
TEST(Launches, AreTenVisitsForComparisons)
{
    std::vector<double> ns(25, 1000);
    for (std::size_t i = 12; i < ns.size(); ++i)
        ns[i] = 1010;
    const std::vector<results::VisitFigures> visits = summarised(ns).sampling.visits;
    ASSERT_EQ(visits.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_DOUBLE_EQ(visits[i].ns_per_unit, i < 5 ? 1 : 1.01) << i;
        EXPECT_EQ(visits[i].cycles_per_unit, 0) << "a device's clock is not counted";
    }
    EXPECT_EQ(summarised({1000, 1000, 1000}).sampling.visits.size(), 3U);
}

TEST(Launches, OfSeveralDevicesHaveTheVisitsOfTheirSum)
{
    backends::MeasuredDevice fast, slow;
    fast.row = summarised(std::vector<double>(20, 1000));
    slow.row = summarised(std::vector<double>(20, 3000));
    for (backends::MeasuredDevice *device : {&fast, &slow})
        device->row.identity.workload = Workload::keccak_chain;
    const results::Row sum = backends::sum_of({fast, slow});
    ASSERT_EQ(sum.sampling.visits.size(), 10U);
    EXPECT_DOUBLE_EQ(sum.sampling.visits[3].ns_per_unit, 1.5) << "2 / (1/1 + 1/3)";
    EXPECT_DOUBLE_EQ(2e9 / sum.figures.units_per_second, 1.5) << "as its rate is";
}

std::vector<backends::Launch> launches_beside(std::vector<std::string> others, std::size_t at)
{
    std::vector<backends::Launch> launches(8, launch_of(1000));
    for (backends::Launch &launch : launches)
        launch.other_processes.emplace();
    launches[at].other_processes = std::move(others);
    return launches;
}

// The driver shares out the time, and every launch takes twice as long.
TEST(Launches, BesideAnotherProcessAreNotTrusted)
{
    for (const std::size_t at : {0U, 4U, 7U}) {
        const results::Row row = summarised(launches_beside({"pid 7 (b)", "pid 4 (a)"}, at));
        EXPECT_EQ(row.quality.noise, results::Noise::shared);
        EXPECT_FALSE(row.quality.trustworthy);
        EXPECT_TRUE(row.quality.note.ends_with(": pid 4 (a), pid 7 (b)")) << row.quality.note;
        EXPECT_EQ(row.device_state->other_processes->size(), 2U);
    }
    std::vector<backends::Launch> short_one = launches_beside({}, 0);
    short_one.insert(short_one.begin(), launch_of(1));
    short_one.front().other_processes = {"pid 4 (a)"};
    EXPECT_FALSE(summarised(short_one).quality.trustworthy) << "it was there at the start";
}

TEST(Launches, LongerThanOneTurnAreNotTrusted)
{
    std::vector<backends::Launch> launches(8, launch_of(1000));
    for (backends::Launch &launch : launches)
        launch.ns_by_short_ones = 0.97;
    EXPECT_EQ(summarised(launches).quality.noise, results::Noise::clean);
    launches[3].ns_by_short_ones = 2;
    EXPECT_EQ(summarised(launches).quality.noise, results::Noise::clean) << "one of eight";
    for (backends::Launch &launch : launches)
        launch.ns_by_short_ones = 1.98;
    const results::Row row = summarised(launches);
    EXPECT_EQ(row.quality.noise, results::Noise::shared);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_NE(row.quality.note.find("took 1.98 times as long"), std::string::npos)
        << row.quality.note;
    launches.front().other_processes = {"pid 4 (a)"};
    EXPECT_TRUE(summarised(launches).quality.note.ends_with(": pid 4 (a)")) << "named if known";
}

TEST(Launches, AloneOrNotKnownToBeAreClean)
{
    const results::Row alone = summarised(launches_beside({}, 0));
    EXPECT_EQ(alone.quality.noise, results::Noise::clean);
    EXPECT_TRUE(alone.device_state->other_processes->empty());
    const results::Row unknown = summarised(std::vector<backends::Launch>(8, launch_of(1000)));
    EXPECT_EQ(unknown.quality.noise, results::Noise::clean);
    EXPECT_FALSE(unknown.device_state->other_processes);
}

TEST(Launches, OfTwoModesTheFasterIsReported)
{
    const results::Row row =
        summarised({1000, 1000, 1000, 1000, 1000, 1000, 1500, 1500, 1500, 1500});
    EXPECT_EQ(row.quality.noise, results::Noise::shared);
    EXPECT_EQ(row.figures.units_per_second, 1e9);
    std::vector<results::SampleVerdict> verdicts(10, results::SampleVerdict::kept);
    std::fill(verdicts.begin() + 6, verdicts.end(), results::SampleVerdict::slower_mode);
    EXPECT_EQ(row.sampling.threads.front().verdicts, verdicts);
}

TEST(Launches, WithoutACleanModeAreNotTrusted)
{
    const results::Row row = summarised({1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700});
    EXPECT_EQ(row.quality.noise, results::Noise::noisy);
    EXPECT_FALSE(row.quality.trustworthy);
}

TEST(Launches, TellTheClockThatRan)
{
    std::vector<backends::Launch> launches(4, launch_of(1000, 1.5e9));
    launches.push_back(launch_of(1000, 1.52e9));
    launches.push_back(launch_of(1000));
    launches.push_back(launch_of(10, 3e9));
    const results::Row row = summarised(launches);
    EXPECT_EQ(row.figures.clock_hz, 1.5e9);
    EXPECT_EQ(row.device_state->celsius, 61);
    EXPECT_EQ(row.device_state->watts, 512);
    EXPECT_TRUE(row.device_state->no_telemetry.empty());
    EXPECT_EQ(summarised({1000, 1000}).figures.clock_hz, 0);
    EXPECT_FALSE(summarised({1000, 1000}).device_state->no_telemetry.empty());
}

TEST(Launches, AtThePowerCapAreKeptAndSayIt)
{
    const results::Row row = summarised(
        std::vector<backends::Launch>(6, launch_of(1000, 1.4e9, backends::limit_power_cap)));
    EXPECT_EQ(row.quality.noise, results::Noise::clean);
    EXPECT_EQ(row.sampling.kept, 6U);
    EXPECT_EQ(row.device_state->clock_limits, std::vector<std::string>{"power cap"});
    EXPECT_EQ(row.device_state->throttled_launches, 0U);
}

TEST(Launches, ThrottledOnesAreLeftOut)
{
    // Twice as long as the others: by their length alone the others would be left out.
    std::vector<backends::Launch> launches(8, launch_of(1000, 1.5e9));
    launches.push_back(launch_of(2500, 0.6e9, backends::limit_heat));
    const results::Row row = summarised(launches);
    ASSERT_EQ(row.sampling.threads.size(), 1U);
    std::vector<results::SampleVerdict> verdicts(9, results::SampleVerdict::kept);
    verdicts.back() = results::SampleVerdict::throttled;
    EXPECT_EQ(row.sampling.threads.front().verdicts, verdicts);
    EXPECT_EQ(row.figures.units_per_second, 1e9);
    EXPECT_EQ(row.figures.clock_hz, 1.5e9);
    EXPECT_EQ(row.sampling.discarded, 1U);
    EXPECT_EQ(row.device_state->throttled_launches, 1U);
    EXPECT_EQ(row.quality.noise, results::Noise::slowed);
    EXPECT_TRUE(row.quality.trustworthy);
}

TEST(Launches, NowAndThenThrottledIsClean)
{
    std::vector<backends::Launch> launches(40, launch_of(1000, 1.5e9));
    launches.push_back(launch_of(1500, 0.6e9, backends::limit_power_brake));
    const results::Row row = summarised(launches);
    EXPECT_EQ(row.quality.noise, results::Noise::clean);
    EXPECT_EQ(row.sampling.kept, 40U);
}

TEST(Launches, ThrottledOnesThatCountAreNotTrusted)
{
    std::vector<backends::Launch> launches(8, launch_of(1000, 1.5e9));
    launches.push_back(launch_of(1000, 1.5e9, backends::limit_heat_hardware));
    const results::Row row = summarised(launches, backends::Throttled::used);
    EXPECT_EQ(row.quality.noise, results::Noise::slowed);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.sampling.kept, 9U);
    EXPECT_EQ(row.sampling.discarded, 0U);
    EXPECT_EQ(row.device_state->clock_limits, std::vector<std::string>{"heat (hardware)"});
}

TEST(Launches, AMovingClockExplainsASpread)
{
    std::vector<backends::Launch> launches;
    for (const double slower : {1.0, 1.1, 1.2, 1.3, 1.4, 1.5})
        launches.push_back(launch_of(1000 * slower, 1.5e9 / slower));
    const results::Row row = summarised(launches);
    EXPECT_EQ(row.quality.noise, results::Noise::drift);
    EXPECT_TRUE(row.quality.trustworthy);
    EXPECT_EQ(row.sampling.kept, 6U);
    // The same times at one clock are a device that something else uses.
    for (backends::Launch &launch : launches)
        launch.reading->clock_hz = 1.5e9;
    EXPECT_EQ(summarised(launches).quality.noise, results::Noise::noisy);
}

TEST(Launches, AClockThatMovesALittleIsADrift)
{
    std::vector<backends::Launch> launches(5, launch_of(1000, 1.5e9));
    launches.push_back(launch_of(1020, 1.46e9));
    EXPECT_EQ(summarised(launches).quality.noise, results::Noise::drift);
}

TEST(Launches, ARowTellsItsPowerLimitOrWhyNothingIsKnown)
{
    FakeDevice device;
    FakeMonitor monitor;
    const results::Row known =
        backends::make_device_row({device, &monitor}, Workload::keccak_chain, 5);
    EXPECT_EQ(known.device_state->power_limit_watts, 700);
    const results::Row unknown =
        backends::make_device_row({device, nullptr, "nobody knows"}, Workload::keccak_chain, 5);
    EXPECT_EQ(unknown.device_state->no_telemetry, "nobody knows");
    EXPECT_FALSE(unknown.device_state->power_limit_watts.has_value());
}

} // namespace
} // namespace hashlane::test
