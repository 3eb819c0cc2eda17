// SPDX-License-Identifier: MIT
#include "microcode.h"
#include "open_file.h"

namespace hashlane {

MicrocodeText microcode_revision()
{
    // The first CPU's entry; the file of a large machine is long and slow to read.
    char start[4096];
    OpenFile file("/proc/cpuinfo", Owner::anyone);
    return microcode_in(std::string_view(start, file.read(start, sizeof start)));
}

} // namespace hashlane
