// SPDX-License-Identifier: MIT
#include "machine/system/files.h"

#include "machine/system/text.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace hashlane::test {
namespace {

class RegularFile : public testing::Test {
protected:
    ~RegularFile() override { std::filesystem::remove_all(path_); }
    const std::string path_ = scratch_path("regular");
};

TEST_F(RegularFile, IsReadWhole)
{
    const std::string text(200'000, 'x');
    std::ofstream(path_) << text;
    EXPECT_EQ(machine::read_regular_file(path_).text, text);
    EXPECT_EQ(machine::read_regular_file(path_).problem, "");
}

TEST_F(RegularFile, HasALargestSize)
{
    std::ofstream(path_).close();
    std::filesystem::resize_file(path_, machine::most_file_bytes + 1);
    const machine::FileContent content = machine::read_regular_file(path_);
    EXPECT_EQ(content.problem, "it is larger than 1 GiB");
    EXPECT_EQ(content.text, "");
}

TEST_F(RegularFile, ThatIsMissingIsSaid)
{
    const machine::FileContent content = machine::read_regular_file(path_);
    EXPECT_TRUE(content.is_missing);
    EXPECT_EQ(content.problem, "No such file or directory");
}

TEST_F(RegularFile, APipeIsNotWaitedFor)
{
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    EXPECT_EQ(machine::read_regular_file(path_).problem, "it is not a regular file");
}

TEST_F(RegularFile, AFolderAndADeviceAreNone)
{
    std::filesystem::create_directory(path_);
    EXPECT_EQ(machine::read_regular_file(path_).problem, "it is a directory");
    EXPECT_EQ(machine::read_regular_file("/dev/zero").problem, "it is not a regular file");
}

TEST(Printable, ShowsWhatWouldMoveTheCursor)
{
    EXPECT_EQ(machine::printable("plain ±% \u4e2d"), "plain ±% \u4e2d");
    EXPECT_EQ(machine::printable("\033[2J\n\x7f"), "\\x1b[2J\\x0a\\x7f");
    EXPECT_EQ(machine::printable("\u0080\u009b\u009f\u00a0"), "\\x80\\x9b\\x9f\u00a0");
    EXPECT_EQ(machine::printable(std::string_view("\0", 1)), "\\x00");
    // Bytes that are no UTF-8, among them what escapes on a terminal of 8 bits.
    EXPECT_EQ(machine::printable("\xc2"), "\\xc2");
    EXPECT_EQ(machine::printable("\xe2\x80\x0e"), "\\xe2\\x80\\x0e");
    EXPECT_EQ(machine::printable("a\x9b"
                                 "2J\xff"),
              "a\\x9b2J\\xff");
    EXPECT_EQ(machine::printable("\xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80"),
              "\\xc0\\x80 \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80");
    EXPECT_EQ(machine::printable("\xf0\x9f\x98\x80 \xed\x9f\xbf \xf4\x8f\xbf\xbf"),
              "\xf0\x9f\x98\x80 \xed\x9f\xbf \xf4\x8f\xbf\xbf");
    EXPECT_EQ(machine::printable("a\nb\r", "\n"), "a\nb\\x0d");
    EXPECT_EQ(machine::printable("\u200d\u200e\u200f\u2010 \u2027\u2028\u2029\u202e\u202f"),
              "\u200d\\u200e\\u200f\u2010 \u2027\\u2028\\u2029\\u202e\u202f");
    EXPECT_EQ(machine::printable("\u2065\u2066\u2069\u206a \xe2\x80"),
              "\u2065\\u2066\\u2069\u206a \\xe2\\x80");
    EXPECT_EQ(machine::printable("\u202e\x1b"), "\\u202e\\x1b");
    EXPECT_EQ(machine::printable("a ##[error]b ###[c] ##"), "a \\x23#[error]b #\\x23#[c] ##");
    EXPECT_EQ(machine::printable("\u061b\u061c\u061d"), "\u061b\\u061c\u061d");
}

// Two names that differ in them look equal. U+200C and U+200D are letters' and emoji's.
TEST(Printable, ShowsWhatNobodySees)
{
    for (const auto &[hidden, shown] :
         {std::pair("\u00ad", "\\u00ad"), std::pair("\u034f", "\\u034f"),
          std::pair("\u115f\u1160", "\\u115f\\u1160"), std::pair("\u17b4\u17b5", "\\u17b4\\u17b5"),
          std::pair("\u180e", "\\u180e"), std::pair("\u200b", "\\u200b"),
          std::pair("\u2060\u2064", "\\u2060\\u2064"), std::pair("\u3164", "\\u3164"),
          std::pair("\ufeff", "\\ufeff"), std::pair("\uffa0", "\\uffa0"),
          std::pair("\ufff9\ufffb", "\\ufff9\\ufffb"),
          std::pair("\U000e0000\U000e007f", "\\U000e0000\\U000e007f")})
        EXPECT_EQ(machine::printable(hidden), shown);
    for (const char *const seen :
         {"\u00ac\u00ae", "\u034e\u0350", "\u115e\u1161", "\u17b3\u17b6", "\u180d\u180f",
          "\u200a\u200c\u200d", "\u205f\u2065", "\u3163\u3165", "\ufefe\uff00", "\uff9f\uffa1",
          "\ufff8\ufffc", "\U000dffff\U000e0080"})
        EXPECT_EQ(machine::printable(seen), seen);
}

} // namespace
} // namespace hashlane::test
