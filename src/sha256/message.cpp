// SPDX-License-Identifier: MIT
#include "message.h"

#include "chain.h"
#include "scalar.h"

#include <cstring>

namespace hashlane {
namespace {

constexpr std::size_t length_bytes = 8;

void store_big_endian(std::uint8_t *bytes, std::uint64_t number)
{
    store(bytes, static_cast<std::uint32_t>(number >> 32));
    store(bytes + 4, static_cast<std::uint32_t>(number));
}

// Two copies of one size that overlap: a branch for each size, and not a call for each length.
template <std::size_t size>
void copy_both_ends(std::uint8_t *to, const std::uint8_t *from, std::size_t bytes)
{
    std::uint8_t first[size], last[size];
    std::memcpy(first, from, size);
    std::memcpy(last, from + (bytes - size), size);
    std::memcpy(to, first, size);
    std::memcpy(to + (bytes - size), last, size);
}

void copy_less_than_a_block(std::uint8_t *to, const std::uint8_t *from, std::size_t bytes)
{
    if (bytes >= 32)
        copy_both_ends<32>(to, from, bytes);
    else if (bytes >= 16)
        copy_both_ends<16>(to, from, bytes);
    else if (bytes >= 8)
        copy_both_ends<8>(to, from, bytes);
    else if (bytes >= 4)
        copy_both_ends<4>(to, from, bytes);
    else
        for (std::size_t i = 0; i < bytes; ++i)
            to[i] = from[i];
}

} // namespace

const std::uint32_t sha256_initial_state[sha256_state_words] = {
    initial_hash[0], initial_hash[1], initial_hash[2], initial_hash[3],
    initial_hash[4], initial_hash[5], initial_hash[6], initial_hash[7]};

unsigned write_message_end(std::uint8_t (&end)[message_end_bytes], const std::uint8_t *from,
                           std::size_t rest, std::uint64_t bytes)
{
    const unsigned blocks = rest + 1 + length_bytes <= sha256_block_bytes ? 1 : 2;
    // A block at a time: GCC has REP STOS for two, which takes longer.
    std::memset(end, 0, sha256_block_bytes);
    if (blocks == 2)
        std::memset(end + sha256_block_bytes, 0, sha256_block_bytes);
    copy_less_than_a_block(end, from, rest);
    end[rest] = 0x80;
    store_big_endian(end + blocks * sha256_block_bytes - length_bytes, 8 * bytes);
    return blocks;
}

void set_lane(std::uint32_t *states, unsigned lanes, unsigned lane, const std::uint32_t *words)
{
    for (std::size_t j = 0; j < sha256_state_words; ++j)
        states[j * lanes + lane] = words[j];
}

void store_lane(std::uint8_t *digest, const std::uint32_t *states, unsigned lanes, unsigned lane)
{
    for (std::size_t j = 0; j < sha256_state_words; ++j)
        store(digest + 4 * j, states[j * lanes + lane]);
}

void hash_messages(Sha256Blocks *compress, unsigned lanes, const std::uint8_t *const *messages,
                   std::size_t bytes, std::uint8_t *const *digests)
{
    alignas(64) std::uint32_t states[max_lanes * sha256_state_words];
    std::uint8_t ends[max_lanes][message_end_bytes];
    const std::uint8_t *blocks[max_lanes];
    const std::size_t rest = bytes % sha256_block_bytes;
    for (unsigned lane = 0; lane < lanes; ++lane)
        set_lane(states, lanes, lane, sha256_initial_state);
    compress(states, messages, bytes / sha256_block_bytes);
    unsigned end_blocks = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        end_blocks = write_message_end(ends[lane], messages[lane] + (bytes - rest), rest, bytes);
        blocks[lane] = ends[lane];
    }
    compress(states, blocks, end_blocks);
    for (unsigned lane = 0; lane < lanes; ++lane)
        store_lane(digests[lane], states, lanes, lane);
}

} // namespace hashlane
