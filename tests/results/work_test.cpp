// SPDX-License-Identifier: MIT
//
// Workloads that plug-ins bring: what they may be called.
#include "results/row.h"
#include "support/error_text.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace hashlane::test {
namespace {

std::string refusal_of(const std::string &name, const std::string &title, const std::string &unit)
{
    return error_text<results::BadWork>([&] { results::foreign_work(name, title, unit); });
}

TEST(ForeignWork, IsFoundByItsName)
{
    EXPECT_FALSE(results::find_work("a-copy"));
    const results::Work copy = results::foreign_work("a-copy", "Copies", "copy");
    const results::Work other = results::foreign_work("another", "Others", "call");
    EXPECT_EQ(results::find_work("a-copy"), copy);
    EXPECT_EQ(results::foreign_work("another", "Others", "call"), other);
    EXPECT_NE(copy, other);
    EXPECT_FALSE(copy.ours());
    EXPECT_EQ(results::find_work("sha3"), results::Work(Workload::sha3));
    const WorkloadFacts facts = results::facts_of(copy);
    EXPECT_EQ(facts.name, "a-copy");
    EXPECT_EQ(facts.title, "Copies");
    EXPECT_EQ(facts.cost_of, "copy");
    EXPECT_EQ(facts.rate, "kcopy/s");
    EXPECT_EQ(facts.rate_scale, 1e-3);
    EXPECT_EQ(facts.rate_digits, 3);
}

TEST(ForeignWork, IsOrderedByNameWhicheverWasKnownFirst)
{
    const results::Work last = results::foreign_work("order-z", "Last", "call");
    const results::Work first = results::foreign_work("order-a", "First", "call");
    const results::Work middle = results::foreign_work("order-m", "Middle", "call");
    const std::set<results::Work> works{last, middle, Workload::sha3, first};
    EXPECT_EQ(std::vector(works.begin(), works.end()),
              (std::vector<results::Work>{Workload::sha3, first, middle, last}));
    EXPECT_EQ(first <=> results::foreign_work("order-a", "Again", "call"),
              std::strong_ordering::equal);
}

TEST(ForeignWork, HasLettersThatTablesAndFilesTake)
{
    const std::string longest_name(results::longest_plugin_name, 'z');
    EXPECT_EQ(refusal_of(longest_name, std::string(60, '~'), std::string(20, 'z')), "");
    EXPECT_EQ(refusal_of("az-09", " ", "a"), "");
    const std::string bad_name = "the name of a workload has to be 1 to 40 of a-z, 0-9 and '-'";
    for (const std::string &name : {std::string(), longest_name + 'z', std::string("A"),
                                    std::string("a_b"), std::string("a b"), std::string("{"),
                                    std::string("`"), std::string("/"), std::string(":")})
        EXPECT_EQ(refusal_of(name, "Title", "call"), bad_name) << name;
    for (const std::string &title : {std::string(), std::string(61, 'a'), std::string("\x1f"),
                                     std::string("\x7f"), std::string("\xc3\xa9")})
        EXPECT_EQ(refusal_of("titled", title, "call"),
                  "titled: its title has to be 1 to 60 printable letters of ASCII")
            << title;
    for (const std::string &unit : {std::string(), std::string(21, 'a'), std::string("Call"),
                                    std::string("`"), std::string("{"), std::string("a b")})
        EXPECT_EQ(refusal_of("united", "Title", unit),
                  "united: its unit has to be 1 to 20 of a-z, such as 'call'")
            << unit;
    EXPECT_EQ(refusal_of("sha3", "Title", "call"), "sha3: hashlane has a workload of that name");
    results::foreign_work("counted", "Title", "call");
    EXPECT_EQ(refusal_of("counted", "Title", "sum"),
              "counted: its unit is 'sum' here and 'call' elsewhere");
}

} // namespace
} // namespace hashlane::test
