// SPDX-License-Identifier: MIT
#include "machine/system/text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <string>

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
