// SPDX-License-Identifier: MIT
//
// The C interface of sp800_185.h: cSHAKE, KMAC and TupleHash.

#include "../compiler/wipe.h"
#include "custom_output.h"
#include "single_absorb.h"

using namespace hashlane;

namespace {

CustomFunction cshake_function(hashlane_cshake_function function)
{
    const auto value = static_cast<unsigned>(function);
    if (value >= 2)
        return {nullptr, Ending::none};
    return {custom_function(value).plain, Ending::open};
}

// 0 if the next `bytes` bytes of output are `expected`. Where they differ does not show in the
// time that this takes.
std::uint8_t difference(hashlane_sha3 &sponge, const std::uint8_t *expected, std::size_t bytes)
{
    std::uint8_t output[136]; // any size would do
    std::uint8_t different = 0;
    while (bytes != 0) {
        const std::size_t taken = bytes < sizeof output ? bytes : sizeof output;
        sponge_squeeze(sponge, single_absorb(), {output, taken});
        for (std::size_t i = 0; i < taken; ++i)
            different |= static_cast<std::uint8_t>(output[i] ^ expected[i]);
        // The compiler may not look for an early end.
        HASHLANE_KEEP("r", different);
        expected += taken;
        bytes -= taken;
    }
    wipe(output, sizeof output);
    return different;
}

// 0 gives HASHLANE_OK, anything else HASHLANE_WRONG, without a branch.
hashlane_status status_of(std::uint8_t different)
{
    const unsigned is_different = (different + 255U) >> 8U;
    static_assert(HASHLANE_OK == 0);
    return static_cast<hashlane_status>(is_different * HASHLANE_WRONG);
}

} // namespace

