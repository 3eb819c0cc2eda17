// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt, portable: one lane in plain C++.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: portable.h; the rounds of the salt are done once, those of the second block take constants
// alone. Source: NIST FIPS 180-4, 6.2.2.

#include "portable.h"

namespace {

// The salt, and the working variables after its rounds.
struct Salt {
    std::uint32_t words[salt_words];
    std::uint32_t variables[8];
};

template <int... t>
inline void rounds_of_salt(Salt &salt, std::integer_sequence<int, t...> /*rounds*/)
{
    (round_with<t>(salt.variables, round_constant[t] + salt.words[t]), ...);
}

template <int... t>
inline void rounds_after_salt(std::uint32_t (&s)[8], std::uint32_t (&w)[16],
                              std::integer_sequence<int, t...> /*rounds*/)
{
    (round_with<salt_words + t>(s, round_constant[salt_words + t] + schedule<salt_words + t>(w)),
     ...);
}

Salt read_salt(const std::uint8_t *bytes)
{
    Salt salt{};
    for (int i = 0; i < salt_words; ++i) {
        salt.words[i] = load(bytes + 4 * i);
        salt.variables[i] = initial_hash[i];
    }
    rounds_of_salt(salt, std::make_integer_sequence<int, salt_words>{});
    return salt;
}

void hash(std::uint32_t (&digest)[8], const Salt &salt)
{
    std::uint32_t w[16], s[8], state[8];
    for (int i = 0; i < 8; ++i) {
        w[i] = salt.words[i];
        w[i + 8] = digest[i];
        s[i] = salt.variables[i];
    }
    rounds_after_salt(s, w, std::make_integer_sequence<int, 64 - salt_words>{});
    for (int i = 0; i < 8; ++i)
        s[i] = state[i] = s[i] + initial_hash[i];
    rounds_of_second_block(s, std::make_integer_sequence<int, 64>{});
    for (int i = 0; i < 8; ++i)
        digest[i] = state[i] + s[i];
}

} // namespace

extern "C" void hashlane_sha256_salted_portable_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                                   std::uint64_t iterations) noexcept
{
    const Salt salt = read_salt(salts);
    std::uint32_t digest[8];
    for (int i = 0; i < 8; ++i)
        digest[i] = load(digests + 4 * i);
    for (; iterations != 0; --iterations)
        hash(digest, salt);
    for (int i = 0; i < 8; ++i)
        store(digests + 4 * i, digest[i]);
}
