// SPDX-License-Identifier: MIT
//
// Rows that something happens to while they are measured, on real threads.

#include "core/registry.h"
#include "measure/moved_samples.h"
#include "measure/run_in_rounds.h"
#include "support/simulated_core.h"
#include "system/cpu_list.h"
#include "system/threads.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// Work that is always right, and calls `disturb` now and then.
class DisturbedTask final : public Task {
public:
    explicit DisturbedTask(std::function<void()> disturb) : disturb_(std::move(disturb)) {}
    std::uint64_t largest_sample() const override { return 1 << 10; }
    std::uint64_t segment(std::uint64_t) const override { return 1 << 12; }
    void reset() override { disturb_(); }
    void advance(std::uint64_t iterations) override
    {
        for (std::uint64_t i = 0; i < 100 * iterations; ++i) [[maybe_unused]]
            volatile std::uint64_t value = i;
    }
    std::optional<Mismatch> check(std::uint64_t) override { return std::nullopt; }

private:
    std::function<void()> disturb_;
};

Job disturbed_job(std::function<void()> disturb)
{
    Job job = chain_job(all_kernels().back());
    job.make_task = [disturb](std::uint32_t) { return std::make_unique<DisturbedTask>(disturb); };
    return job;
}

class DisturbedRow : public testing::Test {
protected:
    const SamplingPlan plan{
        .min_time_ns = 2e6, .min_samples = 5, .sample_ns = 1e5, .warm_up_ns = 1e4};
    const std::atomic<bool> stop = false;
    const MeasureContext context{{}, plan, stop};
    const std::vector<int> allowed = allowed_cpus();
    UndisturbedBurst burst;
};

TEST_F(DisturbedRow, ACpuThatIsTakenAwayIsTold)
{
    if (allowed.size() < 2)
        GTEST_SKIP() << "needs two CPUs";
    if (!this_threads_cpu())
        GTEST_SKIP() << "this system does not say where a thread is";
    const int home = allowed.front();
    // From the first segment of the third visit on.
    unsigned resets = 0, visit = 0;
    const auto move_away = [&] {
        if (visit == 2 && ++resets == 2) {
            EXPECT_TRUE(pin_this_thread(allowed.back()));
        }
    };
    RowMeasurement measurement(disturbed_job(move_away), {home});
    for (; visit < 5; ++visit) {
        ASSERT_FALSE(measurement.visit(context, {}, burst));
        const Row row = measurement.row(UndisturbedBurst());
        EXPECT_EQ(row.location.pinned, visit < 2);
        EXPECT_EQ(row.location.taken_cpus, visit < 2 ? std::vector<int>{} : std::vector<int>{home});
        const std::string told = "CPU " + std::to_string(home) + " was taken away: " +
                                 std::to_string(row.sampling.discarded_moved) + " of ";
        EXPECT_EQ(row.quality.note.find(told) == 0, visit >= 2) << row.quality.note;
    }
    const Row row = measurement.row(UndisturbedBurst());
    EXPECT_GE(row.quality.noise, Noise::preempted);
    const RawSamples &samples = row.sampling.threads.front();
    for (std::size_t i = 0; i < samples.verdicts.size(); ++i)
        EXPECT_TRUE(samples.verdicts[i] != SampleVerdict::moved || samples.visits[i] == 2);
    EXPECT_GT(row.sampling.discarded_moved, 0U);
}

TEST_F(DisturbedRow, NothingIsLeftWithoutItsCpu)
{
    if (allowed.size() < 2 || !this_threads_cpu())
        GTEST_SKIP() << "needs two CPUs, and a system that says where a thread is";
    RowMeasurement measurement(disturbed_job([&] { pin_this_thread(allowed.back()); }),
                               {allowed.front()});
    for (int visit = 0; visit < 5; ++visit)
        ASSERT_FALSE(measurement.visit(context, {}, burst));
    const Row row = measurement.row(UndisturbedBurst());
    EXPECT_EQ(row.sampling.kept, 0U);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_FALSE(row.location.pinned);
    EXPECT_FALSE(burst.cycles()) << "it was learnt elsewhere";
}

TEST_F(DisturbedRow, ThreadsThatCannotBeStartedCostThatRowAlone)
{
    const Job well = disturbed_job([] {});
    Job failing = well;
    failing.make_task = [](std::uint32_t) -> std::unique_ptr<Task> {
        throw ThreadError("cannot start thread 3 of 4: a test");
    };
    RunInRounds run({{well, {allowed.front()}, ""}, {failing, {allowed.front()}, ""}},
                    {plan, {.budget_ns = 1e12, .least_visits = 3, .most_visits = 3}, {}}, {}, stop,
                    nullptr);
    unsigned visits = 0, failures = 0;
    while (const auto next = run.next()) {
        try {
            EXPECT_FALSE(run.visit(*next));
            EXPECT_EQ(*next, 0U);
            ++visits;
        } catch (const ThreadError &) {
            EXPECT_EQ(*next, 1U);
            ++failures;
        }
    }
    EXPECT_EQ(visits, 3U);
    EXPECT_EQ(failures, 1U);
    EXPECT_FALSE(run.row(0).sampling.threads.empty());
}

// The thread is moved after 50 ms, and brought back 20 ms later.
TEST(MovedSamples, ThoseThatEndElsewhereAreLeftOut)
{
    SimulatedCore core;
    core.cpu_at = [](double ns) { return ns > 70e6 && ns < 90e6 ? 1 : 0; };
    core.slowdown = [](double ns) { return ns > 70e6 && ns < 90e6 ? 1.5 : 1; };
    FakeTask task(core, 135.5);
    const std::atomic<bool> stop = false;
    const ChosenClock chosen = make_clock({}, core);
    Participant alone;
    Samples samples = take_samples({task, *chosen.clock, core}, 1 << 14,
                                   {{}, {.min_time_ns = 150e6}, stop}, alone);
    Samples unknown = samples;
    EXPECT_TRUE(mark_moved(samples, 0));
    for (const Sample &sample : samples.taken)
        EXPECT_EQ(sample.verdict == SampleVerdict::moved,
                  sample.end_ns > 70e6 && sample.end_ns < 90e6);
    Row row = make_row(all_kernels().back(), {0});
    summarise_threads(row, {{samples, {}}});
    tell_taken_cpus(row, {0});
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    EXPECT_EQ(row.quality.note.find("CPU 0 was taken away: "), 0U) << row.quality.note;
    EXPECT_EQ(row.quality.noise, Noise::preempted);
    EXPECT_FALSE(row.location.pinned);
    EXPECT_NEAR(row.figures.cycles_per_unit.median / 135.5, 1, 0.003);

    row.key_range = Row::KeyRangeSum{};
    tell_taken_cpus(row, {});
    EXPECT_TRUE(row.quality.trustworthy);
    tell_taken_cpus(row, {0});
    EXPECT_FALSE(row.quality.trustworthy);

    // Too many disturbed samples do not make those of another CPU good.
    samples.gave_up = true;
    row = make_row(all_kernels().back(), {0});
    summarise_threads(row, {{samples, {}}});
    EXPECT_EQ(row.sampling.discarded_moved,
              static_cast<std::uint64_t>(
                  std::ranges::count(samples.taken, SampleVerdict::moved, &Sample::verdict)));

    for (Sample &sample : unknown.taken)
        sample.cpu.reset();
    EXPECT_FALSE(mark_moved(unknown, 0));
}

} // namespace
} // namespace hashlane::test
