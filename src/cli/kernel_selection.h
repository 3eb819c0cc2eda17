// SPDX-License-Identifier: MIT
//
// From --filter to kernels.
#ifndef HASHLANE_SRC_CLI_KERNEL_SELECTION_H
#define HASHLANE_SRC_CLI_KERNEL_SELECTION_H

#include "../measure/result.h"
#include "id_filter.h"

#include <span>
#include <vector>

namespace hashlane {

/// Kernels of the workloads whose id `filter` finds, in the manifest's order. Throws a CommandError
/// when it finds none.
std::vector<const Kernel *> matching_kernels(const IdFilter &filter,
                                             std::span<const Workload> workloads);

struct Selection {
    std::vector<const Kernel *> runnable;
    std::vector<Skipped> skipped;
};

/// The matching kernels that can run here, and those that cannot. Throws a CommandError as well
/// when none can.
Selection select_kernels(const IdFilter &filter, std::span<const Workload> workloads);

} // namespace hashlane

#endif
