// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hashlane::test {

/// For EXPECT_TRUE and EXPECT_FALSE, whose failure shows both texts.
inline testing::AssertionResult contains(const std::string &text, std::string_view part)
{
    const bool found = text.find(part) != std::string::npos;
    return (found ? testing::AssertionSuccess() : testing::AssertionFailure())
           << "'" << part << "' is " << (found ? "" : "not ") << "in:\n"
           << text;
}

} // namespace hashlane::test
