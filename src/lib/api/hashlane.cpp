// SPDX-License-Identifier: MIT
//
// The C interface of hashlane.h (version, kernels, tuning), common.h and wipe.h.
#include "../base/wipe.h"
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../dispatch/tuning.h"

#include "hashlane/hashlane.h"

#include <algorithm>
#include <string_view>

using namespace hashlane;

namespace {

struct Structure {
    std::string_view name;
    std::size_t bytes;
};

#define HASHLANE_STRUCTURE(name) {#name, sizeof(name)}
constexpr Structure structures[] = {
    HASHLANE_STRUCTURE(hashlane_chain_options),
    HASHLANE_STRUCTURE(hashlane_chain_result),
    HASHLANE_STRUCTURE(hashlane_chain_segment),
    HASHLANE_STRUCTURE(hashlane_chain_stream),
    HASHLANE_STRUCTURE(hashlane_column),
    HASHLANE_STRUCTURE(hashlane_cshake_context),
    HASHLANE_STRUCTURE(hashlane_custom_sponge),
    HASHLANE_STRUCTURE(hashlane_kangarootwelve_context),
    HASHLANE_STRUCTURE(hashlane_kernel_info),
    HASHLANE_STRUCTURE(hashlane_kmac_context),
    HASHLANE_STRUCTURE(hashlane_merkle_tree),
    HASHLANE_STRUCTURE(hashlane_parallel_hash_context),
    HASHLANE_STRUCTURE(hashlane_pool),
    HASHLANE_STRUCTURE(hashlane_sha256_context),
    HASHLANE_STRUCTURE(hashlane_sha256_seed),
    HASHLANE_STRUCTURE(hashlane_sha3_context),
    HASHLANE_STRUCTURE(hashlane_shake128x4_context),
    HASHLANE_STRUCTURE(hashlane_shake256x4_context),
    HASHLANE_STRUCTURE(hashlane_tuple_hash_context),
    HASHLANE_STRUCTURE(hashlane_turboshake_context),
};
#undef HASHLANE_STRUCTURE

} // namespace

extern "C" {

const char *hashlane_version(void) noexcept { return HASHLANE_VERSION; }

unsigned hashlane_version_number(void) noexcept { return HASHLANE_VERSION_NUMBER; }

size_t hashlane_size_of(const char *structure) noexcept
{
    const auto *const found =
        std::ranges::find(structures, std::string_view(structure), &Structure::name);
    return found == std::end(structures) ? 0 : found->bytes;
}

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

hashlane_status hashlane_kernel_describe(size_t index, hashlane_kernel_info *info) noexcept
{
    const KernelList kernels = all_kernels();
    if (index >= kernels.size())
        return HASHLANE_BAD_ARGUMENT;
    const Kernel &kernel = kernels[static_cast<std::ptrdiff_t>(index)];
    const FeatureSet features = this_cpu_features();
    // The registry's texts are literals: data() ends in a zero byte.
    *info = {};
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
    switch (work) {
    case HASHLANE_WORK_SHA256:
        return active_table<Workload::sha256>().kernel().lanes;
    case HASHLANE_WORK_SHA256_NODES:
        return active_table<Workload::sha256_nodes>().kernel().lanes;
    case HASHLANE_WORK_SHA256_CHAIN:
        return active_table<Workload::sha256_chain>().kernel().lanes;
    case HASHLANE_WORK_SHA256_SALTED:
        return active_table<Workload::sha256_salted>().kernel().lanes;
    case HASHLANE_WORK_KECCAK:
        return active_table<Workload::sha3>().kernel().lanes;
    }
    return 0;
}

hashlane_status hashlane_tuning_load(const char *path) noexcept
{
    return load_tuning(path != nullptr ? path : user_tuning_path().c_str()).status;
}

void hashlane_wipe(void *bytes, size_t size) noexcept { wipe(bytes, size); }

} // extern "C"
