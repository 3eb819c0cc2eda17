// SPDX-License-Identifier: MIT
//
// --workload: workloads that are not measured by default, and nothing but the named ones.

#include "backends/peers/peer.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <sstream>

namespace hashlane::test {
namespace {

using nlohmann::json;
using NameSet = std::set<std::string>;

json rows_with(const std::string &options)
{
    return rows_of(hashlane("run --min-time 0.001 --quiet --format json " + options));
}

NameSet names_of(const json &rows)
{
    NameSet names;
    for (const json &row : rows)
        names.insert(row["name"]);
    return names;
}

TEST(WorkloadOption, MeasuresWhatIsNamedAndNothingElse)
{
    const json rows = rows_with("--workload turboshake128,sha256-nodes --filter portable");
    EXPECT_EQ(names_of(rows),
              (NameSet{"sha3.portable.x1/turboshake128/64", "sha3.portable.x1/turboshake128/16384",
                       "sha256-nodes.portable.x1"}));
    for (const json &row : rows)
        EXPECT_EQ(row["verified"], true) << row["name"];
}

TEST(WorkloadOption, TakesMessagesOfSha256)
{
    EXPECT_EQ(
        names_of(rows_with("--workload sha256 --filter portable")),
        (NameSet{"sha256.portable.x1/64", "sha256.portable.x1/1024", "sha256.portable.x1/16384"}));
}

TEST(WorkloadOption, OfFunctionsIsWhatTheWorkloadHas)
{
    for (const json &row : rows_with("--workload turboshake128 --filter portable")) {
        EXPECT_EQ(row["workload"], "sha3");
        EXPECT_EQ(row["function"], "turboshake128");
    }
}

TEST(WorkloadOption, MeasuresOneMessageOfKt128ByTheLibrary)
{
    const json rows = rows_with("--workload kt128 --filter library");
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0]["name"], "sha3.library.x1/kt128/1048576");
    EXPECT_EQ(rows[0]["kernel"], "sha3.library.x1");
    EXPECT_EQ(rows[0]["function"], "kt128");
    EXPECT_EQ(rows[0]["bytes_per_hash"], 1 << 20);
    EXPECT_EQ(rows[0]["verified"], true);
}

TEST(WorkloadOption, OfSha3LeavesOutItsFurtherFunctions)
{
    EXPECT_EQ(names_of(rows_with("--workload sha3 --filter portable")),
              (NameSet{"sha3.portable.x1/sha3-256/64", "sha3.portable.x1/sha3-256/16384"}));
}

TEST(WorkloadOption, MeasuresPeersOfWhatIsNamed)
{
    const backends::FoundPeers found = backends::find_peers();
    if (found.peers.empty())
        GTEST_SKIP() << "no peer is installed: " << found.missing.front().reason;
    const std::string &peer = found.peers.front().name;
    const json rows =
        rows_with("--peers --workload sha256,sha256-nodes --filter '[.]" + peer + "[.]'");
    EXPECT_EQ(names_of(rows),
              (NameSet{"sha256." + peer + ".x1/64", "sha256." + peer + ".x1/1024",
                       "sha256." + peer + ".x1/16384", "sha256-nodes." + peer + ".x1"}));
    for (const json &row : rows)
        EXPECT_EQ(row["verified"], true) << row["name"];
}

// The first word of each line.
void expect_ids_of(const std::string &workload, const std::string &text, std::size_t heading_lines)
{
    std::istringstream lines(text);
    std::string line, id;
    std::size_t count = 0;
    while (std::getline(lines, line)) {
        std::istringstream(line) >> id;
        if (count++ >= heading_lines) {
            EXPECT_TRUE(id.starts_with(workload + ".")) << line;
        }
    }
    EXPECT_GT(count, heading_lines + 1);
}

TEST(WorkloadOption, OfListAndVerify)
{
    expect_ids_of("sha256-nodes", hashlane("list --workload sha256-nodes").out, 1);
    const Ran verified = hashlane("verify --workload sha256-nodes");
    EXPECT_EQ(verified.code, 0) << verified.out;
    expect_ids_of("sha256-nodes", verified.out, 0);
}

} // namespace
} // namespace hashlane::test
