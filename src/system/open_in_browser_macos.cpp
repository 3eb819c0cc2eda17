// SPDX-License-Identifier: MIT
#include "open_in_browser.h"

#include "run_opener.h"

namespace hashlane {

std::string open_in_browser(const std::filesystem::path &file)
{
    return run_opener("open", file.string());
}

} // namespace hashlane
