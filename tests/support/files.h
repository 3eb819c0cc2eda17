// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_SUPPORT_FILES_H
#define HASHLANE_TESTS_SUPPORT_FILES_H

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

namespace hashlane::test {

/// A file of the source tree's tests/ folder.
inline std::string test_path(const std::string &name)
{
    return std::string(HASHLANE_TESTS_DIR) + "/" + name;
}

/// The whole file; throws when it cannot be read, so that no test passes on a missing one.
inline std::string read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A path of this process alone, in the folder for temporary files.
inline std::string scratch_path(const std::string &name)
{
    static const std::string process = std::to_string(std::random_device{}());
    return testing::TempDir() + "hashlane-" + process + "-" + name;
}

} // namespace hashlane::test

#endif
