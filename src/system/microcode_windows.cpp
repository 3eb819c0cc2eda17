// SPDX-License-Identifier: MIT
#include "microcode.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <windows.h>

namespace hashlane {

MicrocodeText microcode_revision()
{
    // MSR 8BH as Windows found it: the revision is in its upper half, on AMD in its lower.
    std::array<std::uint32_t, 2> halves{};
    DWORD size = sizeof halves;
    const LSTATUS status =
        RegGetValueA(HKEY_LOCAL_MACHINE, R"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)",
                     "Update Revision", RRF_RT_REG_BINARY, nullptr, halves.data(), &size);
    const std::uint32_t revision = halves[1] != 0 ? halves[1] : halves[0];
    if (status != ERROR_SUCCESS || revision == 0)
        return "unknown";
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(revision));
    return text;
}

} // namespace hashlane
