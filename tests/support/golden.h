// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_SUPPORT_GOLDEN_H
#define HASHLANE_TESTS_SUPPORT_GOLDEN_H

#include "files.h"

#include <cstdlib>

namespace hashlane::test {

/// Compares with a file of tests/report/golden. HASHLANE_UPDATE_GOLDEN=1 writes it anew.
inline void expect_golden(const std::string &name, const std::string &text)
{
    const std::string path = test_path("report/golden/" + name);
    if (std::getenv("HASHLANE_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << text;
    EXPECT_EQ(text, read_file(path));
}

} // namespace hashlane::test

#endif
