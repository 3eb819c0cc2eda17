// SPDX-License-Identifier: MIT
//
// What is stored is found again under its key alone, and nothing else is ever taken for it.

#include "backends/gpu/cuda_program.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

const backends::ProgramKey key{"source", "--options", "sm_90", "driver 1"};
const std::string program{"\x7f"
                          "ELF\0\n\xff program",
                          14};

class ProgramCacheTest : public testing::Test {
protected:
    void SetUp() override { fs::remove_all(directory_); }
    void TearDown() override { fs::remove_all(directory_); }

    std::vector<fs::path> files() const
    {
        return {fs::directory_iterator(directory_), fs::directory_iterator()};
    }
    // The one entry's content.
    std::string entry() const { return read_file(files().at(0)); }
    void set_entry(const std::string &content) const
    {
        std::ofstream(files().at(0), std::ios::binary) << content;
    }

    std::string directory_ = scratch_path("programs") + "/of/hashlane";
    backends::ProgramCache cache_{directory_};
};

TEST_F(ProgramCacheTest, KeepsWhatIsStored)
{
    EXPECT_EQ(cache_.load(key), std::nullopt);
    cache_.store(key, program);
    EXPECT_EQ(cache_.load(key), program);
    cache_.store(key, "");
    EXPECT_EQ(cache_.load(key), "");
    EXPECT_EQ(files().size(), 1U) << "nothing is left beside the entry";
}

TEST_F(ProgramCacheTest, EveryPartOfTheKeyCounts)
{
    cache_.store(key, program);
    backends::ProgramKey source = key, options = key, architecture = key, driver = key;
    source.source += " ";
    options.options += "x";
    architecture.architecture = "sm_100";
    driver.driver = "driver 2";
    for (const backends::ProgramKey &other : {source, options, architecture, driver})
        EXPECT_EQ(cache_.load(other), std::nullopt);
    // A text that moves from one part to the next.
    EXPECT_EQ(cache_.load({"sourc", "e--options", "sm_90", "driver 1"}), std::nullopt);
}

TEST_F(ProgramCacheTest, ATruncatedEntryIsNone)
{
    cache_.store(key, program);
    const std::string whole = entry();
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        set_entry(whole.substr(0, bytes));
        EXPECT_EQ(cache_.load(key), std::nullopt) << bytes;
    }
}

TEST_F(ProgramCacheTest, AChangedEntryIsNone)
{
    cache_.store(key, program);
    const std::string whole = entry();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        set_entry(changed);
        EXPECT_EQ(cache_.load(key), std::nullopt) << at;
    }
    set_entry(whole + "x");
    EXPECT_EQ(cache_.load(key), std::nullopt);
    cache_.store(key, program);
    EXPECT_EQ(cache_.load(key), program) << "the next store replaces it";
}

TEST_F(ProgramCacheTest, AnotherKeysEntryIsNone)
{
    cache_.store(key, program);
    const fs::path own = files().at(0);
    const backends::ProgramKey other{"another source", "--options", "sm_90", "driver 1"};
    cache_.store(other, "another program");
    for (const fs::path &file : files())
        if (file != own)
            fs::copy_file(file, own, fs::copy_options::overwrite_existing);
    EXPECT_EQ(cache_.load(key), std::nullopt);
    EXPECT_EQ(cache_.load(other), "another program");
}

// Whoever could write it could have the device run anything.
TEST_F(ProgramCacheTest, AnEntryThatOthersCanWriteIsNone)
{
    const mode_t before = umask(0);
    cache_.store(key, program);
    umask(before);
    for (const fs::path &folder : {fs::path(directory_), fs::path(directory_).parent_path(),
                                   fs::path(directory_).parent_path().parent_path()})
        EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all) << folder;
    const fs::path file = files().at(0);
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write})
        for (const fs::path &path : {file, fs::path(directory_)}) {
            fs::permissions(path, others, fs::perm_options::add);
            EXPECT_EQ(cache_.load(key), std::nullopt) << path;
            fs::permissions(path, others, fs::perm_options::remove);
            EXPECT_EQ(cache_.load(key), program) << path;
        }
}

TEST_F(ProgramCacheTest, AFolderThatOthersCouldWriteIsTakenFromThem)
{
    cache_.store(key, program);
    fs::permissions(directory_, fs::perms::all);
    cache_.store(key, "another program");
    EXPECT_EQ(fs::status(directory_).permissions() &
                  (fs::perms::group_write | fs::perms::others_write),
              fs::perms::none);
    EXPECT_EQ(cache_.load(key), "another program");
}

TEST_F(ProgramCacheTest, ALinkIsNoEntry)
{
    cache_.store(key, program);
    const fs::path file = files().at(0), other = scratch_path("linked");
    fs::rename(file, other);
    fs::create_symlink(other, file);
    EXPECT_EQ(cache_.load(key), std::nullopt);
    fs::remove(other);
}

TEST_F(ProgramCacheTest, AnotherUsersEntryIsNone)
{
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give files away";
    cache_.store(key, program);
    for (const std::string &path : {files().at(0).string(), directory_}) {
        ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
        EXPECT_EQ(cache_.load(key), std::nullopt) << path;
        ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
        EXPECT_EQ(cache_.load(key), program) << path;
    }
    ASSERT_EQ(chown(directory_.c_str(), 12345, 12345), 0);
    const auto entries = files().size();
    cache_.store({"new", "", "", ""}, program);
    EXPECT_EQ(files().size(), entries) << "nothing is put into another's folder";
}

TEST_F(ProgramCacheTest, WithoutAPlaceNothingIsKept)
{
    const std::string file = scratch_path("no-folder");
    std::ofstream(file) << "a file";
    for (const std::string &directory : {file + "/programs", std::string()}) {
        const backends::ProgramCache nowhere(directory);
        nowhere.store(key, program);
        EXPECT_EQ(nowhere.load(key), std::nullopt) << directory;
    }
    fs::remove(file);
}

TEST_F(ProgramCacheTest, TheUsersIsInTheirCacheDirectory)
{
    setenv("XDG_CACHE_HOME", scratch_path("programs").c_str(), 1);
    backends::user_program_cache().store(key, program);
    directory_ = scratch_path("programs") + "/hashlane/programs";
    EXPECT_EQ(files().size(), 1U);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    EXPECT_EQ(backends::user_program_cache().load(key), std::nullopt);
}

} // namespace
} // namespace hashlane::test
