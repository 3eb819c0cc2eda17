// SPDX-License-Identifier: MIT
#include "lib/base/files.h"
#include "machine/clock/core.h"
#include "measure/contention.h"
#include "support/environment.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <fstream>

namespace hashlane::test {
namespace {

class KnownBurstsFile : public testing::Test {
protected:
    ~KnownBurstsFile() override { std::remove(path_.c_str()); }
    void write(const std::string &text) const { std::ofstream(path_, std::ios::binary) << text; }

    const std::string path_ = scratch_path("bursts.txt");
};

TEST_F(KnownBurstsFile, KnowsTheLowestThatThreeRunsAgreeOn)
{
    for (const double cycles : {1815.0, 1812.0, 1900.0})
        measure::keep_known_bursts(path_, {{"", cycles}, {"E-core", 2700}});
    EXPECT_EQ(measure::read_known_bursts(path_), (measure::KnownBursts{{"E-core", 2700}}));
    measure::keep_known_bursts(path_, {{"", 1810}});
    EXPECT_EQ(measure::read_known_bursts(path_),
              (measure::KnownBursts{{"", 1812}, {"E-core", 2700}}));
}

// A run whose bursts were all too short would make every core of later runs look shared.
TEST_F(KnownBurstsFile, OneRunAloneChangesNothingForGood)
{
    for (const double cycles : {2015.0, 1910.0, 2016.0, 2015.5})
        measure::keep_known_bursts(path_, {{"", cycles}});
    EXPECT_EQ(measure::read_known_bursts(path_), (measure::KnownBursts{{"", 2015.5}}));
    for (double cycles = 1500; cycles < 1990; cycles += 30)
        measure::keep_known_bursts(path_, {{"", cycles}});
    EXPECT_TRUE(measure::read_known_bursts(path_).empty()) << "the earliest are forgotten";
    for (const double cycles : {2015.0, 2016.0, 2015.5})
        measure::keep_known_bursts(path_, {{"", cycles}});
    EXPECT_EQ(measure::read_known_bursts(path_), (measure::KnownBursts{{"", 2015.5}}));
}

TEST_F(KnownBurstsFile, KeepsTheLatestEight)
{
    for (const double cycles : {2015.0, 2016.0, 2015.5})
        measure::keep_known_bursts(path_, {{"", cycles}});
    for (double cycles = 1700; cycles > 1250; cycles -= 100)
        measure::keep_known_bursts(path_, {{"", cycles}});
    EXPECT_EQ(measure::read_known_bursts(path_), (measure::KnownBursts{{"", 2015.5}}));
    measure::keep_known_bursts(path_, {{"", 1200}});
    EXPECT_TRUE(measure::read_known_bursts(path_).empty());
}

// From one operation a cycle to sixteen.
TEST_F(KnownBurstsFile, HasTheLimitsOfAnyCore)
{
    constexpr double operations = machine::burst_operations;
    for (const auto &[cycles, is_kept] : {std::pair{operations, true},
                                          {operations + 1, false},
                                          {operations / 16, true},
                                          {operations / 16 - 1, false}}) {
        std::remove(path_.c_str());
        for (int run = 0; run < 3; ++run)
            measure::keep_known_bursts(path_, {{"", cycles}});
        EXPECT_EQ(!measure::read_known_bursts(path_).empty(), is_kept) << cycles;
    }
}

TEST_F(KnownBurstsFile, LiesInTheCacheDirectoryIfThereIsOne)
{
    const std::string folder = scratch_path("");
    for (const char *value : {folder.c_str(), static_cast<const char *>(nullptr)}) {
        const Environment linux_cache("XDG_CACHE_HOME", value), home("HOME", value),
            windows_cache("LOCALAPPDATA", value);
        const std::string directory = own_cache_directory();
        EXPECT_EQ(directory.empty(), value == nullptr);
        const std::string path = measure::known_bursts_path();
        EXPECT_EQ(path.empty(), directory.empty());
        EXPECT_TRUE(path.starts_with(directory.empty() ? "" : directory + "/bursts-")) << path;
    }
}

TEST_F(KnownBurstsFile, IsCheckedAgainstWhatACoreCanBe)
{
    write("12 all\n1810.5 P-core\n99999 E-core\nnothing\n-3 x\n1700\n1810.5 P-core\n1811 P-core\n"
          "12 all\n12 all\n");
    const measure::KnownBursts expected = {{"P-core", 1810.5}};
    EXPECT_EQ(measure::read_known_bursts(path_), expected);
    for (int run = 0; run < 3; ++run)
        measure::keep_known_bursts(path_, {{"", 3}});
    EXPECT_EQ(measure::read_known_bursts(path_), expected);
}

TEST_F(KnownBurstsFile, ThatIsNotThereSaysNothing)
{
    EXPECT_TRUE(measure::read_known_bursts(path_ + ".none").empty());
    EXPECT_TRUE(measure::read_known_bursts("").empty());
    measure::keep_known_bursts("", {{"", 1810}});
    measure::keep_known_bursts("/proc/none/bursts.txt", {{"", 1810}});
}

} // namespace
} // namespace hashlane::test
