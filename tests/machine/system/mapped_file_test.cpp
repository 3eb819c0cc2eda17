// SPDX-License-Identifier: MIT
#include "machine/system/input_file.h"

#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace hashlane::test {
namespace {

using machine::MappedFile;

class MappedFiles : public testing::Test {
protected:
    MappedFile mapped(const std::string &name, const std::string &content) const
    {
        std::ofstream(path_of(name)) << content;
        return MappedFile(machine::InputFile(path_of(name)));
    }
    std::string path_of(const std::string &name) const { return folder_.path() + "/" + name; }

private:
    const ScratchFolder folder_;
};

TEST_F(MappedFiles, HaveTheBytesOfAFile)
{
    const std::string content = std::string(70'000, 'x') + "end";
    const MappedFile file = mapped("file", content);
    EXPECT_EQ(std::string(file.bytes().begin(), file.bytes().end()), content);
    EXPECT_FALSE(file.has_lost_bytes());
    EXPECT_TRUE(mapped("empty", "").bytes().empty());
    EXPECT_FALSE(mapped("empty", "").has_lost_bytes());
    EXPECT_TRUE(MappedFile(machine::InputFile("/dev/zero")).bytes().empty());
}

TEST_F(MappedFiles, HaveZerosInThePlaceOfWhatIsGone)
{
    const MappedFile shorter = mapped("shorter", std::string(100'000, '1'));
    const MappedFile other = mapped("whole", std::string(100'000, '1'));
    std::filesystem::resize_file(path_of("shorter"), 1);
    EXPECT_EQ(shorter.bytes().front(), '1');
    EXPECT_FALSE(shorter.has_lost_bytes());
    EXPECT_EQ(shorter.bytes().back(), 0);
    EXPECT_TRUE(shorter.has_lost_bytes());
    EXPECT_EQ(shorter.bytes().front(), '1') << "the page before is there";
    EXPECT_EQ(other.bytes().back(), '1');
    EXPECT_FALSE(other.has_lost_bytes());
    const MappedFile next = mapped("whole", std::string(100'000, '1'));
    EXPECT_FALSE(next.has_lost_bytes());
}

// At most 256 files are mapped at one time: the place of each is free again.
TEST_F(MappedFiles, LeaveTheirPlaceToOthers)
{
    for (int file = 0; file < 600; ++file)
        ASSERT_FALSE(mapped("file", "content").bytes().empty()) << file;
}

} // namespace
} // namespace hashlane::test
