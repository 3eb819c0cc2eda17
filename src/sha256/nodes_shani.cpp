// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on the SHA extensions: one or two nodes.
//
// Contract: see nodes.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: the first block as in blocks_shani.cpp, from constants. The rounds of the second take
// constants from memory: two instructions for two rounds.
// Source: see shani_blocks.h.

#include "nodes.h"
#include "shani_blocks.h"

namespace {

constexpr BlockOrder one{.schedule = Schedule::short_path, .ahead = 2};
constexpr BlockOrder two{.schedule = Schedule::few_instructions, .ahead = 3};

// What SHA256RNDS2 number t of the second block takes.
template <int t>
constexpr Words second_k = {
    {second_addends.of_round[2 * t], second_addends.of_round[2 * t + 1], 0, 0}};

template <int lanes> HASHLANE_INLINE void compress_second_block(BlockLane (&l)[lanes])
{
    unroll<16>([&](auto g) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            two_rounds(l[lane].cdgh, l[lane].abef, second_k<2 * g>);
            two_rounds(l[lane].abef, l[lane].cdgh, second_k<2 * g + 1>);
        });
    });
}

template <BlockOrder order, int lanes>
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
        compress<order>(l);
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
            store_four(digest, _mm_shuffle_epi32(_mm_unpackhi_epi64(l[i].abef, l[i].cdgh), 0xb1));
            store_four(digest + 16,
                       _mm_shuffle_epi32(_mm_unpacklo_epi64(l[i].abef, l[i].cdgh), 0xb1));
        });
    }
}

} // namespace

extern "C" {

void hashlane_sha256_nodes_shani_x1(std::uint8_t *digests, const std::uint8_t *nodes,
                                    std::uint64_t count) noexcept
{
    hash_nodes<one, 1>(digests, nodes, count);
}
void hashlane_sha256_nodes_shani_x2(std::uint8_t *digests, const std::uint8_t *nodes,
                                    std::uint64_t count) noexcept
{
    hash_nodes<two, 2>(digests, nodes, count);
}

} // extern "C"
