// SPDX-License-Identifier: MIT
//
// From two files to matches and verdicts.
#include "compare/comparison.h"
#include "support/result_files.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

using nlohmann::json;

const char *const kernel = "sha256-chain.shani.x4";
constexpr double threshold = 0.01;

json row_at(double median, unsigned seed = 1)
{
    return result_row(kernel, {costs_around(median, 200, seed)});
}

compare::Assessment assess(const std::vector<json> &base, const std::vector<json> &changed)
{
    const compare::Comparison comparison =
        compare::compare(result_file(base), result_file(changed), threshold);
    EXPECT_EQ(comparison.rows.size(), 1U);
    return comparison.rows.at(0).assessments.at(0);
}

json without_visits(json row)
{
    row.erase("samples");
    row.erase("visits");
    return row;
}

json noisy(json row)
{
    row["noise"] = "noisy";
    row["trustworthy"] = false;
    row["noise_note"] = "repeat on an idle machine";
    return row;
}

TEST(Verdict, IdenticalFilesAreTheSame)
{
    const compare::Assessment result = assess({row_at(70)}, {row_at(70)});
    EXPECT_EQ(result.verdict, compare::Verdict::same);
    EXPECT_EQ(result.measure, compare::Measure::cycles);
    EXPECT_DOUBLE_EQ(result.ratio, 1);
    EXPECT_LE(result.interval->low, 1);
    EXPECT_GE(result.interval->high, 1);
    EXPECT_GT(*result.p, 0.9);
    EXPECT_EQ(result.reason, "");
}

TEST(Verdict, AShiftOfTwoPercentIsFound)
{
    const compare::Assessment slower = assess({row_at(70)}, {row_at(71.4, 2)});
    EXPECT_EQ(slower.verdict, compare::Verdict::slower);
    EXPECT_NEAR(slower.ratio, 1.02, 0.001);
    EXPECT_GT(slower.interval->low, 1.01);
    EXPECT_LT(*slower.p, 0.001);
    EXPECT_EQ(assess({row_at(70)}, {row_at(68.6, 2)}).verdict, compare::Verdict::faster);
    EXPECT_TRUE(compare::is_regression(slower, 0.01));
    EXPECT_TRUE(compare::is_regression(slower, 0.001)) << "whatever the threshold";
    EXPECT_FALSE(compare::is_regression(slower, slower.ratio - 1)) << "the median is not enough";
}

TEST(Verdict, AcrossTheThresholdIsUncertain)
{
    const compare::Assessment result = assess({row_at(70)}, {row_at(70.7, 2)});
    EXPECT_EQ(result.verdict, compare::Verdict::uncertain);
    EXPECT_NE(result.reason.find("includes the threshold, 1 %"), std::string::npos)
        << result.reason;
    const compare::Comparison loose =
        compare::compare(result_file({row_at(70)}), result_file({row_at(70.7, 2)}), 0.05);
    EXPECT_EQ(loose.rows[0].assessments[0].verdict, compare::Verdict::same);
}

TEST(Verdict, FewVisitsAreUncertain)
{
    const auto visits_of = [](std::size_t count, double cost) {
        return result_row(kernel, {std::vector<double>(count, cost)});
    };
    EXPECT_EQ(assess({visits_of(5, 70)}, {visits_of(5, 75)}).verdict, compare::Verdict::slower)
        << "p = 2 / 252";
    const compare::Assessment few = assess({visits_of(5, 70)}, {visits_of(4, 75)});
    EXPECT_EQ(few.verdict, compare::Verdict::uncertain);
    EXPECT_EQ(few.reason, "no interval: 'file.json' has 4 measurements, and 5 are needed");
}

TEST(Verdict, ANoisyRowIsUncertainWithTheReason)
{
    for (const bool in_base : {true, false}) {
        const json calm = row_at(70), wild = noisy(without_visits(row_at(77, 2)));
        const compare::Assessment result =
            in_base ? assess({wild}, {calm}) : assess({calm}, {wild});
        EXPECT_EQ(result.verdict, compare::Verdict::uncertain);
        EXPECT_EQ(result.reason, "noisy in 'file.json': repeat on an idle machine");
        EXPECT_FALSE(compare::is_regression(result, 0.01));
    }
    json unknown = row_at(77, 2);
    unknown["noise"] = "haunted";
    EXPECT_EQ(assess({row_at(70)}, {unknown}).verdict, compare::Verdict::slower)
        << "the file says so";
    json shared = row_at(77, 2);
    shared["noise"] = "shared";
    EXPECT_EQ(assess({row_at(70)}, {shared}).verdict, compare::Verdict::slower);
}

