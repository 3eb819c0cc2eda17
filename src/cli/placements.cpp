// SPDX-License-Identifier: MIT
#include "placements.h"

#include "../system/cpu_list.h"
#include "../system/cpu_load.h"
#include "exit_code.h"

#include <stdexcept>

namespace hashlane {

std::vector<Placement> choose_placements(PlacementRequest request, Kinds kinds)
{
    if (request.cpus.empty())
        request.cpus = allowed_cpus();
    try {
        std::vector<Placement> placements =
            place(this_topology(), request, request.cpus.size() > 1 ? watch_cpu_load() : CpuLoad{});
        if (kinds == Kinds::fastest)
            placements.resize(1);
        return placements;
    } catch (const std::invalid_argument &error) {
        throw CommandError(error.what());
    }
}

} // namespace hashlane
