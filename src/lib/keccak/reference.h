// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] to be read next to the standard (NIST FIPS 202, August 2015, sections 3.2 and
// 3.3): the five step mappings one after the other on the whole state, with rotation offsets and
// round constants computed by the standard's own algorithms. It shares no table and no function
// with permutation.h, so that each can be checked against the other.
#pragma once

#include <cstdint>

namespace {

struct ReferenceTables {
    int offset[5][5] = {};           // ρ, 3.2.2, indexed [x][y]
    std::uint64_t constant[24] = {}; // ι, 3.2.5
};

// Returns bit t of the linear feedback shift register x^8 + x^6 + x^5 + x^4 + 1 (3.2.5, algorithm
// 5).
constexpr bool shift_register_bit(int t)
{
    unsigned r = 1;
    for (int i = 0; i < t % 255; ++i) {
        r <<= 1;
        if (r & 0x100)
            r ^= 0x171;
    }
    return r & 1;
}

constexpr ReferenceTables reference_tables()
{
    ReferenceTables tables;
    int x = 1, y = 0;
    for (int t = 0; t < 24; ++t) {
        tables.offset[x][y] = (t + 1) * (t + 2) / 2 % 64;
        const int next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
    }
    for (int round = 0; round < 24; ++round)
        for (int j = 0; j <= 6; ++j)
            if (shift_register_bit(j + 7 * round))
                tables.constant[round] |= std::uint64_t{1} << ((1 << j) - 1);
    return tables;
}

// `state` holds 25 words, lane (x, y) at x + 5y.
// The last `rounds` of the 24 rounds: Keccak-p[1600, rounds], 3.3.
inline void reference_permute(std::uint64_t *state, unsigned rounds = 24)
{
    static constexpr ReferenceTables tables = reference_tables();
    const auto rotl = [](std::uint64_t a, int n) { return n == 0 ? a : a << n | a >> (64 - n); };
    std::uint64_t b[25];
    for (unsigned round = 24 - rounds; round < 24; ++round) {
        std::uint64_t c[5];
        for (int x = 0; x < 5; ++x) // θ
            c[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
        for (int x = 0; x < 5; ++x)
            for (int y = 0; y < 5; ++y)
                state[x + 5 * y] ^= c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1);
        for (int x = 0; x < 5; ++x) // ρ
            for (int y = 0; y < 5; ++y)
                state[x + 5 * y] = rotl(state[x + 5 * y], tables.offset[x][y]);
        for (int x = 0; x < 5; ++x) // π
            for (int y = 0; y < 5; ++y)
                b[x + 5 * y] = state[(x + 3 * y) % 5 + 5 * x];
        for (int x = 0; x < 5; ++x) // χ
            for (int y = 0; y < 5; ++y)
                state[x + 5 * y] =
                    b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
        state[0] ^= tables.constant[round]; // ι
    }
}

} // namespace
