// SPDX-License-Identifier: MIT
//
// What the operating system reports of itself and of this process.
#ifndef HASHLANE_SRC_SYSTEM_HOST_H
#define HASHLANE_SRC_SYSTEM_HOST_H

#include <ctime>
#include <filesystem>
#include <string>

namespace hashlane {

struct Host {
    std::string name;
    std::string system;      ///< and its release: "Linux 6.1.0"
    std::string executable;  ///< of this process; empty if the system does not report it
    double load_average = 0; ///< of the last minute; 0 where there is none
};

Host this_host();

/// The folder that has Linux's proc and sys in it; empty on any other system.
std::filesystem::path linux_root();

int process_id();

std::tm local_time(std::time_t time);

} // namespace hashlane

#endif
