// SPDX-License-Identifier: MIT
//
// The library's functions over one kernel that the test chooses.
#pragma once

#include "lib/dispatch/dispatch_table.h"

namespace hashlane::test {

/// While it lives, dispatch takes this kernel for any number of lanes of its workload, on every
/// thread. Work that cannot be spread over lanes gets it only if it has one lane.
class ForcedKernel {
public:
    explicit ForcedKernel(const Kernel &kernel)
    {
        DispatchTable forced = built_in_dispatch(this_cpu());
        KernelTable &table = forced.of(kernel.workload);
        table.by_lanes.fill(&kernel);
        table.one_block.fill(&kernel);
        if (kernel.lanes == 1)
            table.single = &kernel;
        activate(forced);
    }
    ~ForcedKernel() { activate(built_in_dispatch(this_cpu())); }

    ForcedKernel(const ForcedKernel &) = delete;
    ForcedKernel &operator=(const ForcedKernel &) = delete;
};

} // namespace hashlane::test
