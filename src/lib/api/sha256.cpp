// SPDX-License-Identifier: MIT
//
// The C interface of sha256.h.

#include "../base/bytes.h"
#include "../base/pool.h"
#include "../base/wipe.h"
#include "../chain/worker.h"
#include "../dispatch/call_plan.h"
#include "../sha256/message.h"

#include "hashlane/sha256.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

using namespace hashlane;

namespace {

Sha256Blocks *single_compress()
{
    return function_of<Workload::sha256>(*active_table<Workload::sha256>().single);
}

// The members before `reserved`: what there is of a message.
constexpr std::size_t used_context_bytes = offsetof(hashlane_sha256_context, reserved);

// The end of a message that has no room for its padding in its last block. Not inline, as other
// messages would pay for the buffer and its guard.
HASHLANE_NOINLINE void compress_two_blocks(Sha256Blocks *compress, hashlane_sha256_context &context,
                                           std::size_t rest)
{
    std::uint8_t end[message_end_bytes];
    const unsigned blocks = write_message_end(end, context.block, rest, context.bytes);
    const std::uint8_t *const at = end;
    compress(context.state, &at, blocks);
    wipe_message_end(end);
}

// Copies fewer bytes than a block has. Not std::copy_n: for a few, the call takes longer than the
// copy. Nor in smaller parts: a kernel's load of several stores' bytes would wait for them.
HASHLANE_INLINE void copy_part(std::uint8_t *to, const std::uint8_t *from, std::size_t bytes)
{
    const auto copy_ends = [=](auto word) HASHLANE_INLINE_LAMBDA {
        std::memcpy(&word, from + bytes - sizeof word, sizeof word);
        std::memcpy(to + bytes - sizeof word, &word, sizeof word);
        std::memcpy(&word, from, sizeof word);
        std::memcpy(to, &word, sizeof word);
    };
    if (bytes >= 16) {
        std::memcpy(to + bytes - 16, from + bytes - 16, 16);
        for (std::size_t at = 0; at + 16 <= bytes; at += 16)
            std::memcpy(to + at, from + at, 16);
    } else if (bytes >= 8) {
        copy_ends(std::uint64_t{});
    } else if (bytes >= 4) {
        copy_ends(std::uint32_t{});
    } else if (bytes >= 2) {
        copy_ends(std::uint16_t{});
    } else if (bytes == 1) {
        *to = *from;
    }
}

// Appends bytes that fill the block of which `kept` are there.
HASHLANE_NOINLINE void append_whole_blocks(hashlane_sha256_context &context, std::size_t kept,
                                           const std::uint8_t *message, std::size_t bytes)
{
    Sha256Blocks *const compress = single_compress();
    if (kept != 0) {
        const std::size_t taken = sha256_block_bytes - kept;
        copy_part(context.block + kept, message, taken);
        const std::uint8_t *const block = context.block;
        compress(context.state, &block, 1);
        message += taken;
        bytes -= taken;
    }
    const std::size_t rest = bytes % sha256_block_bytes;
    if (bytes != rest)
        compress(context.state, &message, bytes / sha256_block_bytes);
    copy_part(context.block, message + (bytes - rest), rest);
}

// Messages of the length of nodes. Their kernels know the padding, which is half of the work, and
// take nodes that lie one after another: others are copied.
HASHLANE_NOINLINE void copy_and_hash_nodes(const std::uint8_t *const *messages, std::size_t count,
                                           std::uint8_t *digests)
{
    std::uint8_t nodes[max_lanes][sha256_node_bytes];
    for (std::size_t first = 0; first < count; first += max_lanes) {
        const std::size_t part = std::min<std::size_t>(count - first, max_lanes);
        for (std::size_t i = 0; i < part; ++i)
            std::memcpy(nodes[i], messages[first + i], sha256_node_bytes);
        hashlane_sha256_nodes(nodes[0], part, digests + first * sha256_digest_bytes);
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(count, max_lanes); ++i)
        wipe(nodes[i], sha256_node_bytes);
}

void hash_nodes_anywhere(const std::uint8_t *const *messages, std::size_t count,
                         std::uint8_t *digests)
{
    std::size_t row = 1;
    while (row != count && messages[row] == messages[0] + row * sha256_node_bytes)
        ++row;
    if (row == count)
        hashlane_sha256_nodes(messages[0], count, digests);
    else
        copy_and_hash_nodes(messages, count, digests);
}

HASHLANE_NOINLINE void hash_many(const std::uint8_t *const *messages, const std::size_t *bytes,
                                 std::size_t count, std::uint8_t *digests)
{
    const auto is_node = [](std::size_t size) { return size == sha256_node_bytes; };
    const auto *const other = std::find_if_not(bytes, bytes + count, is_node);
    const auto nodes = static_cast<std::size_t>(other - bytes);
    if (nodes != 0)
        hash_nodes_anywhere(messages, nodes, digests);
    if (nodes == count)
        return;
    hash_list({messages + nodes, other, false, count - nodes, sha256_initial_state, 0,
               digests + nodes * sha256_digest_bytes},
              active_table<Workload::sha256>());
}

// Replaces each digest by its hash: one block, whose second half is padding that kernels know.
void hash_digests(std::uint8_t *digests, std::size_t count)
{
    advance_digests(active_table<Workload::sha256_chain>(), digests, count, 1);
}

} // namespace

