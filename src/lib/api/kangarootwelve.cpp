// SPDX-License-Identifier: MIT
//
// The C interface of kangarootwelve.h.

#include "../sha3/kangarootwelve.h"
#include "../base/bytes.h"

using namespace hashlane;

namespace {

bool may_absorb(const hashlane_kangarootwelve_context &hash)
{
    return is_usable(hash) && !is_finished(hash);
}

} // namespace

extern "C" {

hashlane_status hashlane_kangarootwelve_init(hashlane_kangarootwelve_context *hash,
                                             hashlane_kangarootwelve_function function) noexcept
{
    switch (function) {
    case HASHLANE_KT128:
        kangarootwelve_init(*hash, kt128_rate_bytes);
        return HASHLANE_OK;
    case HASHLANE_KT256:
        kangarootwelve_init(*hash, kt256_rate_bytes);
        return HASHLANE_OK;
    }
    *hash = {}; // no rate: not usable
    return HASHLANE_BAD_ARGUMENT;
}

hashlane_status hashlane_kangarootwelve_update(hashlane_kangarootwelve_context *hash,
                                               const void *message, size_t bytes) noexcept
{
    return hashlane_kangarootwelve_update_pool(hash, message, bytes, nullptr);
}

hashlane_status hashlane_kangarootwelve_update_pool(hashlane_kangarootwelve_context *hash,
                                                    const void *message, size_t bytes,
                                                    const hashlane_pool *pool) noexcept
{
    if (!may_absorb(*hash))
        return HASHLANE_BAD_ARGUMENT;
    kangarootwelve_absorb(*hash, active_table<Workload::sha3>(), as_bytes(message, bytes), pool);
    return HASHLANE_OK;
}

hashlane_status hashlane_kangarootwelve_customize(hashlane_kangarootwelve_context *hash,
                                                  const void *customization,
                                                  size_t customization_bytes) noexcept
{
    if (!may_absorb(*hash))
        return HASHLANE_BAD_ARGUMENT;
    kangarootwelve_finish(*hash, active_table<Workload::sha3>(),
                          as_bytes(customization, customization_bytes));
    return HASHLANE_OK;
}

hashlane_status hashlane_kangarootwelve_squeeze(hashlane_kangarootwelve_context *hash,
                                                uint8_t *output, size_t bytes) noexcept
{
    if (!is_usable(*hash))
        return HASHLANE_BAD_ARGUMENT;
    const KernelTable &choice = active_table<Workload::sha3>();
    if (!is_finished(*hash))
        kangarootwelve_finish(*hash, choice, {});
    kangarootwelve_squeeze(*hash, choice, {output, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_kangarootwelve_hash(hashlane_kangarootwelve_function function,
                                             const void *message, size_t bytes,
                                             const void *customization, size_t customization_bytes,
                                             uint8_t *output, size_t output_bytes) noexcept
{
    return hashlane_kangarootwelve_hash_pool(function, message, bytes, customization,
                                             customization_bytes, output, output_bytes, nullptr);
}

hashlane_status hashlane_kangarootwelve_hash_pool(hashlane_kangarootwelve_function function,
                                                  const void *message, size_t bytes,
                                                  const void *customization,
                                                  size_t customization_bytes, uint8_t *output,
                                                  size_t output_bytes,
                                                  const hashlane_pool *pool) noexcept
{
    hashlane_kangarootwelve_context hash;
    const hashlane_status started = hashlane_kangarootwelve_init(&hash, function);
    if (started != HASHLANE_OK)
        return started;
    hashlane_kangarootwelve_update_pool(&hash, message, bytes, pool);
    hashlane_kangarootwelve_customize(&hash, customization, customization_bytes);
    return hashlane_kangarootwelve_squeeze(&hash, output, output_bytes);
}

} // extern "C"
