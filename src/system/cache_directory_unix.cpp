// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cstdlib>

namespace hashlane {
namespace {

// An absolute path, or nothing: the XDG specification has relative ones ignored.
PathText directory_from(const char *variable)
{
    const char *const value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
}

} // namespace

const char *const cache_directory_advice = "set HOME or XDG_CACHE_HOME to an absolute path";

PathText user_cache_directory()
{
    const PathText cache = directory_from("XDG_CACHE_HOME");
    PathText home = directory_from("HOME");
    if (!cache.empty() || home.empty())
        return cache;
    return home += "/.cache";
}

} // namespace hashlane
