// SPDX-License-Identifier: MIT
#include "cpu_load.h"

#include <fstream>
#include <sstream>

namespace hashlane {

CpuLoad load_since_boot()
{
    std::ostringstream text;
    text << std::ifstream("/proc/stat").rdbuf();
    return cpu_load_in(text.str());
}

} // namespace hashlane
