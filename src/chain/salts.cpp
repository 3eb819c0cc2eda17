// SPDX-License-Identifier: MIT
//
// The C interface of sha256.h for salted chains.

#include "lanes.h"

#include "hashlane/sha256.h"

#include <algorithm>

using namespace hashlane;

namespace {

// advance_salted() wants room behind the lanes.
constexpr std::size_t group_lanes = 64;
using Group = std::uint8_t[(group_lanes + max_lanes) * sha256_digest_bytes];

} // namespace

extern "C" void hashlane_sha256_salted(uint8_t *digests, const uint8_t *salts, size_t lanes,
                                       uint64_t iterations) noexcept
{
    Group group_digests{}, group_salts{};
    while (lanes != 0) {
        const std::size_t taken = std::min(lanes, group_lanes);
        const std::size_t bytes = taken * sha256_digest_bytes;
        std::copy_n(digests, bytes, group_digests);
        std::copy_n(salts, bytes, group_salts);
        advance_salted(active_dispatch(), group_digests, group_salts, taken, iterations);
        std::copy_n(group_digests, bytes, digests);
        digests += bytes;
        salts += bytes;
        lanes -= taken;
    }
}
