// SPDX-License-Identifier: MIT
#include "salted.h"

#include "salted_rounds.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

template <int t> std::uint32_t schedule(std::uint32_t (&w)[16])
{
    if constexpr (t >= 16)
        w[t % 16] +=
            small_sigma1(w[(t - 2) % 16]) + w[(t - 7) % 16] + small_sigma0(w[(t - 15) % 16]);
    return w[t % 16];
}

// In round t, working variable `name` (a = 0 … h = 7) is s[(name - t) mod 8].
template <int t> void round(std::uint32_t (&s)[8], std::uint32_t word_and_constant)
{
    const auto at = [&s](int name) -> std::uint32_t & { return s[(name + 64 - t) % 8]; };
    const std::uint32_t t1 =
        at(7) + word_and_constant + choose(at(4), at(5), at(6)) + big_sigma1(at(4));
    at(3) += t1;
    at(7) = t1 + big_sigma0(at(0)) + majority(at(0), at(1), at(2));
}

template <int from, int... t>
void rounds(std::uint32_t (&s)[8], std::uint32_t (&w)[16], std::integer_sequence<int, t...> /*n*/)
{
    (round<from + t>(s, round_constant[from + t] + schedule<from + t>(w)), ...);
}

template <int... t>
void rounds_of_padding(std::uint32_t (&s)[8], std::integer_sequence<int, t...> /*n*/)
{
    (round<t>(s, padding_block.constant[t]), ...);
}

void load_words(std::uint32_t *words, const std::uint8_t *bytes)
{
    for (int i = 0; i < 8; ++i)
        words[i] = load(bytes + 4 * i);
}

// The first eight rounds take the first half of the message alone.
struct FirstHalf {
    std::uint32_t words[8];
    std::uint32_t state[8];
};

FirstHalf first_half(const std::uint8_t *bytes)
{
    FirstHalf half{};
    std::uint32_t w[16] = {};
    load_words(w, bytes);
    std::copy_n(w, 8, half.words);
    std::copy_n(initial_hash, 8, half.state);
    rounds<0>(half.state, w, std::make_integer_sequence<int, 8>{});
    return half;
}

// digest = SHA256(half ‖ second), as words.
void hash_message(std::uint32_t (&digest)[8], const FirstHalf &half,
                  const std::uint32_t (&second)[8])
{
    std::uint32_t w[16];
    std::uint32_t s[8];
    std::uint32_t between[8];
    std::copy_n(half.words, 8, w);
    std::copy_n(second, 8, w + 8);
    std::copy_n(half.state, 8, s);
    rounds<8>(s, w, std::make_integer_sequence<int, 56>{});
    for (int i = 0; i < 8; ++i)
        between[i] = initial_hash[i] + s[i];
    std::copy_n(between, 8, s);
    rounds_of_padding(s, std::make_integer_sequence<int, 64>{});
    for (int i = 0; i < 8; ++i)
        digest[i] = between[i] + s[i];
}

void store_words(std::uint8_t *bytes, const std::uint32_t (&words)[8])
{
    for (int i = 0; i < 8; ++i)
        store(bytes + 4 * i, words[i]);
}

void advance_lane(std::uint8_t *digest, const std::uint8_t *salt, std::uint64_t iterations)
{
    const FirstHalf half = first_half(salt);
    std::uint32_t words[8];
    load_words(words, digest);
    for (; iterations != 0; --iterations)
        hash_message(words, half, words);
    store_words(digest, words);
}

} // namespace

void mix_digest(std::uint8_t *digest, const std::uint8_t *mixin)
{
    std::uint32_t words[8];
    load_words(words, mixin);
    hash_message(words, first_half(digest), words);
    store_words(digest, words);
}

void advance_salted(std::uint8_t *digests, const std::uint8_t *salts, std::size_t lanes,
                    std::uint64_t iterations)
{
    for (std::size_t lane = 0; lane < lanes; ++lane)
        advance_lane(digests + lane * digest_bytes, salts + lane * digest_bytes, iterations);
}

std::size_t salted_lanes() { return 1; }

} // namespace hashlane
