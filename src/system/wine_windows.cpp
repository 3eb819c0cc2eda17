// SPDX-License-Identifier: MIT
#include "wine.h"

#include <windows.h>

namespace hashlane {

std::string wine_version()
{
    using Version = const char *__cdecl();
    const HMODULE library = GetModuleHandleA("ntdll.dll");
    const FARPROC found =
        library == nullptr ? nullptr : GetProcAddress(library, "wine_get_version");
    if (found == nullptr)
        return "";
    // By way of void (*)(), which compilers let stand for any function.
    return reinterpret_cast<Version *>(reinterpret_cast<void (*)()>(found))();
}

} // namespace hashlane
