// SPDX-License-Identifier: MIT
//
// The C interface of sp800_185.h, and what the functions of NIST SP 800-185 are made of: a sponge
// that begins with a name and a customization and ends with the length of its output.

#include "../base/bytes.h"
#include "../base/pool.h"
#include "../base/wipe.h"
#include "../sha3/sponge.h"

#include "hashlane/sp800_185.h"

#include <algorithm>
#include <bit>

using namespace hashlane;

namespace {

// ---- What they have in common ----

/// The end that follows the message, as hashlane_custom_sponge::ending holds it.
enum class Ending : std::uint32_t {
    none,    ///< there is no message: not started, or finished
    open,    ///< nothing; any number of bytes come out: cSHAKE
    fixed,   ///< how many bytes will come out, which they do at once
    unending ///< that the output has no end: the XOFs
};

struct CustomFunction {
    const Sha3Function *plain; ///< SHAKE128 or SHAKE256
    Ending ending;
};

// "00" for cSHAKE (3.3), with the 1 of pad10*1 above it.
constexpr std::uint8_t cshake_suffix = 0x04;

/// A number in as few bytes as it needs, at least one, big-endian.
struct Encoded {
    std::uint8_t bytes[10]; // one for the length before and one after the eight of the number
    std::uint8_t size;

