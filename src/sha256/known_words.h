// SPDX-License-Identifier: MIT
//
// What rounds over vectors (in_place.h, avx2_rounds.h) fold into constants.
#ifndef HASHLANE_SRC_SHA256_KNOWN_WORDS_H
#define HASHLANE_SRC_SHA256_KNOWN_WORDS_H

#include "chain.h"
#include "scalar.h"

namespace {

/// What is known of a block before it is read: of a chain's, the padding, and that its first rounds
/// begin with the initial hash.
struct DigestBlock {
    static constexpr bool follows_initial_hash = true;
    static constexpr bool is_known(int t) { return is_padding(t); }
    static constexpr std::uint32_t word(int t) { return padding_word(t); }
    static constexpr bool has_small_sigma0(int /*t*/) { return false; }
};

/// Of a message's, nothing. has_small_sigma0(t): word t - 16 has σ0 of word t - 15 in it already
/// (salted_in_place.h).
struct WholeBlock {
    static constexpr bool follows_initial_hash = false;
    static constexpr bool is_known(int /*t*/) { return false; }
    static constexpr std::uint32_t word(int /*t*/) { return 0; }
    static constexpr bool has_small_sigma0(int /*t*/) { return false; }
};

/// What words that are known add to word t of the schedule.
template <class Block> constexpr std::uint32_t known_sum(int t)
{
    return Block::word(t - 16) + small_sigma0(Block::word(t - 15)) + Block::word(t - 7) +
           small_sigma1(Block::word(t - 2));
}

} // namespace

#endif
