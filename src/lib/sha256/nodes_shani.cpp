// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on the SHA extensions: one, two or four nodes.
//
// Contract: see kernels.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: the first block as in blocks_shani.cpp, from constants. The rounds of the second take
// constants from memory: two instructions for two rounds.
// Source: see shani_words.h.

#include "shani_words.h"

namespace {

// Nodes do not wait for each other as the blocks of a message do: the fewer instructions a node
// has, the more of the next one fits into the core's window.
template <int lanes>
constexpr BlockOrder node_order =
    lanes == 4 ? order_of_four : BlockOrder{.schedule = Schedule::few_instructions, .ahead = lanes};

template <int lanes> HASHLANE_INLINE void compress_second_block(BlockLane (&l)[lanes])
{
    unroll<16>([&](auto g) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            two_rounds(l[lane].cdgh, l[lane].abef, second_k<2 * g>);
            two_rounds(l[lane].abef, l[lane].cdgh, second_k<2 * g + 1>);
        });
    });
}

template <int lanes>
HASHLANE_INLINE void hash_nodes(std::uint8_t *digests, const std::uint8_t *nodes,
                                std::uint64_t count)
{
    for (; count != 0; --count, digests += lanes * digest_bytes, nodes += lanes * block_bytes) {
        BlockLane l[lanes];
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
            load_to(l[i].abef, initial_abef);
            load_to(l[i].cdgh, initial_cdgh);
            begin_block(l[i], nodes + i * block_bytes);
        });
        compress<node_order<lanes>>(l);
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
            add(l[i].abef, initial_abef);
            add(l[i].cdgh, initial_cdgh);
            l[i].old_abef = l[i].abef;
            l[i].old_cdgh = l[i].cdgh;
        });
        compress_second_block(l);
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
            end_block(l[i]);
            std::uint8_t *digest = digests + i * digest_bytes;
            store_four(digest, to_abcd(l[i].abef, l[i].cdgh));
            store_four(digest + 16, to_efgh(l[i].abef, l[i].cdgh));
        });
    }
}

} // namespace

HASHLANE_SHA256_NODES(hashlane_sha256_nodes_shani_x1, hash_nodes<1>)
HASHLANE_SHA256_NODES(hashlane_sha256_nodes_shani_x2, hash_nodes<2>)
HASHLANE_SHA256_NODES(hashlane_sha256_nodes_shani_x4, hash_nodes<4>)
