// SPDX-License-Identifier: MIT
//
// SHA-256's rounds in plain C++: one lane. All rounds are unrolled by index, so that the working
// variables are renamed instead of moved, and so that the compiler folds what it knows of a block.
// Source: NIST FIPS 180-4, 6.2.2.
#pragma once

#include "kernels.h"

#include <utility>

namespace {

// Computes word t of the schedule in a window of 16; rounds 0…15 read the block itself.
template <int t> inline std::uint32_t schedule(std::uint32_t (&w)[16])
{
    if constexpr (t >= 16)
        w[t % 16] +=
            small_sigma1(w[(t - 2) % 16]) + w[(t - 7) % 16] + small_sigma0(w[(t - 15) % 16]);
    return w[t % 16];
}

// Does round t with K + W. In it, working variable `name` (a = 0 … h = 7) is s[(name - t) mod 8].
template <int t> inline void round_with(std::uint32_t (&s)[8], std::uint32_t k_w)
{
    const auto at = [&s](int name) -> std::uint32_t & { return s[(name + 64 - t) % 8]; };
    const std::uint32_t t1 = at(7) + k_w + choose(at(4), at(5), at(6)) + big_sigma1(at(4));
    at(3) += t1;
    at(7) = t1 + big_sigma0(at(0)) + majority(at(0), at(1), at(2));
}

template <int... t>
inline void rounds(std::uint32_t (&s)[8], std::uint32_t (&w)[16],
                   std::integer_sequence<int, t...> /*rounds*/)
{
    (round_with<t>(s, round_constant[t] + schedule<t>(w)), ...);
}

/// Does one compression. The first words of the schedule are the block; they are overwritten.
inline void compress(std::uint32_t (&state)[8], std::uint32_t (&w)[16])
{
    std::uint32_t s[8];
    for (int i = 0; i < 8; ++i)
        s[i] = state[i];
    rounds(s, w, std::make_integer_sequence<int, 64>{});
    for (int i = 0; i < 8; ++i)
        state[i] += s[i];
}

/// A block that is padding alone: constants.
template <int... t>
inline void rounds_of_second_block(std::uint32_t (&s)[8],
                                   std::integer_sequence<int, t...> /*rounds*/)
{
    (round_with<t>(s, second_addends.of_round[t]), ...);
}

} // namespace
