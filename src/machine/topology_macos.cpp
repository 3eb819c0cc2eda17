// SPDX-License-Identifier: MIT
//
// Apple silicon's kinds of core, "performance levels". macOS numbers the CPUs of the last level
// first: on an M1 the four efficient ones are 0 to 3.
#include "../system/cpu_list.h"
#include "topology.h"

#include <algorithm>
#include <sys/sysctl.h>

namespace hashlane {
namespace {

int number_of(const std::string &name)
{
    int value = 0;
    std::size_t size = sizeof value;
    return sysctlbyname(name.c_str(), &value, &size, nullptr, 0) == 0 ? value : 0;
}

int cpus_of_level(int level)
{
    return number_of("hw.perflevel" + std::to_string(level) + ".logicalcpu");
}

std::vector<std::string> kind_names(int levels)
{
    if (levels == 2)
        return {"P-core", "E-core"};
    std::vector<std::string> names;
    for (int level = 0; level < levels; ++level)
        names.push_back("level-" + std::to_string(level));
    return names;
}

} // namespace

Topology read_topology()
{
    const int levels = number_of("hw.nperflevels");
    if (levels < 2)
        return flat_topology(allowed_cpus(), "sysctl: one kind of core");
    Topology topology;
    topology.source = "sysctl";
    topology.allowed = allowed_cpus();
    topology.kinds = kind_names(levels);
    int cpu = 0;
    for (int level = levels - 1; level >= 0; --level)
        for (int i = 0; i < cpus_of_level(level); ++i)
            topology.cores.push_back({{cpu++}, 0, 0, static_cast<std::size_t>(level)});
    complete(topology);
    return topology;
}

} // namespace hashlane
