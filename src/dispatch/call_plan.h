// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_DISPATCH_CALL_PLAN_H
#define HASHLANE_SRC_DISPATCH_CALL_PLAN_H

#include "dispatch_table.h"

#include <algorithm>
#include <vector>

namespace hashlane {

/// The calls that dispatch makes for so many lanes, in their order. Precondition: `lanes` is at
/// least 1.
inline std::vector<const Kernel *> calls_for(const DispatchTable &choice, Workload workload,
                                             std::size_t lanes)
{
    std::vector<const Kernel *> plan;
    while (lanes != 0) {
        plan.push_back(&choice.kernel(workload, lanes));
        lanes -= std::min<std::size_t>(lanes, plan.back()->lanes);
    }
    return plan;
}

} // namespace hashlane

#endif
