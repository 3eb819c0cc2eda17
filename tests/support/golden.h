// SPDX-License-Identifier: MIT
#pragma once

#include "files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace hashlane::test {

/// Compares `text` with tests/`folder`/golden/`name`. With HASHLANE_UPDATE_GOLDEN set the file is
/// written first: look at the difference before you keep it.
inline void expect_golden(const std::string &name, const std::string &text,
                          const std::string &folder = "show/tables")
{
    const std::string path = test_path(folder + "/golden/" + name);
    if (std::getenv("HASHLANE_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << text;
    EXPECT_EQ(text, read_file(path)) << path;
}

} // namespace hashlane::test
