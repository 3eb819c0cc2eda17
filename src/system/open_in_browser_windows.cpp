// SPDX-License-Identifier: MIT
#include "open_in_browser.h"

#include <windows.h>

#include <cstdint>
#include <shellapi.h>

namespace hashlane {

std::string open_in_browser(const std::filesystem::path &file)
{
    constexpr std::intptr_t highest_error = 32; // of ShellExecute's
    const HINSTANCE result =
        ShellExecuteW(nullptr, L"open", file.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
    const auto code = reinterpret_cast<std::intptr_t>(result);
    return code > highest_error ? "" : "ShellExecute failed with code " + std::to_string(code);
}

} // namespace hashlane
