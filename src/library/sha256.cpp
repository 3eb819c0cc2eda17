// SPDX-License-Identifier: MIT
//
// The C interface of sha256.h for one message.

#include "../compiler/wipe.h"
#include "../dispatch/dispatch_table.h"
#include "../sha256/message.h"

#include "hashlane/sha256.h"

#include <algorithm>

using namespace hashlane;

namespace {

Sha256Blocks *single_compress()
{
    return *std::get_if<Sha256Blocks *>(&active_dispatch().single(Workload::sha256).function);
}

void compress_end(Sha256Blocks *compress, std::uint32_t *state, const std::uint8_t *from,
                  std::size_t rest, std::uint64_t bytes)
{
    std::uint8_t end[message_end_bytes];
    const unsigned blocks = write_message_end(end, from, rest, bytes);
    const std::uint8_t *const at = end;
    compress(state, &at, blocks);
}

} // namespace

extern "C" {

void hashlane_sha256(const uint8_t *message, size_t bytes, uint8_t *digest) noexcept
{
    Sha256Blocks *const compress = single_compress();
    std::uint32_t state[sha256_state_words];
    std::copy_n(sha256_initial_state, sha256_state_words, state);
    const std::size_t rest = bytes % sha256_block_bytes;
    if (bytes != rest)
        compress(state, &message, bytes / sha256_block_bytes);
    compress_end(compress, state, message + (bytes - rest), rest, bytes);
    store_digest(digest, state);
}

void hashlane_sha256_init(hashlane_sha256_context *context) noexcept
{
    *context = {};
    std::copy_n(sha256_initial_state, sha256_state_words, context->state);
    context->version = sha256_started;
}

hashlane_status hashlane_sha256_update(hashlane_sha256_context *context, const uint8_t *message,
                                       size_t bytes) noexcept
{
    if (context->version != sha256_started || bytes > HASHLANE_SHA256_MOST_BYTES - context->bytes)
        return HASHLANE_BAD_ARGUMENT;
    Sha256Blocks *const compress = single_compress();
    const std::size_t kept = context->bytes % sha256_block_bytes;
    context->bytes += bytes;
    if (kept != 0) {
        const std::size_t taken = std::min(bytes, sha256_block_bytes - kept);
        std::copy_n(message, taken, context->block + kept);
        if (kept + taken < sha256_block_bytes)
            return HASHLANE_OK;
        const std::uint8_t *const block = context->block;
        compress(context->state, &block, 1);
        message += taken;
        bytes -= taken;
    }
    const std::size_t rest = bytes % sha256_block_bytes;
    if (bytes != rest)
        compress(context->state, &message, bytes / sha256_block_bytes);
    std::copy_n(message + (bytes - rest), rest, context->block);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha256_final(hashlane_sha256_context *context, uint8_t *digest) noexcept
{
    if (context->version != sha256_started)
        return HASHLANE_BAD_ARGUMENT;
    compress_end(single_compress(), context->state, context->block,
                 context->bytes % sha256_block_bytes, context->bytes);
    store_digest(digest, context->state);
    wipe(context, sizeof *context);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha256_seed_init(hashlane_sha256_seed *seed, const uint8_t *beginning,
                                          size_t bytes) noexcept
{
    *seed = {};
    if (bytes % sha256_block_bytes != 0 || bytes > HASHLANE_SHA256_MOST_BYTES)
        return HASHLANE_BAD_ARGUMENT;
    std::copy_n(sha256_initial_state, sha256_state_words, seed->state);
    single_compress()(seed->state, &beginning, bytes / sha256_block_bytes);
    seed->bytes = bytes;
    seed->version = sha256_started;
    return HASHLANE_OK;
}

} // extern "C"