extern "C" {

// ---- cSHAKE ----

hashlane_status hashlane_cshake_init(hashlane_cshake *hash, hashlane_cshake_function function,
                                     const uint8_t *name, size_t name_bytes,
                                     const uint8_t *customization,
                                     size_t customization_bytes) noexcept
{
    const CustomFunction found = cshake_function(function);
    if (found.plain == nullptr || !is_string(name, name_bytes) ||
        !is_string(customization, customization_bytes)) {
        hash->inside = {};
        return HASHLANE_BAD_ARGUMENT;
    }
    custom_init(hash->inside, found, single_absorb(), {name, name_bytes},
                {customization, customization_bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_cshake_absorb(hashlane_cshake *hash, const uint8_t *message,
                                       size_t bytes) noexcept
{
    if (!takes_message(hash->inside) || !is_string(message, bytes))
        return HASHLANE_BAD_ARGUMENT;
    sponge_absorb(hash->inside.sponge, single_absorb(), {message, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_cshake_squeeze(hashlane_cshake *hash, uint8_t *output,
                                        size_t bytes) noexcept
{
    if (!gives_output(hash->inside, Ending::open) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    sponge_squeeze(hash->inside.sponge, single_absorb(), {output, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_cshake_hash(hashlane_cshake_function function, const uint8_t *name,
                                     size_t name_bytes, const uint8_t *customization,
                                     size_t customization_bytes, const uint8_t *message,
                                     size_t bytes, uint8_t *output, size_t output_bytes) noexcept
{
    hashlane_cshake hash;
    hashlane_status status =
        hashlane_cshake_init(&hash, function, name, name_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_cshake_absorb(&hash, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_cshake_squeeze(&hash, output, output_bytes);
    wipe(&hash, sizeof hash);
    return status;
}

// ---- KMAC ----

hashlane_status hashlane_kmac_init(hashlane_kmac *mac, hashlane_kmac_function function,
                                   const uint8_t *key, size_t key_bytes,
                                   const uint8_t *customization,
                                   size_t customization_bytes) noexcept
{
    if (!is_string(key, key_bytes)) {
        mac->inside = {};
        return HASHLANE_BAD_ARGUMENT;
    }
    const CustomFunction found = custom_function(static_cast<unsigned>(function));
    const hashlane_status status =
        begin_custom(mac->inside, found, "KMAC", customization, customization_bytes);
    if (status != HASHLANE_OK)
        return status;
    absorb_left_encoded(mac->inside, single_absorb(), found.plain->rate_bytes);
    absorb_string(mac->inside, single_absorb(), {key, key_bytes});
    absorb_padding(mac->inside, single_absorb());
    return HASHLANE_OK;
}

hashlane_status hashlane_kmac_absorb(hashlane_kmac *mac, const uint8_t *message,
                                     size_t bytes) noexcept
{
    if (!takes_message(mac->inside) || !is_string(message, bytes))
        return HASHLANE_BAD_ARGUMENT;
    sponge_absorb(mac->inside.sponge, single_absorb(), {message, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_kmac_final(hashlane_kmac *mac, uint8_t *output, size_t bytes) noexcept
{
    return finish_custom(mac->inside, output, bytes);
}

hashlane_status hashlane_kmac_squeeze(hashlane_kmac *mac, uint8_t *output, size_t bytes) noexcept
{
    return squeeze_custom(mac->inside, output, bytes);
}

hashlane_status hashlane_kmac_final_verify(hashlane_kmac *mac, const uint8_t *expected,
                                           size_t expected_bytes) noexcept
{
    if (!takes_message(mac->inside) || expected == nullptr ||
        expected_bytes < HASHLANE_KMAC_LEAST_BYTES)
        return HASHLANE_BAD_ARGUMENT;
    end_custom_message(mac->inside, single_absorb(), expected_bytes);
    const std::uint8_t different = difference(mac->inside.sponge, expected, expected_bytes);
    wipe(mac, sizeof *mac);
    return status_of(different);
}

hashlane_status hashlane_kmac_compute(hashlane_kmac_function function, const uint8_t *key,
                                      size_t key_bytes, const uint8_t *customization,
                                      size_t customization_bytes, const uint8_t *message,
                                      size_t bytes, uint8_t *output, size_t output_bytes) noexcept
{
    hashlane_kmac mac;
    hashlane_status status =
        hashlane_kmac_init(&mac, function, key, key_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_absorb(&mac, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_final(&mac, output, output_bytes);
    wipe(&mac, sizeof mac); // it holds the key where a later argument was bad
    return status;
}

hashlane_status hashlane_kmac_verify(hashlane_kmac_function function, const uint8_t *key,
                                     size_t key_bytes, const uint8_t *customization,
                                     size_t customization_bytes, const uint8_t *message,
                                     size_t bytes, const uint8_t *expected,
                                     size_t expected_bytes) noexcept
{
    hashlane_kmac mac;
    hashlane_status status =
        hashlane_kmac_init(&mac, function, key, key_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_absorb(&mac, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_final_verify(&mac, expected, expected_bytes);
    wipe(&mac, sizeof mac);
    return status;
}

// ---- TupleHash ----

hashlane_status hashlane_tuple_hash_init(hashlane_tuple_hash *hash,
                                         hashlane_tuple_hash_function function,
                                         const uint8_t *customization,
                                         size_t customization_bytes) noexcept
{
    return begin_custom(hash->inside, custom_function(static_cast<unsigned>(function)), "TupleHash",
                        customization, customization_bytes);
}

hashlane_status hashlane_tuple_hash_element(hashlane_tuple_hash *hash, const uint8_t *element,
                                            size_t bytes) noexcept
{
    if (!takes_message(hash->inside) || !is_string(element, bytes))
        return HASHLANE_BAD_ARGUMENT;
    absorb_string(hash->inside, single_absorb(), {element, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_tuple_hash_final(hashlane_tuple_hash *hash, uint8_t *output,
                                          size_t bytes) noexcept
{
    return finish_custom(hash->inside, output, bytes);
}

hashlane_status hashlane_tuple_hash_squeeze(hashlane_tuple_hash *hash, uint8_t *output,
                                            size_t bytes) noexcept
{
    return squeeze_custom(hash->inside, output, bytes);
}

hashlane_status hashlane_tuple_hash_hash(hashlane_tuple_hash_function function,
                                         const uint8_t *customization, size_t customization_bytes,
                                         const uint8_t *const *elements,
                                         const size_t *element_bytes, size_t count, uint8_t *output,
                                         size_t output_bytes) noexcept
{
    hashlane_tuple_hash hash;
    hashlane_status status =
        hashlane_tuple_hash_init(&hash, function, customization, customization_bytes);
    for (size_t i = 0; i < count && status == HASHLANE_OK; ++i)
        status = hashlane_tuple_hash_element(&hash, elements[i], element_bytes[i]);
    if (status == HASHLANE_OK)
        status = hashlane_tuple_hash_final(&hash, output, output_bytes);
    wipe(&hash, sizeof hash);
    return status;
}

} // extern "C"
