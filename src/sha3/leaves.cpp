// SPDX-License-Identifier: MIT
#include "leaves.h"

#include "sponge.h"
#include "state_bytes.h"

#include <algorithm>

namespace hashlane {
namespace {

// Up to max_absorb_lanes chunks of a message, side by side.
class Chunks {
public:
    Chunks(const AbsorbDispatch &dispatch, std::uint32_t rate_bytes, const std::uint8_t *message,
           std::size_t count)
        : dispatch_(dispatch), rate_(rate_bytes), count_(count)
    {
        std::fill_n(states_, count * keccak_state_words, 0);
        for (std::size_t i = 0; i < count; ++i)
            next_[i] = message + i * chunk_bytes;
    }

    void absorb_whole_blocks()
    {
        const std::size_t blocks = chunk_bytes / rate_;
        absorb_lanes(dispatch_, states_, count_, next_, rate_, blocks, keccak_p_rounds);
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
        absorb_lanes(dispatch_, state(first), count_ - first, next_ + first, rest, 1,
                     keccak_p_rounds);
        for (std::size_t i = first; i < count_; ++i, values += value_bytes(rate_))
            copy_bytes(state(i), 0, values, value_bytes(rate_));
    }

    // The first chunk into `node`, which then waits for more.
    void end_first_chunk(hashlane_sha3 &node) const
    {
        std::copy_n(states_, keccak_state_words, node.state);
        sponge_absorb(node, dispatch_.single, {next_[0], chunk_bytes % rate_}, keccak_p_rounds);
    }

private:
    std::uint64_t *state(std::size_t i) { return states_ + i * keccak_state_words; }

    const AbsorbDispatch &dispatch_;
    std::uint32_t rate_;
    std::size_t count_;
    const std::uint8_t *next_[max_absorb_lanes];
    alignas(64) std::uint64_t states_[max_absorb_lanes * keccak_state_words];
};

static_assert(chunk_bytes % kt128_rate_bytes % 8 == 0 && chunk_bytes % kt256_rate_bytes % 8 == 0);

std::size_t side_by_side(const AbsorbDispatch &dispatch, std::size_t count)
{
    return std::min<std::size_t>(count, dispatch.for_lanes(count).lanes);
}

} // namespace

void hash_leaves(const AbsorbDispatch &dispatch, std::uint32_t rate_bytes,
                 const std::uint8_t *message, std::size_t count, std::uint8_t *values)
{
    while (count != 0) {
        const std::size_t taken = side_by_side(dispatch, count);
        Chunks chunks(dispatch, rate_bytes, message, taken);
        chunks.absorb_whole_blocks();
        chunks.end_leaves(0, values);
        message += taken * chunk_bytes;
        values += taken * value_bytes(rate_bytes);
        count -= taken;
    }
}

std::size_t hash_first_chunks(const AbsorbDispatch &dispatch, hashlane_sha3 &node,
                              const std::uint8_t *message, std::size_t count, std::uint8_t *values)
{
    const std::size_t taken = side_by_side(dispatch, count);
    Chunks chunks(dispatch, node.rate_bytes, message, taken);
    chunks.absorb_whole_blocks();
    chunks.end_first_chunk(node);
    chunks.end_leaves(1, values);
    return taken;
}

} // namespace hashlane
