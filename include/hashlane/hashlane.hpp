// SPDX-License-Identifier: MIT
//
// The library from C++20: views of bytes, digests as arrays, pools and contexts that clean up,
// exceptions. The functions of the headers that hashlane.h includes may be mixed with these.
#pragma once
#include "hashlane.h"
#include <array>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlane {

using Digest = std::array<std::uint8_t, 32>;

/// Throws if a function has refused an argument.
inline void check(hashlane_status status)
{
    if (status != HASHLANE_OK)
        throw std::invalid_argument(hashlane_status_text(status));
}

/// All bytes of a container, a span or an array; but an array of const characters is taken for a
/// literal, whose last zero is not its text. A pointer to char is to text that ends with a zero.
struct Bytes {
    template <std::ranges::contiguous_range Range>
        requires(sizeof(std::ranges::range_value_t<Range>) == 1)
    Bytes(Range &&range)
        : data(reinterpret_cast<const std::uint8_t *>(std::ranges::data(range))),
          size(std::ranges::size(range))
    {
        using Array = std::remove_reference_t<Range>;
        using Element = std::ranges::range_value_t<Range>;
        if constexpr (std::is_array_v<Array> && std::is_const_v<Array> &&
                      (std::is_same_v<Element, char> || std::is_same_v<Element, char8_t>))
            size -= range[size - 1] == 0;
    }
    template <class Text>
        requires std::is_pointer_v<Text>
    Bytes(const Text &text) : Bytes(std::string_view(text))
    {
    }
    const std::uint8_t *data;
    std::size_t size;
};

/// Threads, as long as it lives (pool.h); 0: one for each processor.
class Pool {
public:
    explicit Pool(unsigned threads = 0) { hashlane_pool_start(&pool_, threads); }
    ~Pool() { hashlane_pool_stop(&pool_); }
    Pool(Pool &&) = delete;
    operator const hashlane_pool *() const { return &pool_; }

private:
    hashlane_pool pool_;
};

inline Digest sha256(Bytes message)
{
    Digest digest;
    hashlane_sha256(message.data, message.size, digest.data());
    return digest;
}

/// SHA3-* or Keccak-*, whose output has `size` bytes, or SHAKE*.
template <std::size_t size = 32>
std::array<std::uint8_t, size> sha3(hashlane_sha3_function function, Bytes message)
{
    std::array<std::uint8_t, size> output;
    check(hashlane_sha3_hash(function, message.data, message.size, output.data(), size));
    return output;
}

/// A message in pieces, which is wiped in the end. Copies go on independently.
class Sha256 {
public:
    Sha256() { hashlane_sha256_init(&context_); }
    ~Sha256() { hashlane_wipe(&context_, sizeof context_); }
    void update(Bytes piece) { check(hashlane_sha256_update(&context_, piece.data, piece.size)); }
    Digest finish()
    {
        Digest digest;
        check(hashlane_sha256_final(&context_, digest.data()));
        return digest;
    }

private:
    hashlane_sha256_context context_;
};

/// The bytes of digests, one after the other.
template <class Digests> auto *bytes_of(Digests &digests)
{
    using Byte = std::conditional_t<std::is_const_v<Digests>, const std::uint8_t, std::uint8_t>;
    return reinterpret_cast<Byte *>(digests.data());
}

/// The digests of a range of messages, on all lanes, and on the threads of a pool.
template <std::ranges::forward_range Messages>
    requires std::is_lvalue_reference_v<std::ranges::range_reference_t<const Messages>>
std::vector<Digest> sha256_many(const Messages &messages, const hashlane_pool *pool = nullptr)
{
    std::vector<const std::uint8_t *> from;
    std::vector<std::size_t> sizes;
    for (const Bytes message : messages) {
        from.push_back(message.data);
        sizes.push_back(message.size);
    }
    std::vector<Digest> digests(from.size());
    hashlane_sha256_many_pool(from.data(), sizes.data(), from.size(), bytes_of(digests), pool);
    return digests;
}

/// A tree with all its nodes (merkle.h).
class MerkleTree {
public:
    MerkleTree(hashlane_merkle_kind kind, std::vector<Digest> leaves, std::uint32_t depth = 0,
               const hashlane_pool *pool = nullptr)
        : tree_{kind, depth, 0},
          leaves_(std::move(leaves)),
          levels_(hashlane_merkle_nodes(at(shape())))
    {
        check(hashlane_merkle_levels_pool(at(shape()), bytes_of(leaves_), bytes_of(levels_), pool));
    }
    MerkleTree(const MerkleTree &) = default;
    MerkleTree(MerkleTree &&) noexcept = default;
    MerkleTree &operator=(MerkleTree other) noexcept // all of it, or without memory nothing
    {
        tree_ = other.tree_;
        leaves_.swap(other.leaves_);
        levels_.swap(other.levels_);
        return *this;
    }
    Digest root() const
    {
        if (!levels_.empty())
            return levels_.back();
        Digest root; // of one leaf or none, without scratch
        check(hashlane_merkle_root(at(shape()), bytes_of(leaves_), nullptr, root.data()));
        return root;
    }
    std::vector<Digest> proof(std::size_t index) const
    {
        std::vector<Digest> proof(64);
        std::size_t count = 0;
        check(hashlane_merkle_proof(at(shape()), index, bytes_of(leaves_), bytes_of(levels_),
                                    bytes_of(proof), &count));
        proof.resize(count);
        return proof;
    }
    void update(std::size_t index, const Digest &leaf)
    {
        check(hashlane_merkle_update(at(shape()), index, leaf.data(), bytes_of(leaves_),
                                     bytes_of(levels_)));
    }

private:
    // Of the leaves that are there, which are none after a move; at() is good for one call.
    hashlane_merkle_tree shape() const { return {tree_.kind, tree_.depth, leaves_.size()}; }
    static const hashlane_merkle_tree *at(const hashlane_merkle_tree &tree) { return &tree; }
    hashlane_merkle_tree tree_;
    std::vector<Digest> leaves_, levels_;
};

} // namespace hashlane
