// SPDX-License-Identifier: MIT
//
// Comparing by visits, with figures whose truth is known.
#include "statistics/statistics.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// Most visits at the cost, some of them disturbed or in a second state.
std::vector<double> costs_of_visits(double cost, std::uint64_t seed, std::size_t count = 9)
{
    std::mt19937_64 random(seed);
    std::vector<double> costs;
    for (std::size_t i = 0; i < count; ++i) {
        const double wander = 1 + 0.001 * static_cast<double>(random() % 1000) / 1000;
        costs.push_back(cost * wander * (random() % 5 == 0 ? 1.017 : 1));
    }
    return costs;
}

TEST(MiddleMean, LiesBetweenTwoStatesAndForgetsOutliers)
{
    EXPECT_DOUBLE_EQ(statistics::interquartile_mean({1, 1, 1, 1, 3, 3, 3, 3}), 2);
    EXPECT_DOUBLE_EQ(statistics::interquartile_mean({5}), 5);
    EXPECT_DOUBLE_EQ(statistics::interquartile_mean({1000, 2, 2, 2, 0}), 2);
}

TEST(MeanOfUndisturbed, LeavesOutWhatWasInterruptedOrMisread)
{
    EXPECT_DOUBLE_EQ(statistics::mean_of_undisturbed({7}), 7);
    EXPECT_DOUBLE_EQ(statistics::mean_of_undisturbed({100, 101, 100, 99.5, 99.5}), 100);
    EXPECT_DOUBLE_EQ(statistics::mean_of_undisturbed({150, 100, 101, 130, 150, 140, 130, 150}),
                     100.5);
    EXPECT_DOUBLE_EQ(statistics::mean_of_undisturbed({100, 50, 101, 102, 101}), 101);
    EXPECT_DOUBLE_EQ(statistics::mean_of_undisturbed({200, 100}), 100);
}

TEST(VisitRatio, IsOneForTheSameProgram)
{
    int outside = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const statistics::Interval95 interval = statistics::bootstrap_visit_ratio(
            {costs_of_visits(70, seed)}, {costs_of_visits(70, seed + 1000)});
        EXPECT_LE(interval.low, interval.high);
        outside += interval.low > 1.01 || interval.high < 0.99;
    }
    EXPECT_LE(outside, 1);
}

TEST(VisitRatio, FindsThreePercent)
{
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const statistics::VisitCosts base = {costs_of_visits(70, seed)},
                                     changed = {costs_of_visits(72.1, seed + 1000)};
        found += statistics::bootstrap_visit_ratio(base, changed).low > 1.01 &&
                 statistics::halves_confirm(base, changed, 0.01);
    }
    EXPECT_GE(found, 95);
}

TEST(VisitRatio, AllowsForRunsThatItHasNotSeen)
{
    const std::vector<double> same(9, 70.0);
    const statistics::Interval95 one_run = statistics::bootstrap_visit_ratio({same}, {same});
    EXPECT_DOUBLE_EQ(one_run.high, 1 + statistics::allowed_between_runs);
    EXPECT_DOUBLE_EQ(one_run.low, 1 - statistics::allowed_between_runs);
    const statistics::VisitCosts five_runs(5, same);
    EXPECT_DOUBLE_EQ(statistics::bootstrap_visit_ratio(five_runs, five_runs).high, 1);
}

// A file may claim any number of visits: each takes time.
TEST(VisitRatio, DrawsFromAThousandVisitsAtMost)
{
    const auto each_three_times = [](const auto &all) {
        auto more = all;
        more.clear();
        for (const auto &one : all)
            more.insert(more.end(), 3, one);
        return more;
    };
    std::vector<double> visits;
    statistics::VisitCosts runs;
    for (int i = 0; i < 1000; ++i) {
        visits.push_back(70 + 0.001 * (37 * i % 1000));
        runs.push_back({visits.back()});
    }
    const statistics::Interval95 of_visits = statistics::bootstrap_visit_ratio({visits}, {visits}),
                                 of_runs = statistics::bootstrap_visit_ratio(runs, runs);
    EXPECT_EQ(statistics::bootstrap_visit_ratio({each_three_times(visits)}, {visits}), of_visits);
    EXPECT_EQ(statistics::bootstrap_visit_ratio(runs, each_three_times(runs)), of_runs);
    EXPECT_NE(statistics::bootstrap_visit_ratio({{visits.begin(), visits.end() - 1}}, {visits}),
              of_visits)
        << "of fewer all";
}

TEST(Halves, MustBothSayIt)
{
    const statistics::VisitCosts base = {{70, 70, 70, 70, 70, 70}};
    EXPECT_TRUE(statistics::halves_confirm(base, {{72, 72, 72, 72, 72, 72}}, 0.01));
    EXPECT_TRUE(statistics::halves_confirm(base, {{68, 68, 68, 68, 68, 68}}, 0.01));
    EXPECT_FALSE(statistics::halves_confirm(base, {{72, 72, 72, 70, 70, 70}}, 0.01));
    EXPECT_FALSE(statistics::halves_confirm(base, {{70, 70, 70, 74, 74, 74}}, 0.01));
    EXPECT_FALSE(statistics::halves_confirm(base, base, 0.01));
}

} // namespace
} // namespace hashlane::test
