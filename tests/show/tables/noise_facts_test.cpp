// SPDX-License-Identifier: MIT
//
// Compares the output of `info --noise` for a watch, and its advice, with golden files
// (report_test.cpp explains how to update them).
#include "show/svg/text.h"
#include "show/tables/exporters.h"
#include "support/golden.h"
#include "support/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <sstream>

namespace hashlane::test {
namespace {

// Ten seconds with slowdowns of every size.
show::WatchedMachine sample_watch()
{
    show::WatchedMachine watched{{}, "Example Processor", "KVM", ""};
    measure::NoiseReport &noise = watched.noise;
    noise.cpu = 3;
    noise.seconds = 10;
    noise.disturbed_share = 0.38;
    noise.episodes = {12, 0.01, 1.25};
    noise.contention = measure::NoiseReport::Contention{0.25, 0.4};
    noise.gaps = {4321, 0.0123, 0.0071};
    noise.stolen_share = 0.021;
    noise.clock = measure::NoiseReport::ClockRange{3.56e9, 3.7e9, 3.75e9};
    const double slowdowns[] = {0, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 0, 0.01};
    for (const double slowdown : slowdowns) {
        const auto begin_s = static_cast<double>(noise.windows.size());
        noise.windows.push_back({begin_s, begin_s + 1, slowdown, slowdown > 0.03});
    }
    return watched;
}

// The least possible information.
show::WatchedMachine unknown_watch()
{
    show::WatchedMachine watched{{}, "unknown", "", "QEMU"};
    watched.noise.pinned = false;
    watched.noise.interrupted = true;
    watched.noise.seconds = 1.5;
    watched.noise.windows = {{0, 1.5, 0, false}};
    return watched;
}

TEST(NoiseFacts, EveryFormat)
{
    const auto written = [](show::Format format) {
        return show::write_as(format, show::noise_exporters, sample_watch(), {});
    };
    expect_golden("noise_80.txt", written(show::Format::table));
    EXPECT_TRUE(contains(written(show::Format::markdown), "\n| watched | CPU 3 for 10.0 s |\n"));
    expect_golden("noise.json", written(show::Format::json));
}

TEST(NoiseFacts, FitTheTerminal)
{
    const std::string text =
        show::write_as(show::Format::table, show::noise_exporters, sample_watch(), {.width = 40});
    ASSERT_FALSE(text.empty());
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(show::columns_of(line), 40U) << line;
    EXPECT_TRUE(contains(show::write_as(show::Format::table, show::noise_exporters, sample_watch(),
                                        {.width = 160, .color = true}),
                         "\x1b["));
}

// The plot has as many tens of columns as there is room for, 100 at most, and the axis a middle
// from 30 on.
TEST(NoiseFacts, ThePlotHasAnAxis)
{
    const auto axis_at = [](unsigned width) {
        const std::string text = show::write_as(show::Format::table, show::noise_exporters,
                                                sample_watch(), {.width = width});
        const std::size_t line = text.find('\n', text.find("\nslowdown") + 1) + 1;
        return text.substr(line, text.find('\n', line) - line);
    };
    const std::string margin(15, ' ');
    EXPECT_EQ(axis_at(36), margin + "0 s             10 s");
    EXPECT_EQ(axis_at(44), margin + "0 s             10 s");
    EXPECT_EQ(axis_at(45), margin + "0 s            5 s        10 s");
    EXPECT_EQ(axis_at(300).size(), 115U);
}

TEST(NoiseFacts, SayWhatIsNotKnown)
{
    const std::string text =
        show::write_as(show::Format::table, show::noise_exporters, unknown_watch(), {});
    EXPECT_TRUE(contains(text, "unknown, emulated by QEMU: timings mean nothing"));
    const std::string json =
        show::write_as(show::Format::json, show::noise_exporters, unknown_watch(), {});
    EXPECT_TRUE(contains(json, "null"));
}

TEST(NoiseFacts, JsonHasAStepOfAShortWatch)
{
    show::WatchedMachine watched = unknown_watch();
    watched.noise.seconds = 0.04;
    watched.noise.windows = {{0, 0.04, 0.5, true}};
    const auto json = nlohmann::json::parse(
        show::write_as(show::Format::json, show::noise_exporters, watched, {}));
    EXPECT_EQ(json["slowdown_step_seconds"], 0.04);
    EXPECT_EQ(json["slowdown"], nlohmann::json({0.5}));
}

TEST(NoiseFacts, TimesHaveTheUnitThatSuitsThem)
{
    const std::pair<double, const char *> times[] = {{0.000999, "999 µs"}, {0.001, "1.0 ms"},
                                                     {0.0099, "9.9 ms"},   {0.01, "10 ms"},
                                                     {0.999, "999 ms"},    {1, "1.0 s"}};
    for (const auto &[seconds, text] : times) {
        show::WatchedMachine watched = sample_watch();
        watched.noise.gaps.longest_s = seconds;
        EXPECT_TRUE(contains(
            show::write_as(show::Format::markdown, show::noise_exporters, watched, {}), text))
            << seconds;
    }
}

std::string advice(double disturbed_share,
                   const std::optional<measure::NoiseReport::ClockRange> &clock = {})
{
    show::WatchedMachine watched = sample_watch();
    watched.noise.disturbed_share = disturbed_share;
    watched.noise.clock = clock;
    return nlohmann::json::parse(
        show::write_as(show::Format::json, show::noise_exporters, watched, {}))["advice"];
}

TEST(NoiseFacts, AdviceFitsTheNoise)
{
    EXPECT_EQ(advice(0), "quiet: 'hashlane run' needs its usual time; --quick will do");
    EXPECT_EQ(advice(0.04), "4 % disturbed: 'hashlane run' needs its usual time and leaves "
                            "disturbed samples out");
    EXPECT_EQ(advice(0.38), "38 % disturbed: give 'hashlane run' --budget 120, or choose a "
                            "quieter CPU with --cpu");
    EXPECT_EQ(advice(0.75), "75 % disturbed: stop other programs, or choose a quieter "
                            "CPU with --cpu; otherwise 'hashlane run' needs --budget 240");
    EXPECT_EQ(advice(0, measure::NoiseReport::ClockRange{3e9, 3.3e9, 3.6e9}),
              "quiet: 'hashlane run' needs its usual time; --quick will do. "
              "The clock moves by 20 %: compare cycles, not rates");
}

TEST(NoiseFacts, RareEpisodesAreCountedInWords)
{
    show::WatchedMachine watched = sample_watch();
    watched.noise.gaps.count = 1;
    EXPECT_TRUE(contains(show::write_as(show::Format::table, show::noise_exporters, watched, {}),
                         "1.2 % of the time: 0 gaps per second"));
    watched.noise.episodes = {1, 0.0201, 0.0201};
    EXPECT_TRUE(contains(show::write_as(show::Format::table, show::noise_exporters, watched, {}),
                         "of the time: once, for 20 ms\n"));
    watched.noise.episodes.count = 2;
    EXPECT_TRUE(contains(show::write_as(show::Format::table, show::noise_exporters, watched, {}),
                         "of the time: 2 times, for 20 ms\n"));
}

// The plot has a multiple of ten columns, at most 100.
TEST(NoisePlot, IsAsWideAsThereIsRoom)
{
    const auto has = [](unsigned width, const char *plot, const std::string &axis) {
        const std::string text = show::write_as(show::Format::table, show::noise_exporters,
                                                sample_watch(), {.width = width});
        return contains(text, fmt::format("slowdown       {}\n               {}\n", plot, axis));
    };
    EXPECT_TRUE(has(44, "▁▁▂▂▃▃▄▄▅▅▆▆▇▇██▁▁▁▁", "0 s             10 s"));
    EXPECT_TRUE(has(30, "▁▁▂▂▃▃▄▄▅▅▆▆▇▇██▁▁▁▁", "0 s             10 s"));
    std::string plot;
    for (const char *const block : {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█", "▁", "▁"})
        for (int i = 0; i < 10; ++i)
            plot += block;
    EXPECT_TRUE(has(200, plot.c_str(), fmt::format("{:<50}{:<46}10 s", "0 s", "5 s")));
}

} // namespace
} // namespace hashlane::test
