// SPDX-License-Identifier: MIT
//
// For macOS and other systems that are neither Linux nor Windows.
#include "host.h"

#include <cstdlib>
#include <sys/utsname.h>
#include <unistd.h>

namespace hashlane {

Host this_host()
{
    Host host;
    if (double load = 0; getloadavg(&load, 1) == 1)
        host.load_average = load;
    utsname system{};
    if (uname(&system) == 0) {
        host.name = system.nodename;
        host.system = std::string(system.sysname) + " " + system.release;
    }
    return host;
}

std::filesystem::path linux_root() { return ""; }

int process_id() { return getpid(); }

std::tm local_time(std::time_t time)
{
    std::tm local{};
    localtime_r(&time, &local);
    return local;
}

} // namespace hashlane
