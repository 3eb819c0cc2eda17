// SPDX-License-Identifier: MIT
//
// Rows during which the hardware counter stops, on a core whose truth is known.

#include "lib/core/registry.h"
#include "measure/summary.h"
#include "support/alone.h"
#include "support/simulated_core.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

class StoppedCounter : public testing::Test {
protected:
    StoppedCounter() { core.has_counter = true; }

    // The counter stops so long after the first sample begins.
    measure::Samples sample(const machine::ChosenClock &chosen, double stops_after_ns)
    {
        const std::uint64_t iterations = measure::size_sample(task, core, plan);
        core.counter_dies_at_ns = core.now_ns() + stops_after_ns;
        Alone alone;
        return measure::take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop},
                                     alone);
    }
    // A counter of its own, and a clock as the row wants it.
    void visit(double stops_after_ns, const machine::ClockRequest &request)
    {
        core.counter_dies_at_ns = std::numeric_limits<double>::infinity();
        const machine::ChosenClock chosen = machine::make_clock(request, core);
        std::vector<measure::ThreadSamples> now{{sample(chosen, stops_after_ns), {}}};
        clock.add_visit({{chosen.clock->source(), chosen.note}}, now);
        threads.resize(1);
        measure::append_visit(threads.front(), now.front(), visits++);
    }
    void visit(double stops_after_ns) { visit(stops_after_ns, clock.for_next_visit({})); }
    results::Row make()
    {
        return measure::make_row(measure::kernel_job(all_kernels().back()),
                                 {.cpus = std::vector{0}, .threads = threads, .clock = clock});
    }

    static constexpr double never = std::numeric_limits<double>::infinity();
    SimulatedCore core;
    FakeTask task{core, task_cycles};
    measure::SamplingPlan plan{.min_time_ns = 20e6};
    std::atomic<bool> stop = false;
    measure::RowClock clock;
    std::vector<measure::ThreadSamples> threads;
    unsigned visits = 0;
};

struct End {
    double share; ///< of the row, after which the counter stops
    bool stands_still;
};

void PrintTo(const End &end, std::ostream *out)
{
    *out << end.share << (end.stands_still ? ", stands still" : "");
}

class StoppedInARow : public StoppedCounter, public testing::WithParamInterface<End> {};

TEST_P(StoppedInARow, NoWrongFigureIsTrusted)
{
    constexpr double row_ns = 100e6;
    plan.min_time_ns = row_ns;
    core.dead_counter_stands_still = GetParam().stands_still;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    const double start = core.now_ns();
    const measure::Samples samples = sample(chosen, GetParam().share * row_ns);
    EXPECT_LT(core.now_ns() - start, 6 * row_ns) << "it takes samples again and again";

    const std::vector<measure::ThreadSamples> threads{{samples, {}}};
    const results::Row row = measure::make_row(measure::kernel_job(all_kernels().back()),
                                               {.cpus = std::vector{0}, .threads = threads});
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.noise, results::Noise::noisy);
    EXPECT_GT(row.sampling.discarded_uncounted, 0U);
    // The counted part is right.
    EXPECT_EQ(row.sampling.kept > 0, GetParam().share > 0);
    if (row.sampling.kept > 0) {
        EXPECT_NEAR(row.figures.cycles_per_unit.median / task_cycles, 1, 0.003);
    }
}

INSTANTIATE_TEST_SUITE_P(Counter, StoppedInARow,
                         testing::Values(End{0, false}, End{0.3, false}, End{0.6, false},
                                         End{0, true}, End{0.3, true}, End{0.6, true}));

TEST_F(StoppedCounter, LaterVisitsReadTheChain)
{
    visit(never);
    EXPECT_EQ(clock.used().source, machine::CycleSource::perf);
    EXPECT_EQ(make().figures.cycle_note, "");
    visit(3e6);
    while (visits < 8)
        visit(3e6);
    const results::Row row = make();
    EXPECT_EQ(row.figures.cycle_source, machine::CycleSource::chain);
    EXPECT_TRUE(contains(row.figures.cycle_note, "left out: no core cycles could be counted"));
    EXPECT_NEAR(row.figures.cycles_per_unit.median / task_cycles, 1, 0.003);
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    EXPECT_EQ(row.sampling.visits.size(), 8U);
    EXPECT_EQ(row.sampling.visits.back().kept_share, 1);
}

// A clock that cannot be read for a moment makes a visit fall back to ticks.
TEST_F(StoppedCounter, TicksAreNotMixedWithCycles)
{
    const machine::ClockRequest ticks{false, machine::CycleSource::tsc, 0};
    visit(never, ticks);
    EXPECT_EQ(clock.used().source, machine::CycleSource::tsc);
    EXPECT_GT(make().sampling.kept, 0U);
    while (visits < 6)
        visit(never, {});
    visit(never, ticks);
    const results::Row row = make();
    EXPECT_EQ(row.figures.cycle_source, machine::CycleSource::perf);
    EXPECT_EQ(row.sampling.visits.size(), 5U);
    EXPECT_NEAR(row.figures.cycles_per_unit.median / task_cycles, 1, 0.003);
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    for (const std::size_t of_ticks : {std::size_t{0}, row.sampling.threads[0].visits.size() - 1})
        EXPECT_EQ(row.sampling.threads[0].verdicts[of_ticks], results::SampleVerdict::uncounted);
}

} // namespace
} // namespace hashlane::test
