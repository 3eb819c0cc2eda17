// SPDX-License-Identifier: MIT
#include "regular_file.h"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace hashlane {
namespace {

bool make_missing_folder(const std::filesystem::path &path)
{
    if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
        return true;
    return errno == ENOENT && path.has_relative_path() && make_missing_folder(path.parent_path()) &&
           (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

} // namespace

bool make_own_folder(const std::string &path)
{
    struct stat status{};
    if (!make_missing_folder(path) || stat(path.c_str(), &status) != 0 ||
        !S_ISDIR(status.st_mode) || status.st_uid != geteuid())
        return false;
    const bool others_write = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    return !others_write || chmod(path.c_str(), 0700) == 0;
}

} // namespace hashlane
