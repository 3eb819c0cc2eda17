// SPDX-License-Identifier: MIT
#include "new_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

namespace hashlane {

// Permissions are the folder's here.
std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string & /*model*/, Readers /*readers*/)
{
    const int descriptor =
        _open(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
              _S_IREAD | _S_IWRITE);
    if (descriptor < 0)
        return {errno, std::generic_category()};
    std::FILE *const file = _fdopen(descriptor, "wb");
    errno = 0;
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size() &&
                         std::fflush(file) == 0 && _commit(descriptor) == 0;
    int error = written ? 0 : errno != 0 ? errno : EIO;
    if (std::fclose(file) != 0 && error == 0)
        error = errno;
    if (error == 0)
        return {};
    std::remove(path.c_str());
    return {error, std::generic_category()};
}

// A link is replaced: few users may make one.
std::error_code follow_links(std::string & /*path*/) { return {}; }

} // namespace hashlane
