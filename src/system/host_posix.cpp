// SPDX-License-Identifier: MIT
#include "host.h"

#include <cstdlib>
#include <sys/utsname.h>
#include <unistd.h>

namespace hashlane {

Host this_host()
{
    Host host;
    std::error_code none; // elsewhere than on Linux
    host.executable = std::filesystem::read_symlink("/proc/self/exe", none).string();
    if (double load = 0; getloadavg(&load, 1) == 1)
        host.load_average = load;
    utsname system{};
    if (uname(&system) == 0) {
        host.name = system.nodename;
        host.system = std::string(system.sysname) + " " + system.release;
    }
    return host;
}

int process_id() { return getpid(); }

std::tm local_time(std::time_t time)
{
    std::tm local{};
    localtime_r(&time, &local);
    return local;
}

} // namespace hashlane
