// SPDX-License-Identifier: MIT
#include "kangarootwelve.h"

#include "leaves.h"
#include "sponge.h"

#include <algorithm>

namespace hashlane {
namespace {

using Tree = hashlane_kangarootwelve;
using Bytes = std::span<const std::uint8_t>;

// What Tree::phase says of the message so far.
enum Phase : std::uint32_t { no_leaf, leaves, finished };

// RFC 9861, 3.2: the domains of a single node and of a final one; what is before the chaining
// values, and after them.
constexpr std::uint8_t single_node = 0x07, final_node = 0x06;
constexpr std::uint8_t before_values[8] = {0x03};
constexpr std::uint8_t after_values[2] = {0xff, 0xff};

// Pieces of a pool's work, and the values of what is in work at once.
constexpr std::size_t leaves_of_piece = 32;
constexpr std::size_t values_of_pool = 32 << 10, values_of_thread = 4 << 10; // bytes

void absorb(hashlane_sha3 &sponge, const AbsorbDispatch &dispatch, Bytes bytes)
{
    sponge_absorb(sponge, dispatch.single, bytes, keccak_p_rounds);
}

// 3.3: the bytes of a number, the highest first, then how many they are.
class EncodedLength {
public:
    explicit EncodedLength(std::uint64_t length)
    {
        for (int shift = 56; shift >= 0; shift -= 8)
            if (length >> shift != 0)
                bytes_[count_++] = static_cast<std::uint8_t>(length >> shift);
        bytes_[count_] = count_;
    }
    Bytes bytes() const { return {bytes_, count_ + std::size_t{1}}; }

private:
    std::uint8_t bytes_[9];
    std::uint8_t count_ = 0;
};

void begin_leaves(Tree &tree, const AbsorbDispatch &dispatch)
{
    absorb(tree.node, dispatch, before_values);
    tree.phase = leaves;
    tree.chunk_bytes = 0;
}

// Of the message, what fills the current chunk.
Bytes take_chunk(Tree &tree, Bytes &message)
{
    const std::size_t taken = std::min(message.size(), chunk_bytes - tree.chunk_bytes);
    const Bytes chunk = message.first(taken);
    message = message.subspan(taken);
    tree.chunk_bytes += static_cast<std::uint32_t>(taken);
    return chunk;
}

void absorb_first(Tree &tree, const AbsorbDispatch &dispatch, Bytes &message)
{
    if (tree.chunk_bytes != 0 || message.size() < 2 * chunk_bytes) {
        absorb(tree.node, dispatch, take_chunk(tree, message));
        return;
    }
    std::uint8_t values[max_absorb_lanes * most_value_bytes];
    const std::size_t taken = hash_first_chunks(dispatch, tree.node, message.data(),
                                                message.size() / chunk_bytes, values);
    message = message.subspan(taken * chunk_bytes);
    begin_leaves(tree, dispatch);
    const std::size_t leaves = taken - 1;
    tree.leaves = leaves;
    absorb(tree.node, dispatch, Bytes(values).first(leaves * value_bytes(tree.node.rate_bytes)));
}

void end_leaf(Tree &tree, const AbsorbDispatch &dispatch)
{
    std::uint8_t value[most_value_bytes];
    const std::size_t bytes = value_bytes(tree.leaf.rate_bytes);
    sponge_squeeze(tree.leaf, dispatch.single, {value, bytes}, keccak_p_rounds);
    absorb(tree.node, dispatch, {value, bytes});
    ++tree.leaves;
    tree.chunk_bytes = 0;
}

void absorb_into_leaf(Tree &tree, const AbsorbDispatch &dispatch, Bytes &message)
{
    if (tree.chunk_bytes == 0)
        sponge_init(tree.leaf, leaf_sponge(tree.node.rate_bytes));
    absorb(tree.leaf, dispatch, take_chunk(tree, message));
    if (tree.chunk_bytes == chunk_bytes)
        end_leaf(tree, dispatch);
}

struct PoolWork {
    const AbsorbDispatch &dispatch;
    std::uint32_t rate_bytes;
    const std::uint8_t *message;
    std::size_t leaves;
    std::uint8_t *values;
};

void hash_piece(void *argument, std::size_t index)
{
    const PoolWork &work = *static_cast<const PoolWork *>(argument);
    const std::size_t first = index * leaves_of_piece;
    hash_leaves(work.dispatch, work.rate_bytes, work.message + first * chunk_bytes,
                std::min(leaves_of_piece, work.leaves - first),
                work.values + first * value_bytes(work.rate_bytes));
}

// hash_values(message, leaves, values) for as many leaves at a time as have room for their values.
template <std::size_t room, class HashValues>
void absorb_values(Tree &tree, const AbsorbDispatch &dispatch, Bytes &message,
                   const HashValues &hash_values)
{
    std::uint8_t values[room];
    const std::size_t bytes = value_bytes(tree.node.rate_bytes);
    while (message.size() >= chunk_bytes) {
        const std::size_t count = std::min(message.size() / chunk_bytes, room / bytes);
        hash_values(message.data(), count, values);
        absorb(tree.node, dispatch, Bytes(values).first(count * bytes));
        tree.leaves += count;
        message = message.subspan(count * chunk_bytes);
    }
}

void absorb_leaves(Tree &tree, const AbsorbDispatch &dispatch, Bytes &message)
{
    absorb_values<values_of_thread>(
        tree, dispatch, message,
        [&](const std::uint8_t *from, std::size_t count, std::uint8_t *values) {
            hash_leaves(dispatch, tree.node.rate_bytes, from, count, values);
        });
}

void absorb_leaves(Tree &tree, const AbsorbDispatch &dispatch, Bytes &message,
                   const hashlane_pool &pool)
{
    absorb_values<values_of_pool>(
        tree, dispatch, message,
        [&](const std::uint8_t *from, std::size_t count, std::uint8_t *values) {
            PoolWork work{dispatch, tree.node.rate_bytes, from, count, values};
            pool.run(pool.context, hash_piece, &work,
                     (count + leaves_of_piece - 1) / leaves_of_piece);
        });
}

} // namespace

void kangarootwelve_init(hashlane_kangarootwelve &tree, std::uint32_t rate_bytes)
{
    tree = {};
    sponge_init(tree.node, Sponge{rate_bytes, single_node, keccak_p_rounds});
    sponge_init(tree.leaf, leaf_sponge(rate_bytes));
}

bool is_usable(const hashlane_kangarootwelve &tree)
{
    return is_usable(tree.node) && is_usable(tree.leaf) &&
           tree.leaf.rate_bytes == tree.node.rate_bytes && tree.chunk_bytes <= chunk_bytes &&
           tree.phase <= finished;
}

bool is_finished(const hashlane_kangarootwelve &tree) { return tree.phase == finished; }

void kangarootwelve_absorb(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                           std::span<const std::uint8_t> message, const hashlane_pool *pool)
{
    if (tree.phase == no_leaf) {
        absorb_first(tree, dispatch, message);
        if (tree.phase == no_leaf && !message.empty())
            begin_leaves(tree, dispatch);
    }
    if (tree.chunk_bytes != 0 && tree.phase == leaves)
        absorb_into_leaf(tree, dispatch, message);
    // One piece would wait for the pool to no use.
    if (pool != nullptr && message.size() > leaves_of_piece * chunk_bytes)
        absorb_leaves(tree, dispatch, message, *pool);
    else
        absorb_leaves(tree, dispatch, message);
    if (!message.empty())
        absorb_into_leaf(tree, dispatch, message);
}

void kangarootwelve_finish(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                           std::span<const std::uint8_t> customization)
{
    kangarootwelve_absorb(tree, dispatch, customization, nullptr);
    kangarootwelve_absorb(tree, dispatch, EncodedLength(customization.size()).bytes(), nullptr);
    if (tree.phase == leaves) {
        if (tree.chunk_bytes != 0)
            end_leaf(tree, dispatch);
        absorb(tree.node, dispatch, EncodedLength(tree.leaves).bytes());
        absorb(tree.node, dispatch, after_values);
        tree.node.suffix = final_node;
    }
    tree.phase = finished;
}

void kangarootwelve_squeeze(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                            std::span<std::uint8_t> output)
{
    sponge_squeeze(tree.node, dispatch.single, output, keccak_p_rounds);
}

} // namespace hashlane
