// SPDX-License-Identifier: MIT
#include "kangarootwelve.h"

#include "../base/pool.h"

#include <algorithm>

namespace hashlane {
namespace {

// Up to max_absorb_lanes chunks of a message, side by side.
class Chunks {
public:
    Chunks(const KernelTable &choice, std::uint32_t rate_bytes, const std::uint8_t *message,
           std::size_t count)
        : choice_(choice), rate_(rate_bytes), count_(count)
    {
        std::fill_n(states_, count * keccak_state_words, 0);
        for (std::size_t i = 0; i < count; ++i)
            next_[i] = message + i * chunk_bytes;
    }

    void absorb_whole_blocks()
    {
        const std::size_t blocks = chunk_bytes / rate_;
        absorb_lanes(choice_, states_, count_, next_, rate_, blocks, keccak_p_rounds);
        for (std::size_t i = 0; i < count_; ++i)
            next_[i] += blocks * rate_;
    }

    // A chunk's last block ends with whole words: it is padded in the state, not in a copy.
    void end_leaves(std::size_t first, std::uint8_t *values)
    {
        const std::size_t rest = chunk_bytes % rate_;
        for (std::size_t i = first; i < count_; ++i) {
            xor_byte(state(i), rest, leaf_sponge(rate_).suffix);
            xor_byte(state(i), rate_ - 1, last_padding_bit);
        }
        absorb_lanes(choice_, state(first), count_ - first, next_ + first, rest, 1,
                     keccak_p_rounds);
        for (std::size_t i = first; i < count_; ++i, values += value_bytes(rate_))
            copy_bytes(state(i), 0, values, value_bytes(rate_));
    }

    // Absorbs the first chunk into `node`, which then waits for more.
    void end_first_chunk(hashlane_sha3_context &node) const
    {
        std::copy_n(states_, keccak_state_words, node.state);
        sponge_absorb(node, single_absorb(choice_), {next_[0], chunk_bytes % rate_},
                      keccak_p_rounds);
    }

private:
    std::uint64_t *state(std::size_t i) { return states_ + i * keccak_state_words; }

