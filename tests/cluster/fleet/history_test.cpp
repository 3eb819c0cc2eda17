// SPDX-License-Identifier: MIT
#include "cluster/fleet/history.h"
#include "cluster/fleet/node_file.h"
#include "machine/system/file_lock.h"
#include "machine/system/iso_time.h"
#include "machine/system/threads.h"
#include "simulated_nodes.h"
#include "support/files.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <random>
#include <thread>

namespace hashlane::test {
namespace {

// One figure, night after night.
std::vector<cluster::PastRun> runs_with(const std::vector<double> &cycles, double clock = 3.5e9)
{
    std::vector<cluster::PastRun> runs;
    for (const double one : cycles) {
        cluster::PastRun &run = runs.emplace_back();
        run.started = "2026-11-" + std::to_string(9 + runs.size()) + "T02:00:00+00:00";
        cluster::NodeFigure &figure = run.figures.emplace_back();
        figure.key = {"sha256-chain", "alone"};
        figure.kernel = "sha256-chain.shani.x2";
        figure.cycles_per_unit = one;
        figure.clock_hz = clock;
    }
    return runs;
}

TEST(Drift, IsWhatCompareWouldCallSlower)
{
    EXPECT_TRUE(
        cluster::drifts_of(runs_with({100, 100.1, 100, 99.9, 100, 100, 100.1, 99.9, 100, 100}))
            .empty());
    const std::vector<std::string> drifts =
        cluster::drifts_of(runs_with({100, 100.1, 100, 99.9, 100.2, 103, 103.1, 103, 102.9, 103}));
    ASSERT_EQ(drifts.size(), 1U);
    EXPECT_EQ(drifts[0], "sha256-chain alone: cycles 3.0 % more in the last 5 runs than in the 5 "
                         "before, since 2026-11-10");
    EXPECT_TRUE(
        cluster::drifts_of(runs_with({100, 100, 100, 100, 100, 97, 97, 97, 97, 97})).empty())
        << "faster is no fault";
    EXPECT_TRUE(cluster::drifts_of(runs_with({100, 100, 100, 103, 103, 103, 103, 103})).empty())
        << "too few before";
    EXPECT_TRUE(
        cluster::drifts_of(runs_with({90, 110, 95, 105, 100, 92, 112, 97, 107, 103})).empty())
        << "too wild for a verdict";
}

TEST(Drift, IsFoundInWorkOfLessThanACycle)
{
    EXPECT_EQ(cluster::drifts_of(
                  runs_with({0.5, 0.5005, 0.5, 0.4995, 0.501, 0.515, 0.5155, 0.515, 0.5145, 0.515}))
                  .size(),
              1U);
}

TEST(Drift, OfTheClockShowsInTime)
{
    std::vector<cluster::PastRun> runs = runs_with({100, 100.1, 100, 99.9, 100}),
                                  later = runs_with({100, 100.1, 100, 99.9, 100}, 3.4e9);
    runs.insert(runs.end(), later.begin(), later.end());
    const std::vector<std::string> drifts = cluster::drifts_of(runs);
    ASSERT_EQ(drifts.size(), 1U);
    EXPECT_NE(drifts[0].find("time 2.9 % more"), std::string::npos) << drifts[0];
    const std::optional<cluster::Trend> trend = cluster::trend_of(runs);
    ASSERT_TRUE(trend);
    EXPECT_EQ(trend->runs, 10U);
    EXPECT_NEAR(trend->clock_change, -0.02857, 1e-4);
    EXPECT_NEAR(trend->cycles_change, 0, 1e-9);
    EXPECT_FALSE(cluster::trend_of(runs_with({100})));
}

// A night's runs, of which the last is judged: cycles with the noise of a real node.
std::vector<cluster::PastRun> noisy_runs(int nights, const std::function<double(int)> &loss)
{
    std::mt19937 random(1);
    std::normal_distribution<double> noise(0, 0.0008);
    std::vector<double> cycles;
    for (int night = 0; night < nights; ++night)
        cycles.push_back(100 * (1 + noise(random) + loss(night)));
    return runs_with(cycles);
}

TEST(Drift, StaysWhereALossIsNotRepaired)
{
    for (int nights = 26; nights < 120; ++nights)
        EXPECT_FALSE(
            cluster::drifts_of(noisy_runs(nights, [](int night) { return night < 20 ? 0 : 0.025; }))
                .empty())
            << nights;
    for (int nights = 10; nights < 120; ++nights)
        EXPECT_TRUE(cluster::drifts_of(noisy_runs(nights, [](int) { return 0.0; })).empty())
            << nights;
}

TEST(Drift, IsFoundWhereItCreeps)
{
    int night = 21;
    while (cluster::drifts_of(noisy_runs(night, [](int at) {
               return 0.0005 * std::max(0, at - 20);
           })).empty())
        ++night;
    EXPECT_LT(0.0005 * (night - 20), 0.02) << night;
    const std::string line = cluster::drifts_of(noisy_runs(night, [](int at) {
                                 return 0.0005 * std::max(0, at - 20);
                             })).at(0);
    EXPECT_NE(line.find("more in the last 5 runs than in the best 10 since 2026-11-10"),
              std::string::npos)
        << line;
}

TEST(Drift, EndsWhenMostOfItIsGone)
{
    std::vector<cluster::PastRun> runs = noisy_runs(60, [](int night) {
        return night < 20 ? 0 : night < 50 ? 0.025 : 0.009;
    });
    EXPECT_TRUE(cluster::drifts_of(runs).empty());
    runs[58].had_drifted = true;
    EXPECT_FALSE(cluster::drifts_of(runs).empty()) << "more than half of the limit is left";
}

// The part in slot 3 is another one from the eighth night on in the second case.
TEST(Drift, OfADeviceIsThatOfThePartInTheSlot)
{
    const auto drifts = [](const char *later_part) {
        std::vector<cluster::PastRun> runs =
            runs_with({100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100});
        for (std::size_t night = 0; night < runs.size(); ++night)
            for (const char *const part : {"slot 2 (S2)", night < 7 ? "slot 3 (S3)" : later_part})
                runs[night].device_rates[std::string(part) + " sha256-chain together"] =
                    14.5e9 * (part[5] == '3' && night > 6 ? 0.98 : 1) *
                    (1 + 0.0003 * static_cast<double>(night % 3));
        return cluster::drifts_of(runs);
    };
    ASSERT_EQ(drifts("slot 3 (S3)").size(), 1U);
    EXPECT_EQ(drifts("slot 3 (S3)")[0], "slot 3 (S3) sha256-chain together: time 2.0 % more in the "
                                        "last 5 runs than in the 7 before, since 2026-11-10");
    EXPECT_TRUE(drifts("slot 3 (S9)").empty());
}

class HistoryFolder : public testing::Test {
protected:
    ~HistoryFolder() override { std::filesystem::remove_all(folder()); }
    static std::string folder() { return scratch_path("history"); }
    static std::string today()
    {
        return folder() + "/" + machine::utc_now().substr(0, 10) + ".jsonl";
    }

