// SPDX-License-Identifier: MIT
//
// The C interface of turboshake.h.

#include "../base/bytes.h"
#include "../base/pool.h"
#include "../sha3/sponge.h"

#include "hashlane/turboshake.h"

#include <optional>

using namespace hashlane;

namespace {

// RFC 9861, 2.2: none for arguments out of range.
std::optional<Sponge> find_turboshake(hashlane_turboshake_function function, uint8_t domain)
{
    if (domain < 0x01 || domain > 0x7f)
        return std::nullopt;
    switch (function) {
    case HASHLANE_TURBOSHAKE128:
        return Sponge{168, domain, keccak_p_rounds};
    case HASHLANE_TURBOSHAKE256:
        return Sponge{136, domain, keccak_p_rounds};
    }
    return std::nullopt;
}

} // namespace

extern "C" {

hashlane_status hashlane_turboshake_init(hashlane_turboshake_context *hash,
                                         hashlane_turboshake_function function,
                                         uint8_t domain) noexcept
{
    *hash = {}; // no rate: not usable
    const std::optional<Sponge> sponge = find_turboshake(function, domain);
    if (!sponge)
        return HASHLANE_BAD_ARGUMENT;
    sponge_init(hash->sponge, *sponge);
    return HASHLANE_OK;
}

hashlane_status hashlane_turboshake_update(hashlane_turboshake_context *hash, const void *message,
                                           size_t bytes) noexcept
{
    if (hash->sponge.squeezing || !is_usable(hash->sponge))
        return HASHLANE_BAD_ARGUMENT;
    sponge_absorb(hash->sponge, single_absorb(), as_bytes(message, bytes), keccak_p_rounds);
    return HASHLANE_OK;
}

hashlane_status hashlane_turboshake_squeeze(hashlane_turboshake_context *hash, uint8_t *output,
                                            size_t bytes) noexcept
{
    if (!is_usable(hash->sponge))
        return HASHLANE_BAD_ARGUMENT;
    sponge_squeeze(hash->sponge, single_absorb(), {output, bytes}, keccak_p_rounds);
    return HASHLANE_OK;
}

hashlane_status hashlane_turboshake_hash(hashlane_turboshake_function function, uint8_t domain,
                                         const void *message, size_t bytes, uint8_t *output,
                                         size_t output_bytes) noexcept
{
    hashlane_turboshake_context hash;
    const hashlane_status status = hashlane_turboshake_init(&hash, function, domain);
    if (status != HASHLANE_OK)
        return status;
    hashlane_turboshake_update(&hash, message, bytes);
    return hashlane_turboshake_squeeze(&hash, output, output_bytes);
}

hashlane_status hashlane_turboshake_hash_many(hashlane_turboshake_function function, uint8_t domain,
                                              const uint8_t *const *messages, const size_t *bytes,
                                              size_t count, uint8_t *outputs, size_t output_stride,
                                              size_t output_bytes) noexcept
{
    const std::optional<Sponge> sponge = find_turboshake(function, domain);
    if (!sponge)
        return HASHLANE_BAD_ARGUMENT;
    sponge_hash_unequal(*sponge, active_table<Workload::sha3>(),
                        {messages, bytes, count, {outputs, output_stride, output_bytes}});
    return HASHLANE_OK;
}

hashlane_status hashlane_turboshake_hash_many_pool(hashlane_turboshake_function function,
                                                   uint8_t domain, const uint8_t *const *messages,
                                                   const size_t *bytes, size_t count,
                                                   uint8_t *outputs, size_t output_stride,
                                                   size_t output_bytes,
                                                   const hashlane_pool *pool) noexcept
{
    if (!find_turboshake(function, domain))
        return HASHLANE_BAD_ARGUMENT;
    const OutputRows rows{outputs, output_stride, output_bytes};
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hashlane_turboshake_hash_many(function, domain, messages + first, bytes + first, part,
                                      rows.at(first), output_stride, output_bytes);
    });
    return HASHLANE_OK;
}

} // extern "C"
