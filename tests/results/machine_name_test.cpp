// SPDX-License-Identifier: MIT
#include "results/run.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

TEST(MachineName, IsThatOfTheListInTheFilesFolder)
{
    const std::filesystem::path folder = scratch_path("machines");
    std::filesystem::create_directory(folder);
    const auto name = [&](const char *file) {
        return results::machine_name((folder / file).string());
    };
    EXPECT_EQ(name("zen4-run.json"), "") << "without a list";
    std::ofstream(folder / "machines.txt") << "# FILE | machine | core\n"
                                              "not | a line\n"
                                              "zen4*.json | AMD EPYC 9004, KVM guest | Zen 4\n"
                                              "exact.json|A|B\r\n"
                                              "zen*.json | other | core\x1b\n";
    EXPECT_EQ(name("zen4-run.json"), "Zen 4 (AMD EPYC 9004)") << "the first line that matches";
    EXPECT_EQ(name("exact.json"), "B (A)");
    EXPECT_EQ(name("zen5.json"), "core\\x1b (other)");
    EXPECT_EQ(name("zen4.jsn"), "");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace hashlane::test
