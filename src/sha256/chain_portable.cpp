// SPDX-License-Identifier: MIT
//
// SHA-256 chain, portable: one lane in plain C++, as fast as a compiler makes it.
//
// Contract: see chain.h. Needs nothing but C++.
// Idea: latency-bound on the e→e path of the round. The digest stays in eight words between
// iterations. All 64 rounds are unrolled by index, so that the working variables are renamed
// instead of moved, and so that the compiler sees words 8…15 of the block as the constants they
// are: it folds them with the round constants and drops the σ of zeros from the schedule.
// Source: NIST FIPS 180-4, 6.2.2.

#include "chain.h"
#include "scalar.h"

#include <utility>

namespace {

// Word t of the schedule in a window of 16; rounds 0…15 read the block itself.
template <int t> inline std::uint32_t schedule(std::uint32_t (&w)[16])
{
    if constexpr (t >= 16)
        w[t % 16] +=
            small_sigma1(w[(t - 2) % 16]) + w[(t - 7) % 16] + small_sigma0(w[(t - 15) % 16]);
    return w[t % 16];
}

// In round t, working variable `name` (a = 0 … h = 7) is s[(name - t) mod 8].
template <int t> inline void round(std::uint32_t (&s)[8], std::uint32_t (&w)[16])
{
    const auto at = [&s](int name) -> std::uint32_t & { return s[(name + 64 - t) % 8]; };
    const std::uint32_t t1 = at(7) + (round_constant[t] + schedule<t>(w)) +
                             choose(at(4), at(5), at(6)) + big_sigma1(at(4));
    at(3) += t1;
    at(7) = t1 + big_sigma0(at(0)) + majority(at(0), at(1), at(2));
}

template <int... t>
inline void rounds(std::uint32_t (&s)[8], std::uint32_t (&w)[16],
                   std::integer_sequence<int, t...> /*rounds*/)
{
    (round<t>(s, w), ...);
}

} // namespace

extern "C" void hashlane_sha256_chain_portable_x1(std::uint8_t *digests,
                                                  std::uint64_t iterations) noexcept
{
    std::uint32_t digest[8];
    for (int i = 0; i < 8; ++i)
        digest[i] = load(digests + 4 * i);
    for (; iterations != 0; --iterations) {
        std::uint32_t w[16];
        std::uint32_t s[8];
        for (int i = 0; i < 8; ++i) {
            w[i] = digest[i];
            w[i + 8] = padding[i];
            s[i] = initial_hash[i];
        }
        rounds(s, w, std::make_integer_sequence<int, 64>{});
        for (int i = 0; i < 8; ++i)
            digest[i] = initial_hash[i] + s[i];
    }
    for (int i = 0; i < 8; ++i)
        store(digests + 4 * i, digest[i]);
}
