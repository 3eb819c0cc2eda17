// SPDX-License-Identifier: MIT
#include "sp800_185.h"

#include <bit>

namespace hashlane {
namespace {

// "00" for cSHAKE (3.3), with the 1 of pad10*1 above it.
constexpr std::uint8_t cshake_suffix = 0x04;

/// A number in as few bytes as it needs, at least one, big-endian.
struct Encoded {
    std::uint8_t bytes[10]; // one for the length before and one after the eight of the number
    std::uint8_t size;

    std::uint8_t *number() { return bytes + 9 - size; }
};

Encoded encode(std::uint64_t value)
{
    Encoded encoded{};
    for (unsigned i = 0; i < 8; ++i)
        encoded.bytes[8 - i] = static_cast<std::uint8_t>(value >> (8 * i));
    encoded.size = static_cast<std::uint8_t>((std::bit_width(value | 1) + 7) / 8);
    return encoded;
}

/// No string in memory has 2^61 bytes.
std::uint64_t bits(std::uint64_t bytes) { return 8 * bytes; }

} // namespace

CustomFunction custom_function(unsigned value)
{
    const hashlane_sha3_function plain[] = {HASHLANE_SHAKE128, HASHLANE_SHAKE256};
    if (value >= 4)
        return {nullptr, Ending::none};
    return {find_sha3_function(plain[value % 2]), value < 2 ? Ending::fixed : Ending::unending};
}

void custom_init(hashlane_custom_sponge &hash, const CustomFunction &function, Sha3Absorb *absorb,
                 std::span<const std::uint8_t> name, std::span<const std::uint8_t> customization)
{
    hash = {};
    hash.ending = static_cast<std::uint32_t>(function.ending);
    Sha3Function custom = *function.plain;
    const bool is_plain = name.empty() && customization.empty();
    if (!is_plain)
        custom.suffix = cshake_suffix;
    sponge_init(hash.sponge, custom);
    if (is_plain)
        return;
    absorb_left_encoded(hash, absorb, custom.rate_bytes);
    absorb_string(hash, absorb, name);
    absorb_string(hash, absorb, customization);
    absorb_padding(hash, absorb);
}

bool takes_message(const hashlane_custom_sponge &hash)
{
    const auto ending = static_cast<Ending>(hash.ending);
    return ending != Ending::none && ending <= Ending::unending && !hash.sponge.squeezing &&
           is_usable(hash.sponge);
}

// left_encode and right_encode, section 2.3.1.
void absorb_left_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value)
{
    Encoded encoded = encode(value);
    std::uint8_t *const first = encoded.number() - 1;
    *first = encoded.size;
    sponge_absorb(hash.sponge, absorb, {first, encoded.size + 1U});
}

void absorb_right_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value)
{
    Encoded encoded = encode(value);
    encoded.bytes[9] = encoded.size;
    sponge_absorb(hash.sponge, absorb, {encoded.number(), encoded.size + 1U});
}

void absorb_string(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                   std::span<const std::uint8_t> string)
{
    absorb_left_encoded(hash, absorb, bits(string.size()));
    sponge_absorb(hash.sponge, absorb, string);
}

void absorb_padding(hashlane_custom_sponge &hash, Sha3Absorb *absorb)
{
    // XORing zeros changes nothing: only the permutation is missing.
    if (hash.sponge.position == 0)
        return;
    absorb(hash.sponge.state, nullptr, 0, 1, keccak_f_rounds);
    hash.sponge.position = 0;
}

void end_custom_message(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                        std::uint64_t output_bytes)
{
    const bool is_fixed = hash.ending == static_cast<std::uint32_t>(Ending::fixed);
    absorb_right_encoded(hash, absorb, is_fixed ? bits(output_bytes) : 0);
}

} // namespace hashlane
