// SPDX-License-Identifier: MIT
#include "microcode.h"

namespace hashlane {

std::string microcode_in(std::string_view cpuinfo)
{
    constexpr std::string_view name = "\nmicrocode\t: ";
    const std::size_t at = cpuinfo.find(name);
    if (at == std::string_view::npos)
        return "unknown";
    const std::string_view rest = cpuinfo.substr(at + name.size());
    const std::size_t end = rest.find('\n');
    return end == 0 || end == std::string_view::npos ? "unknown" : std::string(rest.substr(0, end));
}

} // namespace hashlane
