// SPDX-License-Identifier: MIT
#include "results/notes.h"

#include <gtest/gtest.h>

#include <set>

namespace hashlane::test {
namespace {

TEST(Notes, OfThreadsThatShareACpuNeedASample)
{
    results::Row row;
    row.location.threads = 2;
    row.location.cpus = {3, 3};
    const std::string turns =
        "threads share a CPU; each one's rate is scaled by its processor time";
    results::NoiseFinding busy;
    busy.cause = results::Cause::partly_preempted;
    const auto begins = [&] { return results::note_of(row, busy).starts_with(turns); };
    EXPECT_FALSE(begins());
    row.sampling.kept = 1;
    EXPECT_TRUE(begins());
    row.location.cpus = {3, 4};
    EXPECT_FALSE(begins());
}

TEST(Notes, NameTheCpuOfOneOfSeveralThreads)
{
    results::Row row;
    results::NoiseFinding finding;
    finding.cause = results::Cause::partly_preempted;
    finding.cpu = 3;
    EXPECT_FALSE(results::note_of(row, finding).starts_with("CPU "));
    row.location.threads = 2;
    EXPECT_TRUE(results::note_of(row, finding).starts_with("CPU 3: "));
}

// Every other cause takes trust.
TEST(Notes, LeaveTrustWhereUndisturbedSamplesAreLeft)
{
    using enum results::Cause;
    const std::set<results::Cause> trusted = {none,
                                              partly_contended,
                                              partly_preempted,
                                              layout,
                                              device_clock_spreads,
                                              launches_of_two_modes,
                                              launches_repeated,
                                              device_clock_moved};
    for (int cause = 0; cause <= static_cast<int>(device_clock_moved); ++cause)
        EXPECT_EQ(results::meaning_of(static_cast<results::Cause>(cause)).leaves_trust,
                  trusted.contains(static_cast<results::Cause>(cause)))
            << cause;
}

TEST(Notes, NameTheCpusThatWereTakenAway)
{
    results::Row row;
    row.sampling.kept = 7;
    row.sampling.discarded = row.sampling.discarded_moved = 2;
    const std::string rest = " taken away: 2 of 9 samples ended on another one and are left out";
    EXPECT_EQ(results::note_of(row, {}, {3}), "CPU 3 was" + rest);
    EXPECT_EQ(results::note_of(row, {}, {3, 5}), "CPUs 3,5 were" + rest);
}

TEST(Notes, CountTheSamplesWithoutCycles)
{
    results::Row row;
    row.sampling.kept = 7;
    row.sampling.discarded = 2;
    EXPECT_EQ(results::cycle_note_of(row, "no counter"), "no counter");
    row.sampling.discarded_uncounted = 1;
    EXPECT_EQ(results::cycle_note_of(row, "no counter"),
              "no counter; 1 of 9 samples are left out: no core cycles could be counted");
}

} // namespace
} // namespace hashlane::test
