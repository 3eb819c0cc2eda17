// SPDX-License-Identifier: MIT
#include "sp800_185.h"

namespace hashlane {
namespace {

// "00" for cSHAKE (3.3), with the 1 of pad10*1 above it.
constexpr std::uint8_t cshake_suffix = 0x04;

/// A non-negative integer of up to 67 bits, big-endian: 8 × any number of bytes.
struct Encoded {
    std::uint8_t bytes[11]; // one for a length before and one after the nine of the number
    std::size_t first;      // of the number's bytes that are not leading zeros
    static constexpr std::size_t end = 10;

    std::uint8_t size() const { return static_cast<std::uint8_t>(end - first); }
};

Encoded encode(std::uint64_t value, unsigned shift)
{
    Encoded encoded{};
    encoded.bytes[1] = shift == 0 ? 0 : static_cast<std::uint8_t>(value >> (64 - shift));
    for (unsigned i = 0; i < 8; ++i)
        encoded.bytes[2 + i] = static_cast<std::uint8_t>((value << shift) >> (56 - 8 * i));
    encoded.first = 1;
    while (encoded.first < Encoded::end - 1 && encoded.bytes[encoded.first] == 0)
        ++encoded.first;
    return encoded;
}

constexpr unsigned bits_of_bytes = 3; // as a shift

// left_encode and right_encode, section 2.3.1.
void absorb_left(hashlane_sha3 &sponge, Sha3Absorb *absorb, Encoded encoded)
{
    encoded.bytes[encoded.first - 1] = encoded.size();
    sponge_absorb(sponge, absorb, {encoded.bytes + encoded.first - 1, encoded.size() + 1U});
}

void absorb_right(hashlane_sha3 &sponge, Sha3Absorb *absorb, Encoded encoded)
{
    encoded.bytes[Encoded::end] = encoded.size();
    sponge_absorb(sponge, absorb, {encoded.bytes + encoded.first, encoded.size() + 1U});
}

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

void absorb_left_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value)
{
    absorb_left(hash.sponge, absorb, encode(value, 0));
}

void absorb_right_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value)
{
    absorb_right(hash.sponge, absorb, encode(value, 0));
}

void absorb_string(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                   std::span<const std::uint8_t> string)
{
    absorb_left(hash.sponge, absorb, encode(string.size(), bits_of_bytes));
    sponge_absorb(hash.sponge, absorb, string);
}

void absorb_padding(hashlane_custom_sponge &hash, Sha3Absorb *absorb)
{
    // XORing zeros changes nothing: only the permutation is missing.
    if (hash.sponge.position == 0)
        return;
    absorb(hash.sponge.state, nullptr, 0, 1);
    hash.sponge.position = 0;
}

void end_custom_message(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                        std::uint64_t output_bytes)
{
    const bool is_fixed = hash.ending == static_cast<std::uint32_t>(Ending::fixed);
    absorb_right(hash.sponge, absorb, encode(is_fixed ? output_bytes : 0, bits_of_bytes));
}

} // namespace hashlane
