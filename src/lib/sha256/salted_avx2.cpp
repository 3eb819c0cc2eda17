// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on AVX2: eight lanes.
//
// Contract: see kernels.h. Needs AVX2.
// Idea: as chain_avx2.cpp. The window holds, where word i of the salt would be, word i +
// σ0(word i + 1): so much of word i + 16 is the same in every iteration.
// Source: FIPS 180-4, 6.2.2.

#include "avx2.h"

namespace {

using SaltedLanes = EightLanes<WholeBlock>;

struct SaltedConstants {
    Words k[64], k_w[64]; // of the first block and the second
};

constexpr SaltedConstants make_constants()
{
    SaltedConstants result{};
    for (int t = 0; t < 64; ++t) {
        result.k[t] = in_every_lane(round_constant[t]);
        result.k_w[t] = in_every_lane(second_addends.of_round[t]);
    }
    return result;
}

constexpr SaltedConstants constants = make_constants();

// The values that are the same in every iteration.
struct Salt {
    Ymm window[salt_words];
    Ymm state[8]; // after its eight rounds
    Ymm b_c;
};

HASHLANE_INLINE Ymm small_sigma0(Ymm a) { return small_sigma<7, 18, 3>(a); }
HASHLANE_INLINE Ymm small_sigma1(Ymm a) { return small_sigma<17, 19, 10>(a); }

HASHLANE_INLINE void begin_salt(Salt &salt, const std::uint8_t *salts)
{
    Ymm words[salt_words];
    load_words(words, salts);
    SaltedLanes l;
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { l.s[j] = load_memory(addends.initial[j]); });
    l.b_c = xor2(l.s[1], l.s[2]);
    unroll<salt_words>([&](auto t) HASHLANE_INLINE_LAMBDA {
        finish_round<t>(l, add(add_memory(l.s[(7 + 64 - t) % 8], constants.k[t]), words[t]));
    });
    unroll<salt_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
        Ymm sum = words[i];
        if constexpr (i + 1 < salt_words)
            sum = add(sum, small_sigma0(words[i + 1]));
        salt.window[i] = sum;
        salt.state[i] = l.s[i];
    });
    salt.b_c = l.b_c;
}

// Word t of the first block.
template <int t> HASHLANE_INLINE Ymm salted_word(SaltedLanes &l)
{
    if constexpr (t < 16)
        return load_memory(l.w[t]);
    const auto word = [&l](int i) HASHLANE_INLINE_LAMBDA -> Ymm & { return l.w[(t - i) % 16]; };
    Ymm sum = small_sigma1(load_memory(word(2)));
    sum = add_memory(sum, word(16));
    sum = add_memory(sum, word(7));
    if constexpr (t - 15 >= salt_words) // else it is there already
        sum = add(sum, small_sigma0(load_memory(word(15))));
    store_memory(word(0), sum);
    return sum;
}

template <int t> HASHLANE_INLINE void salted_round(SaltedLanes &l, const Words &k)
{
    const Ymm word = salted_word<t>(l);
    finish_round<t>(l, add(add_memory(l.s[(7 + 64 - t) % 8], k), word));
}

HASHLANE_INLINE void compress_first_block(SaltedLanes &l, const Salt &salt)
{
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        store_memory(l.w[salt_words + j], l.s[j]);
        store_memory(l.w[j], load_memory(salt.window[j]));
        l.s[j] = load_memory(salt.state[j]);
    });
    l.b_c = load_memory(salt.b_c);
    unroll<24>([&](auto i) HASHLANE_INLINE_LAMBDA {
        salted_round<salt_words + i>(l, constants.k[salt_words + i]);
    });
    for (const Words *k = constants.k + 32; k != constants.k + 64; k += 16)
        unroll<16>([&](auto i) HASHLANE_INLINE_LAMBDA { salted_round<32 + i>(l, k[i]); });
}

// The window is free: it keeps the chaining value.
HASHLANE_INLINE void compress_second_block(SaltedLanes &l)
{
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = add_memory(l.s[j], addends.initial[j]);
        store_memory(l.w[j], l.s[j]);
    });
    l.b_c = xor2(l.s[1], l.s[2]);
    for (const Words *k_w = constants.k_w; k_w != constants.k_w + 64; k_w += 16)
        unroll<16>([&](auto t) HASHLANE_INLINE_LAMBDA {
            finish_round<t>(l, add_memory(l.s[(7 + 64 - t) % 8], k_w[t]));
        });
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { l.s[j] = add_memory(l.s[j], l.w[j]); });
}

} // namespace

extern "C" void hashlane_sha256_salted_avx2_x8(std::uint8_t *digests, const std::uint8_t *salts,
                                               std::uint64_t iterations) noexcept
{
    alignas(32) Ymm window[16]; // to 16 by GCC for Windows: slower there, and no more
    Salt salt;
    begin_salt(salt, salts);
    SaltedLanes l;
    l.w = window;
    load_words(l.s, digests);
    for (; iterations != 0; --iterations) {
        compress_first_block(l, salt);
        compress_second_block(l);
    }
    store_words(digests, l.s);
}
