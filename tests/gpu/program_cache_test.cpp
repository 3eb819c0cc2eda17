// SPDX-License-Identifier: MIT
//
// What is stored is found again under its key alone, and nothing else is ever taken for it.

#include "gpu/program_cache.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

const ProgramKey key{"source", "--options", "sm_90", "driver 1"};
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
    ProgramCache cache_{directory_};
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
    ProgramKey source = key, options = key, architecture = key, driver = key;
    source.source += " ";
    options.options += "x";
    architecture.architecture = "sm_100";
    driver.driver = "driver 2";
    for (const ProgramKey &other : {source, options, architecture, driver})
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
    const ProgramKey other{"another source", "--options", "sm_90", "driver 1"};
    cache_.store(other, "another program");
    for (const fs::path &file : files())
        if (file != own)
            fs::copy_file(file, own, fs::copy_options::overwrite_existing);
    EXPECT_EQ(cache_.load(key), std::nullopt);
    EXPECT_EQ(cache_.load(other), "another program");
}

TEST_F(ProgramCacheTest, WithoutAPlaceNothingIsKept)
{
    const std::string file = scratch_path("no-folder");
    std::ofstream(file) << "a file";
    for (const std::string &directory : {file + "/programs", std::string()}) {
        const ProgramCache nowhere(directory);
        nowhere.store(key, program);
        EXPECT_EQ(nowhere.load(key), std::nullopt) << directory;
    }
    fs::remove(file);
}

TEST_F(ProgramCacheTest, TheUsersIsInTheirCacheDirectory)
{
    setenv("XDG_CACHE_HOME", scratch_path("programs").c_str(), 1);
    user_program_cache().store(key, program);
    directory_ = scratch_path("programs") + "/hashlane/programs";
    EXPECT_EQ(files().size(), 1U);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    EXPECT_EQ(user_program_cache().load(key), std::nullopt);
}

} // namespace
} // namespace hashlane::test
