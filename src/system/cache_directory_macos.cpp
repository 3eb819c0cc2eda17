// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cstdlib>

namespace hashlane {

const char *const cache_directory_advice = "set HOME to an absolute path";

std::string user_cache_directory()
{
    const char *const home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) + "/Library/Caches" : "";
}

} // namespace hashlane
