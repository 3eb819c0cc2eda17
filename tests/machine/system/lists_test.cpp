// SPDX-License-Identifier: MIT
#include "machine/system/lists.h"

#include <gtest/gtest.h>

#include <map>

using namespace hashlane;

TEST(Lists, EachTakesAFunctionOrAMember)
{
    struct Thing {
        std::string name;
    };
    const std::vector<Thing> things = {{"a"}, {"b"}};
    const Thing *const pointers[] = {&things[1], &things[0]};
    EXPECT_EQ(machine::each(things, &Thing::name), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(machine::each(pointers, &Thing::name), (std::vector<std::string>{"b", "a"}));
    EXPECT_EQ(machine::each(std::map<int, char>{{2, 'y'}, {1, 'x'}},
                            [](const auto &one) { return one.first * 10; }),
              (std::vector{10, 20}));
}

TEST(Lists, GroupsAreInTheOrderOfTheirFirstOnes)
{
    const auto parity = [](int number) { return number % 2; };
    EXPECT_EQ(machine::grouped(std::vector{3, 2, 1, 4, 5}, parity),
              (std::vector<std::vector<int>>{{3, 1, 5}, {2, 4}}));
    EXPECT_TRUE(machine::grouped(std::vector<int>{}, parity).empty());
    EXPECT_TRUE(machine::contains(std::vector{3, 2}, 2));
    EXPECT_FALSE(machine::contains(std::vector{3, 2}, 1));
    EXPECT_TRUE(machine::contains(std::vector{3, 2}, 1, parity));
}

TEST(Lists, JoinedHasNothingAroundTheTexts)
{
    EXPECT_EQ(machine::joined(std::vector<std::string>{"a", "b"}), "a, b");
    EXPECT_EQ(machine::joined(std::vector{1, 2, 3}, "+"), "1+2+3");
    EXPECT_EQ(machine::joined(std::vector<int>{}), "");
}
