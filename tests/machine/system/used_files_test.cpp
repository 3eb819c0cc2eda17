// SPDX-License-Identifier: MIT
#include "machine/system/used_files.h"

#include "machine/system/files.h"
#include "machine/system/input_file.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

class UsedFiles : public testing::Test {
protected:
    UsedFiles()
    {
        fs::create_directory(folder_);
        std::ofstream(file_) << "text";
        fs::create_symlink("file", folder_ + "/link");
        fs::create_hard_link(file_, folder_ + "/hard");
        fs::create_directory_symlink(".", folder_ + "/way");
    }
    ~UsedFiles() override { fs::remove_all(folder_); }

    const std::string folder_ = scratch_path("used");
    const std::string file_ = folder_ + "/file";
    const std::string names_[5] = {file_, folder_ + "/./file", folder_ + "/link", folder_ + "/hard",
                                   folder_ + "/way/file"};
    const machine::FilesOfCommand command_;
};

TEST_F(UsedFiles, AnInputIsNoOutputByAnyName)
{
    machine::read_regular_file(file_);
    for (const std::string &name : names_)
        EXPECT_THROW(machine::note_output(name, "--out"), machine::FileConflict) << name;
    machine::note_output(folder_ + "/other", "--out");
}

TEST_F(UsedFiles, AnOutputIsNoInputByAnyName)
{
    machine::note_output(file_, "--out");
    for (const std::string &name : names_) {
        EXPECT_THROW(machine::read_regular_file(name), machine::FileConflict) << name;
        EXPECT_THROW(machine::InputFile{name}, machine::FileConflict) << name;
    }
    EXPECT_EQ(machine::read_regular_file(file_, Owner::anyone, machine::Purpose::continued).text,
              "text");
}

TEST_F(UsedFiles, TwoOutputsAreTwoFiles)
{
    fs::create_symlink("new", folder_ + "/dangling");
    machine::note_output(file_, "--out");
    machine::note_output(folder_ + "/new", "--out");
    for (const char *name : {"/./file", "/hard", "/new", "/way/new", "/dangling"})
        EXPECT_THROW(machine::note_output(folder_ + name, "--submit"), machine::FileConflict)
            << name;
    machine::note_output(folder_ + "/newer", "--submit");
}

TEST_F(UsedFiles, TheNextCommandMayWriteToThem)
{
    machine::read_regular_file(file_);
    const machine::FilesOfCommand next;
    machine::note_output(file_, "--out");
}

} // namespace
} // namespace hashlane::test
