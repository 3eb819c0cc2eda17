// SPDX-License-Identifier: MIT
//
// Hashes of 64-byte messages: what a chain is made of where data is mixed in, or a salt.
//
// Such a message fills its block, so that a second one follows it, which is padding alone. The
// schedule of that one is constant, and its words are folded into the round constants.
// Sources: NIST FIPS 180-4, 5.1.1 and 6.2.2.
#ifndef HASHLANE_SRC_CHAIN_SALTED_H
#define HASHLANE_SRC_CHAIN_SALTED_H

#include <cstddef>
#include <cstdint>

namespace hashlane {

/// digest = SHA256(digest ‖ mixin), 32 bytes each, any alignment.
void mix_digest(std::uint8_t *digest, const std::uint8_t *mixin);

/// Replaces each digest by SHA256(salt ‖ digest), `iterations` times, each with a salt of its own.
/// digests, salts: so many times 32 bytes, any alignment. The last kernel may be wider than the
/// lanes that are left: both have room for another most_salted_lanes.
void advance_salted(std::uint8_t *digests, const std::uint8_t *salts, std::size_t lanes,
                    std::uint64_t iterations);

constexpr std::size_t most_salted_lanes = 16;

/// How many salted lanes at once keep this processor busy.
std::size_t salted_lanes();

} // namespace hashlane

#endif
