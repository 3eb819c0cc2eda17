// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cstdlib>

namespace hashlane {

const char *const cache_directory_advice = "set HOME to an absolute path";

PathText user_cache_directory()
{
    const char *const home = std::getenv("HOME");
    if (home == nullptr || *home != '/')
        return {};
    PathText cache(home);
    return cache += "/Library/Caches";
}

} // namespace hashlane
