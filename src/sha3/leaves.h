// SPDX-License-Identifier: MIT
//
// The leaves of KangarooTwelve's tree, RFC 9861, 3.2: independent chunks of a message, side by side
// on the lanes of a core, read where they lie.
#ifndef HASHLANE_SRC_SHA3_LEAVES_H
#define HASHLANE_SRC_SHA3_LEAVES_H

#include "lanes.h"

#include "hashlane/sha3.h"

namespace hashlane {

/// Of a leaf, and of what the final node has of the message.
constexpr std::size_t chunk_bytes = 8192;

constexpr std::uint32_t kt128_rate_bytes = 168, kt256_rate_bytes = 136;

/// Of a leaf's chaining value.
constexpr std::size_t value_bytes(std::uint32_t rate_bytes)
{
    return rate_bytes == kt128_rate_bytes ? 32 : 64;
}
constexpr std::size_t most_value_bytes = 64;

constexpr Sponge leaf_sponge(std::uint32_t rate_bytes)
{
    return {rate_bytes, 0x0b, keccak_p_rounds};
}

/// The chaining values, value after value, of `count` leaves, leaf after leaf.
void hash_leaves(const AbsorbDispatch &dispatch, std::uint32_t rate_bytes,
                 const std::uint8_t *message, std::size_t count, std::uint8_t *values);

/// The same of a message that begins with the final node's chunk, which `node`, just initialised,
/// absorbs. Takes as many of the `count` ≥ 1 chunks as there are lanes, at most max_absorb_lanes,
/// and returns how many; the first one has no value.
std::size_t hash_first_chunks(const AbsorbDispatch &dispatch, hashlane_sha3 &node,
                              const std::uint8_t *message, std::size_t count, std::uint8_t *values);

} // namespace hashlane

#endif
