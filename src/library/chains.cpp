// SPDX-License-Identifier: MIT
//
// The C interface to the chains' kernels: chain.h and keccak.h.

#include "../core/lane_groups.h"
#include "../dispatch/dispatch_table.h"
#include "../keccak/keccak_suite.h"

#include "hashlane/chain.h"
#include "hashlane/keccak.h"

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

} // namespace

extern "C" {

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

} // extern "C"
