// SPDX-License-Identifier: MIT
#include "measure/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hashlane::test {
namespace {

TEST(Statistics, Summary)
{
    const Summary summary = summarise({5, 1, 4, 2, 3});
    EXPECT_DOUBLE_EQ(summary.median, 3);
    EXPECT_DOUBLE_EQ(summary.min, 1);
    EXPECT_DOUBLE_EQ(summary.p90, 4.6);
    EXPECT_DOUBLE_EQ(summary.mad, 1);
    EXPECT_DOUBLE_EQ(summarise({7}).median, 7);
    EXPECT_DOUBLE_EQ(quantile({1, 2}, 0.5), 1.5);
}

std::vector<double> drawn(std::size_t count, double mean, double spread, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(mean, spread);
    std::vector<double> values(count);
    std::ranges::generate(values, [&] { return normal(random); });
    return values;
}

TEST(Classify, CleanSamplesAreClean)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Classified classified = classify(drawn(300, 100, 0.3, seed));
        EXPECT_EQ(classified.noise, Noise::clean) << seed;
        EXPECT_EQ(std::ranges::count(classified.kept, true), 300);
    }
}

TEST(Classify, TwoModesAreContention)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::vector<double> values = drawn(150, 100, 0.3, seed);
        const std::vector<double> slow = drawn(150, 190, 3, seed + 1000);
        values.insert(values.end(), slow.begin(), slow.end());
        const Classified classified = classify(values);
        ASSERT_EQ(classified.noise, Noise::contended) << seed;
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_EQ(classified.kept[i], values[i] < 105);
    }
}

TEST(Classify, WideSpreadIsNoise)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        EXPECT_EQ(classify(drawn(300, 100, 8, seed)).noise, Noise::noisy) << seed;
}

TEST(Classify, FewOutliersDoNotMatter)
{
    std::vector<double> values = drawn(300, 100, 0.3, 1);
    for (std::size_t i = 0; i < 20; ++i)
        values[i * 10] = 250;
    EXPECT_EQ(classify(values).noise, Noise::clean);
}

} // namespace
} // namespace hashlane::test
