// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_OPEN_IN_BROWSER_H
#define HASHLANE_SRC_SYSTEM_OPEN_IN_BROWSER_H

#include <filesystem>
#include <string>

namespace hashlane {

/// Shows a file with the program that the desktop has for its kind, and does not wait until that
/// ends. Why it could not, or empty. Precondition: an absolute path.
///   Linux, Unix  xdg-open, where there is a display
///   macOS        open
///   Windows      ShellExecute
std::string open_in_browser(const std::filesystem::path &file);

} // namespace hashlane

#endif
