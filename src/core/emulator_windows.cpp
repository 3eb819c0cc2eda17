// SPDX-License-Identifier: MIT
#include "emulator.h"

#include <windows.h>

namespace hashlane {

std::string emulator_name()
{
    using Version = const char *__cdecl();
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    const FARPROC found =
        library == nullptr ? nullptr : GetProcAddress(library, "wine_get_version");
    if (found == nullptr)
        return "";
    // By way of void (*)(), which compilers let stand for any function.
    const auto version = reinterpret_cast<Version *>(reinterpret_cast<void (*)()>(found));
    return std::string("Wine ") + version();
}

} // namespace hashlane
