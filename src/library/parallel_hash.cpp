// SPDX-License-Identifier: MIT
//
// The C interface of sp800_185.h: ParallelHash.

#include "../compiler/wipe.h"
#include "custom_output.h"
#include "single_absorb.h"

#include <algorithm>

using namespace hashlane;

namespace {

constexpr std::size_t most_digest_bytes = 64;

/// cSHAKE with neither name nor customization is what blocks are hashed with (section 6.3.1). Of a
/// context that was started.
const Sha3Function &block_function(const hashlane_parallel_hash &hash)
{
    const Sha3Function &weaker = *custom_function(0).plain;
    return hash.block.rate_bytes == weaker.rate_bytes ? weaker : *custom_function(1).plain;
}

/// Twice the strength, which is half the capacity: 256 or 512 bits.
std::size_t digest_bytes(const Sha3Function &function)
{
    return 8 * keccak_state_words - function.rate_bytes;
}

// Blocks that are whole: on the lanes of this core.
void absorb_whole_blocks(hashlane_parallel_hash &hash, const std::uint8_t *message,
                         std::size_t count)
{
    const Sha3Function &function = block_function(hash);
    const std::size_t bytes = digest_bytes(function);
    const auto block_bytes = static_cast<std::size_t>(hash.block_bytes); // they are in memory
    std::uint8_t digests[max_lanes * most_digest_bytes];
    const std::uint8_t *blocks[max_lanes];
    std::uint8_t *outputs[max_lanes];
    while (count != 0) {
        const std::size_t taken = std::min<std::size_t>(count, max_lanes);
        for (std::size_t i = 0; i < taken; ++i) {
            blocks[i] = message + i * block_bytes;
            outputs[i] = digests + i * bytes;
        }
        hashlane_sha3_hash_many(function.function, blocks, taken, block_bytes, outputs, bytes);
        sponge_absorb(hash.inside.sponge, single_absorb(), {digests, taken * bytes});
        hash.blocks += taken;
        message += taken * block_bytes;
        count -= taken;
    }
}

void end_block(hashlane_parallel_hash &hash)
{
    const Sha3Function &function = block_function(hash);
    std::uint8_t digest[most_digest_bytes];
    const std::span used(digest, digest_bytes(function));
    sponge_squeeze(hash.block, single_absorb(), used);
    sponge_absorb(hash.inside.sponge, single_absorb(), used);
    sponge_init(hash.block, function);
    hash.position = 0;
    ++hash.blocks;
}

/// Whether absorb_whole_blocks() and end_block() read and write what they should.
bool takes_blocks(const hashlane_parallel_hash &hash)
{
    return takes_message(hash.inside) && is_usable(hash.block) && !hash.block.squeezing &&
           hash.block.rate_bytes == hash.inside.sponge.rate_bytes &&
           hash.position < hash.block_bytes;
}

void absorb_message(hashlane_parallel_hash &hash, std::span<const std::uint8_t> message)
{
    while (!message.empty()) {
        if (hash.position == 0 && message.size() >= hash.block_bytes) {
            const auto block_bytes = static_cast<std::size_t>(hash.block_bytes);
            const std::size_t count = message.size() / block_bytes;
            absorb_whole_blocks(hash, message.data(), count);
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

// What precedes the length of the output.
void end_blocks(hashlane_parallel_hash &hash)
{
    if (hash.position != 0)
        end_block(hash);
    absorb_right_encoded(hash.inside, single_absorb(), hash.blocks);
}

} // namespace

extern "C" {

hashlane_status hashlane_parallel_hash_init(hashlane_parallel_hash *hash,
                                            hashlane_parallel_hash_function function,
                                            size_t block_bytes, const uint8_t *customization,
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
    absorb_left_encoded(hash->inside, single_absorb(), block_bytes);
    return HASHLANE_OK;
}

hashlane_status hashlane_parallel_hash_absorb(hashlane_parallel_hash *hash, const uint8_t *message,
                                              size_t bytes) noexcept
{
    if (!takes_blocks(*hash) || !is_string(message, bytes))
        return HASHLANE_BAD_ARGUMENT;
    absorb_message(*hash, {message, bytes});
    return HASHLANE_OK;
}

hashlane_status hashlane_parallel_hash_final(hashlane_parallel_hash *hash, uint8_t *output,
                                             size_t bytes) noexcept
{
    if (!takes_blocks(*hash) || !is_string(output, bytes))
        return HASHLANE_BAD_ARGUMENT;
    end_blocks(*hash);
    const hashlane_status status = finish_custom(hash->inside, output, bytes);
    wipe(hash, sizeof *hash);
    return status;
}

hashlane_status hashlane_parallel_hash_squeeze(hashlane_parallel_hash *hash, uint8_t *output,
                                               size_t bytes) noexcept
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

hashlane_status hashlane_parallel_hash_hash(hashlane_parallel_hash_function function,
                                            size_t block_bytes, const uint8_t *customization,
                                            size_t customization_bytes, const uint8_t *message,
                                            size_t bytes, uint8_t *output,
                                            size_t output_bytes) noexcept
{
    hashlane_parallel_hash hash;
    hashlane_status status = hashlane_parallel_hash_init(&hash, function, block_bytes,
                                                         customization, customization_bytes);
    if (status == HASHLANE_OK)
        status = hashlane_parallel_hash_absorb(&hash, message, bytes);
    if (status == HASHLANE_OK)
        status = hashlane_parallel_hash_final(&hash, output, output_bytes);
    wipe(&hash, sizeof hash);
    return status;
}

} // extern "C"