// Visits between `cost` and 5 % more.
json row_of_visits(double cost, int count)
{
    json row = without_visits(row_at(cost));
    for (int i = 0; i < count; ++i) {
        row["visits"]["cycles_per_hash"].push_back(cost * (1 + 0.01 * (i % 6)));
        row["visits"]["ns_per_hash"].push_back(cost * (1 + 0.01 * (i % 6)) / 4);
        row["visits"]["kept_share"].push_back(1);
    }
    return row;
}

TEST(Verdict, VisitsThatDisagreeAreComparedByAnIntervalTwiceAsWide)
{
    const json base = row_of_visits(70, 12);
    const compare::Assessment trusted = assess({base}, {row_of_visits(84, 12)});
    const compare::Assessment disagrees = assess({base}, {noisy(row_of_visits(84, 12))});
    EXPECT_NEAR(std::log(disagrees.interval->low / disagrees.ratio),
                2 * std::log(trusted.interval->low / trusted.ratio), 1e-9);
    EXPECT_NEAR(std::log(disagrees.interval->high / disagrees.ratio),
                2 * std::log(trusted.interval->high / trusted.ratio), 1e-9);
}

TEST(Verdict, ALargeChangeIsFoundThoughVisitsDisagree)
{
    const json base = row_of_visits(70, 12);
    const compare::Assessment far = assess({base}, {noisy(row_of_visits(84, 12))}),
                              near = assess({base}, {noisy(row_of_visits(71, 12))});
    EXPECT_EQ(far.verdict, compare::Verdict::slower) << far.reason;
    EXPECT_EQ(near.verdict, compare::Verdict::uncertain);
    EXPECT_NE(near.reason.find("includes the threshold"), std::string::npos) << near.reason;
    EXPECT_FALSE(far.trustworthy);
    EXPECT_FALSE(compare::is_regression(far, 0.01)) << "no build fails for it";
    EXPECT_EQ(assess({base}, {noisy(row_of_visits(84, 4))}).verdict, compare::Verdict::uncertain);
    json shared = noisy(row_of_visits(84, 12));
    shared["noise"] = "shared";
    EXPECT_EQ(assess({base}, {shared}).verdict, compare::Verdict::uncertain)
        << "all visits were disturbed";
}

TEST(Verdict, NoisyRepetitionsAreLeftOutWhileOthersAreNot)
{
    const compare::Comparison comparison = compare::compare(
        result_file({row_at(70)}), result_file({row_at(70, 2), noisy(row_at(90))}), threshold);
    EXPECT_EQ(comparison.rows[0].assessments[0].verdict, compare::Verdict::same);
    ASSERT_GE(comparison.remarks.size(), 1U);
    EXPECT_EQ(comparison.remarks[0], "sha256-chain.shani.x4: 1 of 2 repetitions in 'file.json' "
                                     "are left out: not trustworthy");
}

TEST(Verdict, WithoutVisitsItTakesFiveRepetitions)
{
    const auto repetitions = [](std::size_t n, double cost) {
        std::vector<json> rows;
        for (std::size_t i = 0; i < n; ++i)
            rows.push_back(without_visits(
                result_row(kernel, {{cost * (1 + 0.0001 * static_cast<double>(i))}})));
        return rows;
    };
    const compare::Assessment one = assess(repetitions(1, 70), repetitions(1, 80));
    EXPECT_EQ(one.verdict, compare::Verdict::uncertain);
    EXPECT_FALSE(one.interval || one.p);
    EXPECT_NEAR(one.ratio, 8.0 / 7, 1e-9);
    EXPECT_EQ(one.reason, "no interval: 'file.json' has 1 measurement, and 5 are needed");
    EXPECT_EQ(assess(repetitions(5, 70), repetitions(4, 80)).verdict, compare::Verdict::uncertain);
    EXPECT_EQ(assess(repetitions(5, 70), repetitions(5, 80)).verdict, compare::Verdict::slower);
    EXPECT_EQ(assess(repetitions(5, 70), repetitions(5, 70)).verdict, compare::Verdict::same);
    EXPECT_EQ(assess({row_at(70), repetitions(1, 70)[0]}, {row_at(70)}).verdict,
              compare::Verdict::same)
        << "it is a run of one visit";
}

