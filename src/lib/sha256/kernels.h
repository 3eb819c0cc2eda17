// SPDX-License-Identifier: MIT
//
// What the kernels of SHA-256 share: the constants and functions of FIPS 180-4, what is folded into
// constants with them, and each operation's contract and form.
//
// A kernel that only calls a template is one line: HASHLANE_SHA256_...(symbol, function) defines
// the symbol, which passes its arguments on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace {

constexpr std::size_t digest_bytes = 32;
constexpr std::size_t block_bytes = 64;

// Words 8…15 of every block of a chain: the single padding bit, zeros, and the length of 256 bits.
constexpr std::uint32_t padding[8] = {0x80000000, 0, 0, 0, 0, 0, 0, 256};
constexpr bool is_padding(int t) { return t >= 8 && t < 16; }
constexpr std::uint32_t padding_word(int t) { return is_padding(t) ? padding[t - 8] : 0; }

// FIPS 180-4, 5.3.3.
constexpr std::uint32_t initial_hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// FIPS 180-4, 4.2.2.
constexpr std::uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// ---- The functions of FIPS 180-4, 4.1.2 on one word, and words in memory ----

inline std::uint32_t load(const std::uint8_t *bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

inline void store(std::uint8_t *bytes, std::uint32_t word)
{
    bytes[0] = static_cast<std::uint8_t>(word >> 24);
    bytes[1] = static_cast<std::uint8_t>(word >> 16);
    bytes[2] = static_cast<std::uint8_t>(word >> 8);
    bytes[3] = static_cast<std::uint8_t>(word);
}

constexpr std::uint32_t rotr(std::uint32_t x, int n) { return x >> n | x << (32 - n); }
constexpr std::uint32_t xor3(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return x ^ y ^ z;
}

// Ch and Maj in the forms with the fewest operations; equal to the standard's on every input.
constexpr std::uint32_t choose(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return z ^ (x & (y ^ z));
}
constexpr std::uint32_t majority(std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    return (x & y) | (z & (x | y));
}

constexpr std::uint32_t big_sigma0(std::uint32_t x)
{
    return xor3(rotr(x, 2), rotr(x, 13), rotr(x, 22));
}
constexpr std::uint32_t big_sigma1(std::uint32_t x)
{
    return xor3(rotr(x, 6), rotr(x, 11), rotr(x, 25));
}
constexpr std::uint32_t small_sigma0(std::uint32_t x)
{
    return xor3(rotr(x, 7), rotr(x, 18), x >> 3);
}
constexpr std::uint32_t small_sigma1(std::uint32_t x)
{
    return xor3(rotr(x, 17), rotr(x, 19), x >> 10);
}

// ---- What rounds over vectors (in_place.h, avx2.h) fold into constants ----

/// Knowledge of a block before it is read. A chain's block: the padding, and that its first rounds
/// begin with the initial hash.
struct DigestBlock {
    static constexpr bool follows_initial_hash = true;
    static constexpr bool is_known(int t) { return is_padding(t); }
    static constexpr std::uint32_t word(int t) { return padding_word(t); }
    static constexpr bool has_small_sigma0(int /*t*/) { return false; }
};

/// A message's block: nothing is known. has_small_sigma0(t): word t - 16 already contains σ0 of
/// word t - 15 (in_place.h).
struct WholeBlock {
    static constexpr bool follows_initial_hash = false;
    static constexpr bool is_known(int /*t*/) { return false; }
    static constexpr std::uint32_t word(int /*t*/) { return 0; }
    static constexpr bool has_small_sigma0(int /*t*/) { return false; }
};

/// Returns the sum that known words add to word t of the schedule.
template <class Block> constexpr std::uint32_t known_sum(int t)
{
    return Block::word(t - 16) + small_sigma0(Block::word(t - 15)) + Block::word(t - 7) +
           small_sigma1(Block::word(t - 2));
}

// ---- Chains ----
//
// Contract of  void hashlane_sha256_chain_<isa>_x<L>(uint8_t *digests, uint64_t iterations)
//   digests     L × 32 bytes, lane after lane, each a digest as SHA-256 prints it (big-endian
//               words); updated in place; any alignment.
//   iterations  how often each lane is replaced by its own SHA-256; 0 leaves the buffer as it is.
//   One iteration compresses one 64-byte block: the 32-byte digest and its padding
//   80 00 … 00 0100, which FIPS 180-4 section 5.1.1 fixes because the length never changes.

#define HASHLANE_SHA256_CHAIN(symbol, ...)                                                         \
    extern "C" void symbol(std::uint8_t *digests, std::uint64_t iterations) noexcept               \
    {                                                                                              \
        __VA_ARGS__(digests, iterations);                                                          \
    }

// ---- Whole blocks ----
//
// Contract of  void hashlane_sha256_blocks_<isa>_x<L>(uint32_t *states,
//                  const uint8_t *const *blocks, uint64_t count)
//   states   8 × L words: word j of lane i is states[j × L + i], a vector of lanes for each word;
//            updated in place; aligned as uint32_t.
//   blocks   L pointers, each to count × 64 bytes of that lane's message; any alignment.
//   count    how many blocks; each is compressed into its lane's state (FIPS 180-4, 6.2.2). With 0
//            nothing changes.
// Padding is the caller's: message.h.

#define HASHLANE_SHA256_BLOCKS(symbol, ...)                                                        \
    extern "C" void symbol(std::uint32_t *states, const std::uint8_t *const *blocks,               \
                           std::uint64_t count) noexcept                                           \
    {                                                                                              \
        __VA_ARGS__(states, blocks, count);                                                        \
    }

// The forms of such a kernel: ../core/forms.h.
#define HASHLANE_SHA256_PADDED(symbol, ...)                                                        \
    extern "C" void symbol##_padded(const hashlane::PaddedMessages &list) noexcept                 \
    {                                                                                              \
        __VA_ARGS__(list);                                                                         \
    }
#define HASHLANE_SHA256_DIGESTS(symbol, ...)                                                       \
    extern "C" void symbol##_digests(std::uint8_t *states, const std::uint8_t *const *blocks,      \
                                     std::uint64_t count) noexcept                                 \
    {                                                                                              \
        __VA_ARGS__(states, blocks, count);                                                        \
    }

