// SPDX-License-Identifier: MIT
#include "open_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hashlane {
namespace {

bool only_this_user_writes(const struct stat &status)
{
    return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool only_this_user_writes_beside(const char *path)
{
    const char *const slash = std::strrchr(path, '/');
    const auto bytes = slash == nullptr ? 0 : static_cast<std::size_t>(slash - path);
    PathText folder(slash == nullptr ? "." : "/");
    if (bytes != 0)
        folder = std::string_view(path, bytes);
    struct stat status{};
    return !folder.overflowed() && stat(folder.c_str(), &status) == 0 &&
           only_this_user_writes(status);
}

const char *problem_with(int file, const char *path, Owner owner)
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

} // namespace

OpenFile::OpenFile(const char *path, Owner owner)
{
    const int no_link = owner == Owner::this_user ? O_NOFOLLOW : 0;
    descriptor_ = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | no_link);
    if (descriptor_ < 0)
        fail(errno);
    else
        problem_ = problem_with(descriptor_, path, owner);
}

OpenFile::~OpenFile()
{
    if (descriptor_ >= 0)
        close(descriptor_);
}

void OpenFile::fail(int error)
{
    is_missing_ = error == ENOENT || error == ENOTDIR;
    problem_ = std::strerror(error);
}

std::size_t OpenFile::read(char *to, std::size_t bytes)
{
    std::size_t done = 0;
    while (problem_.empty() && done < bytes) {
        const ssize_t more = ::read(descriptor_, to + done, bytes - done);
        if (more > 0)
            done += static_cast<std::size_t>(more);
        else if (more == 0)
            break;
        else if (errno != EINTR)
            fail(errno);
    }
    return done;
}

} // namespace hashlane
