// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>

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

/// A folder of this process alone, gone when it ends.
class ScratchFolder {
public:
    ScratchFolder() { std::filesystem::create_directory(path_); }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder &) = delete;
    ScratchFolder &operator=(const ScratchFolder &) = delete;
    const std::string &path() const { return path_; }

private:
    const std::string path_ =
        testing::TempDir() + "hashlane-" + std::to_string(std::random_device{}());
};

/// Returns a path at which a test may make a file or a folder; nothing exists there yet.
inline std::string scratch_path(const std::string &name)
{
    static const ScratchFolder folder;
    return folder.path() + "/" + name;
}

} // namespace hashlane::test
