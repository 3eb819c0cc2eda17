// SPDX-License-Identifier: MIT
#include "microcode.h"

namespace hashlane {

MicrocodeText microcode_in(std::string_view cpuinfo)
{
    constexpr std::string_view name = "\nmicrocode\t: ";
    const std::size_t at = cpuinfo.find(name);
    if (at == std::string_view::npos)
        return "unknown";
    cpuinfo.remove_prefix(at + name.size());
    const std::size_t end = cpuinfo.find('\n');
    if (end == 0 || end == std::string_view::npos)
        return "unknown";
    cpuinfo.remove_suffix(cpuinfo.size() - end);
    return cpuinfo;
}

} // namespace hashlane
