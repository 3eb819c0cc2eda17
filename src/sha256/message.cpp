// SPDX-License-Identifier: MIT
#include "message.h"

#include "../compiler/compiler.h"
#include "chain.h"
#include "scalar.h"

#include <bit>
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

#if HASHLANE_GNU_ASM
// Kernels load sixteen bytes at a time. A load of bytes that more than one store wrote waits until
// they are in the cache, and so does a caller's of a digest.
using TwoWords = std::uint64_t __attribute__((vector_size(16)));
using FourWords = std::uint32_t __attribute__((vector_size(16)));

constexpr bool little_endian = std::endian::native == std::endian::little;

// In one store.
void store_two(std::uint8_t *to, std::uint64_t first, std::uint64_t second)
{
    const TwoWords words = {first, second};
    std::memcpy(to, &words, sizeof words);
}

template <class Word> Word load_word(const std::uint8_t *from)
{
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

// 1 to 7 bytes as a word, its lowest byte the first.
std::uint64_t load_few(const std::uint8_t *from, std::size_t bytes)
{
    if (bytes >= 4)
        return load_word<std::uint32_t>(from) |
               std::uint64_t{load_word<std::uint32_t>(from + (bytes - 4))} << (8 * (bytes - 4));
    return from[0] | std::uint64_t{from[bytes / 2]} << (8 * (bytes / 2)) |
           std::uint64_t{from[bytes - 1]} << (8 * (bytes - 1));
}

// The last `part` < 16 of `rest` bytes, the bit that follows the message, and zeros. No byte
// outside `rest` is read.
struct LastSixteen {
    std::uint64_t low, high;

    LastSixteen(const std::uint8_t *from, std::size_t rest, std::size_t part)
    {
        constexpr std::uint64_t mark = 0x80;
        const std::uint8_t *const end = from + rest;
        if (part >= 8) {
            low = load_word<std::uint64_t>(end - part);
            // Of the eight bytes before the end the last part - 8, which may be none.
            high = load_word<std::uint64_t>(end - 8) >> (8 * (15 - part)) >> 8;
            high |= mark << (8 * (part - 8));
        } else {
            low = part == 0   ? 0
                  : rest >= 8 ? load_word<std::uint64_t>(end - 8) >> (8 * (8 - part))
                              : load_few(from, part);
            low |= mark << (8 * part);
            high = 0;
        }
    }
};

unsigned write_end_in_sixteens(std::uint8_t *end, const std::uint8_t *from, std::size_t rest,
                               std::uint64_t bytes)
{
    const std::size_t part = rest % 16, whole = rest - part;
    const LastSixteen sixteen(from, rest, part);
    const unsigned blocks = rest + 1 + length_bytes <= sha256_block_bytes ? 1 : 2;
    const std::size_t last = blocks * sha256_block_bytes - 16;
    std::uint8_t length[length_bytes];
    store_big_endian(length, 8 * bytes);
    for (std::size_t at = 0; at < whole; at += 16)
        std::memcpy(end + at, from + at, 16);
    store_two(end + whole, sixteen.low, sixteen.high);
    for (std::size_t at = whole + 16; at < last; at += 16)
        store_two(end + at, 0, 0);
    store_two(end + last, whole == last ? sixteen.low : 0, load_word<std::uint64_t>(length));
    return blocks;
}
#endif

} // namespace

const std::uint32_t sha256_initial_state[sha256_state_words] = {
    initial_hash[0], initial_hash[1], initial_hash[2], initial_hash[3],
    initial_hash[4], initial_hash[5], initial_hash[6], initial_hash[7]};

unsigned write_message_end(std::uint8_t (&end)[message_end_bytes], const std::uint8_t *from,
                           std::size_t rest, std::uint64_t bytes)
{
#if HASHLANE_GNU_ASM
    if (little_endian)
        return write_end_in_sixteens(end, from, rest, bytes);
#endif
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

void store_digest(std::uint8_t *digest, const std::uint32_t *state)
{
#if HASHLANE_GNU_ASM
    if (little_endian) {
        for (std::size_t half = 0; half < 2; ++half) {
            FourWords words;
            std::memcpy(&words, state + 4 * half, sizeof words);
            words = words << 24 | (words & 0xff00) << 8 | (words >> 8 & 0xff00) | words >> 24;
            std::memcpy(digest + 16 * half, &words, sizeof words);
        }
        return;
    }
#endif
    store_lane(digest, state, 1, 0);
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
