// SPDX-License-Identifier: MIT
//
// The constants of the padding block that follows a 64-byte message.
#ifndef HASHLANE_SRC_CHAIN_SALTED_CONSTANTS_H
#define HASHLANE_SRC_CHAIN_SALTED_CONSTANTS_H

#include "../sha256/chain.h"
#include "../sha256/scalar.h"

namespace {

struct PaddingRounds {
    std::uint32_t constant[64]; // K plus the word of the schedule
};

// One bit, zeros, and the length of 512 bits.
constexpr PaddingRounds padding_rounds()
{
    std::uint32_t w[64] = {0x80000000};
    w[15] = 512;
    for (int t = 16; t < 64; ++t)
        w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
    PaddingRounds rounds{};
    for (int t = 0; t < 64; ++t)
        rounds.constant[t] = round_constant[t] + w[t];
    return rounds;
}

constexpr PaddingRounds padding_block = padding_rounds();

} // namespace

#endif