    cluster::History read() { return cluster::read_history(folder(), pool_); }

    machine::ThreadPool pool_{2};
};

TEST_F(HistoryFolder, KeepsWhatWasMeasuredOnce)
{
    EXPECT_TRUE(read().runs.empty()) << "it is not there yet";
    SimulatedFleet fleet = simulated_fleet(10);
    EXPECT_EQ(cluster::append_history(folder(), judged(fleet).report, read()), "");
    cluster::History history = read();
    EXPECT_EQ(history.runs.size(), 10U);
    const std::string first = read_file(today());
    EXPECT_EQ(cluster::append_history(folder(), judged(fleet).report, history), "");
    EXPECT_EQ(read_file(today()), first) << "the same measurements";
    fleet[0].node.started = "2026-11-23T02:00:00+00:00";
    EXPECT_EQ(cluster::append_history(folder(), judged(fleet).report, history), "");
    EXPECT_EQ(read_file(today()).rfind(first, 0), 0U) << "lines are only added";
    history = read();
    EXPECT_EQ(history.runs.at("n01").size(), 2U);
    EXPECT_EQ(history.runs.at("n02").size(), 1U);
    const std::vector<cluster::NodeFigure> &figures = history.runs.at("n02")[0].figures;
    const auto figure = std::ranges::find(figures, cluster::FigureKey{"sha3", "together"},
                                          &cluster::NodeFigure::key);
    ASSERT_NE(figure, figures.end());
    EXPECT_NEAR(figure->cycles_per_unit, 7.1, 0.1);
    EXPECT_EQ(figure->kernel, "sha3.avx512.x8");
}

// A run without a place in time would come after all others, or before them; a wrong result counts.
TEST_F(HistoryFolder, HasNoRunThatIsNotDated)
{
    SimulatedFleet fleet = simulated_fleet(3);
    fleet[1].node.cores[0].wrong[1] = 1;
    cluster::FleetReport report = judged(fleet).report;
    report.nodes[0].is_dated = report.nodes[1].is_dated = false;
    EXPECT_EQ(cluster::append_history(folder(), report, read()), "");
    const cluster::History history = read();
    EXPECT_EQ(history.runs.size(), 1U);
    EXPECT_EQ(history.events.count("n02"), 1U);
}

// Two programs may add one measurement at once, and nights may be judged in any order.
TEST_F(HistoryFolder, HasEachMeasurementOnceInItsOrder)
{
    cluster::NodeReport node = judged(simulated_fleet(1)).report.nodes[0];
    std::filesystem::create_directories(folder());
    for (const char *const day : {"23", "21", "23", "22"}) {
        node.started = fmt::format("2026-11-{}T02:00:00+00:00", day);
        std::ofstream(today(), std::ios::app) << cluster::history_line(node, "cpu", "now");
    }
    std::vector<std::string> days;
    const cluster::History history = read();
    for (const cluster::PastRun &run : history.runs.at("n01"))
        days.push_back(run.started.substr(8, 2));
    EXPECT_EQ(days, (std::vector<std::string>{"21", "22", "23"}));
}

TEST_F(HistoryFolder, RemembersADriftBesideSomethingGraver)
{
    cluster::NodeReport node = judged(simulated_fleet(1)).report.nodes[0];
    for (const bool has_drifted : {false, true}) {
        node.findings = {{cluster::NodeClass::misconfigured, "governor"}};
        if (has_drifted)
            node.findings.push_back({cluster::NodeClass::drifted, "sha3"});
        const auto lines = cluster::history_day_of(cluster::history_line(node, "cpu", "now")).lines;
        EXPECT_EQ(lines.at(0).had_drifted, has_drifted);
    }
}

// An earlier night is judged by what preceded it.
TEST_F(HistoryFolder, HasNoPastInTheFuture)
{
    const SimulatedFleet fleet = simulated_fleet(1);
    cluster::History history;
    for (const char *const started : {"2025-01-01T02:00:00+00:00", "2099-01-01T02:00:00+00:00"}) {
        cluster::PastRun run;
        run.started = started;
        run.cpu = "Example 9000 / family 6 model 143 stepping 8";
        history.runs["n01"].push_back(run);
    }
    const auto runs = cluster::runs_of(history, fleet[0].node, judged(fleet).report.nodes[0]);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.front().started.substr(0, 4), "2025");
}

TEST_F(HistoryFolder, IsWrittenByOneProcessAtATime)
{
    SimulatedFleet fleet = simulated_fleet(3);
    std::filesystem::create_directories(folder());
    std::string why = "not appended";
    std::thread appender;
    {
        const machine::FileLock another(today());
        appender =
            std::thread([&] { why = cluster::append_history(folder(), judged(fleet).report, {}); });
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        EXPECT_EQ(read_file(today()), "") << "it does not wait";
    }
    appender.join();
    EXPECT_EQ(why, "");
    EXPECT_EQ(read().runs.size(), 3U);
}

// The values of a year are the anchor, but not each of its days is read.
TEST_F(HistoryFolder, ReadsAYearThinnedOut)
{
    std::filesystem::create_directories(folder());
    const SimulatedFleet fleet = simulated_fleet(1);
    for (int day = 0; day < 400; ++day) {
        cluster::NodeReport node = judged(fleet).report.nodes[0];
        node.started = fmt::format("{}-{:02}-{:02}T02:00:00+00:00", 2000 + day / 360,
                                   1 + day % 360 / 30, 1 + day % 30);
        std::ofstream(folder() + "/" + node.started.substr(0, 10) + ".jsonl")
            << cluster::history_line(node, "cpu", "now");
    }
    const std::vector<cluster::PastRun> runs = read().runs.at("n01");
    EXPECT_EQ(runs.size(), 30U + (365 - 30 + 9) / 10);
    EXPECT_EQ(runs.front().started.substr(0, 10), "2000-02-06");
    EXPECT_EQ(runs[runs.size() - 30].started.substr(0, 10), "2001-01-11");
}

TEST_F(HistoryFolder, SurvivesLinesThatAreNotItsOwn)
{
    SimulatedFleet fleet = simulated_fleet(3);
    EXPECT_EQ(cluster::append_history(folder(), judged(fleet).report, {}), "");
    std::ofstream(today(), std::ios::app | std::ios::binary) << "hello\n{\"node\": \"n9\"";
    cluster::History history = read();
    EXPECT_EQ(history.runs.size(), 3U);
    ASSERT_EQ(history.remarks.size(), 1U);
    EXPECT_NE(history.remarks[0].find("2 lines were not understood, the first is line 4"),
              std::string::npos)
        << history.remarks[0];
    for (SimulatedNode &node : fleet)
        node.node.started = "2026-11-23T02:00:00+00:00";
    EXPECT_EQ(cluster::append_history(folder(), judged(fleet).report, history), "");
    EXPECT_EQ(read().runs.at("n03").size(), 2U) << "the cut line harms no other";
}

// Nights of ten nodes, of which n04's CPU 5 is wrong in the first.
class SuspectNode : public HistoryFolder {
protected:
    cluster::FleetReport night(int day, const std::function<void(SimulatedFleet &)> &change = {},
                               const std::optional<cluster::ExpectedNodes> &expected = {})
    {
        SimulatedFleet fleet = simulated_fleet(10, static_cast<unsigned>(day));
        for (SimulatedNode &node : fleet)
            node.node.started = "2026-10-" + std::to_string(day) + "T02:00:00+00:00";
        fleet[3].node.hardware["cpu_ppin"] = "0x1";
        if (change)
            change(fleet);
        cluster::FleetRequest request{expected, {}, read()};
        cluster::FleetReport report = judged(fleet, request).report;
        EXPECT_EQ(cluster::append_history(folder(), report, *request.history), "");
        return report;
    }
    static void make_wrong(SimulatedFleet &fleet) { fleet[3].node.cores[0].wrong[5] = 1; }
    static cluster::NodeClass class_of(const cluster::FleetReport &report)
    {
        return report.nodes[3].node_class;
    }
};

TEST_F(SuspectNode, StaysWrongForEver)
{
    night(10, make_wrong);
    for (const int day : {11, 12}) {
        const cluster::FleetReport report = night(day);
        EXPECT_EQ(class_of(report), cluster::NodeClass::wrong);
        EXPECT_EQ(report.count(cluster::NodeClass::healthy), 9U);
        EXPECT_EQ(report.nodes[3].findings[0].evidence,
                  "on 2026-10-10, not since: CPU 5: 1 wrong result of sha256-chain.shani.x2 alone; "
                  "it stays wrong until the part is replaced, or until 'hashlane fleet --history … "
                  "--accept "
                  "n04'");
        EXPECT_EQ(report.exit_code(cluster::fail_on_anything()), 2);
    }
    EXPECT_EQ(read().events.at("n04").size(), 1U) << "the same result once";
    // The days that tell it have been deleted.
    std::filesystem::remove(today());
    EXPECT_EQ(class_of(night(13)), cluster::NodeClass::wrong);
}

TEST_F(SuspectNode, IsWrongWhereItIsAbsent)
{
    night(10, make_wrong);
    const cluster::FleetReport report = night(
        11, [](SimulatedFleet &fleet) { fleet.erase(fleet.begin() + 3); },
        cluster::ExpectedNodes{{"n04"}, 0});
    EXPECT_EQ(class_of(report), cluster::NodeClass::wrong);
    EXPECT_TRUE(mentions(report.nodes[3], "it was expected, but has no file"));
}

TEST_F(SuspectNode, IsAcceptedByAPerson)
{
    night(10, make_wrong);
    cluster::History history = read();
    EXPECT_EQ(cluster::accept_nodes(folder(), {"n04"}, history), "");
    EXPECT_FALSE(cluster::remembered_wrong(history, "n04", nullptr));
    EXPECT_EQ(class_of(night(11)), cluster::NodeClass::healthy);
    EXPECT_EQ(class_of(night(12, make_wrong)), cluster::NodeClass::wrong);
    EXPECT_EQ(class_of(night(13)), cluster::NodeClass::wrong) << "and once more";
}

// As after two histories were put together: the time of an event counts, not its line.
TEST_F(SuspectNode, IsNotAcceptedByAnEarlierEvent)
{
    night(10, make_wrong);
    const auto accept_at = [](const char *time) {
        std::ofstream(folder() + "/events.jsonl", std::ios::app)
            << R"({"judged": ")" << time << R"(", "node": "n04", "event": "accepted"})" << "\n";
    };
    accept_at("2001-01-01T00:00:00+00:00");
    EXPECT_EQ(class_of(night(11)), cluster::NodeClass::wrong);
    accept_at("2999-01-01T00:00:00+00:00");
    EXPECT_EQ(class_of(night(12)), cluster::NodeClass::healthy);
}

TEST_F(SuspectNode, IsAcceptedWhateverTheClockOfTheOtherMachine)
{
    night(10, make_wrong);
    std::string events = read_file(folder() + "/events.jsonl");
    const std::string now = read().events.at("n04").front().judged;
    events.replace(events.find(now), now.size(), "2999-01-01T00:00:00+00:00");
    std::ofstream(folder() + "/events.jsonl") << events;
    cluster::History history = read();
    EXPECT_EQ(cluster::accept_nodes(folder(), {"n04"}, history), "");
    EXPECT_EQ(class_of(night(11)), cluster::NodeClass::healthy);
}

TEST_F(SuspectNode, IsAnotherOneWithAnotherProcessor)
{
    night(10, make_wrong);
    EXPECT_EQ(class_of(night(11, [](auto &fleet) { fleet[3].node.hardware.clear(); })),
              cluster::NodeClass::wrong)
        << "a user who may not read the number";
    EXPECT_EQ(class_of(night(12, [](auto &fleet) { fleet[3].node.hardware["cpu_ppin"] = "0x2"; })),
              cluster::NodeClass::healthy);
}

TEST_F(HistoryFolder, MakesANodeDrift)
{
    cluster::FleetRequest request;
    request.history.emplace();
    for (int night = 0; night < 9; ++night) {
        SimulatedFleet fleet = simulated_fleet(10, static_cast<unsigned>(night + 1));
        for (SimulatedNode &node : fleet)
            node.node.started = "2026-10-" + std::to_string(10 + night) + "T02:00:00+00:00";
        if (night > 4)
            fleet[3].scale(&cluster::CoreColumns::clock_hz, 0.977);
        std::string lines;
        for (const cluster::NodeReport &node : judged(fleet).report.nodes)
            lines +=
                cluster::history_line(node, "Example 9000 / family 6 model 143 stepping 8", "now");
        for (const cluster::PastRun &run : cluster::history_day_of(lines).lines)
            request.history->runs[run.node].push_back(run);
    }
    SimulatedFleet tonight = simulated_fleet(10, 99);
    tonight[3].scale(&cluster::CoreColumns::clock_hz, 0.977);
    const cluster::FleetReport report = judged(tonight, request).report;
    EXPECT_EQ(report.nodes[3].node_class, cluster::NodeClass::drifted);
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 9U);
    request.history->events["n04"].push_back(
        {cluster::event_accepted, "2026-10-20T02:00:00+00:00", "n04"});
    EXPECT_EQ(judged(tonight, request).report.nodes[3].node_class, cluster::NodeClass::healthy)
        << "a person accepts it";
    ASSERT_TRUE(report.nodes[3].trend);
    EXPECT_EQ(report.nodes[3].trend->runs, 10U);
}

} // namespace
} // namespace hashlane::test
