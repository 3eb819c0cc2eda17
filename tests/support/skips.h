// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string_view>

namespace hashlane::test {

/// True if all installable dependencies are required, as in CI, so that no test may be skipped.
inline bool skips_are_failures()
{
    const char *required = std::getenv("HASHLANE_REQUIRE_ALL_KERNELS");
    return required != nullptr && std::string_view(required) != "0";
}

} // namespace hashlane::test
