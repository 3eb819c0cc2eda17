// SPDX-License-Identifier: MIT
//
// A user's folders are the user's alone there, and pipes are no files.
#include "open_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace hashlane {
namespace {

bool is_directory(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

} // namespace

OpenFile::OpenFile(const char *path, Owner /*owner*/)
{
    if (is_directory(path)) {
        problem_ = "it is a directory";
        return;
    }
    descriptor_ = _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (descriptor_ < 0)
        fail(errno);
}

OpenFile::~OpenFile()
{
    if (descriptor_ >= 0)
        _close(descriptor_);
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
        const auto wanted = static_cast<unsigned>(std::min<std::size_t>(bytes - done, 1 << 20));
        const int more = _read(descriptor_, to + done, wanted);
        if (more < 0)
            fail(errno);
        else if (more == 0)
            break;
        else
            done += static_cast<std::size_t>(more);
    }
    return done;
}

} // namespace hashlane
