// SPDX-License-Identifier: MIT
//
// The functions of FIPS 180-4, 4.1.2 on one 32-bit word, for the kernels without vectors.
#ifndef HASHLANE_SRC_SHA256_SCALAR_H
#define HASHLANE_SRC_SHA256_SCALAR_H

#include <cstdint>

namespace {

inline std::uint32_t load(const std::uint8_t *bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

inline void store(std::uint8_t *bytes, std::uint32_t word)
{
    bytes[0] = static_cast<std::uint8_t>(word >> 24);
    bytes[1] = static_cast<std::uint8_t>(word >> 16);
    bytes[2] = static_cast<std::uint8_t>(word >> 8);
    bytes[3] = static_cast<std::uint8_t>(word);
}

constexpr std::uint32_t rotr(std::uint32_t x, int n) { return x >> n | x << (32 - n); }
constexpr std::uint32_t xor3(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return x ^ y ^ z;
}

// Ch and Maj in the forms with the fewest operations; equal to the standard's on every input.
constexpr std::uint32_t choose(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return z ^ (x & (y ^ z));
}
constexpr std::uint32_t majority(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return (x & y) | (z & (x | y));
}

constexpr std::uint32_t big_sigma0(std::uint32_t x)
{
    return xor3(rotr(x, 2), rotr(x, 13), rotr(x, 22));
}
constexpr std::uint32_t big_sigma1(std::uint32_t x)
{
    return xor3(rotr(x, 6), rotr(x, 11), rotr(x, 25));
}
constexpr std::uint32_t small_sigma0(std::uint32_t x)
{
    return xor3(rotr(x, 7), rotr(x, 18), x >> 3);
}
constexpr std::uint32_t small_sigma1(std::uint32_t x)
{
    return xor3(rotr(x, 17), rotr(x, 19), x >> 10);
}

} // namespace

#endif