extern "C" {

// ---- One message ----

void hashlane_sha256(const void *message, size_t bytes, uint8_t *digest) noexcept
{
    if (bytes == sha256_node_bytes)
        return hashlane_sha256_nodes(as_bytes(message), 1, digest);
    hash_message(single_compress(), sha256_initial_state, 0, as_bytes(message, bytes), digest);
}

void hashlane_sha256_init(hashlane_sha256_context *context) noexcept
{
    context->bytes = 0;
    std::copy_n(sha256_initial_state, sha256_state_words, context->state);
    context->version = sha256_started;
}

hashlane_status hashlane_sha256_update(hashlane_sha256_context *context, const void *message,
                                       size_t bytes) noexcept
{
    if (context->version != sha256_started || bytes > HASHLANE_SHA256_MAX_BYTES - context->bytes)
        return HASHLANE_BAD_ARGUMENT;
    const size_t kept = context->bytes % sha256_block_bytes;
    context->bytes += bytes;
    if (kept + bytes < sha256_block_bytes)
        copy_part(context->block + kept, as_bytes(message), bytes);
    else
        append_whole_blocks(*context, kept, as_bytes(message), bytes);
    return HASHLANE_OK;
}

hashlane_status hashlane_sha256_final(hashlane_sha256_context *context, uint8_t *digest) noexcept
{
    if (context->version != sha256_started)
        return HASHLANE_BAD_ARGUMENT;
    Sha256Blocks *const compress = single_compress();
    const size_t rest = context->bytes % sha256_block_bytes;
    if (ends_in_one_block(rest)) {
        const uint8_t *const block = context->block;
        pad_in_place(context->block, rest, context->bytes);
        compress(context->state, &block, 1);
    } else {
        compress_two_blocks(compress, *context, rest);
    }
    store_digest(digest, context->state);
    wipe(context, used_context_bytes);
    return HASHLANE_OK;
}

// ---- Many messages ----

void hashlane_sha256_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                          uint8_t *digests) noexcept
{
    if (count == 1)
        return hashlane_sha256(*messages, *bytes, digests);
    hash_many(messages, bytes, count, digests);
}

void hashlane_sha256_many_pool(const uint8_t *const *messages, const size_t *bytes, size_t count,
                               uint8_t *digests, const hashlane_pool *pool) noexcept
{
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hashlane_sha256_many(messages + first, bytes + first, part,
                             digests + first * sha256_digest_bytes);
    });
}

