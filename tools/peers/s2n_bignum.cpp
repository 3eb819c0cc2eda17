// SPDX-License-Identifier: MIT
//
// The permutations of s2n-bignum: of four states with AVX2, the faster of its two, and of one.
// A sponge around each, as small as it can be.
#include "peer.h"

#include "lib/keccak/permutation.h"

#include <algorithm>
#include <cstring>

extern "C" {
void sha3_keccak_f1600(std::uint64_t *state, const std::uint64_t *round_constants);
void sha3_keccak4_f1600_alt(std::uint64_t *states, const std::uint64_t *round_constants,
                            const std::uint64_t *rotate_8, const std::uint64_t *rotate_56);
}

namespace {

constexpr std::size_t words = keccak_words;

/// For VPSHUFB: where each byte of a word comes from when the word is rotated to the left.
struct Shuffle {
    explicit Shuffle(unsigned bits)
    {
        for (unsigned byte = 0; byte < 32; ++byte)
            bytes[byte] = static_cast<std::uint8_t>((byte & 8) | ((byte - bits / 8) & 7));
    }
    alignas(32) std::uint8_t bytes[32];
};

void permute(std::uint64_t *states, std::size_t count)
{
    static const Shuffle by_8(8), by_56(56);
    for (; count >= 4; count -= 4, states += 4 * words)
        sha3_keccak4_f1600_alt(states, keccak_round_constant,
                               reinterpret_cast<const std::uint64_t *>(by_8.bytes),
                               reinterpret_cast<const std::uint64_t *>(by_56.bytes));
    for (; count > 0; --count, states += words)
        sha3_keccak_f1600(states, keccak_round_constant);
}

void absorb(std::uint64_t *state, const std::uint8_t *block, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes / 8; ++i)
        state[i] ^= load_little_endian(block + 8 * i);
}

void hash(std::size_t rate, std::uint8_t domain, const std::uint8_t *messages, std::size_t bytes,
          std::size_t count, std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t first = 0; first < count; first += 4) {
        const std::size_t lanes = std::min<std::size_t>(4, count - first);
        std::uint64_t states[4 * words] = {};
        std::size_t done = 0;
        for (; bytes - done >= rate; done += rate) {
            for (std::size_t i = 0; i < lanes; ++i)
                absorb(states + i * words, messages + (first + i) * bytes + done, rate);
            permute(states, lanes);
        }
        for (std::size_t i = 0; i < lanes; ++i) {
            std::uint8_t last[168] = {};
            std::memcpy(last, messages + (first + i) * bytes + done, bytes - done);
            last[bytes - done] ^= domain;
            last[rate - 1] ^= 0x80;
            absorb(states + i * words, last, rate);
        }
        for (std::size_t written = 0; written < output_bytes; written += rate) {
            permute(states, lanes);
            for (std::size_t i = 0; i < lanes; ++i)
                std::memcpy(outputs + (first + i) * output_bytes + written, states + i * words,
                            std::min(rate, output_bytes - written));
        }
    }
}

} // namespace

void peer_keccak_f1600(std::uint64_t *states, std::size_t count, std::size_t times)
{
    for (; times > 0; --times)
        permute(states, count);
}

void peer_sha3_256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    hash(136, 0x06, messages, bytes, count, outputs, output_bytes);
}

void peer_shake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    hash(168, 0x1f, messages, bytes, count, outputs, output_bytes);
}
