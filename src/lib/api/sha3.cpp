// SPDX-License-Identifier: MIT
//
// The C interface of sha3.h.

#include "../base/bytes.h"
#include "../base/pool.h"
#include "../dispatch/call_plan.h"
#include "../sha3/sponge.h"

#include "hashlane/sha3.h"

#include <algorithm>

using namespace hashlane;

namespace {

// Null if there is no such function, or if it has no output of that length.
const Sha3Function *find_with_output(hashlane_sha3_function function, std::size_t output_bytes)
{
    const Sha3Function *found = find_sha3_function(function);
    const bool fits =
        found != nullptr && (found->digest_bytes == 0 || found->digest_bytes == output_bytes);
    return fits ? found : nullptr;
}

// Permutations of a message, as dispatch counts them.
std::uint64_t blocks_of(const Sha3Function &function, std::size_t bytes, std::size_t output_bytes)
{
    return bytes < function.rate_bytes && output_bytes <= function.rate_bytes ? 1 : many_blocks;
}

} // namespace

extern "C" {

size_t hashlane_sha3_digest_bytes(hashlane_sha3_function function) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    return found ? found->digest_bytes : 0;
}

hashlane_status hashlane_sha3_init(hashlane_sha3_context *hash,
                                   hashlane_sha3_function function) noexcept
{
    const Sha3Function *found = find_sha3_function(function);
    if (found == nullptr) {
        *hash = {}; // no rate: not usable
        return HASHLANE_BAD_ARGUMENT;
    }
    sponge_init(*hash, *found);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_update(hashlane_sha3_context *hash, const void *message,
                                     size_t bytes) noexcept
{
    if (hash->squeezing || !is_usable(*hash))
        return HASHLANE_BAD_ARGUMENT;
    sponge_absorb(*hash, single_absorb(), as_bytes(message, bytes));
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_squeeze(hashlane_sha3_context *hash, uint8_t *output,
                                      size_t bytes) noexcept
{
    if (!is_usable(*hash))
        return HASHLANE_BAD_ARGUMENT;
    sponge_squeeze(*hash, single_absorb(), {output, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const void *message,
                                   size_t bytes, uint8_t *output, size_t output_bytes) noexcept
{
    const Sha3Function *found = find_with_output(function, output_bytes);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const uint8_t *const from = as_bytes(message);
    sponge_hash(*found, single_absorb(), 1, &from, bytes, &output, output_bytes);
    return HASHLANE_OK;
}

void hashlane_sha3_256(const void *message, size_t bytes, uint8_t *digest) noexcept
{
    hashlane_sha3_hash(HASHLANE_SHA3_256, message, bytes, digest, 32);
}

void hashlane_keccak_256(const void *message, size_t bytes, uint8_t *digest) noexcept
{
    hashlane_sha3_hash(HASHLANE_KECCAK_256, message, bytes, digest, 32);
}

hashlane_status hashlane_sha3_hash_equal(hashlane_sha3_function function,
                                         const uint8_t *const *messages, size_t bytes, size_t count,
                                         uint8_t *outputs, size_t output_stride,
                                         size_t output_bytes) noexcept
{
    const Sha3Function *found = find_with_output(function, output_bytes);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const auto hash_call = [&](const KernelCall &call) {
        CallLanes<1, const uint8_t *const> from(call, messages);
        const CallOutputs to(call, {outputs, output_stride, output_bytes});
        sponge_hash(*found, call.kernel, from.begin(), bytes, to.at, output_bytes);
    };
    for_each_call(active_table<Workload::sha3>(), count, hash_call,
                  blocks_of(*found, bytes, output_bytes));
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash_equal_pool(hashlane_sha3_function function,
                                              const uint8_t *const *messages, size_t bytes,
                                              size_t count, uint8_t *outputs, size_t output_stride,
                                              size_t output_bytes,
                                              const hashlane_pool *pool) noexcept
{
    if (find_with_output(function, output_bytes) == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const OutputRows rows{outputs, output_stride, output_bytes};
    divide_on_pool(pool, count, std::uint64_t{bytes} * count, [&](size_t first, size_t part) {
        hashlane_sha3_hash_equal(function, messages + first, bytes, part, rows.at(first),
                                 output_stride, output_bytes);
    });
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash_many(hashlane_sha3_function function,
                                        const uint8_t *const *messages, const size_t *bytes,
                                        size_t count, uint8_t *outputs, size_t output_stride,
                                        size_t output_bytes) noexcept
{
    const Sha3Function *found = find_with_output(function, output_bytes);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const auto is_first = [bytes](size_t size) { return size == *bytes; };
    if (count != 0 && std::all_of(bytes, bytes + count, is_first))
        return hashlane_sha3_hash_equal(function, messages, *bytes, count, outputs, output_stride,
                                        output_bytes);
    sponge_hash_unequal(sponge_of(*found), active_table<Workload::sha3>(),
                        {messages, bytes, count, {outputs, output_stride, output_bytes}});
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash_many_pool(hashlane_sha3_function function,
                                             const uint8_t *const *messages, const size_t *bytes,
                                             size_t count, uint8_t *outputs, size_t output_stride,
                                             size_t output_bytes,
                                             const hashlane_pool *pool) noexcept
{
    if (find_with_output(function, output_bytes) == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const OutputRows rows{outputs, output_stride, output_bytes};
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hashlane_sha3_hash_many(function, messages + first, bytes + first, part, rows.at(first),
                                output_stride, output_bytes);
    });
    return HASHLANE_OK;
}

hashlane_status hashlane_sha3_hash_columns(hashlane_sha3_function function,
                                           const hashlane_column *columns, size_t columns_count,
                                           size_t count, uint8_t *outputs, size_t output_stride,
                                           size_t output_bytes) noexcept
{
    const Sha3Function *found = find_with_output(function, output_bytes);
    if (found == nullptr)
        return HASHLANE_BAD_ARGUMENT;
    const Columns parts(columns, columns_count);
    const auto hash_call = [&](const KernelCall &call) {
        // Not in the long frame of sponge_hash_columns, where a message took 50 cycles more on
        // Zen 5: these pointers then lie 4 KiB from the kernel's copies, which may be the cause.
        const CallOutputs to(call, {outputs, output_stride, output_bytes});
        if (columns_count != 1)
            return sponge_hash_columns(*found, call, parts, to.at, output_bytes);
        const uint8_t *from[max_absorb_lanes];
        for (size_t lane = 0; lane < call.kernel.lanes; ++lane)
            from[lane] = part_of(*columns, call.first + (lane < call.count ? lane : 0));
        sponge_hash(*found, call.kernel, from, columns->bytes, to.at, output_bytes);
    };
    for_each_call(active_table<Workload::sha3>(), count, hash_call,
                  blocks_of(*found, bytes_of(parts), output_bytes));
    return HASHLANE_OK;
}

} // extern "C"
