// SPDX-License-Identifier: MIT
//
// Keccak and the functions defined by it, from the texts of FIPS 202, SP 800-185 and RFC 9861, for
// functions that OpenSSL does not have. It shares no code with the library: round constants and
// rotations are computed, bytes are absorbed one by one.
#pragma once

#include "canaries.h"

#include <array>
#include <bit>

namespace hashlane::fuzz::spec {

inline constexpr std::array<std::uint64_t, 24> round_constants = [] {
    std::array<std::uint64_t, 24> constants{};
    std::uint8_t lfsr = 1; // FIPS 202, algorithm 5
    for (std::uint64_t &constant : constants)
        for (int j = 0; j < 7; ++j) {
            if ((lfsr & 1) != 0)
                constant |= std::uint64_t{1} << ((1 << j) - 1);
            lfsr = static_cast<std::uint8_t>((lfsr << 1) ^ ((lfsr >> 7) * 0x71));
        }
    return constants;
}();

inline void keccak_p(std::uint64_t (&a)[25], std::size_t rounds)
{
    for (const std::uint64_t constant : std::span(round_constants).last(rounds)) {
        std::uint64_t parity[5], b[25];
        for (int x = 0; x < 5; ++x)
            parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int i = 0; i < 25; ++i)
            a[i] ^= parity[(i + 4) % 5] ^ std::rotl(parity[(i + 1) % 5], 1);
        b[0] = a[0];
        for (int t = 0, x = 1, y = 0; t < 24; ++t) {
            const int to_x = y, to_y = (2 * x + 3 * y) % 5;
            b[to_x + 5 * to_y] = std::rotl(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
            x = to_x;
            y = to_y;
        }
        for (int i = 0; i < 25; ++i)
            a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
        a[0] ^= constant;
    }
}

/// suffix: domain bits and the first bit of padding.
inline Bytes sponge(std::size_t rate, std::size_t rounds, const Bytes &message, std::uint8_t suffix,
                    std::size_t size)
{
    std::uint64_t state[25] = {};
    const auto add = [&](std::size_t at, std::uint8_t byte) {
        state[at / 8] ^= std::uint64_t{byte} << 8 * (at % 8);
    };
    for (std::size_t i = 0; i < message.size(); ++i) {
        add(i % rate, message[i]);
        if (i % rate == rate - 1)
            keccak_p(state, rounds);
    }
    add(message.size() % rate, suffix);
    add(rate - 1, 0x80);
    Bytes output;
    for (std::size_t i = 0; i < size; ++i) {
        if (i % rate == 0)
            keccak_p(state, rounds);
        output.push_back(static_cast<std::uint8_t>(state[i % rate / 8] >> 8 * (i % 8)));
    }
    return output;
}

inline Bytes operator+(Bytes a, const Bytes &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Returns the number's bytes, the highest first; `zero` is the result for 0.
inline Bytes big_endian(std::uint64_t number, const Bytes &zero)
{
    Bytes bytes;
    for (; number != 0; number >>= 8)
        bytes.insert(bytes.begin(), static_cast<std::uint8_t>(number));
    return bytes.empty() ? zero : bytes;
}

// SP 800-185, 2.3. Its lengths are in bits.
inline Bytes left_encode(std::uint64_t number)
{
    const Bytes bytes = big_endian(number, {0});
    return Bytes{static_cast<std::uint8_t>(bytes.size())} + bytes;
}
inline Bytes right_encode(std::uint64_t number)
{
    const Bytes bytes = big_endian(number, {0});
    return bytes + Bytes{static_cast<std::uint8_t>(bytes.size())};
}
inline Bytes encode_string(const Bytes &text) { return left_encode(8 * text.size()) + text; }
inline Bytes bytepad(const Bytes &text, std::size_t rate)
{
    Bytes padded = left_encode(rate) + text;
    padded.resize((padded.size() + rate - 1) / rate * rate);
    return padded;
}
inline Bytes text(const char *letters) { return {letters, letters + std::strlen(letters)}; }

inline Bytes cshake(std::size_t rate, const Bytes &name, const Bytes &custom, const Bytes &message,
                    std::size_t size)
{
    if (name.empty() && custom.empty())
        return sponge(rate, 24, message, 0x1f, size);
    const Bytes head = bytepad(encode_string(name) + encode_string(custom), rate);
    return sponge(rate, 24, head + message, 0x04, size);
}

inline Bytes turboshake(std::size_t rate, std::uint8_t domain, const Bytes &message,
                        std::size_t size)
{
    return sponge(rate, 12, message, domain, size);
}

/// RFC 9861, 3.2. rate: 168 for KT128, 136 for KT256.
inline Bytes kangarootwelve(std::size_t rate, const Bytes &message, const Bytes &custom,
                            std::size_t size)
{
    const auto length_encode = [](std::uint64_t number) {
        const Bytes bytes = big_endian(number, {});
        return bytes + Bytes{static_cast<std::uint8_t>(bytes.size())};
    };
    const Bytes all = message + custom + length_encode(custom.size());
    constexpr std::size_t chunk = 8192;
    if (all.size() <= chunk)
        return turboshake(rate, 0x07, all, size);
    Bytes node(all.begin(), all.begin() + chunk);
    node = node + Bytes{3, 0, 0, 0, 0, 0, 0, 0};
    std::size_t leaves = 0;
    for (std::size_t at = chunk; at < all.size(); at += chunk, ++leaves) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
        const auto bytes = static_cast<std::ptrdiff_t>(std::min(chunk, all.size() - at));
        node = node + turboshake(rate, 0x0b, Bytes(begin, begin + bytes), rate == 168 ? 32 : 64);
    }
    return turboshake(rate, 0x06, node + length_encode(leaves) + Bytes{0xff, 0xff}, size);
}

} // namespace hashlane::fuzz::spec
