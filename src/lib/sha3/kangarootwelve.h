// SPDX-License-Identifier: MIT
//
// KT128 and KT256, RFC 9861, 3: the tree over TurboSHAKE. Its leaves are independent chunks of a
// message, side by side on the lanes of a core, read where they lie.
//
// `tree.node` is the final node and absorbs the first 8192 bytes of the message; if there are more,
// a mark and then the chaining value of each leaf. `tree.leaf` is the leaf that is under way.
#pragma once

#include "sponge.h"

#include "hashlane/kangarootwelve.h"

#include <span>

namespace hashlane {

/// The bytes of a leaf, and of the message in the final node.
constexpr std::size_t chunk_bytes = 8192;

constexpr std::uint32_t kt128_rate_bytes = 168, kt256_rate_bytes = 136;

/// Returns the length of a leaf's chaining value.
constexpr std::size_t value_bytes(std::uint32_t rate_bytes)
{
    return rate_bytes == kt128_rate_bytes ? 32 : 64;
}
constexpr std::size_t most_value_bytes = 64;

constexpr Sponge leaf_sponge(std::uint32_t rate_bytes)
{
    return {rate_bytes, 0x0b, keccak_p_rounds};
}

void kangarootwelve_init(hashlane_kangarootwelve_context &tree, std::uint32_t rate_bytes);

/// True if it was initialised, or might have been.
bool is_usable(const hashlane_kangarootwelve_context &tree);

bool is_finished(const hashlane_kangarootwelve_context &tree);

/// Precondition of all: usable. Of these two: not finished. pool: null for the calling thread
/// alone.
void kangarootwelve_absorb(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                           std::span<const std::uint8_t> message, const hashlane_pool *pool);
void kangarootwelve_finish(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                           std::span<const std::uint8_t> customization);

/// Precondition: finished.
void kangarootwelve_squeeze(hashlane_kangarootwelve_context &tree, const KernelTable &choice,
                            std::span<std::uint8_t> output);

} // namespace hashlane
