// SPDX-License-Identifier: MIT
//
// Samples that were not counted, and those of CPUs that were taken away.
#include "show/tables/remarks.h"
#include "show/tables/report.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

constexpr const char *not_bound = "the system does not allow threads to be bound to a CPU";

bool says_not_bound(const results::Report &report)
{
    const std::vector<std::string> remarks = show::make_remarks(report);
    return std::ranges::find(remarks, not_bound) != remarks.end();
}

TEST(LeftOutSamples, HaveALetterAndACountEach)
{
    results::Report report;
    results::Row &row = report.rows.emplace_back();
    const std::string without = results::write_json(report);
    EXPECT_FALSE(contains(without, "discarded_uncounted"));
    EXPECT_FALSE(contains(without, "discarded_moved"));
    row.sampling.threads = {{0,
                             {1, 2, 3},
                             {1, 2, 3},
                             {results::SampleVerdict::contended, results::SampleVerdict::uncounted,
                              results::SampleVerdict::moved},
                             {0, 0, 0},
                             {0, 0, 0}}};
    row.sampling.discarded_uncounted = 5;
    row.sampling.discarded_moved = 7;
    const std::string json = results::write_json(report);
    EXPECT_TRUE(contains(json, "\"cum\""));
    EXPECT_TRUE(contains(json, "\"discarded_uncounted\": 5"));
    EXPECT_TRUE(contains(json, "\"discarded_moved\": 7"));
}

TEST(LeftOutSamples, ATakenCpuIsNotTheSystemsRefusal)
{
    results::Report report = sample_report();
    ASSERT_FALSE(says_not_bound(report));
    report.rows.front().location.pinned = false;
    EXPECT_TRUE(says_not_bound(report));
    report.rows.front().sampling.discarded_moved = 2;
    EXPECT_FALSE(says_not_bound(report));
}

} // namespace
} // namespace hashlane::test
