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

TEST(Lists, JoinedHasNothingAroundTheTexts)
{
    EXPECT_EQ(machine::joined(std::vector<std::string>{"a", "b"}), "a, b");
    EXPECT_EQ(machine::joined(std::vector{1, 2, 3}, "+"), "1+2+3");
    EXPECT_EQ(machine::joined(std::vector<int>{}), "");
}
