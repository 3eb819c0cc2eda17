// SPDX-License-Identifier: MIT
#include "cluster/fleet/node_file.h"
#include "cluster/fleet/node_names.h"
#include "cluster/fleet/references.h"
#include "statistics/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace hashlane::test {
namespace {

struct Folding {
    std::vector<std::string> names;
    const char *folded;
};

const Folding foldings[] = {
    {{}, ""},
    {{"n1"}, "n1"},
    {{"n1", "n2", "n3", "n10"}, "n[1-3,10]"},
    {{"n01", "n02", "n10"}, "n[01-02,10]"},
    {{"n9", "n10", "n11"}, "n[9-11]"},
    {{"n099", "n100"}, "n[099-100]"},
    {{"login", "n1"}, "login,n1"},
    {{"r1n1", "r1n2", "r2n1", "r2n2"}, "r[1-2]n[1-2]"},
    {{"r1n1", "r2n1"}, "r[1-2]n1"},
    {{"n1-ib", "n2-ib"}, "n[1-2]-ib"},
    {{"n01-ib", "n02-ib"}, "n[01-02]-ib"},
};

TEST(NodeNames, FoldAndUnfold)
{
    for (const Folding &folding : foldings) {
        EXPECT_EQ(cluster::fold_nodes(folding.names), folding.folded);
        if (folding.names.empty())
            continue;
        std::vector<std::string> names = cluster::expand_nodes(folding.folded);
        std::ranges::sort(names, cluster::node_comes_before);
        std::vector<std::string> expected = folding.names;
        std::ranges::sort(expected, cluster::node_comes_before);
        EXPECT_EQ(names, expected) << folding.folded;
    }
}

TEST(NodeNames, KeepLeadingZeros)
{
    EXPECT_EQ(cluster::expand_nodes("n[08-10]"), (std::vector<std::string>{"n08", "n09", "n10"}));
    EXPECT_EQ(cluster::expand_nodes("n[8-10]"), (std::vector<std::string>{"n8", "n9", "n10"}));
    EXPECT_EQ(cluster::expand_nodes("a,n[1-5/2],a"),
              (std::vector<std::string>{"a", "n1", "n3", "n5"}));
    EXPECT_EQ(cluster::expand_nodes("r[1-2]n[1-2]"),
              (std::vector<std::string>{"r1n1", "r1n2", "r2n1", "r2n2"}));
    const std::string mixed = cluster::fold_nodes({"n1", "n01"});
    std::vector<std::string> names = cluster::expand_nodes(mixed);
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{"n01", "n1"})) << mixed;
}

TEST(NodeNames, HaveNumbersOfManyDigits)
{
    const std::vector<std::string> names = {"n999999999", "n1000000000", "rack123456789012345678"};
    EXPECT_EQ(cluster::fold_nodes(names), "n[999999999-1000000000],rack123456789012345678");
    EXPECT_EQ(cluster::expand_nodes(cluster::fold_nodes(names)), names);
    EXPECT_EQ(cluster::expand_nodes("n[999999999999999998-999999999999999999]").size(), 2U);
}

TEST(NodeNames, RefuseWhatIsNoList)
{
    for (const char *list :
         {"", "n[1-", "n[]", "n[a]", "n[3-1]", "n[1-2/0]", "n1,,n2", "n 1", "-n", "n]1[",
          "n[1-999999999]", "a[1-2000]b[1-2000]", "n;rm", "n[1,]", "n[99999999999999999999]"})
        EXPECT_THROW(cluster::expand_nodes(list), std::invalid_argument) << list;
}

#ifndef _WIN32
// Compares with the output of ClusterShell for the same names, if it is installed.
TEST(NodeNames, FoldAsClusterShellDoes)
{
    if (std::system("command -v nodeset >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "no nodeset: install clustershell";
    std::string command = "for names in";
    for (const Folding &folding : foldings) {
        std::string names;
        for (const std::string &name : folding.names)
            names += name + " ";
        if (!names.empty())
            command += " '" + names + "'";
    }
    command += "; do nodeset -f $names; done";
    std::FILE *const pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    char line[256];
    for (const Folding &folding : foldings) {
        if (folding.names.empty())
            continue;
        ASSERT_NE(std::fgets(line, sizeof line, pipe), nullptr);
        EXPECT_EQ(std::string(folding.folded) + "\n", line);
    }
    pclose(pipe);
}
#endif

TEST(NodeNames, AreOrderedByTheirNumbers)
{
    std::vector<std::string> names = {"n10", "n2", "m3", "n2b", "n02", "login", "n"};
    std::ranges::sort(names, cluster::node_comes_before);
    EXPECT_EQ(names, (std::vector<std::string>{"login", "m3", "n", "n02", "n2", "n2b", "n10"}));
}

TEST(Outlier, NeedsBothAPracticalDifferenceAndOneBeyondChance)
{
    const cluster::RobustSummary steady = cluster::robust_summary({99, 100, 100, 100, 101});
    EXPECT_EQ(steady.median, 100);
    EXPECT_EQ(steady.sigma, 0) << "no deviation at the median";
    EXPECT_TRUE(cluster::is_above(103, steady, 0.02));
    EXPECT_FALSE(cluster::is_above(101.5, steady, 0.02)) << "beyond chance, and of no use";
    EXPECT_TRUE(cluster::is_below(97, steady, 0.02));
    const cluster::RobustSummary wild = cluster::robust_summary({90, 95, 100, 105, 110});
    EXPECT_NEAR(wild.sigma, 1.4826 * 5, 1e-9);
    EXPECT_FALSE(cluster::is_above(115, wild, 0.02)) << "two sigmas away";
    EXPECT_FALSE(cluster::is_below(85, wild, 0.02)) << "two sigmas away";
    EXPECT_FALSE(cluster::is_above(104.4, {100, 1}, 0.02)) << "as one of 300,000 by chance";
    EXPECT_TRUE(cluster::is_above(104.6, {100, 1}, 0.02));
    EXPECT_FALSE(cluster::is_below(95.6, {100, 1}, 0.02));
    EXPECT_TRUE(cluster::is_below(95.4, {100, 1}, 0.02));
    EXPECT_EQ(statistics::median({4, 1, 3, 2}), 2.5);
    EXPECT_EQ(statistics::median({3, 1, 2}), 2);
}

TEST(Outlier, IsKnownIfValueAndReferenceAre)
{
    cluster::References references;
    cluster::NodeFigure figure;
    figure.relative_cycles = figure.cycles_per_unit = 1.1;
    const auto cycles = [&](cluster::JudgedBy judged_by) {
        references.judged_by = judged_by;
        return cluster::slowness_of(figure, references).cycles;
    };
    EXPECT_FALSE(cycles(cluster::JudgedBy::like_nodes).exists);
    cluster::UsualFigure &reference = references.figures[figure.key];
    EXPECT_FALSE(cycles(cluster::JudgedBy::like_nodes).known);
    reference.relative_cycles = cluster::RobustSummary{1, 0.01};
    EXPECT_TRUE(cycles(cluster::JudgedBy::like_nodes).known);
    EXPECT_TRUE(cycles(cluster::JudgedBy::like_nodes).slow);
    EXPECT_NEAR(cycles(cluster::JudgedBy::like_nodes).change, 0.1, 1e-9);
    EXPECT_FALSE(cycles(cluster::JudgedBy::baseline).known);
    figure.relative_cycles = std::nan("");
    EXPECT_FALSE(cycles(cluster::JudgedBy::like_nodes).known);
    EXPECT_TRUE(cycles(cluster::JudgedBy::like_nodes).exists);
}

} // namespace
} // namespace hashlane::test