    std::uint8_t *number() { return bytes + 9 - size; }
};

Encoded encode(std::uint64_t value)
{
    Encoded encoded{};
    for (unsigned i = 0; i < 8; ++i)
        encoded.bytes[8 - i] = static_cast<std::uint8_t>(value >> (8 * i));
    encoded.size = static_cast<std::uint8_t>((std::bit_width(value | 1) + 7) / 8);
    return encoded;
}

/// No string in memory has 2^61 bytes.
std::uint64_t bits(std::uint64_t bytes) { return 8 * bytes; }

void absorb(hashlane_custom_sponge &hash, std::span<const std::uint8_t> bytes)
{
    sponge_absorb(hash.sponge, single_absorb(), bytes);
}

void squeeze(hashlane_sha3_context &sponge, std::span<std::uint8_t> output)
{
    sponge_squeeze(sponge, single_absorb(), output);
}

/// Returns the function of a value of sp800_185.h's enumerations: 128, 256, XOF128, XOF256. Null
/// `plain` if no function has the value.
CustomFunction custom_function(unsigned value)
{
    const hashlane_sha3_function plain[] = {HASHLANE_SHAKE128, HASHLANE_SHAKE256};
    if (value >= 4)
        return {nullptr, Ending::none};
    return {find_sha3_function(plain[value % 2]), value < 2 ? Ending::fixed : Ending::unending};
}

/// True if its message has not ended, and no access would be outside the structure.
bool takes_message(const hashlane_custom_sponge &hash)
{
    const auto ending = static_cast<Ending>(hash.ending);
    return ending != Ending::none && ending <= Ending::unending && !hash.sponge.squeezing &&
           is_usable(hash.sponge);
}

// Precondition of all that absorb: takes_message(). left_encode and right_encode, section 2.3.1.
void absorb_left_encoded(hashlane_custom_sponge &hash, std::uint64_t value)
{
    Encoded encoded = encode(value);
    std::uint8_t *const first = encoded.number() - 1;
    *first = encoded.size;
    absorb(hash, {first, encoded.size + 1U});
}

void absorb_right_encoded(hashlane_custom_sponge &hash, std::uint64_t value)
{
    Encoded encoded = encode(value);
    encoded.bytes[9] = encoded.size;
    absorb(hash, {encoded.number(), encoded.size + 1U});
}

/// encode_string, section 2.3.2.
void absorb_string(hashlane_custom_sponge &hash, std::span<const std::uint8_t> string)
{
    absorb_left_encoded(hash, bits(string.size()));
    absorb(hash, string);
}

/// Zeros up to the end of the block: what bytepad ends with, section 2.3.3.
void absorb_padding(hashlane_custom_sponge &hash)
{
    // XORing zeros changes nothing: only the permutation is missing.
    if (hash.sponge.position == 0)
        return;
    single_absorb()(hash.sponge.state, nullptr, 0, 1, keccak_f_rounds);
    hash.sponge.position = 0;
}

/// NULL stands for no bytes only.
bool is_string(const void *bytes, std::size_t size) { return bytes != nullptr || size == 0; }

/// Ends a message whose ending is `fixed` or `unending`.
void end_custom_message(hashlane_custom_sponge &hash, std::uint64_t output_bytes)
{
    const bool is_fixed = hash.ending == static_cast<std::uint32_t>(Ending::fixed);
    absorb_right_encoded(hash, is_fixed ? bits(output_bytes) : 0);
}

/// ..._init() with cSHAKE's N and S, section 3.3: a context that takes nothing where an argument is
/// bad.
hashlane_status begin_custom(hashlane_custom_sponge &hash, const CustomFunction &function,
                             std::string_view name, const void *customization,
                             std::size_t customization_bytes)
{
    hash = {};
    if (function.plain == nullptr || !is_string(customization, customization_bytes))
        return HASHLANE_BAD_ARGUMENT;
    hash.ending = static_cast<std::uint32_t>(function.ending);
    Sponge sponge = sponge_of(*function.plain);
    if (name.empty() && customization_bytes == 0) {
        sponge_init(hash.sponge, sponge);
        return HASHLANE_OK;
    }
    sponge.suffix = cshake_suffix;
    sponge_init(hash.sponge, sponge);
    absorb_left_encoded(hash, sponge.rate_bytes);
    absorb_string(hash, as_bytes(name.data(), name.size()));
    absorb_string(hash, as_bytes(customization, customization_bytes));
    absorb_padding(hash);
    return HASHLANE_OK;
}

/// ..._update().
hashlane_status absorb_custom(hashlane_custom_sponge &hash, const void *message, std::size_t bytes)
{
    if (!takes_message(hash) || !is_string(message, bytes))
        return HASHLANE_BAD_ARGUMENT;
    absorb(hash, as_bytes(message, bytes));
    return HASHLANE_OK;
}

/// True if the hash was started with this ending; its message may have ended.
bool gives_output(const hashlane_custom_sponge &hash, Ending ending)
{
    return hash.ending == static_cast<std::uint32_t>(ending) && is_usable(hash.sponge);
}

/// ..._final() of a message whose ending is `fixed` or `unending`; leaves a context that takes
/// nothing and knows nothing.
hashlane_status finish_custom(hashlane_custom_sponge &hash, std::uint8_t *output, std::size_t bytes)
{
    if (!takes_message(hash) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    end_custom_message(hash, bytes);
    squeeze(hash.sponge, {output, bytes});
    wipe(&hash, sizeof hash);
    return HASHLANE_OK;
}

/// ..._squeeze() of one whose ending is `unending`.
hashlane_status squeeze_custom(hashlane_custom_sponge &hash, std::uint8_t *output,
                               std::size_t bytes)
{
    if (!gives_output(hash, Ending::unending) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    if (!hash.sponge.squeezing)
        end_custom_message(hash, 0);
    squeeze(hash.sponge, {output, bytes});
    return HASHLANE_OK;
}

} // namespace

extern "C" {

// ---- cSHAKE ----

hashlane_status hashlane_cshake_init(hashlane_cshake_context *hash,
                                     hashlane_cshake_function function, const void *name,
                                     size_t name_bytes, const void *customization,
                                     size_t customization_bytes) noexcept
{
    if (!is_string(name, name_bytes)) {
        hash->inside = {};
        return HASHLANE_BAD_ARGUMENT;
    }
    const auto value = static_cast<unsigned>(function);
    const CustomFunction found{value < 2 ? custom_function(value).plain : nullptr, Ending::open};
    return begin_custom(hash->inside, found, {static_cast<const char *>(name), name_bytes},
                        customization, customization_bytes);
}

hashlane_status hashlane_cshake_update(hashlane_cshake_context *hash, const void *message,
                                       size_t bytes) noexcept
{
    return absorb_custom(hash->inside, message, bytes);
}

hashlane_status hashlane_cshake_squeeze(hashlane_cshake_context *hash, uint8_t *output,
                                        size_t bytes) noexcept
{
    if (!gives_output(hash->inside, Ending::open) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    squeeze(hash->inside.sponge, {output, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_cshake_hash(hashlane_cshake_function function, const void *name,
                                     size_t name_bytes, const void *customization,
                                     size_t customization_bytes, const void *message, size_t bytes,
                                     uint8_t *output, size_t output_bytes) noexcept
{
    hashlane_cshake_context hash;
    hashlane_status status =
        hashlane_cshake_init(&hash, function, name, name_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_cshake_update(&hash, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_cshake_squeeze(&hash, output, output_bytes);
    wipe(&hash, sizeof hash);
    return status;
}

} // extern "C"

// ---- KMAC ----

namespace {

// 0 if the next `bytes` bytes of output are `expected`. Where they differ does not show in the
// time that this takes.
std::uint8_t difference(hashlane_sha3_context &sponge, const std::uint8_t *expected,
                        std::size_t bytes)
{
    std::uint8_t output[136]; // any size would do
    std::uint8_t different = 0;
    while (bytes != 0) {
        const std::size_t taken = bytes < sizeof output ? bytes : sizeof output;
        squeeze(sponge, {output, taken});
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

hashlane_status hashlane_kmac_init(hashlane_kmac_context *mac, hashlane_kmac_function function,
                                   const void *key, size_t key_bytes, const void *customization,
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
    absorb_left_encoded(mac->inside, found.plain->rate_bytes);
    absorb_string(mac->inside, as_bytes(key, key_bytes));
    absorb_padding(mac->inside);
    return HASHLANE_OK;
}

hashlane_status hashlane_kmac_update(hashlane_kmac_context *mac, const void *message,
                                     size_t bytes) noexcept
{
    return absorb_custom(mac->inside, message, bytes);
}

hashlane_status hashlane_kmac_final(hashlane_kmac_context *mac, uint8_t *output,
                                    size_t bytes) noexcept
{
    return finish_custom(mac->inside, output, bytes);
}

hashlane_status hashlane_kmac_squeeze(hashlane_kmac_context *mac, uint8_t *output,
                                      size_t bytes) noexcept
{
    return squeeze_custom(mac->inside, output, bytes);
}

hashlane_status hashlane_kmac_final_verify(hashlane_kmac_context *mac, const uint8_t *expected,
                                           size_t expected_bytes) noexcept
{
    if (!takes_message(mac->inside) || expected == nullptr ||
        expected_bytes < HASHLANE_KMAC_MIN_BYTES)
        return HASHLANE_BAD_ARGUMENT;
    end_custom_message(mac->inside, expected_bytes);
    const std::uint8_t different = difference(mac->inside.sponge, expected, expected_bytes);
    wipe(mac, sizeof *mac);
    return status_of(different);
}

hashlane_status hashlane_kmac(hashlane_kmac_function function, const void *key, size_t key_bytes,
                              const void *customization, size_t customization_bytes,
                              const void *message, size_t bytes, uint8_t *output,
                              size_t output_bytes) noexcept
{
    hashlane_kmac_context mac;
    hashlane_status status =
        hashlane_kmac_init(&mac, function, key, key_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_update(&mac, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_final(&mac, output, output_bytes);
    wipe(&mac, sizeof mac); // it holds the key where a later argument was bad
    return status;
}

hashlane_status hashlane_kmac_verify(hashlane_kmac_function function, const void *key,
                                     size_t key_bytes, const void *customization,
                                     size_t customization_bytes, const void *message, size_t bytes,
                                     const uint8_t *expected, size_t expected_bytes) noexcept
{
    hashlane_kmac_context mac;
    hashlane_status status =
        hashlane_kmac_init(&mac, function, key, key_bytes, customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_update(&mac, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_kmac_final_verify(&mac, expected, expected_bytes);
    wipe(&mac, sizeof mac);
    return status;
}

// ---- TupleHash ----

hashlane_status hashlane_tuple_hash_init(hashlane_tuple_hash_context *hash,
                                         hashlane_tuple_hash_function function,
                                         const void *customization,
                                         size_t customization_bytes) noexcept
{
    return begin_custom(hash->inside, custom_function(static_cast<unsigned>(function)), "TupleHash",
                        customization, customization_bytes);
}

hashlane_status hashlane_tuple_hash_element(hashlane_tuple_hash_context *hash, const void *element,
                                            size_t bytes) noexcept
{
    if (!takes_message(hash->inside) || !is_string(element, bytes))
        return HASHLANE_BAD_ARGUMENT;
    absorb_string(hash->inside, as_bytes(element, bytes));
    return HASHLANE_OK;
}

hashlane_status hashlane_tuple_hash_final(hashlane_tuple_hash_context *hash, uint8_t *output,
                                          size_t bytes) noexcept
{
    return finish_custom(hash->inside, output, bytes);
}

hashlane_status hashlane_tuple_hash_squeeze(hashlane_tuple_hash_context *hash, uint8_t *output,
                                            size_t bytes) noexcept
{
    return squeeze_custom(hash->inside, output, bytes);
}

hashlane_status hashlane_tuple_hash(hashlane_tuple_hash_function function,
                                    const void *customization, size_t customization_bytes,
                                    const uint8_t *const *elements, const size_t *element_bytes,
                                    size_t count, uint8_t *output, size_t output_bytes) noexcept
{
    hashlane_tuple_hash_context hash;
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

// ---- ParallelHash ----

namespace {

constexpr std::size_t most_digest_bytes = 64;
constexpr std::size_t room_for_digests = 16 << 10; // of blocks in work at once

/// cSHAKE with neither name nor customization is what blocks are hashed with (section 6.3.1). Of a
/// context that was started.
const Sha3Function &block_function(const hashlane_parallel_hash_context &hash)
{
    const Sha3Function &weaker = *custom_function(0).plain;
    return hash.block.rate_bytes == weaker.rate_bytes ? weaker : *custom_function(1).plain;
}

/// Twice the strength, which is half the capacity: 256 or 512 bits.
std::size_t digest_bytes(const Sha3Function &function)
{
    return 8 * keccak_state_words - function.rate_bytes;
}

void absorb_whole_blocks(hashlane_parallel_hash_context &hash, const std::uint8_t *message,
                         std::size_t count, const hashlane_pool *pool)
{
    const Sha3Function &function = block_function(hash);
    const std::size_t bytes = digest_bytes(function);
    const auto block_bytes = static_cast<std::size_t>(hash.block_bytes); // they are in memory
    std::uint8_t digests[room_for_digests];
    while (count != 0) {
        const std::size_t taken = std::min(count, room_for_digests / bytes);
        divide_on_pool(pool, taken, taken * block_bytes, [&](std::size_t first, std::size_t part) {
            const hashlane_column blocks = {message + first * block_bytes, block_bytes,
                                            block_bytes};
            hashlane_sha3_hash_columns(function.function, &blocks, 1, part, digests + first * bytes,
                                       bytes, bytes);
        });
        absorb(hash.inside, {digests, taken * bytes});
        hash.blocks += taken;
        message += taken * block_bytes;
        count -= taken;
    }
}

void end_block(hashlane_parallel_hash_context &hash)
{
    const Sha3Function &function = block_function(hash);
    std::uint8_t digest[most_digest_bytes];
    const std::span used(digest, digest_bytes(function));
    squeeze(hash.block, used);
    absorb(hash.inside, used);
    sponge_init(hash.block, function);
    hash.position = 0;
    ++hash.blocks;
}

/// True if absorb_whole_blocks() and end_block() access only the structure and the message.
bool takes_blocks(const hashlane_parallel_hash_context &hash)
{
    return takes_message(hash.inside) && is_usable(hash.block) && !hash.block.squeezing &&
           hash.block.rate_bytes == hash.inside.sponge.rate_bytes &&
           hash.position < hash.block_bytes;
}

void absorb_message(hashlane_parallel_hash_context &hash, std::span<const std::uint8_t> message,
                    const hashlane_pool *pool)
{
    while (!message.empty()) {
        if (hash.position == 0 && message.size() >= hash.block_bytes) {
            const auto block_bytes = static_cast<std::size_t>(hash.block_bytes);
            const std::size_t count = message.size() / block_bytes;
            absorb_whole_blocks(hash, message.data(), count, pool);
            message = message.subspan(count * block_bytes);
            continue;
        }
        const std::size_t taken = static_cast<std::size_t>(
            std::min<std::uint64_t>(message.size(), hash.block_bytes - hash.position));
        sponge_absorb(hash.block, single_absorb(), message.first(taken));
        message = message.subspan(taken);
        hash.position += taken;
        if (hash.position == hash.block_bytes)
            end_block(hash);
    }
}

// Absorbs everything that precedes the length of the output.
void end_blocks(hashlane_parallel_hash_context &hash)
{
    if (hash.position != 0)
        end_block(hash);
    absorb_right_encoded(hash.inside, hash.blocks);
}

} // namespace

extern "C" {

hashlane_status hashlane_parallel_hash_init(hashlane_parallel_hash_context *hash,
                                            hashlane_parallel_hash_function function,
                                            size_t block_bytes, const void *customization,
                                            size_t customization_bytes) noexcept
{
    *hash = {};
    if (block_bytes == 0)
        return HASHLANE_BAD_ARGUMENT;
    const CustomFunction found = custom_function(static_cast<unsigned>(function));
    const hashlane_status status =
        begin_custom(hash->inside, found, "ParallelHash", customization, customization_bytes);
    if (status != HASHLANE_OK)
        return status;
    hash->block_bytes = block_bytes;
    sponge_init(hash->block, *found.plain);
    absorb_left_encoded(hash->inside, block_bytes);
    return HASHLANE_OK;
}

hashlane_status hashlane_parallel_hash_update(hashlane_parallel_hash_context *hash,
                                              const void *message, size_t bytes) noexcept
{
    return hashlane_parallel_hash_update_pool(hash, message, bytes, nullptr);
}

hashlane_status hashlane_parallel_hash_update_pool(hashlane_parallel_hash_context *hash,
                                                   const void *message, size_t bytes,
                                                   const hashlane_pool *pool) noexcept
{
    if (!takes_blocks(*hash) || !is_string(message, bytes))
        return HASHLANE_BAD_ARGUMENT;
    absorb_message(*hash, as_bytes(message, bytes), pool);
    return HASHLANE_OK;
}

hashlane_status hashlane_parallel_hash_final(hashlane_parallel_hash_context *hash, uint8_t *output,
                                             size_t bytes) noexcept
{
    if (!takes_blocks(*hash) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    end_blocks(*hash);
    const hashlane_status status = finish_custom(hash->inside, output, bytes);
    wipe(hash, sizeof *hash);
    return status;
}

hashlane_status hashlane_parallel_hash_squeeze(hashlane_parallel_hash_context *hash,
                                               uint8_t *output, size_t bytes) noexcept
{
    if (!gives_output(hash->inside, Ending::unending) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    if (!hash->inside.sponge.squeezing) {
        if (!takes_blocks(*hash))
            return HASHLANE_BAD_ARGUMENT;
        end_blocks(*hash);
    }
    return squeeze_custom(hash->inside, output, bytes);
}

hashlane_status hashlane_parallel_hash(hashlane_parallel_hash_function function, size_t block_bytes,
                                       const void *customization, size_t customization_bytes,
                                       const void *message, size_t bytes, uint8_t *output,
                                       size_t output_bytes) noexcept
{
    return hashlane_parallel_hash_pool(function, block_bytes, customization, customization_bytes,
                                       message, bytes, output, output_bytes, nullptr);
}

hashlane_status hashlane_parallel_hash_pool(hashlane_parallel_hash_function function,
                                            size_t block_bytes, const void *customization,
                                            size_t customization_bytes, const void *message,
                                            size_t bytes, uint8_t *output, size_t output_bytes,
                                            const hashlane_pool *pool) noexcept
{
    hashlane_parallel_hash_context hash;
    hashlane_status status = hashlane_parallel_hash_init(&hash, function, block_bytes,
                                                         customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_parallel_hash_update_pool(&hash, message, bytes, pool);
    if (status == HASHLANE_OK)
        status = hashlane_parallel_hash_final(&hash, output, output_bytes);
    wipe(&hash, sizeof hash);
    return status;
}

} // extern "C"
