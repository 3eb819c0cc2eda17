// SPDX-License-Identifier: MIT
//
// In place of topology_hwloc.cpp where there is no hwloc.
#include "../system/cpu_list.h"
#include "../system/cpu_quota.h"
#include "topology_sysfs.h"

namespace hashlane {

Topology read_topology()
{
    Topology topology = sysfs_topology("/", allowed_cpus());
    topology.cpu_quota = cpu_quota();
    topology.cpu_quota_is_visible = is_cpu_quota_visible();
    return topology;
}

} // namespace hashlane