    const KernelTable &choice_;
    std::uint32_t rate_;
    std::size_t count_;
    const std::uint8_t *next_[max_absorb_lanes];
    alignas(64) std::uint64_t states_[max_absorb_lanes * keccak_state_words];
};

static_assert(chunk_bytes % kt128_rate_bytes % 8 == 0 && chunk_bytes % kt256_rate_bytes % 8 == 0);

std::size_t side_by_side(const KernelTable &choice, std::size_t count)
{
    return std::min<std::size_t>(count, choice.kernel(count).lanes);
}

// Computes the chaining values, value after value, of `count` leaves, leaf after leaf.
void hash_leaves(const KernelTable &choice, std::uint32_t rate_bytes, const std::uint8_t *message,
                 std::size_t count, std::uint8_t *values)
{
    while (count != 0) {
        const std::size_t taken = side_by_side(choice, count);
        Chunks chunks(choice, rate_bytes, message, taken);
        chunks.absorb_whole_blocks();
        chunks.end_leaves(0, values);
        message += taken * chunk_bytes;
        values += taken * value_bytes(rate_bytes);
        count -= taken;
    }
}

// Does the same for a message that begins with the final node's chunk, which `node`, just
// initialised, absorbs. Takes as many of the `count` ≥ 1 chunks as there are lanes, at most
// max_absorb_lanes, and returns how many; the first one has no value.
std::size_t hash_first_chunks(const KernelTable &choice, hashlane_sha3_context &node,
                              const std::uint8_t *message, std::size_t count, std::uint8_t *values)
{
    const std::size_t taken = side_by_side(choice, count);
    Chunks chunks(choice, node.rate_bytes, message, taken);
    chunks.absorb_whole_blocks();
    chunks.end_first_chunk(node);
    chunks.end_leaves(1, values);
    return taken;
}

using Tree = hashlane_kangarootwelve_context;
using Bytes = std::span<const std::uint8_t>;

// The meaning of Tree::phase.
enum Phase : std::uint32_t { no_leaf, leaves, finished };

// RFC 9861, 3.2: the domains of a single node and of a final one; what is before the chaining
// values, and after them.
constexpr std::uint8_t single_node = 0x07, final_node = 0x06;
constexpr std::uint8_t before_values[8] = {0x03};
constexpr std::uint8_t after_values[2] = {0xff, 0xff};

// The values in work at once.
constexpr std::size_t room_for_values = 32 << 10;

void absorb(hashlane_sha3_context &sponge, const KernelTable &choice, Bytes bytes)
{
    sponge_absorb(sponge, single_absorb(choice), bytes, keccak_p_rounds);
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

void begin_leaves(Tree &tree, const KernelTable &choice)
{
    absorb(tree.node, choice, before_values);
    tree.phase = leaves;
    tree.chunk_bytes = 0;
}

// Takes the part of the message that fills the current chunk.
Bytes take_chunk(Tree &tree, Bytes &message)
{
    const std::size_t taken = std::min(message.size(), chunk_bytes - tree.chunk_bytes);
    const Bytes chunk = message.first(taken);
    message = message.subspan(taken);
    tree.chunk_bytes += static_cast<std::uint32_t>(taken);
    return chunk;
}

void absorb_first(Tree &tree, const KernelTable &choice, Bytes &message)
{
    if (tree.chunk_bytes != 0 || message.size() < 2 * chunk_bytes) {
        absorb(tree.node, choice, take_chunk(tree, message));
        return;
    }
    std::uint8_t values[max_absorb_lanes * most_value_bytes];
    const std::size_t taken =
        hash_first_chunks(choice, tree.node, message.data(), message.size() / chunk_bytes, values);
    message = message.subspan(taken * chunk_bytes);
    begin_leaves(tree, choice);
    const std::size_t leaves = taken - 1;
    tree.leaves = leaves;
    absorb(tree.node, choice, Bytes(values).first(leaves * value_bytes(tree.node.rate_bytes)));
}

void end_leaf(Tree &tree, const KernelTable &choice)
{
    std::uint8_t value[most_value_bytes];
    const std::size_t bytes = value_bytes(tree.leaf.rate_bytes);
    sponge_squeeze(tree.leaf, single_absorb(choice), {value, bytes}, keccak_p_rounds);
    absorb(tree.node, choice, {value, bytes});
    ++tree.leaves;
    tree.chunk_bytes = 0;
}

void absorb_into_leaf(Tree &tree, const KernelTable &choice, Bytes &message)
{
    if (tree.chunk_bytes == 0)
        sponge_init(tree.leaf, leaf_sponge(tree.node.rate_bytes));
    absorb(tree.leaf, choice, take_chunk(tree, message));
    if (tree.chunk_bytes == chunk_bytes)
        end_leaf(tree, choice);
}

// Hashes at a time the leaves that there is room for the values of.
void absorb_leaves(Tree &tree, const KernelTable &choice, Bytes &message, const hashlane_pool *pool)
{
    std::uint8_t values[room_for_values];
    const std::uint32_t rate = tree.node.rate_bytes;
    const std::size_t bytes = value_bytes(rate);
    while (message.size() >= chunk_bytes) {
        const std::size_t count = std::min(message.size() / chunk_bytes, room_for_values / bytes);
        const std::size_t work = count * chunk_bytes / 2; // half the rounds
        divide_on_pool(pool, count, work, [&](std::size_t first, std::size_t part) {
            hash_leaves(choice, rate, message.data() + first * chunk_bytes, part,
                        values + first * bytes);
        });
        absorb(tree.node, choice, Bytes(values).first(count * bytes));
        tree.leaves += count;
        message = message.subspan(count * chunk_bytes);
    }
}

} // namespace

void kangarootwelve_init(hashlane_kangarootwelve_context &tree, std::uint32_t rate_bytes)
{
    tree = {};
    sponge_init(tree.node, Sponge{rate_bytes, single_node, keccak_p_rounds});
    sponge_init(tree.leaf, leaf_sponge(rate_bytes));
}

bool is_usable(const hashlane_kangarootwelve_context &tree)
{
    return is_usable(tree.node) && is_usable(tree.leaf) &&
           tree.leaf.rate_bytes == tree.node.rate_bytes && tree.chunk_bytes <= chunk_bytes &&
           tree.phase <= finished;
}

bool is_finished(const hashlane_kangarootwelve_context &tree) { return tree.phase == finished; }

void kangarootwelve_absorb(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                           std::span<const std::uint8_t> message, const hashlane_pool *pool)
{
    if (tree.phase == no_leaf) {
        absorb_first(tree, choice, message);
        if (tree.phase == no_leaf && !message.empty())
            begin_leaves(tree, choice);
    }
    if (tree.chunk_bytes != 0 && tree.phase == leaves)
        absorb_into_leaf(tree, choice, message);
    absorb_leaves(tree, choice, message, pool);
    if (!message.empty())
        absorb_into_leaf(tree, choice, message);
}

void kangarootwelve_finish(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                           std::span<const std::uint8_t> customization)
{
    kangarootwelve_absorb(tree, choice, customization, nullptr);
    kangarootwelve_absorb(tree, choice, EncodedLength(customization.size()).bytes(), nullptr);
    if (tree.phase == leaves) {
        if (tree.chunk_bytes != 0)
            end_leaf(tree, choice);
        absorb(tree.node, choice, EncodedLength(tree.leaves).bytes());
        absorb(tree.node, choice, after_values);
        tree.node.suffix = final_node;
    }
    tree.phase = finished;
}

void kangarootwelve_squeeze(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                            std::span<std::uint8_t> output)
{
    sponge_squeeze(tree.node, single_absorb(choice), output, keccak_p_rounds);
}

} // namespace hashlane
