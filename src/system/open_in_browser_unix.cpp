// SPDX-License-Identifier: MIT
#include "open_in_browser.h"

#include "run_opener.h"

#include <cstdlib>

namespace hashlane {
namespace {

bool is_set(const char *variable)
{
    const char *const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

} // namespace

// Without a display xdg-open would look for a browser that runs in a terminal.
std::string open_in_browser(const std::filesystem::path &file)
{
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        return "there is no desktop: neither DISPLAY nor WAYLAND_DISPLAY is set";
    return run_opener("xdg-open", file.string());
}

} // namespace hashlane
