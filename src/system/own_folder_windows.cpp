// SPDX-License-Identifier: MIT
#include "regular_file.h"

#include <filesystem>
#include <system_error>

namespace hashlane {

bool make_own_folder(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    return !error;
}

} // namespace hashlane
