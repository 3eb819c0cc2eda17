// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace hashlane {
namespace {

bool is_separator(char c) { return c == '\\' || c == '/'; }

// C:\somewhere, or \\server\share.
bool is_absolute(const char *path)
{
    if (std::strlen(path) < 3)
        return false;
    const bool on_a_drive = std::isalpha(static_cast<unsigned char>(path[0])) != 0 &&
                            path[1] == ':' && is_separator(path[2]);
    return on_a_drive || (is_separator(path[0]) && is_separator(path[1]));
}

} // namespace

const char *const cache_directory_advice = "set LOCALAPPDATA to an absolute path";

PathText user_cache_directory()
{
    const char *const value = std::getenv("LOCALAPPDATA");
    return value != nullptr && is_absolute(value) ? value : "";
}

} // namespace hashlane
