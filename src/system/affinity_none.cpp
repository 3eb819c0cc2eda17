// SPDX-License-Identifier: MIT
//
// For systems that bind no thread to a CPU, macOS among them: rows say that they were not pinned.
#include "cpu_list.h"

#include <algorithm>
#include <thread>

namespace hashlane {

std::vector<int> allowed_cpus()
{
    std::vector<int> cpus(std::max(1U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < cpus.size(); ++i)
        cpus[i] = static_cast<int>(i);
    return cpus;
}

bool pin_this_thread(int) { return false; }
std::optional<int> this_threads_cpu() { return std::nullopt; }

} // namespace hashlane
