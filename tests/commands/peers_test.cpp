// SPDX-License-Identifier: MIT
//
// hashlane run --peers: other libraries' rows, checked like ours; missing, too old or wrong ones
// are reported and the others go on.

#include "backends/peers/peer.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace hashlane::test {
namespace {

using nlohmann::json;

constexpr const char *quick = " run --peers --min-time 0.001 --quiet ";

// With the libraries of tests/peers/`fake` found before the system's.
Ran with_fake_nettle(const std::string &fake, const std::string &arguments)
{
    return shell("LD_LIBRARY_PATH='" HASHLANE_FAKE_PEERS "/" + fake + "' exec \"$HASHLANE\"" +
                 quick + arguments);
}

std::set<std::string> names(const json &rows)
{
    std::set<std::string> names;
    for (const json &row : rows)
        names.insert(row["name"]);
    return names;
}

TEST(Peers, AreRowsWithTheirVersions)
{
    const backends::FoundPeers found = backends::find_peers();
    if (found.peers.empty())
        GTEST_SKIP() << "no peer is installed: " << found.missing.front().reason;
    const json rows = rows_of(hashlane(quick + std::string("--format json --filter 'ref[.]x1|[.]") +
                                       found.peers.front().name + "[.]'"));
    const std::string id = found.peers.front().name + ".x1";
    EXPECT_TRUE(names(rows).contains("sha256-chain." + id));
    EXPECT_TRUE(names(rows).contains("sha256-chain.ref.x1"));
    EXPECT_TRUE(names(rows).contains("sha3." + id + "/sha3-256/64"));
    for (const json &row : rows) {
        const bool ours = row["kernel"].get<std::string>().ends_with(".ref.x1");
        EXPECT_EQ(row["verified"], true) << row["name"];
        EXPECT_EQ(row.contains("peer"), !ours) << row["name"];
    }
}

TEST(Peers, AreNotMeasuredUnlessAskedFor)
{
    const Ran ran = hashlane("run --min-time 0.001 --quiet --format json --filter 'sha3[.]ref'");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_FALSE(contains(ran.out, "\"peer\""));
}

TEST(Peers, WithAWrongDigestAreExitTwoAndTheOthersGoOn)
{
    const Ran ran =
        with_fake_nettle("wrong", "--format json --filter 'sha256-chain[.](ref|nettle)'");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(contains(ran.err, "sha256-chain.nettle.x1"));
    const json report = json::parse(ran.out);
    for (const json &row : report["benchmarks"])
        EXPECT_EQ(row["verified"], row["kernel"] == "sha256-chain.ref.x1") << row["name"];
    EXPECT_TRUE(names(report["benchmarks"]).contains("sha256-chain.ref.x1"));
}

TEST(Peers, ThatAreTooOldAreSkippedWithTheReason)
{
    const Ran ran = with_fake_nettle("old", "--format json --filter 'sha256-chain[.](ref|nettle)'");
    const json report = json_of(ran);
    EXPECT_FALSE(names(report["benchmarks"]).contains("sha256-chain.nettle.x1"));
    EXPECT_TRUE(contains(ran.out, "libnettle.so.8 has no nettle_get_hashes"));
}

} // namespace
} // namespace hashlane::test
