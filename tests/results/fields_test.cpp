// SPDX-License-Identifier: MIT
//
// Fields that few files have, read one by one.
#include "results/fields.h"

#include <gtest/gtest.h>

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

// The whole message of the error.
std::string refusal_of(const std::string &text)
{
    try {
        tries_of(text);
    } catch (const results::BadFile &bad) {
        return bad.what();
    }
    return "none";
}

TEST(Fields, TimesAreACountAndItsTries)
{
    const Tries tries = tries_of(R"({"again": [7, 10]})");
    EXPECT_EQ(tries.count, 7U);
    EXPECT_EQ(tries.tries, 10U);
    EXPECT_EQ(tries_of(R"({"again": [1000, 1000]})").count, 1000U);
    for (const char *const again : {"[]", "[7]", "[7, 10, 10]", "[11, 10]", "[0, 1001]"})
        EXPECT_EQ(refusal_of(std::string(R"({"again": )") + again + "}"),
                  "'file.json': 'again' is not a pair of counts")
            << again;
}

TEST(Fields, ObjectsKnowTheirPlace)
{
    const results::JsonDocument document(R"({"a": {"cells": [null, {}]}})", "file.json");
    const results::JsonFields outer = document.fields().object("a");
    const auto cells = outer.objects_or_nulls("cells");
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_FALSE(cells[0]);
    try {
        cells[1]->fail("wrong");
        ADD_FAILURE();
    } catch (const results::BadFile &bad) {
        EXPECT_EQ(bad.what(), std::string("'file.json': a.cells[1]: wrong"));
    }
}

} // namespace
} // namespace hashlane::test
