// SPDX-License-Identifier: MIT
//
// From wanted rows to the log, with short jobs on this machine.

#include "commands/session.h"

#include "machine/sensors/system_state.h"
#include "machine/system/cpus.h"
#include "machine/system/threads.h"
#include "support/files.h"
#include "support/short_jobs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

using Names = std::vector<std::string>;

measure::Job named(measure::Job job, const std::string &name)
{
    job.name = name;
    return job;
}

class MeasuredRows : public testing::Test {
protected:
    ~MeasuredRows() override { std::remove(path.c_str()); }

    // Measured with a session of its own, with --samples or without.
    std::vector<commands::MeasuredRow> measure(std::vector<measure::Job> all,
                                               const measure::RunPlan &plan, bool samples = false)
    {
        jobs = std::move(all);
        cli::MeasureSettings settings;
        settings.out = path;
        settings.quiet = true;
        settings.samples = samples;
        session.emplace(settings, cli::OutputSettings{.format = show::Format::json},
                        std::vector{here}, "");
        std::vector<measure::WantedRow> rows = measure::rows_of(jobs, {here}, 1);
        for (measure::WantedRow &row : rows)
            row.scope = "here";
        return commands::measure_rows(*session, rows, plan);
    }
    Names logged() const
    {
        Names names;
        for (const results::Row &row : report().rows)
            names.push_back(row.identity.name);
        return names;
    }
    const results::Report &report() const { return session->log.report(); }

    const std::string path = scratch_path("session.json");
    const machine::Placement here{{machine::allowed_cpus().front()}, ""};
    std::vector<measure::Job> jobs;
    std::optional<commands::Session> session;
};

TEST_F(MeasuredRows, StandInTheOrderAskedForWhateverTheRoundsDid)
{
    const auto measured = measure({named(short_job(), "a"), named(short_job(), "b"),
                                   named(short_job(), "c"), named(short_job(), "d")},
                                  brief(4));
    EXPECT_EQ(logged(), (Names{"a", "b", "c", "d"}));
    ASSERT_EQ(measured.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_TRUE(measured[i].row);
        EXPECT_EQ(measured[i].row->identity.name, jobs[i].name);
        EXPECT_EQ(measured[i].row->location.scope, "here");
        EXPECT_GT(measured[i].row->figures.units_per_second, 0);
    }
}

TEST_F(MeasuredRows, OneThatTurnsOutWrongLeavesTheLogAndTheOthersStay)
{
    const auto measured = measure({named(short_job(), "a"), named(wrong_after(2), "b"),
                                   named(wrong_after(0), "c"), named(short_job(), "d")},
                                  brief(3));
    EXPECT_EQ(logged(), (Names{"a", "d"}));
    EXPECT_TRUE(measured[0].row);
    EXPECT_FALSE(measured[1].row);
    EXPECT_FALSE(measured[2].row);
    EXPECT_TRUE(measured[3].row);
    EXPECT_EQ(report().mismatches.size(), 2U);
    EXPECT_FALSE(session->log.is_interrupted());
    const nlohmann::json written = nlohmann::json::parse(read_file(path));
    ASSERT_EQ(written["benchmarks"].size(), 2U);
    EXPECT_EQ(written["benchmarks"][0]["name"], "a");
    EXPECT_EQ(written["benchmarks"][1]["name"], "d");
    EXPECT_EQ(written["mismatches"].size(), 2U);
}

// Foreign code that fails refutes its earlier results; threads that cannot be started do not.
TEST_F(MeasuredRows, OnesThatCannotBeMeasuredFurtherAreFailures)
{
    const auto failing = [](const std::string &name, auto error) {
        measure::Job job = named(short_job(), name);
        job.make_task = [error, visits = 0, make = job.make_task](
                            std::uint32_t data_bytes) mutable -> std::unique_ptr<workloads::Task> {
            if (++visits > 1)
                throw error;
            return make(data_bytes);
        };
        return job;
    };
    const auto measured =
        measure({failing("a", machine::ChildFailure("it crashed")),
                 failing("b", machine::ThreadError("no thread")), named(short_job(), "c")},
                brief(3));
    EXPECT_EQ(logged(), (Names{"b", "c"}));
    EXPECT_FALSE(measured[0].row);
    EXPECT_EQ(measured[0].obstacle, "it crashed");
    EXPECT_TRUE(measured[1].row);
    EXPECT_EQ(measured[1].obstacle, "no thread");
    EXPECT_TRUE(session->log.failure() == "a: it crashed" || session->log.failure() == "no thread")
        << session->log.failure();
}

TEST_F(MeasuredRows, KeepTheirSamplesIfThatWasAskedFor)
{
    measure({named(short_job(), "a")}, brief(2));
    EXPECT_TRUE(report().rows[0].sampling.threads.empty());
    EXPECT_GT(report().rows[0].sampling.kept, 0U);
    measure({named(short_job(), "b")}, brief(2), true);
    EXPECT_EQ(report().rows[0].sampling.threads.size(), 1U);
}

TEST(RowsOf, AreEachJobInEachPlacementAsOftenAsAsked)
{
    const std::vector<machine::Placement> placements = {{{0}, "P-core"}, {{1}, "E-core"}};
    const std::vector<measure::Job> jobs = {named(short_job(), "a"), named(short_job(), "b")};
    const std::vector<measure::WantedRow> rows = measure::rows_of(jobs, placements, 2);
    ASSERT_EQ(rows.size(), 8U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].job->name, i < 4 ? "a" : "b");
        EXPECT_EQ(rows[i].placement.core_kind, i / 2 % 2 == 0 ? "P-core" : "E-core");
        EXPECT_EQ(rows[i].repetition, i % 2);
        EXPECT_EQ(rows[i].repetitions, 2U);
    }
}

// Those on all cores come last, of one job, where nothing else was chosen; the time is that of all.
TEST(PlanRows, AreThoseOfThePlacementsAndThoseOnAllCores)
{
    const std::vector<measure::Job> jobs = {named(short_job(), "a"), named(short_job(), "b")};
    cli::MeasureSettings settings;
    const auto plan = [&](commands::AllCores all_cores) {
        return commands::plan_rows(jobs, settings, 0.5, all_cores);
    };
    const commands::Planned planned = plan(commands::AllCores::left_out);
    EXPECT_EQ(planned.rows.size(), 2 * planned.placements.size());
    EXPECT_DOUBLE_EQ(planned.plan.rounds.budget_ns,
                     0.5e9 * static_cast<double>(planned.rows.size()));
    const commands::Planned with_all = plan(commands::AllCores::measured);
    EXPECT_EQ(with_all.placements.size(), planned.placements.size());
    if (machine::usable_cores(machine::this_topology()) > 1) {
        ASSERT_EQ(with_all.rows.size(), planned.rows.size() + 1);
        EXPECT_EQ(with_all.rows.back().scope, "all cores");
        EXPECT_EQ(with_all.rows.back().job, &jobs[1]);
        EXPECT_DOUBLE_EQ(with_all.plan.rounds.budget_ns,
                         0.5e9 * static_cast<double>(with_all.rows.size()));
    }
    settings.placement.cpus = {machine::allowed_cpus().front()};
    EXPECT_EQ(plan(commands::AllCores::measured).rows.size(), 2U);
}

} // namespace
} // namespace hashlane::test
