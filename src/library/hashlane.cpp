// SPDX-License-Identifier: MIT
//
// The C interface of hashlane.h over the registry.

#include "../core/lane_groups.h"
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../dispatch/tuning_file.h"
#include "../keccak/keccak_suite.h"
#include "../sha3/sponge.h"

#include "hashlane/hashlane.h"

#include <algorithm>

using namespace hashlane;

namespace {

template <std::size_t size, class Function, class Element>
void advance_chains(Workload workload, Element *data, std::size_t lanes, std::uint64_t iterations)
{
    const DispatchTable &choice = active_dispatch();
    while (lanes != 0) {
        const Kernel &kernel = choice.kernel(workload, lanes);
        const std::size_t taken = std::min<std::size_t>(lanes, kernel.lanes);
        advance_lanes<size>(std::get<Function *>(kernel.function), kernel.lanes, data, taken,
                            iterations);
        data += taken * size;
        lanes -= taken;
    }
}

Sha3Absorb *single_absorb()
{
    return std::get<Sha3Absorb *>(active_dispatch().single(Workload::sha3).function);
}

} // namespace

extern "C" {

const char *hashlane_version(void) noexcept { return HASHLANE_VERSION; }

void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) noexcept
{
    advance_chains<sha256_digest_bytes, Sha256Chain>(Workload::sha256_chain, digests, lanes,
                                                     iterations);
}

void hashlane_keccak_chain(uint64_t *states, size_t lanes, uint64_t loops) noexcept
{
    advance_chains<keccak_state_words, KeccakChain>(Workload::keccak_chain, states, lanes, loops);
}

void hashlane_keccak_chain_start(uint64_t *state, uint64_t key) noexcept
{
    keccak_suite_start(state, key);
}

uint64_t hashlane_keccak_chain_checksum(const uint64_t *state) noexcept
{
    return keccak_suite_checksum(state);
}

size_t hashlane_sha3_digest_bytes(hashlane_sha3_function function) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    return found ? found->digest_bytes : 0;
}

hashlane_status hashlane_sha3_init(hashlane_sha3 *hash, hashlane_sha3_function function) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    if (found == nullptr) {
        *hash = {}; // no rate: not usable
        return HASHLANE_BAD_ARGUMENT;
    }
    sponge_init(*hash, *found);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_absorb(hashlane_sha3 *hash, const uint8_t *message,
                                     size_t bytes) noexcept
{
    if (hash->squeezing || !is_usable(*hash))
        return HASHLANE_BAD_ARGUMENT;
    sponge_absorb(*hash, single_absorb(), {message, bytes});
    return HASHLANE_OK;
}

void hashlane_sha3_squeeze(hashlane_sha3 *hash, uint8_t *output, size_t bytes) noexcept
{
    if (is_usable(*hash))
        sponge_squeeze(*hash, single_absorb(), {output, bytes});
    else
        std::fill_n(output, bytes, uint8_t{0});
}

hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const uint8_t *message,
                                   size_t bytes, uint8_t *output, size_t output_bytes) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    sponge_hash(*found, single_absorb(), 1, &message, bytes, &output, output_bytes);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash_many(hashlane_sha3_function function,
                                        const uint8_t *const *messages, size_t count, size_t bytes,
                                        uint8_t *const *outputs, size_t output_bytes) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const DispatchTable &choice = active_dispatch();
    for (size_t done = 0; done < count;) {
        const Kernel &kernel = choice.kernel(Workload::sha3, count - done);
        // A lane that no message is left for repeats the first one's, output and all.
        const uint8_t *from[max_lanes];
        uint8_t *to[max_lanes];
        for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
            const size_t index = lane < count - done ? done + lane : done;
            from[lane] = messages[index];
            to[lane] = outputs[index];
        }
        sponge_hash(*found, std::get<Sha3Absorb *>(kernel.function), kernel.lanes, from, bytes, to,
                    output_bytes);
        done += std::min<size_t>(kernel.lanes, count - done);
    }
    return HASHLANE_OK;
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

hashlane_status hashlane_load_tuning(const char *path) noexcept
{
    try {
        return load_tuning(path != nullptr ? path : user_tuning_path()).status;
    } catch (...) { // no memory
        return HASHLANE_NOT_VALID;
    }
}

} // extern "C"
