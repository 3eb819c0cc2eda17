// SPDX-License-Identifier: MIT
#include "host.h"

#include <fstream>
#include <sys/utsname.h>
#include <unistd.h>

namespace hashlane {

Host this_host()
{
    Host host;
    std::error_code none;
    host.executable = std::filesystem::read_symlink("/proc/self/exe", none).string();
    std::ifstream("/proc/loadavg") >> host.load_average;
    utsname system{};
    if (uname(&system) == 0) {
        host.name = system.nodename;
        host.system = std::string(system.sysname) + " " + system.release;
    }
    return host;
}

std::filesystem::path linux_root() { return "/"; }

int process_id() { return getpid(); }

std::tm local_time(std::time_t time)
{
    std::tm local{};
    localtime_r(&time, &local);
    return local;
}

} // namespace hashlane
