// SPDX-License-Identifier: MIT
#include "sponge.h"

#include "state_bytes.h"

#include <algorithm>

namespace hashlane {
namespace {

// "01" for SHA3, "1111" for SHAKE (6.1, 6.2), each with the 1 of pad10*1 above it, B.2 order.
constexpr std::uint8_t sha3_suffix = 0x06;
constexpr std::uint8_t shake_suffix = 0x1f;

constexpr Sha3Function functions[] = {
    {HASHLANE_SHA3_224, "sha3-224", 144, sha3_suffix, 28},
    {HASHLANE_SHA3_256, "sha3-256", 136, sha3_suffix, 32},
    {HASHLANE_SHA3_384, "sha3-384", 104, sha3_suffix, 48},
    {HASHLANE_SHA3_512, "sha3-512", 72, sha3_suffix, 64},
    {HASHLANE_SHAKE128, "shake128", 168, shake_suffix, 0},
    {HASHLANE_SHAKE256, "shake256", 136, shake_suffix, 0},
};

void permute(hashlane_sha3 &hash, Sha3Absorb *absorb, unsigned rounds)
{
    absorb(hash.state, nullptr, 0, 1, rounds);
}

void end_message(hashlane_sha3 &hash)
{
    xor_byte(hash.state, hash.position, hash.suffix);
    xor_byte(hash.state, hash.rate_bytes - 1, last_padding_bit);
    hash.squeezing = 1;
    // The whole block is still to be permuted before the first byte comes out.
    hash.position = hash.rate_bytes;
}

} // namespace

std::span<const Sha3Function> sha3_functions() { return functions; }

const Sha3Function *find_sha3_function(hashlane_sha3_function function)
{
    const auto *found = std::ranges::find(functions, function, &Sha3Function::function);
    return found == std::end(functions) ? nullptr : found;
}

void sponge_init(hashlane_sha3 &hash, const Sha3Function &function)
{
    sponge_init(hash, sponge_of(function));
}

void sponge_init(hashlane_sha3 &hash, const Sponge &sponge)
{
    hash = {};
    hash.rate_bytes = sponge.rate_bytes;
    hash.suffix = sponge.suffix;
}

bool is_usable(const hashlane_sha3 &hash)
{
    return hash.position <= hash.rate_bytes &&
           std::ranges::find(functions, hash.rate_bytes, &Sha3Function::rate_bytes) !=
               std::end(functions);
}

void sponge_absorb(hashlane_sha3 &hash, Sha3Absorb *absorb, std::span<const std::uint8_t> message,
                   unsigned rounds)
{
    while (!message.empty()) {
        if (hash.position == 0 && message.size() >= hash.rate_bytes) {
            const std::size_t blocks = message.size() / hash.rate_bytes;
            const std::uint8_t *data = message.data();
            absorb(hash.state, &data, hash.rate_bytes, blocks, rounds);
            message = message.subspan(blocks * hash.rate_bytes);
            continue;
        }
        const std::size_t taken =
            std::min<std::size_t>(message.size(), hash.rate_bytes - hash.position);
        xor_bytes(hash.state, hash.position, message.data(), taken);
        message = message.subspan(taken);
        hash.position += static_cast<std::uint32_t>(taken);
        if (hash.position == hash.rate_bytes) {
            permute(hash, absorb, rounds);
            hash.position = 0;
        }
    }
}

void sponge_squeeze(hashlane_sha3 &hash, Sha3Absorb *absorb, std::span<std::uint8_t> output,
                    unsigned rounds)
{
    if (!hash.squeezing)
        end_message(hash);
    while (!output.empty()) {
        if (hash.position == hash.rate_bytes) {
            permute(hash, absorb, rounds);
            hash.position = 0;
        }
        const std::size_t taken =
            std::min<std::size_t>(output.size(), hash.rate_bytes - hash.position);
        copy_bytes(hash.state, hash.position, output.data(), taken);
        output = output.subspan(taken);
        hash.position += static_cast<std::uint32_t>(taken);
    }
}

void sponge_hash(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes)
{
    alignas(64) std::uint64_t states[max_lanes * keccak_state_words];
    std::fill_n(states, lanes * keccak_state_words, 0);
    const std::size_t rate = function.rate_bytes;
    const std::size_t rest = bytes % rate;
    absorb(states, messages, rate, bytes / rate, function.rounds);

    alignas(64) std::uint8_t last[max_lanes][sizeof hashlane_sha3::state];
    const std::uint8_t *blocks[max_lanes];
    for (unsigned lane = 0; lane < lanes; ++lane) {
        std::copy_n(messages[lane] + (bytes - rest), rest, last[lane]);
        std::fill(last[lane] + rest, last[lane] + rate, std::uint8_t{0});
        last[lane][rest] = function.suffix;
        last[lane][rate - 1] ^= last_padding_bit;
        blocks[lane] = last[lane];
    }
    absorb(states, blocks, rate, 1, function.rounds);

    for (std::size_t done = 0; done < output_bytes; done += rate) {
        if (done != 0)
            absorb(states, nullptr, 0, 1, function.rounds);
        const std::size_t taken = std::min(rate, output_bytes - done);
        for (unsigned lane = 0; lane < lanes; ++lane)
            copy_bytes(states + lane * keccak_state_words, 0, outputs[lane] + done, taken);
    }
}

} // namespace hashlane
