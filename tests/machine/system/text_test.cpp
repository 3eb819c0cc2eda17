// SPDX-License-Identifier: MIT
#include "machine/system/text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <string>
#include <vector>

namespace hashlane::machine {
namespace {

/// The process' numbers with a decimal comma, for as long as it lives.
class DecimalComma {
public:
    DecimalComma() : before_(std::setlocale(LC_NUMERIC, nullptr))
    {
        for (const char *const name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "German"})
            if (std::setlocale(LC_NUMERIC, name) != nullptr &&
                *std::localeconv()->decimal_point == ',')
                return;
        is_there_ = false;
    }
    ~DecimalComma() { std::setlocale(LC_NUMERIC, before_.c_str()); }
    DecimalComma(const DecimalComma &) = delete;
    DecimalComma &operator=(const DecimalComma &) = delete;

    bool is_there() const { return is_there_; }

private:
    std::string before_;
    bool is_there_ = true;
};

using Bytes = std::vector<std::uint8_t>;
using Texts = std::vector<std::string>;

TEST(Hex, IsPairsOfDigits)
{
    EXPECT_EQ(hex_text(Bytes{0x00, 0x9f, 0xfe}), "009ffe");
    EXPECT_EQ(hex_text({}), "");
    EXPECT_EQ(parse_hex("009FfE"), (Bytes{0x00, 0x9f, 0xfe}));
    for (const char *text : {"", "0", "0g", "g0", "012", " 1", "+1", "-1", "0x12", "00 1"})
        EXPECT_EQ(parse_hex(text), std::nullopt) << text;
}

TEST(Split, HasAPartOnEachSideOfASeparator)
{
    EXPECT_EQ(split("a,,b", ','), (Texts{"a", "", "b"}));
    EXPECT_EQ(split(",", ','), (Texts{"", ""}));
    EXPECT_EQ(split("", ','), Texts{""});
    EXPECT_EQ(split("a b", ','), Texts{"a b"});
}

TEST(Ranges, HaveOneNumberOrTwo)
{
    const auto read = [](std::string_view text) { return parse_number<int>(text); };
    EXPECT_EQ(parse_range("3", read), std::pair(3, 3));
    EXPECT_EQ(parse_range("0-12", read), std::pair(0, 12));
    for (const char *text : {"", "-", "1-", "-1", "a", "1-b", "1-2-3"})
        EXPECT_EQ(parse_range(text, read), std::nullopt) << text;
}

TEST(Counted, SaysHowManyAreLeftOut)
{
    EXPECT_EQ(counted(0, "core"), "0 cores");
    EXPECT_EQ(counted(1, "core"), "1 core");
    EXPECT_EQ(counted(2, "pass", "es"), "2 passes");
    EXPECT_EQ(shortened({"a", "b", "c"}, 3), (Texts{"a", "b", "c"}));
    EXPECT_EQ(shortened({"a", "b", "c", "d", "e"}, 3), (Texts{"a", "b", "c", "and 2 more"}));
}

TEST(Printable, ShowsWhatATerminalWouldObey)
{
    EXPECT_EQ(printable("plain ü 漢 😀"), "plain ü 漢 😀");
    EXPECT_EQ(printable("\x1b[1m\n\x7f\t", "\t"), "\\x1b[1m\\x0a\\x7f\t");
    EXPECT_EQ(printable("\u0080\u009f\u00a0"), "\\x80\\x9f\u00a0");
    EXPECT_EQ(printable("\xff\xc3(\xe2\x82"), "\\xff\\xc3(\\xe2\\x82");
    EXPECT_EQ(printable("\u202e\u200b\ufeff\u200d"), "\\u202e\\u200b\\ufeff\u200d");
    EXPECT_EQ(printable("\U000e0001\U000e007f\U000e0080"), "\\U000e0001\\U000e007f\U000e0080");
    EXPECT_EQ(printable("##[error] ## [ #["), "\\x23#[error] ## [ #[");
}

TEST(PlainNames, KeepLettersAndDigits)
{
    EXPECT_EQ(plain_name("AMD EPYC 9-x_1"), "AMD-EPYC-9-x-1");
    EXPECT_EQ(file_name("/a/b.json"), "b.json");
    EXPECT_EQ(file_name("b"), "b");
}

TEST(LeadingNumber, IsFollowedByAnything)
{
    EXPECT_EQ(leading_number("31.25 GiB"), 31.25);
    EXPECT_EQ(leading_number("3.1 %)"), 3.1);
    EXPECT_EQ(leading_number("1764321.123"), 1764321.123);
    EXPECT_EQ(leading_number("-2.5e-07"), -2.5e-07);
    EXPECT_EQ(leading_number("12"), 12);
    EXPECT_EQ(leading_number("1,5"), 1);
}

TEST(LeadingNumber, IsZeroWithoutOne)
{
    EXPECT_EQ(leading_number(""), 0);
    EXPECT_EQ(leading_number("none"), 0);
    EXPECT_EQ(leading_number(" 1"), 0);
}

TEST(LeadingNumber, HasAPointInALocaleWithAComma)
{
    const DecimalComma locale;
    if (!locale.is_there())
        GTEST_SKIP() << "no locale with a decimal comma";
    EXPECT_EQ(leading_number("31.25 GiB"), 31.25);
}

} // namespace
} // namespace hashlane::machine