void hashlane_sha256_columns(const hashlane_column *columns, size_t columns_count, size_t count,
                             uint8_t *digests, size_t digest_stride) noexcept
{
    const bool nodes = columns_count == 1 && columns->bytes == sha256_node_bytes &&
                       columns->stride == sha256_node_bytes && digest_stride == sha256_digest_bytes;
    if (nodes)
        hashlane_sha256_nodes(columns->first, count, digests);
    else
        hash_columns({columns, columns_count}, count, digests, digest_stride,
                     active_table<Workload::sha256>());
}

// ---- Trees ----

// A call with empty lanes, which are given zeros. Inline, every other call would pay for its
// buffers and their guard.
HASHLANE_NOINLINE static void hash_last_nodes(const Kernel &kernel, const uint8_t *nodes,
                                              size_t count, uint8_t *digests) noexcept
{
    uint8_t copies[max_lanes * sha256_node_bytes], group[max_lanes * sha256_digest_bytes];
    const size_t bytes = count * sha256_node_bytes;
    std::copy_n(nodes, bytes, copies);
    std::fill(copies + bytes, copies + kernel.lanes * sha256_node_bytes, uint8_t{0});
    function_of<Workload::sha256_nodes>(kernel)(group, copies, 1);
    wipe(copies, bytes);
    std::copy_n(group, count * sha256_digest_bytes, digests);
}

// Returns the number of groups that a kernel, dispatch's for `count` nodes, hashes before another
// kernel takes over. Precondition: no lane is empty.
static size_t groups_of(const KernelTable &choice, const Kernel &kernel, size_t count)
{
    if (count > max_lanes)
        return count / kernel.lanes;
    size_t groups = 1, left = count - kernel.lanes;
    for (; left >= kernel.lanes && &choice.kernel(left) == &kernel; left -= kernel.lanes)
        ++groups;
    return groups;
}

HASHLANE_NOINLINE static void hash_nodes_in_calls(const uint8_t *nodes, size_t count,
                                                  uint8_t *digests) noexcept
{
    const KernelTable &choice = active_table<Workload::sha256_nodes>();
    while (count != 0) {
        const Kernel &kernel = choice.kernel(count);
        if (count < kernel.lanes)
            return hash_last_nodes(kernel, nodes, count, digests);
        const size_t groups = groups_of(choice, kernel, count);
        const size_t taken = groups * kernel.lanes;
        function_of<Workload::sha256_nodes>(kernel)(digests, nodes, groups);
        digests += taken * sha256_digest_bytes;
        nodes += taken * sha256_node_bytes;
        count -= taken;
    }
}

// A node takes 100 to 200 cycles, of which a frame is several percent: a single call has none.
void hashlane_sha256_nodes(const uint8_t *nodes, size_t count, uint8_t *digests) noexcept
{
    const KernelTable *const choice = known_table<Workload::sha256_nodes>();
    if (choice != nullptr && count != 0) {
        const Kernel &kernel = choice->kernel(count);
        const size_t groups = count < kernel.lanes ? 0 : groups_of(*choice, kernel, count);
        if (groups * kernel.lanes == count)
            return function_of<Workload::sha256_nodes>(kernel)(digests, nodes, groups);
    }
    hash_nodes_in_calls(nodes, count, digests);
}

void hashlane_sha256_nodes_pool(const uint8_t *nodes, size_t count, uint8_t *digests,
                                const hashlane_pool *pool) noexcept
{
    divide_on_pool(pool, count, count * sha256_node_bytes, [&](size_t first, size_t part) {
        hashlane_sha256_nodes(nodes + first * sha256_node_bytes, part,
                              digests + first * sha256_digest_bytes);
    });
}

// ---- Short messages after a common beginning ----

hashlane_status hashlane_sha256_seed_init(hashlane_sha256_seed *seed, const void *beginning,
                                          size_t bytes) noexcept
{
    *seed = {};
    if (bytes % sha256_block_bytes != 0 || bytes > HASHLANE_SHA256_MAX_BYTES)
        return HASHLANE_BAD_ARGUMENT;
    std::copy_n(sha256_initial_state, sha256_state_words, seed->state);
    const uint8_t *const blocks = as_bytes(beginning);
    single_compress()(seed->state, &blocks, bytes / sha256_block_bytes);
    seed->bytes = bytes;
    seed->version = sha256_started;
    return HASHLANE_OK;
}

