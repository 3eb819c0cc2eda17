// SPDX-License-Identifier: MIT
#include "new_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40; // as many as Linux follows

std::error_code last_error() { return {errno, std::generic_category()}; }

// A signal, or a network's file system that was asked to stop, is no reason to lose a file.
template <class Call> int unless_interrupted(const Call &call)
{
    int result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

std::error_code write_whole(int file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = write(file, content.data(), content.size());
        if (written >= 0)
            content.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return last_error();
    }
    return {};
}

// Without it the name could reach the disk before the content does, and a power cut leave nothing.
std::error_code wait_for_disk(int file)
{
    if (unless_interrupted([&] { return fsync(file); }) == 0 || errno == EINVAL ||
        errno == ENOTSUP) // a file system that cannot
        return {};
    return last_error();
}

// A file system without them has none to keep.
void take_owner_and_permissions(int file, const struct stat &model)
{
    [[maybe_unused]] const int owner = fchown(file, model.st_uid, model.st_gid);
    fchmod(file, model.st_mode & 07777U);
}

// The rule that Linux itself has for opening (proc(5), protected_symlinks): in a folder that anyone
// may write to and that keeps users' files apart, such as /tmp.
bool is_anothers_link(const fs::path &link, const struct stat &status)
{
    const fs::path folder = link.parent_path().empty() ? "." : link.parent_path();
    struct stat parent{};
    if (stat(folder.c_str(), &parent) != 0)
        return true;
    const bool shared = (parent.st_mode & S_ISVTX) != 0 && (parent.st_mode & S_IWOTH) != 0;
    return shared && status.st_uid != geteuid() && status.st_uid != parent.st_uid;
}

} // namespace

std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string &model, Readers readers)
{
    struct stat old{};
    const bool replaces =
        readers == Readers::as_before && lstat(model.c_str(), &old) == 0 && S_ISREG(old.st_mode);
    const mode_t mode = replaces || readers == Readers::owner ? 0600 : 0666;
    const int file = unless_interrupted([&] {
        return open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    });
    if (file < 0)
        return last_error();
    if (replaces)
        take_owner_and_permissions(file, old);
    std::error_code error = write_whole(file, content);
    if (!error)
        error = wait_for_disk(file);
    if (close(file) != 0 && !error)
        error = last_error();
    if (error)
        std::remove(path.c_str());
    return error;
}

std::error_code follow_links(std::string &path)
{
    for (int links = 0; links < most_links; ++links) {
        struct stat status{};
        if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode))
            return {}; // what else is wrong with it, writing will say
        if (is_anothers_link(path, status))
            return std::make_error_code(std::errc::permission_denied);
        std::error_code error;
        const fs::path target = fs::read_symlink(path, error);
        if (error)
            return error;
        path = (fs::path(path).parent_path() / target).string();
    }
    return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

} // namespace hashlane
