// SPDX-License-Identifier: MIT
#include "machine/system/file_lock.h"

#include "support/files.h"
#include "support/text.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <system_error>
#include <thread>
#if defined(__linux__)
#include <unistd.h>
#endif

namespace hashlane::test {
namespace {

using machine::FileLock;
using namespace std::chrono_literals;

// In one process too, each lock has its own opening of the file.
TEST(FileLock, IsHeldByOneAtATime)
{
    for (const FileLock::On on : {FileLock::On::file_itself, FileLock::On::lock_file}) {
        const std::string path = scratch_path("locked");
        {
            const FileLock first(path, on);
            EXPECT_TRUE(first.is_held());
            EXPECT_FALSE(FileLock(path, on).is_held());
            EXPECT_FALSE(FileLock(path, on, 20ms).is_held());
        }
        EXPECT_TRUE(FileLock(path, on).is_held());
        EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
        std::filesystem::remove(path);
    }
}

TEST(FileLock, TellsHowLongAnotherHasHadIt)
{
    const std::string path = scratch_path("long-held");
    std::ofstream(path + ".lock") << "";
    std::filesystem::last_write_time(path + ".lock",
                                     std::filesystem::file_time_type::clock::now() - 72h);
    const FileLock first(path, FileLock::On::lock_file);
    EXPECT_TRUE(first.is_held()) << "a killed process left it behind";
    EXPECT_FALSE(first.held_by_another_for());
    const FileLock second(path, FileLock::On::lock_file);
    ASSERT_TRUE(second.held_by_another_for());
    EXPECT_LT(*second.held_by_another_for(), 1h) << "not since the file was made";
}

// No file is made, and none is in its way.
TEST(FileLock, AMachinesNameIsHeldByOneAtATime)
{
    const std::string name = scratch_path("name");
    {
        const FileLock first(name, FileLock::On::machine);
        EXPECT_TRUE(first.is_held());
        EXPECT_TRUE(FileLock(name + "2", FileLock::On::machine).is_held());
        for (int time = 0; time < 20; ++time) { // those that asked are not in the way either
            const FileLock second(name, FileLock::On::machine);
            EXPECT_FALSE(second.is_held());
            ASSERT_TRUE(second.held_by_another_for());
            EXPECT_GE(*second.held_by_another_for(), 0s);
            EXPECT_LT(*second.held_by_another_for(), 24h);
        }
    }
    EXPECT_TRUE(FileLock(name, FileLock::On::machine).is_held());
#if defined(__linux__) // files have names of 255 bytes at most
    const std::string long_one = std::string(300, 'x');
    const FileLock in_front(name + long_one, FileLock::On::machine);
    const FileLock at_end(long_one + name, FileLock::On::machine);
    EXPECT_TRUE(in_front.is_held() && at_end.is_held());
    EXPECT_FALSE(FileLock(name + long_one, FileLock::On::machine).is_held());
    EXPECT_TRUE(FileLock(name + "2" + long_one, FileLock::On::machine).is_held());
    EXPECT_TRUE(FileLock(long_one + name + "2", FileLock::On::machine).is_held());
#endif
}

#if defined(__linux__)
TEST(FileLock, AProgramThatIsStartedHasNoPartInAName)
{
    const std::string name = scratch_path("name");
    std::FILE *program = nullptr;
    {
        const FileLock lock(name, FileLock::On::machine);
        program = popen("cat", "w"); // which ends with its input
        ASSERT_NE(program, nullptr);
    }
    EXPECT_TRUE(FileLock(name, FileLock::On::machine).is_held());
    EXPECT_EQ(pclose(program), 0);
}

// A program may be started with its standard input closed: its first descriptor is 0.
TEST(FileLock, AMachinesNameMayHaveDescriptorZero)
{
    const int input = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    const std::string name = scratch_path("name");
    {
        const FileLock lock(name, FileLock::On::machine);
        EXPECT_TRUE(lock.is_held());
        EXPECT_FALSE(FileLock(name, FileLock::On::machine).is_held());
    }
    EXPECT_TRUE(FileLock(name, FileLock::On::machine).is_held());
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
}
#endif

TEST(FileLock, SaysNothingOfAFileSystemThatHasLocks)
{
    static bool told = false;
    machine::tell_of_no_lock([](const std::string &, const std::string &) { told = true; });
    EXPECT_TRUE(FileLock(scratch_path("quiet"), FileLock::On::lock_file).is_held());
    EXPECT_FALSE(told);
}

// As another user's, which may be read.
TEST(FileLock, NeedsNoPermissionToWriteALockFile)
{
    const std::string path = scratch_path("anothers");
    std::ofstream(path + ".lock") << "";
    std::filesystem::permissions(path + ".lock", std::filesystem::perms::owner_read);
    const FileLock first(path, FileLock::On::lock_file);
    EXPECT_TRUE(first.is_held());
    EXPECT_FALSE(FileLock(path, FileLock::On::lock_file).is_held());
}

// A package manager may have one, or an editor.
TEST(FileLock, AFileWithContentIsNoLockAndStays)
{
    const std::string path = scratch_path("poetry");
    std::ofstream(path + ".lock") << "important";
    try {
        const FileLock lock(path, FileLock::On::lock_file);
        FAIL() << "it is somebody's file";
    } catch (const std::system_error &error) {
        EXPECT_TRUE(contains(error.code().message(), "is not empty")) << error.code().message();
    }
    EXPECT_EQ(read_file(path + ".lock"), "important");
}

#if !defined(_WIN32)
TEST(FileLock, AFileThatTakesThePlaceOfALockFileStays)
{
    const std::string path = scratch_path("replaced");
    {
        const FileLock lock(path, FileLock::On::lock_file);
        std::ofstream(path + ".new") << "important";
        std::filesystem::rename(path + ".new", path + ".lock");
    }
    EXPECT_EQ(read_file(path + ".lock"), "important");
}

TEST(FileLock, ALinkLocksTheFileToWhichItLeads)
{
    const std::string path = scratch_path("one"), link = scratch_path("another-name");
    std::ofstream(path) << "content";
    std::filesystem::create_symlink("one", link);
    for (const FileLock::On on : {FileLock::On::file_itself, FileLock::On::lock_file}) {
        const FileLock first(path, on);
        EXPECT_TRUE(first.is_held());
        EXPECT_FALSE(FileLock(link, on).is_held());
    }
}
#endif

// Root, too, follows no link that somebody else laid.
TEST(FileLock, IsNotMadeWhereALinkLeads)
{
    const std::string path = scratch_path("linked"), elsewhere = scratch_path("elsewhere");
    std::error_code error;
    std::filesystem::create_symlink(elsewhere, path + ".lock", error);
    if (error)
        GTEST_SKIP() << "no symbolic links: " << error.message();
    EXPECT_THROW(FileLock(path, FileLock::On::lock_file), std::system_error);
    EXPECT_FALSE(std::filesystem::exists(elsewhere));
    std::filesystem::remove(path + ".lock");
}

TEST(FileLock, DoesNotChangeTheFileAndLetsItBeWritten)
{
    const std::string path = scratch_path("kept");
    std::ofstream(path) << "old ";
    const FileLock lock(path);
    std::ofstream(path, std::ios::app) << "new";
    EXPECT_EQ(read_file(path), "old new");
}

TEST(FileLock, WaitsForAnother)
{
    const std::string path = scratch_path("waited-for");
    std::atomic<bool> is_held = false;
    std::thread other([&] {
        const FileLock first(path, FileLock::On::lock_file);
        is_held = true;
        std::this_thread::sleep_for(50ms);
    });
    while (!is_held)
        std::this_thread::yield();
    EXPECT_TRUE(FileLock(path, FileLock::On::lock_file, 60s).is_held());
    other.join();
}

// A file that was removed after it was opened is no longer the locked one.
TEST(FileLock, AFileThatIsRemovedIsLockedByOneOfMany)
{
    const std::string path = scratch_path("contended");
    std::atomic<int> holders = 0, most = 0, held = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 2000; ++round) {
                const FileLock lock(path, FileLock::On::lock_file);
                if (!lock.is_held())
                    continue;
                most = std::max<int>(most, ++holders);
                std::this_thread::yield();
                ++held;
                --holders;
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_GE(held, 1);
    EXPECT_EQ(most, 1);
}

TEST(FileLock, AFileThatCannotBeOpenedIsAnError)
{
    EXPECT_THROW(FileLock(scratch_path("no-folder") + "/x"), std::system_error);
}

} // namespace
} // namespace hashlane::test