hashlane_status hashlane_sha256_seeded_many(const hashlane_sha256_seed *seed,
                                            const uint8_t *const *messages, const size_t *bytes,
                                            size_t count, uint8_t *digests) noexcept
{
    return hashlane_sha256_seeded_many_pool(seed, messages, bytes, count, digests, nullptr);
}

hashlane_status hashlane_sha256_seeded_many_pool(const hashlane_sha256_seed *seed,
                                                 const uint8_t *const *messages,
                                                 const size_t *bytes, size_t count,
                                                 uint8_t *digests,
                                                 const hashlane_pool *pool) noexcept
{
    if (seed->version != sha256_started)
        return HASHLANE_BAD_ARGUMENT;
    const std::uint64_t room = HASHLANE_SHA256_MAX_BYTES - seed->bytes;
    if (std::any_of(bytes, bytes + count, [&](size_t size) { return size > room; }))
        return HASHLANE_BAD_ARGUMENT;
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hash_list({messages + first, bytes + first, false, part, seed->state, seed->bytes,
                   digests + first * sha256_digest_bytes},
                  active_table<Workload::sha256>());
    });
    return HASHLANE_OK;
}

// ---- Double SHA-256 ----

void hashlane_sha256d_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                           uint8_t *digests) noexcept
{
    hashlane_sha256_many(messages, bytes, count, digests);
    hash_digests(digests, count);
}

void hashlane_sha256d_many_pool(const uint8_t *const *messages, const size_t *bytes, size_t count,
                                uint8_t *digests, const hashlane_pool *pool) noexcept
{
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hashlane_sha256d_many(messages + first, bytes + first, part,
                              digests + first * sha256_digest_bytes);
    });
}

void hashlane_sha256d_nodes(const uint8_t *nodes, size_t count, uint8_t *digests) noexcept
{
    // 24 KB, which stay in the first cache between the two hashes.
    constexpr size_t most = 256;
    constexpr size_t lanes = 16;
    const Kernel &kernel = active_table<Workload::sha256_nodes>().kernel(lanes);
    // Another file's kernel may be the best for the second hash.
    const Kernel &second = active_table<Workload::sha256_chain>().kernel(lanes);
    const bool hashes_twice = kernel.forms.twice != nullptr && kernel.file == second.file;
    while (count != 0) {
        size_t taken = std::min(count, most);
        if (hashes_twice && count >= kernel.lanes) {
            taken = count - count % kernel.lanes;
            kernel.forms.twice(digests, nodes, taken / kernel.lanes);
        } else {
            hashlane_sha256_nodes(nodes, taken, digests);
            hash_digests(digests, taken);
        }
        nodes += taken * sha256_node_bytes;
        digests += taken * sha256_digest_bytes;
        count -= taken;
    }
}

// ---- The compression function ----

void hashlane_sha256_compress_equal(const uint8_t *const *blocks, size_t blocks_each, size_t count,
                                    uint8_t *states) noexcept
{
    for_each_call(active_table<Workload::sha256>(), count, [&](const KernelCall &call) {
        const unsigned lanes = call.kernel.lanes;
        CallLanes<1, const uint8_t *const> from(call, blocks);
        uint8_t *const own = states + call.first * sha256_digest_bytes;
        if (call.kernel.forms.digests != nullptr && call.count == lanes)
            return call.kernel.forms.digests(own, blocks + call.first, blocks_each);
        alignas(64) uint32_t words[max_lanes * sha256_state_words];
        for (unsigned lane = 0; lane < lanes; ++lane)
            load_lane(words, lanes, lane,
                      own + (lane < call.count ? lane : 0) * sha256_digest_bytes);
        function_of<Workload::sha256>(call.kernel)(words, from.begin(), blocks_each);
        for (unsigned lane = 0; lane < call.count; ++lane)
            store_lane(own + lane * sha256_digest_bytes, words, lanes, lane);
    });
}

} // extern "C"
