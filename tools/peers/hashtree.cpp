// SPDX-License-Identifier: MIT
//
// hashtree: nodes of 64 bytes, and nothing else.
#include "peer.h"

extern "C" void hashtree_hash(unsigned char *digests, const unsigned char *nodes,
                              std::uint64_t count);

void peer_sha256_nodes(const std::uint8_t *nodes, std::size_t, std::size_t count,
                       std::uint8_t *digests, std::size_t)
{
    hashtree_hash(digests, nodes, count);
}
