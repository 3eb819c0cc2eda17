// SPDX-License-Identifier: MIT
#include "machine/system/file_lock.h"
#include "machine/system/files.h"

#include "support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

unsigned mode_of(const std::string &path)
{
    struct stat status{};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

class ReplaceFile : public testing::Test {
protected:
    ReplaceFile() { fs::create_directory(folder_); }
    ~ReplaceFile() override { fs::remove_all(folder_); }
    std::string in_folder(const std::string &name) const { return folder_ + "/" + name; }
    std::ptrdiff_t files() const
    {
        return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    }
    static void write(const std::string &path, const std::string &text)
    {
        std::ofstream(path) << text;
    }

    const std::string folder_ = scratch_path("replace");
    const std::string path_ = in_folder("file");
};

TEST_F(ReplaceFile, LeavesNothingElse)
{
    EXPECT_FALSE(machine::replace_file(path_, "one"));
    EXPECT_FALSE(machine::replace_file(path_, "two"));
    EXPECT_FALSE(machine::try_replacing_file(path_));
    EXPECT_EQ(read_file(path_), "two");
    EXPECT_EQ(files(), 1);
}

TEST_F(ReplaceFile, WritesOverNoFileThatIsThere)
{
    write(in_folder("other"), "another's");
    fs::create_symlink("other", in_folder("link"));
    fs::create_symlink("nothing", in_folder("dangling"));
    for (const char *name : {"other", "link", "dangling"})
        EXPECT_EQ(
            machine::write_new_file(in_folder(name), "new", path_, machine::Readers::as_before),
            std::errc::file_exists)
            << name;
    EXPECT_EQ(read_file(in_folder("other")), "another's");
    EXPECT_FALSE(fs::exists(in_folder("nothing")));
}

// Nobody can put a link where the file will be written before it takes the other's place.
TEST_F(ReplaceFile, ItsNeighboursNameCannotBeForeseen)
{
    write(in_folder("victim"), "another's");
    for (int i = 0; i < 1000; ++i)
        fs::create_symlink("victim", path_ + "." + std::to_string(getpid()) + "." +
                                         std::to_string(i) + ".tmp");
    EXPECT_FALSE(machine::replace_file(path_, "new"));
    EXPECT_EQ(read_file(path_), "new");
    EXPECT_EQ(read_file(in_folder("victim")), "another's");
}

TEST_F(ReplaceFile, PermissionsStay)
{
    write(path_, "old");
    for (const unsigned mode : {0600U, 0640U, 0666U, 0701U, 0755U}) {
        ASSERT_EQ(chmod(path_.c_str(), mode), 0);
        EXPECT_FALSE(machine::replace_file(path_, "new"));
        EXPECT_EQ(mode_of(path_), mode);
    }
}

TEST_F(ReplaceFile, TheOwnerStays)
{
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give files away";
    write(path_, "old");
    ASSERT_EQ(chown(path_.c_str(), 12345, 12346), 0);
    EXPECT_FALSE(machine::replace_file(path_, "new"));
    struct stat status{};
    ASSERT_EQ(stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 12345U);
    EXPECT_EQ(status.st_gid, 12346U);
}

TEST_F(ReplaceFile, ANewFileIsReadableAsTheUserWants)
{
    const mode_t before = umask(027);
    EXPECT_FALSE(machine::replace_file(path_, "new"));
    EXPECT_EQ(mode_of(path_), 0640U);
    EXPECT_FALSE(machine::replace_file(in_folder("own"), "new", machine::Readers::owner));
    EXPECT_EQ(mode_of(in_folder("own")), 0600U);
    ASSERT_EQ(chmod(in_folder("own").c_str(), 0666), 0);
    EXPECT_FALSE(machine::replace_file(in_folder("own"), "newer", machine::Readers::owner));
    EXPECT_EQ(mode_of(in_folder("own")), 0600U);
    umask(before);
}

TEST_F(ReplaceFile, ALinkStaysAndItsFileIsReplaced)
{
    fs::create_directory(in_folder("elsewhere"));
    write(in_folder("elsewhere/real"), "old");
    fs::create_symlink("elsewhere/real", in_folder("near"));
    fs::create_symlink(in_folder("near"), path_);
    EXPECT_FALSE(machine::replace_file(path_, "new"));
    EXPECT_TRUE(fs::is_symlink(path_));
    EXPECT_TRUE(fs::is_symlink(in_folder("near")));
    EXPECT_EQ(read_file(in_folder("elsewhere/real")), "new");
    fs::create_symlink("later", in_folder("dangling"));
    EXPECT_FALSE(machine::replace_file(in_folder("dangling"), "new"));
    EXPECT_EQ(read_file(in_folder("later")), "new");
}

TEST_F(ReplaceFile, LinksInCirclesAreAnError)
{
    fs::create_symlink("b", in_folder("a"));
    fs::create_symlink("a", in_folder("b"));
    EXPECT_EQ(machine::replace_file(in_folder("a"), "new"),
              std::errc::too_many_symbolic_link_levels);
    EXPECT_EQ(machine::try_replacing_file(in_folder("a")),
              std::errc::too_many_symbolic_link_levels);
    machine::remove_abandoned_files(in_folder("a"));
    EXPECT_EQ(files(), 2);
}

TEST_F(ReplaceFile, AsManyLinksAreFollowedAsTheSystemFollows)
{
    write(path_, "old");
    std::string last = "file";
    for (int links = 1; links <= 41; ++links) {
        const std::string name = "link" + std::to_string(links);
        fs::create_symlink(last, in_folder(name));
        last = name;
    }
    EXPECT_FALSE(machine::replace_file(in_folder("link40"), "new"));
    EXPECT_EQ(read_file(path_), "new");
    EXPECT_EQ(read_file(in_folder("link40")), "new") << "the system follows them as well";
    EXPECT_EQ(machine::replace_file(in_folder("link41"), "newer"),
              std::errc::too_many_symbolic_link_levels);
    EXPECT_EQ(read_file(path_), "new");
}

TEST_F(ReplaceFile, AnothersLinkIsNotFollowedWhereverItIs)
{
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give links away";
    write(in_folder("victim"), "old");
    write(in_folder("victim.0123456789abcdef.tmp"), "old");
    fs::last_write_time(in_folder("victim.0123456789abcdef.tmp"),
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
    fs::create_symlink("victim", path_);
    ASSERT_EQ(lchown(path_.c_str(), 12345, 12345), 0);
    for (const mode_t mode : {01777U, 0755U}) {
        ASSERT_EQ(chmod(folder_.c_str(), mode), 0);
        std::error_code error;
        EXPECT_EQ(machine::replace_file(path_, "new"), std::errc::permission_denied);
        EXPECT_EQ(machine::try_replacing_file(path_), std::errc::permission_denied);
        EXPECT_EQ(machine::open_to_append(path_, error), nullptr);
        EXPECT_EQ(error, std::errc::permission_denied);
        EXPECT_THROW(machine::FileLock lock(path_), std::system_error);
        machine::remove_abandoned_files(path_);
    }
    EXPECT_EQ(read_file(in_folder("victim")), "old");
    EXPECT_TRUE(fs::exists(in_folder("victim.0123456789abcdef.tmp")));
    ASSERT_EQ(lchown(path_.c_str(), 0, 0), 0);
    EXPECT_FALSE(machine::replace_file(path_, "new"));
    EXPECT_EQ(read_file(in_folder("victim")), "new");
}

// Nothing takes the place of a device, a pipe or a socket, whichever way leads to it.
class NoRegularFile : public ReplaceFile {
protected:
    void expect_refused() const
    {
        const std::string way = in_folder("way");
        fs::create_symlink(path_, way);
        struct stat before{}, after{};
        ASSERT_EQ(lstat(path_.c_str(), &before), 0);
        for (const std::string &path : {path_, way}) {
            std::error_code error;
            EXPECT_EQ(machine::replace_file(path, "new"), std::errc::permission_denied);
            EXPECT_EQ(machine::replace_file(path, "new").message(), "it is not a regular file");
            EXPECT_EQ(machine::try_replacing_file(path), std::errc::permission_denied);
            EXPECT_TRUE(machine::replace_cache_file(path, "new"));
            EXPECT_EQ(machine::open_to_append(path, error), nullptr);
            EXPECT_THROW(machine::FileLock lock(path), std::system_error);
        }
        ASSERT_EQ(lstat(path_.c_str(), &after), 0);
        EXPECT_EQ(before.st_mode, after.st_mode);
        EXPECT_EQ(before.st_ino, after.st_ino);
    }
};

TEST_F(NoRegularFile, APipeStays)
{
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    expect_refused();
}

TEST_F(NoRegularFile, ASocketStays)
{
    const int number = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path_.size() >= sizeof address.sun_path)
        GTEST_SKIP() << "the folder for temporary files has too long a name for a socket";
    path_.copy(address.sun_path, path_.size());
    ASSERT_EQ(bind(number, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    expect_refused();
    close(number);
}

TEST_F(NoRegularFile, ADeviceStays)
{
    constexpr dev_t null_device = 1 << 8 | 3; // of Linux
    if (mknod(path_.c_str(), S_IFCHR | 0600, null_device) != 0)
        GTEST_SKIP() << "only root can make devices, and not in every container";
    expect_refused();
}

TEST_F(NoRegularFile, AFolderStays)
{
    fs::create_directory(path_);
    expect_refused();
}

TEST_F(ReplaceFile, ALinkToAnOpenFileIsNotFollowed)
{
    write(path_, "old");
    const int number = open(path_.c_str(), O_RDONLY);
    const std::string link = "/proc/self/fd/" + std::to_string(number);
    if (!fs::is_symlink(link))
        GTEST_SKIP() << "this system has no /proc/self/fd";
    fs::create_symlink(link, in_folder("way"));
    for (const std::string &path : {link, in_folder("way")}) {
        EXPECT_EQ(machine::replace_file(path, "new"), std::errc::permission_denied);
        EXPECT_EQ(machine::try_replacing_file(path), std::errc::permission_denied);
    }
    EXPECT_EQ(read_file(path_), "old");
    close(number);
}

TEST_F(ReplaceFile, AFileOfACacheIsNotWrittenThroughALink)
{
    write(in_folder("victim"), "old");
    fs::create_symlink("victim", path_);
    EXPECT_EQ(machine::replace_cache_file(path_, "new"), std::errc::permission_denied);
    EXPECT_EQ(read_file(in_folder("victim")), "old");
    EXPECT_TRUE(fs::is_symlink(path_));
    EXPECT_FALSE(machine::replace_cache_file(in_folder("a/b/file"), "new"));
    EXPECT_EQ(read_file(in_folder("a/b/file")), "new");
    EXPECT_EQ(mode_of(in_folder("a")), 0700U);
    EXPECT_EQ(mode_of(in_folder("a/b")), 0700U);
}

TEST_F(ReplaceFile, ACacheIsTheUsersOwnFolder)
{
    ASSERT_EQ(chmod(folder_.c_str(), 0775), 0);
    EXPECT_FALSE(machine::replace_cache_file(path_, "new"));
    EXPECT_EQ(mode_of(folder_), 0755U) << "others could write to it";
    ASSERT_EQ(chmod(folder_.c_str(), 01777), 0);
    EXPECT_EQ(machine::replace_cache_file(path_, "newer"), std::errc::permission_denied);
    EXPECT_EQ(mode_of(folder_), 01777U) << "a folder of all users stays one";
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give folders away";
    ASSERT_EQ(chmod(folder_.c_str(), 0755), 0);
    fs::create_directory(in_folder("own"));
    fs::create_directory_symlink("own", in_folder("way"));
    ASSERT_EQ(lchown(in_folder("way").c_str(), 12345, 12345), 0);
    EXPECT_EQ(machine::replace_cache_file(in_folder("way/x"), "new"), std::errc::permission_denied);
    EXPECT_EQ(machine::replace_cache_file(in_folder("way/y/x"), "new"),
              std::errc::permission_denied);
    EXPECT_TRUE(fs::is_empty(in_folder("own")));
    ASSERT_EQ(chown(folder_.c_str(), 12345, 12345), 0);
    EXPECT_EQ(machine::replace_cache_file(path_, "newer"), std::errc::permission_denied);
    EXPECT_EQ(read_file(path_), "new");
}

// A system's names have 255 bytes.
TEST_F(ReplaceFile, TheLongestNamesCanBeWritten)
{
    const std::string umlauts = std::string(1, 'x') + [] {
        std::string text;
        while (text.size() < 254)
            text += "\u00fc";
        return text;
    }();
    for (const std::string &name :
         {std::string(234, 'a'), std::string(235, 'b'), std::string(255, 'c'), umlauts}) {
        EXPECT_FALSE(machine::try_replacing_file(in_folder(name))) << name;
        EXPECT_FALSE(machine::replace_file(in_folder(name), "one")) << name;
        EXPECT_FALSE(machine::replace_file(in_folder(name), name)) << name;
        EXPECT_EQ(read_file(in_folder(name)), name);
    }
    EXPECT_EQ(files(), 4);
    EXPECT_EQ(machine::try_replacing_file(in_folder(std::string(256, 'd'))),
              std::errc::filename_too_long);
    EXPECT_EQ(machine::replace_file(in_folder(std::string(256, 'd')), "x"),
              std::errc::filename_too_long);
    const std::string left = in_folder(std::string(234, 'c') + ".0123456789abcdef.tmp");
    write(left, "");
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(1));
    machine::remove_abandoned_files(in_folder(std::string(255, 'c')));
    EXPECT_EQ(files(), 4);
}

TEST_F(ReplaceFile, AnothersLinkToAFolderIsNotFollowed)
{
    if (geteuid() != 0)
        GTEST_SKIP() << "only root can give links away";
    fs::create_directories(in_folder("target/inner"));
    fs::create_directory_symlink("target", in_folder("link"));
    fs::create_directory_symlink("link", in_folder("by-a-link"));
    fs::create_directory_symlink("link/inner", in_folder("inner"));
    fs::create_symlink("link/file", in_folder("file-by-a-link"));
    const std::string ways[] = {in_folder("link/file"),           in_folder("link/inner/file"),
                                in_folder("link/../target/file"), in_folder("by-a-link/file"),
                                in_folder("inner/file"),          in_folder("file-by-a-link")};
    ASSERT_EQ(lchown(in_folder("link").c_str(), 12345, 12345), 0);
    for (const std::string &way : ways) {
        std::error_code error;
        EXPECT_EQ(machine::replace_file(way, "new"), std::errc::permission_denied) << way;
        EXPECT_EQ(machine::try_replacing_file(way), std::errc::permission_denied) << way;
        EXPECT_EQ(machine::open_to_append(way, error), nullptr) << way;
        EXPECT_THROW(machine::FileLock lock(way), std::system_error) << way;
        EXPECT_THROW(machine::FileLock lock(way, machine::FileLock::On::lock_file),
                     std::system_error)
            << way;
        EXPECT_EQ(machine::make_folder(way + "/made"), std::errc::permission_denied) << way;
    }
    EXPECT_TRUE(fs::is_empty(in_folder("target/inner")));
    EXPECT_EQ(std::distance(fs::directory_iterator(in_folder("target")), {}), 1);
    ASSERT_EQ(lchown(in_folder("link").c_str(), 0, 0), 0); // as those of a system
    for (const std::string &way : ways) {
        EXPECT_FALSE(machine::replace_file(way, way)) << way;
        EXPECT_EQ(read_file(way), way);
    }
    EXPECT_FALSE(machine::make_folder(in_folder("link/made/too")));
    EXPECT_TRUE(fs::is_directory(in_folder("target/made/too")));
}

TEST_F(ReplaceFile, AbandonedFilesAreRemovedAndNoOthers)
{
    const std::string abandoned = path_ + ".0123456789abcdef.tmp";
    const std::string young = path_ + ".0123456789abcde0.tmp";
    const std::string others[] = {path_ + ".0123456789abcde.tmp", path_ + ".0123456789abcdeX.tmp",
                                  path_ + ".0123456789abcdef.tmp.",
                                  path_ + ".0123456789abcdef0.tmp",
                                  in_folder("x") + ".0123456789abcdef.tmp"};
    for (const std::string &other : others)
        write(other, "");
    write(young, "");
    write(abandoned, "");
    const auto now = fs::file_time_type::clock::now();
    for (const std::string &other : others)
        fs::last_write_time(other, now - std::chrono::hours(24));
    fs::last_write_time(young, now - std::chrono::minutes(9));
    fs::last_write_time(abandoned, now - std::chrono::minutes(11));
    machine::remove_abandoned_files(path_);
    EXPECT_FALSE(fs::exists(abandoned));
    EXPECT_TRUE(fs::exists(young)) << "its writer may be slow";
    for (const std::string &other : others)
        EXPECT_TRUE(fs::exists(other)) << other;
}

} // namespace
} // namespace hashlane::test