TEST(Match, RepetitionsArePooled)
{
    const compare::Assessment result =
        assess({row_at(70), row_at(70, 2)}, {row_at(70, 3), row_at(70, 4), row_at(70, 5)});
    EXPECT_EQ(result.verdict, compare::Verdict::same);
}

TEST(Match, ByPlacementButNotByCpuNumber)
{
    json moved = row_at(70);
    moved["cpus"] = {5};
    EXPECT_EQ(assess({row_at(70)}, {moved}).verdict, compare::Verdict::same);

    json small_core = row_at(90);
    small_core["core_kind"] = "atom";
    const json two = result_row(kernel, {costs_around(70), costs_around(70)});
    json shared = two;
    shared["cpus"] = {1, 1};
    const compare::Comparison comparison = compare::compare(
        result_file({row_at(70), small_core, two}),
        result_file({row_at(70), result_row("sha3.ref.x1", {{9}}), shared}), threshold);
    ASSERT_EQ(comparison.rows.size(), 1U);
    EXPECT_EQ(comparison.only_in_base,
              (std::vector<std::string>{"sha256-chain.shani.x4, atom",
                                        "sha256-chain.shani.x4, 2 threads"}));
    EXPECT_EQ(
        comparison.only_in_changed,
        (std::vector<std::string>{"sha3.ref.x1", "sha256-chain.shani.x4, 2 threads on 1 CPU"}));
    EXPECT_EQ(small_core["name"], kernel);
}

TEST(Match, ThreadRatesAddUp)
{
    const json two = result_row(kernel, {costs_around(70), costs_around(140)});
    const compare::Assessment result = assess({two}, {two});
    EXPECT_NEAR(result.base_cost, 2 / (1 / 70.0 + 1 / 140.0), 0.2);
    EXPECT_EQ(result.verdict, compare::Verdict::same);
}

TEST(Match, TimeDecidesWithoutCoreCycles)
{
    for (const char *source : {"tsc", "given", "sundial"}) {
        json ticks = row_at(70);
        ticks["cycle_source"] = source;
        const compare::Assessment result = assess({row_at(70)}, {ticks});
        EXPECT_EQ(result.measure, compare::Measure::time) << source;
        EXPECT_NEAR(result.base_cost, 17.5, 0.1);
    }
    json chain = row_at(70);
    chain["cycle_source"] = "chain";
    EXPECT_EQ(assess({row_at(70)}, {chain}).measure, compare::Measure::cycles);
}

TEST(Match, TimeOfThreadsThatShareACpuIsTheRatesOwn)
{
    json shared = result_row(kernel, {costs_around(70), costs_around(70)});
    shared["cpus"] = {1, 1};
    shared["cycle_source"] = "tsc";
    shared["hashes_per_second"] = 1e6;
    const compare::Assessment result = assess({shared}, {shared});
    EXPECT_DOUBLE_EQ(result.base_cost, 2000);
}

TEST(Match, AnotherMachineShowsBothMeasures)
{
    json other = result_json({row_at(70)});
    other["context"]["hashlane"]["cpu_model"] = "Other";
    const compare::Comparison comparison =
        compare::compare(result_file({row_at(70)}), read_result_text(other.dump()), threshold);
    EXPECT_FALSE(comparison.same_machine);
    ASSERT_EQ(comparison.rows[0].assessments.size(), 2U);
    EXPECT_EQ(comparison.rows[0].assessments[0].measure, compare::Measure::cycles);
    EXPECT_EQ(comparison.rows[0].assessments[1].measure, compare::Measure::time);
}

