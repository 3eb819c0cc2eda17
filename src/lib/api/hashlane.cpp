// SPDX-License-Identifier: MIT
//
// The C interface of hashlane.h (version, kernels, tuning), common.h and wipe.h.
#include "../base/wipe.h"
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../dispatch/tuning.h"

#include "hashlane/hashlane.h"

#include <algorithm>

using namespace hashlane;

extern "C" {

const char *hashlane_version(void) noexcept { return HASHLANE_VERSION; }

const char *hashlane_status_text(hashlane_status status) noexcept
{
    switch (status) {
    case HASHLANE_OK:
        return "success";
    case HASHLANE_BAD_ARGUMENT:
        return "argument out of range";
    case HASHLANE_NOT_FOUND:
        return "file not found, or without an entry for this core";
    case HASHLANE_NOT_VALID:
        return "file not valid";
    case HASHLANE_WRONG:
        return "verification found a wrong value";
    case HASHLANE_STOPPED:
        return "stopped before verification was complete";
    }
    return "unknown status";
}

size_t hashlane_kernel_count(void) noexcept { return all_kernels().size(); }

hashlane_status hashlane_describe_kernel(size_t index, hashlane_kernel_info *info) noexcept
{
    if (index >= all_kernels().size())
        return HASHLANE_BAD_ARGUMENT;
    const Kernel &kernel = all_kernels()[index];
    const FeatureSet features = this_cpu_features();
    // The registry's texts are literals: data() ends in a zero byte.
    info->id = kernel.id.data();
    info->workload = workload_name(kernel.workload).data();
    info->isa = kernel.isa.tag.data();
    info->idea = kernel.summary.data();
    info->lanes = kernel.lanes;
    info->runnable = is_runnable(kernel, features);
    info->chosen = &kernel == &active_dispatch().kernel(kernel.workload);
    return HASHLANE_OK;
}

size_t hashlane_lanes(hashlane_work work) noexcept
{
    const auto lanes_of = [](Workload workload) -> size_t {
        return active_dispatch().kernel(workload).lanes;
    };
    switch (work) {
    case HASHLANE_WORK_SHA256:
        return lanes_of(Workload::sha256);
    case HASHLANE_WORK_SHA256_NODES:
        return lanes_of(Workload::sha256_nodes);
    case HASHLANE_WORK_SHA256_CHAIN:
        return lanes_of(Workload::sha256_chain);
    case HASHLANE_WORK_SHA256_SALTED:
        return lanes_of(Workload::sha256_salted);
    case HASHLANE_WORK_KECCAK:
        return lanes_of(Workload::sha3);
    }
    return 0;
}

hashlane_status hashlane_load_tuning(const char *path) noexcept
{
    return load_tuning(path != nullptr ? path : user_tuning_path().c_str()).status;
}

void hashlane_wipe(void *bytes, size_t size) noexcept { wipe(bytes, size); }

} // extern "C"
