// SPDX-License-Identifier: MIT
#pragma once

#include "files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace hashlane::test {

/// A folder that stands for the root of Linux's files, for as long as a test runs.
class RootFolder : public testing::Test {
protected:
    ~RootFolder() override { std::filesystem::remove_all(root); }

    /// Writes a line, of a file below the root: "proc/version".
    void write(const std::string &file, const std::string &text) const
    {
        std::filesystem::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text << "\n";
    }

    const std::filesystem::path root = scratch_path("root");
};

} // namespace hashlane::test