// ---- Nodes ----
//
// Contract of  void hashlane_sha256_nodes_<isa>_x<L>(uint8_t *digests, const uint8_t *nodes,
//                                                   uint64_t count)
//   digests  count × L × 32 bytes, digest after digest; any alignment. They do not overlap the
//            nodes, or begin at or before them: L nodes are read before their digests are written.
//   nodes    count × L × 64 bytes, node after node; any alignment.
//   count    groups of L nodes; of each node the SHA-256 is its digest.
//
// A node fills its block, so that a second one follows it, which is padding alone: one bit, zeros,
// and the length of 512 bits (FIPS 180-4, 5.1.1). The schedule of that block is the same for all;
// its words are folded into the round constants, and its rounds have no schedule.

constexpr std::uint32_t second_block[16] = {0x80000000, 0, 0, 0, 0, 0, 0, 0,
                                            0,          0, 0, 0, 0, 0, 0, 512};

struct RoundAddends {
    std::uint32_t of_round[64]; // K, and the word of the schedule
};

constexpr RoundAddends second_block_addends()
{
    std::uint32_t w[64] = {};
    RoundAddends sums{};
    for (int t = 0; t < 64; ++t) {
        w[t] = t < 16 ? second_block[t]
                      : small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
        sums.of_round[t] = round_constant[t] + w[t];
    }
    return sums;
}

constexpr RoundAddends second_addends = second_block_addends();

#define HASHLANE_SHA256_NODES(symbol, ...)                                                         \
    extern "C" void symbol(std::uint8_t *digests, const std::uint8_t *nodes,                       \
                           std::uint64_t count) noexcept                                           \
    {                                                                                              \
        __VA_ARGS__(digests, nodes, count);                                                        \
    }

// ---- Chains with a salt ----
//
// Contract of  void hashlane_sha256_salted_<isa>_x<L>(uint8_t *digests, const uint8_t *salts,
//                                                     uint64_t iterations)
//   digests     L × 32 bytes, lane after lane, each a digest as SHA-256 prints it (big-endian
//               words); updated in place; any alignment.
//   salts       L × 32 bytes, lane after lane, any alignment; may be `digests`, and is then read
//               before the first hash.
//   iterations  how often each lane is replaced by SHA256(salt ‖ digest); 0 leaves the buffer as
//               it is.
//   One iteration compresses two 64-byte blocks: salt and digest, then padding alone, as of a node.
//   The first eight rounds of the first take the salt alone: they are done once a call, and so is
//   what words 16 to 22 of the schedule have of the salt alone.

constexpr int salt_words = 8; // of the first block, and as many of its rounds

#define HASHLANE_SHA256_SALTED(symbol, ...)                                                        \
    extern "C" void symbol(std::uint8_t *digests, const std::uint8_t *salts,                       \
                           std::uint64_t iterations) noexcept                                      \
    {                                                                                              \
        __VA_ARGS__(digests, salts, iterations);                                                   \
    }

} // namespace
