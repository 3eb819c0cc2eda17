// SPDX-License-Identifier: MIT
//
// Names from the environments of engines, their form in paths, and times to start at.
#include "cluster/node/measure_node.h"

#include "cli/messages.h"
#include "commands/start_time.h"

#include <gtest/gtest.h>

#include <map>

namespace hashlane::test {
namespace {

cluster::NodeName name_in(std::map<std::string, std::string> variables)
{
    return cluster::node_name("host7", [=](const char *name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    });
}

TEST(NodeName, IsTheHostsOutsideAJob)
{
    const cluster::NodeName name = name_in({});
    EXPECT_EQ(name.name, "host7");
    EXPECT_EQ(name.job, "");
    EXPECT_EQ(name.task, "");
}

TEST(NodeName, IsSlurmsWithinAJob)
{
    const cluster::NodeName name =
        name_in({{"SLURMD_NODENAME", "n017"}, {"SLURM_JOB_ID", "1234"}, {"SLURM_PROCID", "17"}});
    EXPECT_EQ(name.name, "n017");
    EXPECT_EQ(name.job, "1234");
    EXPECT_EQ(name.task, "17");
}

TEST(NodeName, TaskIsMpisRankUnderMpirunInAJobOfSlurm)
{
    EXPECT_EQ(name_in({{"SLURM_PROCID", "0"}, {"OMPI_COMM_WORLD_RANK", "5"}}).task, "5");
    EXPECT_EQ(name_in({{"SLURM_PROCID", "0"}, {"PMI_RANK", "4"}}).task, "4");
}

TEST(NodeName, NeverLeavesItsFolder)
{
    const cluster::NodeName name =
        name_in({{"SLURMD_NODENAME", "../../etc/x"}, {"SLURM_JOB_ID", ".."}});
    EXPECT_EQ(name.name.find('/'), std::string::npos);
    EXPECT_NE(name.name.front(), '.');
    EXPECT_EQ(cluster::fill_placeholders("%j", name), "_");
}

// A name that a fleet refuses would be found after the measuring.
TEST(NodeName, IsOneThatAFleetTakes)
{
    const auto chosen = [](const std::string &name) {
        return name_in({{"HASHLANE_NODE_NAME", name}}).name;
    };
    EXPECT_EQ(chosen("_n1"), "n1");
    EXPECT_EQ(chosen("-n-1-"), "n-1-");
    EXPECT_EQ(chosen("\xc3\xa9t\xc3\xa9"), "t__");
    EXPECT_EQ(chosen("..."), "unknown");
    EXPECT_EQ(chosen(std::string(300, 'n')), std::string(255, 'n'));
    for (const char *name : {"_n1", "...", "\xe9", "a/../b", "-", "%h"})
        EXPECT_TRUE(cluster::is_node_name(chosen(name))) << name;
    EXPECT_EQ(cluster::node_name("", [](const char *) { return std::string(); }).name, "unknown");
}

TEST(Placeholders, AreFilled)
{
    const cluster::NodeName name{"n1", "12", "3"};
    EXPECT_EQ(cluster::fill_placeholders("out/%h.json", name), "out/n1.json");
    EXPECT_EQ(cluster::fill_placeholders("%j/%h-%t", name), "12/n1-3");
    EXPECT_EQ(cluster::fill_placeholders("100%%", name), "100%");
    EXPECT_EQ(cluster::fill_placeholders("%", name), std::nullopt);
    EXPECT_EQ(cluster::fill_placeholders("%x", name), std::nullopt);
}

using Clock = std::chrono::system_clock;

const Clock::time_point noon_utc = Clock::from_time_t(1795348800); // 2026-11-22T12:00:00Z

Clock::time_point start(const std::string &text)
{
    return commands::parse_start_time(text, noon_utc);
}

TEST(StartTime, IsReadInEachForm)
{
    const Clock::time_point two = noon_utc + std::chrono::hours(2);
    EXPECT_EQ(start("1795356000"), two);
    EXPECT_EQ(start("1795356000.5"), two + std::chrono::milliseconds(500));
    EXPECT_EQ(start("2026-11-22T14:00:00Z"), two);
    EXPECT_EQ(start("2026-11-22T14:00Z"), two);
    EXPECT_EQ(start("2026-11-22T16:30:00+02:30"), two);
    EXPECT_EQ(start("2026-11-22T09:00:00-0500"), two);
}

// Whatever the time zone: the next such time, or one that has just passed.
TEST(StartTime, OfTheDayIsTheNearOne)
{
    for (int hour = 0; hour < 24; ++hour)
        for (const char *minutes : {":00", ":30:15"}) {
            const Clock::time_point time = start(std::to_string(hour) + minutes);
            EXPECT_GE(time, noon_utc - std::chrono::hours(1)) << hour << minutes;
            EXPECT_LE(time, noon_utc + std::chrono::hours(24)) << hour << minutes;
        }
}

TEST(StartTime, OthersAreRefused)
{
    for (const char *text :
         {"", "noon", "25:00", "12:60", "2026-13-01T00:00:00Z", "1:2:3", "17",
          "2026-11-24T12:00:00Z", "1795600000", "2026-11-22T10:59:00Z", "1795340000"})
        EXPECT_THROW(start(text), cli::CommandError) << text;
}

TEST(NodeName, IsWhatTheSiteSays)
{
    const cluster::Environment environment = [](const char *name) {
        return std::string(name) == "HASHLANE_NODE_NAME" ? "cn004"
               : std::string(name) == "SLURMD_NODENAME"  ? "n1"
                                                         : "";
    };
    EXPECT_EQ(cluster::node_name("5f2d9c", environment).name, "cn004");
}

} // namespace
} // namespace hashlane::test
