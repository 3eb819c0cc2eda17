// SPDX-License-Identifier: MIT
#include "sum/sum_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace hashlane::test {
namespace {

const std::string_view short_digest = "009fa0ff";
const std::vector<std::uint8_t> digest = [] {
    std::vector<std::uint8_t> bytes;
    while (bytes.size() < 32)
        bytes.insert(bytes.end(), {0x00, 0x9f, 0xa0, 0xff});
    return bytes;
}();

// With the whole digest in place of its first bytes.
std::string full(std::string text)
{
    for (std::size_t at = text.find(short_digest); at != std::string::npos;
         at = text.find(short_digest, at + 2 * digest.size()))
        for (int times = 1; times < 8; ++times)
            text.insert(at, short_digest);
    return text;
}

std::optional<sum::SumLine> parsed(std::string_view line, bool ends_zero = false)
{
    sum::Gap gap = sum::Gap::unknown;
    return sum::parse_sum_line(line, sum::usual_algorithm(), ends_zero, gap);
}

void expect_back(const std::string &path, const sum::LineForm &form)
{
    const std::string text = sum::write_sum_line("SHA3-256", digest, path, form);
    EXPECT_EQ(text.back(), form.ends_zero ? '\0' : '\n');
    const auto line = parsed(std::string_view(text).substr(0, text.size() - 1), form.ends_zero);
    ASSERT_TRUE(line) << text;
    EXPECT_EQ(line->path, path);
    EXPECT_EQ(line->digest, digest);
    EXPECT_EQ(line->algorithm->tag, form.with_tag ? "SHA3-256" : "SHA256");
}

TEST(SumLine, IsThatOfCoreutils)
{
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a b", {}), full("009fa0ff  a b\n"));
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a", {.with_tag = true}),
              full("SHA256 (a) = 009fa0ff\n"));
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb\\c\rd", {}),
              full("\\009fa0ff  a\\nb\\\\c\\rd\n"));
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb", {.with_tag = true}),
              full("\\SHA256 (a\\nb) = 009fa0ff\n"));
    EXPECT_EQ(sum::write_sum_line("SHA256", digest, "a\nb", {.ends_zero = true}),
              full(std::string("009fa0ff  a\nb\0", 14)));
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
    EXPECT_EQ(sum::write_sum_line("fs-verity", digest, "a b", form), full("sha256:009fa0ff a b\n"));
    EXPECT_EQ(sum::write_sum_line("fs-verity", digest, "a\nb", form),
              full("\\sha256:009fa0ff a\\nb\n"));
    EXPECT_EQ(
        sum::write_sum_line("fs-verity", digest, "a", {.with_tag = true, .prefix = "sha256:"}),
        full("fs-verity (a) = 009fa0ff\n"));
    for (const std::string path : {"a", " a", "*a", "a\nb", "a:b (c) = 00"}) {
        std::string text = sum::write_sum_line("", digest, path, form);
        text.pop_back();
        const auto line = parsed(text);
        ASSERT_TRUE(line) << text;
        EXPECT_EQ(line->algorithm->tag, "fs-verity");
        EXPECT_EQ(line->digest, digest);
        EXPECT_EQ(line->path, path);
    }
}

TEST(SumLine, TakesWhatOthersWrite)
{
    std::string upper = full("009fa0ff *a");
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    EXPECT_EQ(parsed(upper)->digest, digest);
    EXPECT_EQ(parsed(upper)->path, "A");
    EXPECT_EQ(parsed(full("009fa0ff  a\r"))->path, "a");
    EXPECT_EQ(parsed(full("009fa0ff  a\r"), true)->path, "a\r");
    for (const char *line : {"009fa0ff a", " \t009fa0ff  a", "009fa0ff\t*a", "SHA256(a)= 009fa0ff",
                             "SHA3-256 (a)=009fa0ff", "\tSHA256 (a)\t =  009fa0ff\r"}) {
        ASSERT_TRUE(parsed(full(line))) << line;
        EXPECT_EQ(parsed(full(line))->path, "a") << line;
    }
}

TEST(SumLine, HasOneGapInAList)
{
    const auto path_of = [](const char *line, sum::Gap &gap) {
        const auto read = sum::parse_sum_line(full(line), sum::usual_algorithm(), false, gap);
        return read ? read->path : "none";
    };
    sum::Gap gap = sum::Gap::unknown;
    EXPECT_EQ(path_of("SHA256(a)= 009fa0ff", gap), "a");
    EXPECT_EQ(path_of("009fa0ff0 a", gap), "none");
    EXPECT_EQ(gap, sum::Gap::unknown);
    EXPECT_EQ(path_of("009fa0ff a", gap), "a");
    EXPECT_EQ(path_of("009fa0ff  a", gap), " a");
    EXPECT_EQ(path_of("009fa0ff *a", gap), "*a");
    gap = sum::Gap::unknown;
    EXPECT_EQ(path_of("009fa0ff  a", gap), "a");
    EXPECT_EQ(path_of("009fa0ff a", gap), "none");
}

TEST(SumLine, IsNoneOtherwise)
{
    for (const char *line : {"",
                             " ",
                             "a",
                             "009fa0ff",
                             "009fa0ff ",
                             "009fa0ff00  a",
                             "009fa0fg  a",
                             "SHA256 (a) = ",
                             "SHA256  (a) = 009fa0ff",
                             "SHA256 (a) = 009fa0ff ",
                             "SHA256 (a = 009fa0ff",
                             "SHA3-512 (a) = 009fa0ff",
                             "SHA256 (a) = 0",
                             "sha256 (a) = 009fa0ff",
                             "MD5 (a) = 009fa0ff",
                             "\\009fa0ff  a\\x",
                             "\\009fa0ff  a\\",
                             "\\ 009fa0ff  a",
                             "\\\\SHA256 (a) = 009fa0ff",
                             "sha256:",
                             "sha256: a",
                             "sha256:009fa0ff",
                             "sha256:009fa0ff ",
                             "sha256:009fa0f a",
                             ":"})
        EXPECT_FALSE(parsed(full(line))) << line;
    EXPECT_FALSE(parsed("009fa0ff  a")) << "too short";
    const std::string zero("009fa0ff  /dev/null\0x", 21);
    EXPECT_FALSE(parsed(full(zero))) << "another file would be opened";
}

TEST(SumLine, PathsAreEscapedForAVerdict)
{
    EXPECT_EQ(sum::escaped_path("a b"), "a b");
    EXPECT_EQ(sum::escaped_path("a\nb"), "\\a\\nb");
}

} // namespace
} // namespace hashlane::test
