// SPDX-License-Identifier: MIT
#include "microcode.h"

#include <cstdio>

namespace hashlane {
namespace {

// The first CPU's entry; the file of a large machine is long and slow to read.
std::string start_of_cpuinfo()
{
    std::string text(4096, '\0');
    std::FILE *const file = std::fopen("/proc/cpuinfo", "r");
    if (file == nullptr)
        return "";
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

} // namespace

std::string microcode_revision() { return microcode_in(start_of_cpuinfo()); }

} // namespace hashlane
