// SPDX-License-Identifier: MIT
//
// The C interface of keccak.h.

#include "../dispatch/call_plan.h"
#include "../keccak/keccak_suite.h"
#include "../sha3/sponge.h"

#include "hashlane/keccak.h"

using namespace hashlane;

extern "C" {

void hashlane_keccak_f1600(uint64_t *states, size_t count) noexcept
{
    absorb_lanes(active_table<Workload::sha3>(), states, count, nullptr, 0, 1, keccak_f_rounds);
}

void hashlane_keccak_p1600_12(uint64_t *states, size_t count) noexcept
{
    absorb_lanes(active_table<Workload::sha3>(), states, count, nullptr, 0, 1, keccak_p_rounds);
}

void hashlane_keccak_f1600_interleaved(uint64_t *words, size_t count) noexcept
{
    permute_interleaved(active_table<Workload::sha3>(), words, count, keccak_f_rounds);
}

void hashlane_keccak_p1600_12_interleaved(uint64_t *words, size_t count) noexcept
{
    permute_interleaved(active_table<Workload::sha3>(), words, count, keccak_p_rounds);
}

void hashlane_keccak_chain(uint64_t *states, size_t lanes, uint64_t loops) noexcept
{
    for_each_call(active_table<Workload::keccak_chain>(), lanes, [&](const KernelCall &call) {
        CallLanes<keccak_state_words, uint64_t> own(call, states);
        function_of<Workload::keccak_chain>(call.kernel)(own.begin(), loops);
        own.put_back();
    });
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
