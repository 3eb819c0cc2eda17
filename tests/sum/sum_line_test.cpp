// SPDX-License-Identifier: MIT
#include "sum/sum_files.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

const std::vector<std::uint8_t> digest = {0x00, 0x9f, 0xa0, 0xff};

void expect_back(const std::string &path, const sum::LineForm &form)
{
    const std::string text = sum::write_sum_line("SHA3-256", digest, path, form);
    EXPECT_EQ(text.back(), form.ends_zero ? '\0' : '\n');
    const auto line =
        sum::parse_sum_line(std::string_view(text).substr(0, text.size() - 1), form.ends_zero);
    ASSERT_TRUE(line) << text;
    EXPECT_EQ(line->path, path);
    EXPECT_EQ(line->digest, digest);
    EXPECT_EQ(line->tag, form.with_tag ? "SHA3-256" : "");
}

TEST(SumLine, IsThatOfCoreutils)
{
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a b", {}), "009fa0ff  a b\n");
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a", {.with_tag = true}),
              "SHA256 (a) = 009fa0ff\n");
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb\\c\rd", {}),
              "\\009fa0ff  a\\nb\\\\c\\rd\n");
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb", {.with_tag = true}),
              "\\SHA256 (a\\nb) = 009fa0ff\n");
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb", {.ends_zero = true}),
              std::string("009fa0ff  a\nb\0", 14));
}

TEST(SumLine, IsReadAsItWasWritten)
{
    for (const std::string path :
         {"a", " a ", "a\nb", "\\", "a) = 00", "a (b", "*", "SHA256 (x) = 00", "\r"})
        for (const bool with_tag : {false, true})
            for (const bool ends_zero : {false, true})
                expect_back(path, {with_tag, ends_zero});
}

TEST(SumLine, WithAPrefixIsThatOfFsverity)
{
    const sum::LineForm form{.prefix = "sha256:"};
    EXPECT_EQ(sum::write_sum_line("fs-verity", digest, "a b", form), "sha256:009fa0ff a b\n");
    EXPECT_EQ(sum::write_sum_line("fs-verity", digest, "a\nb", form), "\\sha256:009fa0ff a\\nb\n");
    EXPECT_EQ(
        sum::write_sum_line("fs-verity", digest, "a", {.with_tag = true, .prefix = "sha256:"}),
        "fs-verity (a) = 009fa0ff\n");
    for (const std::string path : {"a", " a", "*a", "a\nb", "a:b (c) = 00"}) {
        std::string text = sum::write_sum_line("", digest, path, form);
        text.pop_back();
        const auto line = sum::parse_sum_line(text, false);
        ASSERT_TRUE(line) << text;
        EXPECT_EQ(line->tag, "sha256:");
        EXPECT_EQ(line->digest, digest);
        EXPECT_EQ(line->path, path);
    }
}

TEST(SumLine, TakesWhatOthersWrite)
{
    EXPECT_EQ(sum::parse_sum_line("009FA0ff *a", false)->digest, digest);
    EXPECT_EQ(sum::parse_sum_line("009fa0ff  a\r", false)->path, "a");
    EXPECT_EQ(sum::parse_sum_line("009fa0ff  a\r", true)->path, "a\r");
}

TEST(SumLine, IsNoneOtherwise)
{
    for (const char *line : {"",
                             "a",
                             "009fa0ff",
                             "009fa0ff ",
                             "009fa0ff  ",
                             "009fa0ff a",
                             "009fa0f  a",
                             "009fa0fg  a",
                             "SHA256 (a) = ",
                             "SHA256 () = 009fa0ff",
                             "SHA256 (a) = 0",
                             "\\009fa0ff  a\\x",
                             "\\009fa0ff  a\\",
                             "\\\\SHA256 (a) = 009fa0ff",
                             "sha256:",
                             "sha256: a",
                             "sha256:009fa0ff",
                             "sha256:009fa0ff ",
                             "sha256:009fa0f a",
                             ":"})
        EXPECT_FALSE(sum::parse_sum_line(line, false)) << line;
    const std::string zero("009fa0ff  /dev/null\0x", 22);
    EXPECT_FALSE(sum::parse_sum_line(zero, false)) << "another file would be opened";
}

TEST(SumLine, PathsAreEscapedForAVerdict)
{
    EXPECT_EQ(sum::escaped_path("a b"), "a b");
    EXPECT_EQ(sum::escaped_path("a\nb"), "\\a\\nb");
}

} // namespace
} // namespace hashlane::test
