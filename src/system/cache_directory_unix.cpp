// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cstdlib>

namespace hashlane {
namespace {

// An absolute path, or nothing: the XDG specification has relative ones ignored.
std::string directory_from(const char *variable)
{
    const char *const value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
}

} // namespace

const char *const cache_directory_advice = "set HOME or XDG_CACHE_HOME to an absolute path";

std::string user_cache_directory()
{
    std::string cache = directory_from("XDG_CACHE_HOME");
    if (cache.empty() && !directory_from("HOME").empty())
        cache = directory_from("HOME") + "/.cache";
    return cache;
}

} // namespace hashlane
