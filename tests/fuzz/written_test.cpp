// SPDX-License-Identifier: MIT
//
// The checks of what was written notice a name that is more than a name.
#include "written.h"

#include <gtest/gtest.h>

namespace hashlane::fuzz {
namespace {

using show::Format;

struct Text {
    Format format;
    const char *right, *wrong;
};

class Written : public testing::TestWithParam<Text> {};

TEST_P(Written, ANameIsNoMore)
{
    const auto &[format, right, wrong] = GetParam();
    EXPECT_NO_THROW(require_written(format, right, true));
    EXPECT_THROW(require_written(format, wrong, true), Finding) << wrong;
}

INSTANTIATE_TEST_SUITE_P(
    Names, Written,
    testing::Values(Text{Format::table, "\x1b[1mx\x1b[0m\n", "\x1b[2J\n"},
                    Text{Format::table, "x\n", "x\r\n"},
                    Text{Format::csv, "a,b\n\"1,\"\"\n\",-2.5\n", "a,b\n1,2,3\n"},
                    Text{Format::csv, "a\n'=1\n", "a\n=1\n"},
                    Text{Format::csv, "a\n-\n", "a\n-1+1\n"},
                    Text{Format::csv, "a\n\"b\"\n", "a\n\"b\n"},
                    Text{Format::json, "{\"a\":1}\n", "{\"a\":\"\"\"}"},
                    Text{Format::jsonl, "{}\n[1]\n", "{}\n}\n"},
                    Text{Format::markdown, "| a |\n| b\\| |\n\n| a | b |\n", "| a |\n| b| |\n"},
                    Text{Format::markdown, "\\<b>\n", "<b>\n"},
                    Text{Format::markdown, "\\[x](y)\n", "[x](y)\n"},
                    Text{Format::prometheus, "hashlane_a{} 1\n", "other{} 1\n"},
                    Text{Format::prometheus, "hashlane_a{b=\"\\\"}\",c=\"\"} 1e9\n",
                         "hashlane_a{b=\"\"}\"} 1\n"},
                    Text{Format::nodeset, "n[1-2]\n", "n1\nn2\n"}));

} // namespace
} // namespace hashlane::fuzz
