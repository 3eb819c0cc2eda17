// SPDX-License-Identifier: MIT
//
// Whole runs on simulated cores with the states that real ones have had: layouts, a neighbour that
// comes and goes, fewer visits in the time, and a state of the whole process. How often a row's
// interval holds the value of the other runs, and what `compare` finds in two runs.
#include "compare/comparison.h"
#include "support/simulated_row.h"
#include "support/slow_build.h"

#include <gtest/gtest.h>

#include <string>

namespace hashlane::test {
namespace {

constexpr int runs = slow_build ? 30 : 240;
constexpr int most_runs = runs * (slow_build ? 75 : 90) / 100;

/// A kind of row on a kind of machine.
struct Conditions {
    const char *name;
    bool layouts = false;   ///< 2 % more in one visit of five
    bool neighbour = false; ///< for two thirds of the time
    bool busy_host = false; ///< it takes the core every 50 us, for longer in some runs
};

constexpr Conditions all_conditions[] = {{"quiet"},
                                         {.name = "layouts", .layouts = true},
                                         {.name = "neighbour", .neighbour = true},
                                         {.name = "both", .layouts = true, .neighbour = true},
                                         {.name = "busy_host", .busy_host = true}};

/// A process may be faster or slower by this share, in all of its visits.
constexpr double process_states = 0.00048;

// One run of a program whose kernel costs `cost` times the usual.
results::Row row_of_a_run(const Conditions &conditions, double cost, std::uint64_t seed)
{
    Draw draw(seed + 77000);
    const double process = cost * (1 + draw.between(-process_states, process_states));
    Case trial{.known_burst = undisturbed_burst};
    if (conditions.neighbour) {
        trial.neighbour = comes_and_goes(draw);
        trial.most_visits = static_cast<unsigned>(draw.between(15, 40));
    }
    if (conditions.busy_host) {
        trial.taken_every_ns = draw.between(40e3, 60e3);
        trial.taken_ns = draw.between(1e3, 3e3);
    }
    trial.layout = [=](Draw &of_visit) {
        return process * (conditions.layouts && of_visit.between(0, 1) < 0.2 ? 1.02 : 1);
    };
    return measured(trial, seed);
}

std::vector<results::Row> rows_of_runs(const Conditions &conditions, double cost,
                                       std::uint64_t first_seed)
{
    std::vector<results::Row> rows;
    for (std::uint64_t run = 0; run < runs; ++run)
        rows.push_back(row_of_a_run(conditions, cost, first_seed + run));
    return rows;
}

class Runs : public testing::TestWithParam<Conditions> {
protected:
    static std::vector<results::Row> base() { return rows_of_runs(GetParam(), 1, 1); }
    static std::vector<results::Row> changed(double cost)
    {
        return rows_of_runs(GetParam(), cost, 100000);
    }
};

// The median is that of all runs: without one of them it is nearly the same.
TEST_P(Runs, TheIntervalHoldsTheValueOfTheOthersNineteenTimesInTwenty)
{
    const std::vector<results::Row> rows = base();
    std::vector<double> values;
    for (const results::Row &row : rows)
        values.push_back(row.figures.cycles_per_unit.median);
    const double others = statistics::median(values);
    int trusted = 0, held = 0;
    for (const results::Row &row : rows)
        if (row.quality.trustworthy) {
            ++trusted;
            held += row.figures.interval->low <= others && others <= row.figures.interval->high;
        }
    EXPECT_GE(trusted, most_runs);
    EXPECT_GE(held * 100, trusted * (slow_build ? 85 : 93));
    if (!slow_build) {
        EXPECT_LE(held * 100, trusted * 97);
    }
}

struct Found {
    int slower = 0, faster = 0, failed = 0;
};

Found compared(const std::vector<results::Row> &base, const std::vector<results::Row> &changed,
               double threshold)
{
    Found found;
    for (std::size_t i = 0; i < base.size(); ++i) {
        results::Report old_run, new_run;
        old_run.rows = {base[i]};
        new_run.rows = {changed[i]};
        const compare::Comparison comparison = compare::compare(old_run, new_run, threshold);
        const compare::Assessment &one = comparison.rows.at(0).assessments.front();
        found.slower += one.verdict == compare::Verdict::slower;
        found.faster += one.verdict == compare::Verdict::faster;
        found.failed += compare::is_regression(one, 0.03);
    }
    return found;
}

TEST_P(Runs, OfOneProgramAreTheSameAndASlowerOneIsFound)
{
    const std::vector<results::Row> rows = base();
    const Found same = compared(rows, changed(1), 0.01);
    EXPECT_EQ(same.slower + same.faster, 0);
    EXPECT_EQ(same.failed, 0);
    const Found three = compared(rows, changed(1.03), 0.01);
    EXPECT_GE(three.slower, most_runs);
    EXPECT_EQ(three.failed, 0) << "it is not above 3 %";
    EXPECT_GE(compared(rows, changed(1.25), 0.01).slower, runs * 99 / 100);
    const Found one = compared(rows, changed(1.01), 0.005);
    EXPECT_EQ(one.faster, 0);
    if (!GetParam().layouts) {
        EXPECT_GE(one.slower, most_runs);
    }
}

INSTANTIATE_TEST_SUITE_P(, Runs, testing::ValuesIn(all_conditions),
                         [](const auto &test) { return std::string(test.param.name); });

} // namespace
} // namespace hashlane::test
