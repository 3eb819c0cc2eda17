// SPDX-License-Identifier: MIT
#include "regular_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace hashlane {
namespace {

constexpr std::size_t part_bytes = 1 << 16;

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(number_); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    operator int() const { return number_; }

private:
    int number_;
};

FileContent failed(int error)
{
    return {"", std::strerror(error), error == ENOENT || error == ENOTDIR};
}

bool only_this_user_writes(const struct stat &status)
{
    return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool only_this_user_writes_beside(const std::string &path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    struct stat status{};
    return stat(folder.empty() ? "." : folder.c_str(), &status) == 0 &&
           only_this_user_writes(status);
}

std::string problem_with(int file, const std::string &path, Owner owner)
{
    struct stat status{};
    if (fstat(file, &status) != 0)
        return std::strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "it is a directory";
    if (!S_ISREG(status.st_mode))
        return "it is not a regular file";
    if (owner == Owner::this_user &&
        (!only_this_user_writes(status) || !only_this_user_writes_beside(path)))
        return "another user can write to it";
    return "";
}

bool make_missing_folder(const std::filesystem::path &path)
{
    if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
        return true;
    return errno == ENOENT && path.has_relative_path() && make_missing_folder(path.parent_path()) &&
           (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

} // namespace

FileContent read_regular_file(const std::string &path, Owner owner, std::size_t most_bytes)
{
    const int no_link = owner == Owner::this_user ? O_NOFOLLOW : 0;
    const Descriptor file(
        open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | no_link));
    if (file < 0)
        return failed(errno);
    FileContent content{"", problem_with(file, path, owner)};
    while (content.problem.empty() && content.text.size() < most_bytes) {
        char part[part_bytes];
        const ssize_t bytes =
            read(file, part, std::min(sizeof part, most_bytes - content.text.size()));
        if (bytes > 0)
            content.text.append(part, static_cast<std::size_t>(bytes));
        else if (bytes == 0)
            break;
        else if (errno != EINTR)
            return failed(errno);
    }
    return content;
}

bool make_own_folder(const std::string &path)
{
    struct stat status{};
    if (!make_missing_folder(path) || stat(path.c_str(), &status) != 0 ||
        !S_ISDIR(status.st_mode) || status.st_uid != geteuid())
        return false;
    return only_this_user_writes(status) || chmod(path.c_str(), 0700) == 0;
}

} // namespace hashlane
