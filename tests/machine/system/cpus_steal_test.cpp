// SPDX-License-Identifier: MIT
//
// Stolen time in a folder that stands for the file system's root.
#include "machine/system/cpus.h"

#include "support/files.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

std::optional<machine::CpuTime> time_of_cpu_1(const std::string &proc_stat)
{
    const fs::path root = scratch_path("steal");
    fs::create_directories(root / "proc");
    std::ofstream(root / "proc/stat") << proc_stat;
    const std::optional<machine::CpuTime> time = machine::cpu_time({1}, root);
    fs::remove_all(root);
    return time;
}

TEST(CpuSteal, IsTheEighthFigureOfTheCpu)
{
    const auto time = time_of_cpu_1("cpu  9 9 9 9 9 9 9 99 9 9\n"
                                    "cpu0 9 9 9 9 9 9 9 99 9 9\n"
                                    "cpu1 1 2 4 8 16 32 64 128 256 512\n"
                                    "cpu11 9 9 9 9 9 9 9 99 9 9\n");
    ASSERT_TRUE(time);
    EXPECT_EQ(time->stolen, 128);
    EXPECT_EQ(time->all, 255) << "guests' time is part of user time";
}

TEST(CpuSteal, IsNotKnownEverywhere)
{
    EXPECT_FALSE(time_of_cpu_1("cpu0 1 2 4 8 16 32 64 128 0 0\n"));
    EXPECT_FALSE(time_of_cpu_1("cpu1 1 2 4 8 16 32 64\n")) << "a kernel before 2.6.11";
    EXPECT_FALSE(time_of_cpu_1(""));
    EXPECT_FALSE(machine::cpu_time({1}, ""));
}

TEST(CpuSteal, IsAShareOfWhatPassed)
{
    EXPECT_EQ(machine::stolen_share(machine::CpuTime{1000, 50}, machine::CpuTime{2000, 100}), 0.05);
    EXPECT_FALSE(machine::stolen_share(machine::CpuTime{1000, 50}, machine::CpuTime{1000, 50}));
    EXPECT_FALSE(machine::stolen_share({}, machine::CpuTime{1000, 50}));
    EXPECT_FALSE(machine::stolen_share(machine::CpuTime{1000, 50}, machine::CpuTime{2000, 49}));
    EXPECT_FALSE(machine::stolen_share(machine::CpuTime{1000, 50}, machine::CpuTime{1010, 100}));
    EXPECT_FALSE(machine::stolen_share(machine::CpuTime{1000, 50}, {}));
}

} // namespace
} // namespace hashlane::test
