// SPDX-License-Identifier: MIT
//
// Rows during which the hardware counter stops, on a core whose truth is known.

#include "core/registry.h"
#include "measure/row_clock.h"
#include "measure/runner.h"
#include "support/simulated_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

constexpr double cost = 135.5; // cycles an iteration

class StoppedCounter : public testing::Test {
protected:
    StoppedCounter() { core.has_counter = true; }

    // The counter stops so long after the first sample begins.
    Samples sample(const ChosenClock &chosen, double stops_after_ns)
    {
        const std::uint64_t iterations = size_sample(task, core, plan);
        core.counter_dies_at_ns = core.now_ns() + stops_after_ns;
        Participant alone;
        return take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop}, alone);
    }
    // A counter of its own, and a clock as the row wants it.
    void visit(double stops_after_ns, const ClockRequest &request)
    {
        core.counter_dies_at_ns = std::numeric_limits<double>::infinity();
        const ChosenClock chosen = make_clock(request, core);
        std::vector<ThreadSamples> now{{sample(chosen, stops_after_ns), {}}};
        clock.add_visit({{chosen.clock->source(), chosen.note}}, now, threads);
        threads.resize(1);
        append_visit(threads.front(), now.front(), visits++);
    }
    void visit(double stops_after_ns) { visit(stops_after_ns, clock.for_next_visit({})); }
    Row make()
    {
        Row row = make_row(all_kernels().back(), {0});
        row.figures.cycle_source = clock.source();
        summarise_threads(row, threads);
        row.figures.cycle_note = clock.note(row.sampling);
        return row;
    }

    static constexpr double never = std::numeric_limits<double>::infinity();
    SimulatedCore core;
    FakeTask task{core, cost};
    SamplingPlan plan{.min_time_ns = 20e6};
    std::atomic<bool> stop = false;
    RowClock clock;
    std::vector<ThreadSamples> threads;
    unsigned visits = 0;
};

struct End {
    double share; ///< of the row, after which the counter stops
    bool stands_still;
    bool exact; ///< a count of iterations instead of a time
};

void PrintTo(const End &end, std::ostream *out)
{
    *out << end.share << (end.stands_still ? ", stands still" : "") << (end.exact ? ", exact" : "");
}

class StoppedInARow : public StoppedCounter, public testing::WithParamInterface<End> {};

TEST_P(StoppedInARow, NoWrongFigureIsTrusted)
{
    constexpr double row_ns = 100e6;
    plan.min_time_ns = row_ns;
    core.dead_counter_stands_still = GetParam().stands_still;
    if (GetParam().exact)
        plan.exact_iterations = static_cast<std::uint64_t>(row_ns * 3 / cost);
    const ChosenClock chosen = make_clock({}, core);
    const double start = core.now_ns();
    const Samples samples = sample(chosen, GetParam().share * row_ns);
    EXPECT_LT(core.now_ns() - start, 6 * row_ns) << "it takes samples again and again";

    Row row = make_row(all_kernels().back(), {0});
    summarise_threads(row, {{samples, {}}});
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.noise, Noise::noisy);
    EXPECT_NE(row.quality.note.find("hardware counter stopped"), std::string::npos)
        << row.quality.note;
    EXPECT_GT(row.sampling.discarded_uncounted, 0U);
    // What was counted is right.
    EXPECT_EQ(row.sampling.kept > 0, GetParam().share > 0);
    if (row.sampling.kept > 0) {
        EXPECT_NEAR(row.figures.cycles_per_unit.median / cost, 1, 0.003);
    }
}

INSTANTIATE_TEST_SUITE_P(Counter, StoppedInARow,
                         testing::Values(End{0, false, false}, End{0.3, false, false},
                                         End{0.6, false, false}, End{0, true, false},
                                         End{0.3, true, false}, End{0.6, true, false},
                                         End{0, false, true}, End{0.6, true, true}));

TEST_F(StoppedCounter, LaterVisitsReadTheChain)
{
    visit(never);
    EXPECT_EQ(clock.source(), CycleSource::perf);
    EXPECT_EQ(make().figures.cycle_note, "");
    visit(3e6);
    while (visits < 8)
        visit(3e6);
    const Row row = make();
    EXPECT_EQ(row.figures.cycle_source, CycleSource::chain);
    EXPECT_NE(row.figures.cycle_note.find("left out: no core cycles could be counted"),
              std::string::npos)
        << row.figures.cycle_note;
    EXPECT_NEAR(row.figures.cycles_per_unit.median / cost, 1, 0.003);
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    EXPECT_EQ(row.sampling.visits.size(), 8U);
    EXPECT_EQ(row.sampling.visits.back().kept_share, 1);
}

// A clock that cannot be read for a moment makes a visit fall back to ticks.
TEST_F(StoppedCounter, TicksAreNotMixedWithCycles)
{
    const ClockRequest ticks{false, CycleSource::tsc, 0};
    visit(never, ticks);
    EXPECT_EQ(clock.source(), CycleSource::tsc);
    EXPECT_GT(make().sampling.kept, 0U);
    while (visits < 6)
        visit(never, {});
    visit(never, ticks);
    const Row row = make();
    EXPECT_EQ(row.figures.cycle_source, CycleSource::perf);
    EXPECT_EQ(row.sampling.visits.size(), 5U);
    EXPECT_NEAR(row.figures.cycles_per_unit.median / cost, 1, 0.003);
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    for (const std::size_t of_ticks : {std::size_t{0}, row.sampling.threads[0].visits.size() - 1})
        EXPECT_EQ(row.sampling.threads[0].verdicts[of_ticks], SampleVerdict::uncounted);
}

} // namespace
} // namespace hashlane::test
