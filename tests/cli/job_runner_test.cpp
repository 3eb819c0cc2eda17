// SPDX-License-Identifier: MIT
//
// From wanted rows to the log, with short jobs on this machine.

#include "cli/job_runner.h"

#include "support/files.h"
#include "support/short_jobs.h"
#include "system/cpu_list.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

using Names = std::vector<std::string>;

Job named(Job job, const std::string &name)
{
    job.name = name;
    return job;
}

class Runner : public testing::Test {
protected:
    ~Runner() override { std::remove(path.c_str()); }
    WantedRow wanted(Job job, const std::string &name) const
    {
        return {named(std::move(job), name), here, [](Row &row) { row.location.scope = "here"; }};
    }
    Names logged() const
    {
        Names names;
        for (const Row &row : log.report().rows)
            names.push_back(row.identity.name);
        return names;
    }

    const std::string path = scratch_path("runner.json");
    const Placement here{{allowed_cpus().front()}, ""};
    MeasureSettings settings;
    EnergyMeter meter;
    ResultLog log{{}, path};
    Display display{{.format = Format::json}, true};
    JobRunner runner{settings, meter, log, display};
};

TEST_F(Runner, RowsStandInTheOrderAskedForWhateverTheRoundsDid)
{
    const std::vector<WantedRow> rows = {wanted(short_job(), "a"), wanted(short_job(), "b"),
                                         wanted(short_job(), "c"), wanted(short_job(), "d")};
    const auto measured = runner.measure(rows, brief(4));
    EXPECT_EQ(logged(), (Names{"a", "b", "c", "d"}));
    ASSERT_EQ(measured.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_TRUE(measured[i].row);
        EXPECT_EQ(measured[i].row->identity.name, rows[i].job.name);
        EXPECT_EQ(measured[i].row->location.scope, "here");
        EXPECT_GT(measured[i].row->figures.units_per_second, 0);
    }
}

TEST_F(Runner, ARowThatTurnsOutWrongLeavesTheLogAndTheOthersStay)
{
    const auto measured = runner.measure({wanted(short_job(), "a"), wanted(wrong_after(2), "b"),
                                          wanted(wrong_after(0), "c"), wanted(short_job(), "d")},
                                         brief(3));
    EXPECT_EQ(logged(), (Names{"a", "d"}));
    EXPECT_TRUE(measured[0].row);
    EXPECT_FALSE(measured[1].row);
    EXPECT_FALSE(measured[2].row);
    EXPECT_TRUE(measured[3].row);
    EXPECT_EQ(log.report().mismatches.size(), 2U);
    EXPECT_FALSE(log.is_interrupted());
    const nlohmann::json written = nlohmann::json::parse(read_file(path));
    ASSERT_EQ(written["benchmarks"].size(), 2U);
    EXPECT_EQ(written["benchmarks"][0]["name"], "a");
    EXPECT_EQ(written["benchmarks"][1]["name"], "d");
    EXPECT_EQ(written["mismatches"].size(), 2U);
}

TEST_F(Runner, SamplesAreKeptWhereTheyWereAskedFor)
{
    runner.measure({wanted(short_job(), "a")}, brief(2));
    EXPECT_TRUE(log.report().rows[0].sampling.threads.empty());
    EXPECT_GT(log.report().rows[0].sampling.kept, 0U);
    settings.samples = true;
    runner.measure({wanted(short_job(), "b")}, brief(2));
    EXPECT_EQ(log.report().rows[1].sampling.threads.size(), 1U);
}

TEST(RowsOf, AreEachJobInEachPlacementAsOftenAsAsked)
{
    const std::vector<Placement> placements = {{{0}, "P-core"}, {{1}, "E-core"}};
    const std::vector<WantedRow> rows =
        rows_of({named(short_job(), "a"), named(short_job(), "b")}, placements, 2);
    ASSERT_EQ(rows.size(), 8U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].job.name, i < 4 ? "a" : "b");
        EXPECT_EQ(rows[i].placement.core_kind, i / 2 % 2 == 0 ? "P-core" : "E-core");
        Row row;
        rows[i].label(row);
        EXPECT_EQ(row.identity.repetition, i % 2);
        EXPECT_EQ(row.identity.repetitions, 2U);
    }
}

} // namespace
} // namespace hashlane::test
