// SPDX-License-Identifier: MIT
//
// The C interface of sha256.h for trees.

#include "../dispatch/dispatch_table.h"

#include "hashlane/sha256.h"

#include <algorithm>
#include <cstring>

using namespace hashlane;

namespace {

constexpr std::size_t node_bytes = HASHLANE_SHA256_NODE_BYTES;

// Fewer nodes than the kernel takes: it has copies, and their digests are copied.
void hash_few(Sha256Nodes *hash, unsigned lanes, std::uint8_t *digests, const std::uint8_t *nodes,
              std::size_t count)
{
    std::uint8_t group[max_lanes * node_bytes];
    std::memcpy(group, nodes, count * node_bytes);
    std::memset(group + count * node_bytes, 0, (lanes - count) * node_bytes);
    hash(group, group, 1);
    std::memcpy(digests, group, count * sha256_digest_bytes);
}

std::size_t parents_of(std::size_t count) { return count / 2 + count % 2; }

// The level above `count` ≥ 2 digests. A last one without a neighbour is taken over.
void write_parents(std::uint8_t *parents, const std::uint8_t *digests, std::size_t count)
{
    hashlane_sha256_nodes(parents, digests, count / 2);
    if (count % 2 != 0)
        std::memmove(parents + count / 2 * sha256_digest_bytes,
                     digests + (count - 1) * sha256_digest_bytes, sha256_digest_bytes);
}

} // namespace

extern "C" {

void hashlane_sha256_nodes(uint8_t *digests, const uint8_t *nodes, size_t count) noexcept
{
    const DispatchTable &choice = active_dispatch();
    while (count != 0) {
        const Kernel &kernel = choice.kernel(Workload::sha256_nodes, count);
        auto *const hash = *std::get_if<Sha256Nodes *>(&kernel.function);
        // Of many, all at once; of few, what dispatch found best for each number of them.
        const std::size_t groups = count > max_lanes ? count / kernel.lanes : 1;
        const std::size_t taken = std::min<std::size_t>(groups * kernel.lanes, count);
        if (count >= kernel.lanes)
            hash(digests, nodes, groups);
        else
            hash_few(hash, kernel.lanes, digests, nodes, count);
        digests += taken * sha256_digest_bytes;
        nodes += taken * node_bytes;
        count -= taken;
    }
}

void hashlane_sha256_merkle_root(const uint8_t *leaves, size_t count, uint8_t *scratch,
                                 uint8_t *root) noexcept
{
    if (count == 0) {
        hashlane_sha256(nullptr, 0, root);
        return;
    }
    const std::uint8_t *level = leaves;
    for (; count > 1; count = parents_of(count), level = scratch)
        write_parents(scratch, level, count);
    std::memmove(root, level, sha256_digest_bytes);
}

size_t hashlane_sha256_merkle_nodes(size_t count) noexcept
{
    size_t nodes = 0;
    for (; count > 1; nodes += count)
        count = parents_of(count);
    return nodes;
}

void hashlane_sha256_merkle_levels(const uint8_t *leaves, size_t count, uint8_t *levels) noexcept
{
    const std::uint8_t *level = leaves;
    while (count > 1) {
        write_parents(levels, level, count);
        count = parents_of(count);
        level = levels;
        levels += count * sha256_digest_bytes;
    }
}

} // extern "C"
