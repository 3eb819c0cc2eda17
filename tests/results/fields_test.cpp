// SPDX-License-Identifier: MIT
//
// Fields that few files have, read one by one.
#include "results/fields.h"
#include "support/error_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

struct Tries {
    unsigned count = 0, tries = 0;
};

constexpr auto tries_fields = [](auto &file, auto &tries) {
    file.times("again", tries.count, tries.tries);
};

Tries tries_of(const std::string &text)
{
    const results::JsonDocument document(text, "file.json");
    Tries tries;
    results::FieldReader::read(document.fields(), tries, tries_fields);
    return tries;
}

TEST(Fields, TimesAreACountAndItsTries)
{
    const Tries tries = tries_of(R"({"again": [7, 10]})");
    EXPECT_EQ(tries.count, 7U);
    EXPECT_EQ(tries.tries, 10U);
    EXPECT_EQ(tries_of(R"({"again": [1000, 1000]})").count, 1000U);
    for (const char *const again : {"[]", "[7]", "[7, 10, 10]", "[11, 10]", "[0, 1001]"})
        EXPECT_EQ(error_text<results::BadFile>(
                      [&] { tries_of(std::string(R"({"again": )") + again + "}"); }),
                  "'file.json': 'again' is not a pair of counts")
            << again;
    EXPECT_THROW(tries_of(R"({"again": [1.5, 3]})"), results::BadFile);
}

TEST(Fields, ACountIsAtMostAMillion)
{
    const auto count = [](const std::string &number) {
        const results::JsonDocument document(R"({"count": )" + number + "}", "f");
        unsigned value = 0;
        results::FieldReader reader(document.fields());
        reader.count_up_to_a_million("count", value);
        return value;
    };
    EXPECT_EQ(count("1000000"), 1'000'000U);
    EXPECT_THROW(count("1000001"), results::BadFile);
    EXPECT_THROW(count("0.5"), results::BadFile);
}

TEST(Fields, UnknownNumbersAreNullAndOthersAreNotTaken)
{
    const results::JsonDocument document(R"({"some": [1.5, null], "text": "7", "whole": 7})", "f");
    const results::JsonFields fields = document.fields();
    const std::vector<double> some = fields.numbers_or_nan("some");
    ASSERT_EQ(some.size(), 2U);
    EXPECT_EQ(some[0], 1.5);
    EXPECT_TRUE(std::isnan(some[1]));
    EXPECT_EQ(fields.find_whole("whole"), 7U);
    EXPECT_FALSE(fields.find_whole("text"));
    EXPECT_FALSE(fields.find_whole("none"));
    EXPECT_EQ(fields.find_text("text"), "7");
    EXPECT_FALSE(fields.find_text("whole"));
}

TEST(Fields, ObjectsKnowTheirPlace)
{
    const results::JsonDocument document(R"({"a": {"cells": [{}, {}]}})", "file.json");
    const results::JsonFields outer = document.fields().object("a");
    const auto cells = outer.objects("cells");
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_EQ(error_text<results::BadFile>([&] { cells[1].fail("wrong"); }),
              "'file.json': a.cells[1]: wrong");
}

} // namespace
} // namespace hashlane::test
