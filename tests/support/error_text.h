// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hashlane::test {

/// Returns the text of the Error that `use` throws; empty if it throws none.
template <class Error, class Use> std::string error_text(const Use &use)
{
    try {
        use();
    } catch (const Error &error) {
        return error.what();
    }
    return "";
}

} // namespace hashlane::test
