// SPDX-License-Identifier: MIT
#include "cache_directory.h"

#include <cstdlib>
#include <filesystem>

namespace hashlane {

const char *const cache_directory_advice = "set LOCALAPPDATA to an absolute path";

std::string user_cache_directory()
{
    const char *const value = std::getenv("LOCALAPPDATA");
    return value != nullptr && std::filesystem::path(value).is_absolute() ? value : "";
}

} // namespace hashlane
