// SPDX-License-Identifier: MIT
#include "measure/contention.h"
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

TEST_F(KnownBurstsFile, KeepsWhatIsQuicker)
{
    measure::keep_known_bursts(path_, {{"", 1810}, {"E-core", 2700}});
    measure::keep_known_bursts(path_, {{"", 1900}, {"E-core", 2600}});
    const measure::KnownBursts expected = {{"", 1810}, {"E-core", 2600}};
    EXPECT_EQ(measure::read_known_bursts(path_), expected);
}

TEST_F(KnownBurstsFile, IsCheckedAgainstWhatACoreCanBe)
{
    write("12 all\n1810.5 P-core\n99999 E-core\nnothing\n-3 x\n1700\n");
    const measure::KnownBursts expected = {{"P-core", 1810.5}};
    EXPECT_EQ(measure::read_known_bursts(path_), expected);
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