TEST(Match, NothingInCommonIsSaid)
{
    const results::Report a = result_file({row_at(70)}, "a.json");
    const results::Report b = result_file({result_row("sha3.ref.x1", {{9}})}, "b.json");
    EXPECT_THROW(compare::compare_all({a, b}, threshold), results::BadFile);
    EXPECT_EQ(compare::compare_all({a, b, a}, threshold).comparisons.size(), 2U) << "the third has";
}

TEST(Match, ARowWithoutAFigureIsNone)
{
    json empty = row_at(70);
    empty["cycles_per_hash"] = 0;
    EXPECT_TRUE(result_file({empty}).rows.empty());
}

TEST(Pool, RowsOfSeveralRunsAreRepetitions)
{
    const results::Report run = result_file({row_at(70)});
    const std::vector<results::Report> pooled = results::pool_runs({run, run, run, run}, 2);
    ASSERT_EQ(pooled.size(), 2U);
    EXPECT_EQ(pooled[1].rows.size(), 2U);
    EXPECT_EQ(results::key_of(pooled[1].rows[0]), results::key_of(pooled[1].rows[1]));
    json other = result_json({row_at(70)});
    other["context"]["hashlane"]["compiler"] = "clang 19.1.7";
    try {
        results::pool_runs({run, read_result_text(other.dump(), "other.json")}, 2);
        ADD_FAILURE() << "pooled two compilers";
    } catch (const results::BadFile &bad) {
        EXPECT_STREQ(bad.what(), "--pool: 'file.json' and 'other.json' differ in compiler: 'gcc "
                                 "12.2.0' and 'clang 19.1.7'");
    }
}

TEST(Matrix, IsLabelledByWhatDiffers)
{
    const auto labels = [](const char *key, const char *value, const char *path) {
        json other = result_json({row_at(70)});
        if (*key != '\0')
            other["context"]["hashlane"][key] = value;
        return compare::make_matrix(
                   {result_file({row_at(70)}, "x/a.json"), read_result_text(other.dump(), path)})
            .labels;
    };
    using Labels = std::vector<std::string>;
    EXPECT_EQ(labels("compiler", "clang 19.1.7 (3)", "x/b.json"),
              (Labels{"gcc 12.2.0", "clang 19.1.7"}));
    EXPECT_EQ(labels("cpu_model", "Other", "x/b.json"), (Labels{"Example CPU 9000", "Other"}));
    EXPECT_EQ(
        labels("cpu_identity", "AuthenticAMD family 25 model 17 stepping 1", "x/b.json"),
        (Labels{"Example CPU 9000 (family 6 model 143)", "Example CPU 9000 (family 25 model 17)"}));
    EXPECT_EQ(labels("", "", "x/b.json"), (Labels{"a.json", "b.json"}));
    EXPECT_EQ(labels("", "", "y/a.json"), (Labels{"x/a.json", "y/a.json"}));
}

TEST(Matrix, HoldsEveryRowOfEveryFile)
{
    json ticks = row_at(35);
    ticks["cycle_source"] = "tsc";
    const compare::Matrix matrix =
        compare::make_matrix({result_file({row_at(70)}, "a"),
                              result_file({result_row("sha3.ref.x1", {{9}}), ticks}, "b")});
    ASSERT_EQ(matrix.lines.size(), 2U);
    const compare::Matrix::Line &first = matrix.lines[0];
    EXPECT_NEAR(first.cells[0]->hashes_per_second, 4e9 / 70, 1e5);
    EXPECT_NEAR(*first.cells[0]->hashes_per_second_at_tenth_ghz, 1e8 / 70, 1e4);
    EXPECT_NEAR(first.cells[1]->hashes_per_second, 4e9 / 35, 2e5);
    EXPECT_FALSE(first.cells[1]->cycles_per_hash) << "ticks are not cycles";
    EXPECT_FALSE(matrix.lines[1].cells[0]);
    EXPECT_TRUE(matrix.lines[1].cells[1]);
}

TEST(Compare, WhatWasNotTestedIsNoRegression)
{
    compare::Assessment slower;
    slower.interval = statistics::Interval95{1.2, 1.3};
    slower.ratio = 1.25;
    slower.p = 0.001;
    EXPECT_TRUE(compare::is_regression(slower, 0.03));
    slower.p.reset();
    EXPECT_FALSE(compare::is_regression(slower, 0.03));
}

} // namespace
} // namespace hashlane::test
