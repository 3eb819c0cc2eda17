// SPDX-License-Identifier: MIT
//
// A user's folders are the user's alone there, and pipes are no files.
#include "regular_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace hashlane {
namespace {

constexpr std::size_t part_bytes = 1 << 16;

FileContent failed(int error)
{
    return {"", std::strerror(error), error == ENOENT || error == ENOTDIR};
}

} // namespace

FileContent read_regular_file(const std::string &path, Owner /*owner*/, std::size_t most_bytes)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return {"", "it is a directory"};
    std::FILE *const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return failed(errno);
    FileContent content;
    char part[part_bytes];
    while (content.text.size() < most_bytes) {
        const std::size_t bytes =
            std::fread(part, 1, std::min(sizeof part, most_bytes - content.text.size()), file);
        content.text.append(part, bytes);
        if (bytes == 0)
            break;
    }
    const int error = std::ferror(file) != 0 ? errno : 0;
    std::fclose(file);
    return error == 0 ? content : failed(error);
}

bool make_own_folder(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    return !error;
}

} // namespace hashlane
