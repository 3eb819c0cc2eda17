// SPDX-License-Identifier: MIT
//
// SHA-256 of many messages of unequal lengths, of nodes and of trees, double hashes and bare
// compressions, against OpenSSL one by one. How many there are decides which kernels take them.
#include "canaries.h"
#include "support/oracle.h"

#include "hashlane/merkle.h"
#include "hashlane/sha256.h"

namespace hashlane::fuzz::sha256_many_target {
namespace {

Bytes digest_of(std::span<const std::uint8_t> message)
{
    return test::oracle_digest("sha256", message);
}

// Messages may overlap each other: all are pieces of one text.
void hash_many(Input &input)
{
    const std::size_t count = input.size(0, 70);
    constexpr std::size_t sizes[] = {64, 130, 700, 3000};
    const std::size_t most = input.pick(sizes);
    const Bytes text = seeded_bytes(most, input.number(0, 255));
    std::vector<const std::uint8_t *> messages;
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        bytes.push_back(input.size(0, most));
        messages.push_back(bytes.back() == 0 && input.truth() ? nullptr
                                                              : text.data() + most - bytes.back());
    }
    Guarded digests(32 * count, input.size(0, 15));
    hashlane_sha256_many(messages.data(), bytes.data(), count, digests.data());
    digests.require_whole("sha256_many");
    for (std::size_t i = 0; i < count; ++i)
        require(std::ranges::equal(digest_of({messages[i], bytes[i]}),
                                   std::span(digests.data() + 32 * i, 32)),
                "a wrong digest of many");
}

// Digests begin where the nodes begin, or before, or lie elsewhere.
void hash_nodes(Input &input)
{
    const std::size_t count = input.size(0, 70), before = input.size(0, 100);
    const bool elsewhere = input.truth(), twice = input.truth();
    const Bytes nodes = seeded_bytes(64 * count + before, input.number(0, 255));
    Guarded room(nodes, input.size(0, 15)), apart(32 * count, input.size(0, 15));
    std::uint8_t *const to = elsewhere ? apart.data() : room.data();
    (twice ? hashlane_sha256d_nodes : hashlane_sha256_nodes)(room.data() + before, count, to);
    room.require_whole("sha256_nodes");
    apart.require_whole("sha256_nodes");
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes digest = digest_of({nodes.data() + before + 64 * i, 64});
        require(std::ranges::equal(twice ? digest_of(digest) : digest, std::span(to + 32 * i, 32)),
                "a wrong node");
    }
}

void hash_columns(Input &input)
{
    const DrawnColumns drawn(input);
    const std::size_t stride = 32 + input.size(0, 40);
    Guarded digests(stride * drawn.count, input.size(0, 15));
    hashlane_sha256_columns(drawn.columns.data(), drawn.columns.size(), drawn.count, digests.data(),
                            stride);
    digests.require_whole("sha256_columns");
    for (std::size_t i = 0; i < drawn.count; ++i)
        require(std::ranges::equal(digest_of(drawn.message(i)),
                                   std::span(digests.data() + stride * i, 32)),
                "a wrong digest of columns");
}

// FIPS 180-4, 5.3.3.
constexpr std::uint8_t initial_state[] = {
    0x6a, 0x09, 0xe6, 0x67, 0xbb, 0x67, 0xae, 0x85, 0x3c, 0x6e, 0xf3, 0x72, 0xa5, 0x4f, 0xf5, 0x3a,
    0x51, 0x0e, 0x52, 0x7f, 0x9b, 0x05, 0x68, 0x8c, 0x1f, 0x83, 0xd9, 0xab, 0x5b, 0xe0, 0xcd, 0x19};

// In a first call one block each, in a second the rest: the states of padded messages end as their
// digests, and the digests' own hashes are those of the double hash.
void compress_and_hash_twice(Input &input)
{
    const std::size_t count = input.size(0, 70), blocks = input.size(1, 5);
    const std::size_t length = 64 * blocks - 9 - input.size(0, 54);
    std::vector<Bytes> messages, padded;
    std::vector<const std::uint8_t *> from, first, rest;
    Bytes initial;
    for (std::size_t i = 0; i < count; ++i) {
        messages.push_back(seeded_bytes(length, i));
        padded.push_back(messages[i]);
        padded[i].push_back(0x80);
        padded[i].resize(64 * blocks);
        padded[i][64 * blocks - 2] = static_cast<std::uint8_t>(8 * length >> 8);
        padded[i][64 * blocks - 1] = static_cast<std::uint8_t>(8 * length);
        initial.insert(initial.end(), std::begin(initial_state), std::end(initial_state));
    }
    for (std::size_t i = 0; i < count; ++i) {
        from.push_back(messages[i].data());
        first.push_back(padded[i].data());
        rest.push_back(padded[i].data() + 64);
    }
    Guarded states(initial, input.size(0, 15)), digests(32 * count, input.size(0, 15));
    hashlane_sha256_compress_equal(first.data(), 1, count, states.data());
    hashlane_sha256_compress_equal(rest.data(), blocks - 1, count, states.data());
    const std::vector<std::size_t> bytes(count, length);
    hashlane_sha256d_many(from.data(), bytes.data(), count, digests.data());
    states.require_whole("sha256_compress_equal");
    digests.require_whole("sha256d_many");
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes digest = digest_of(messages[i]);
        require(std::ranges::equal(digest, std::span(states.data() + 32 * i, 32)), "a wrong state");
        require(std::ranges::equal(digest_of(digest), std::span(digests.data() + 32 * i, 32)),
                "a wrong double hash");
    }
}

// RFC 9162, 2.1.1, without its prefixes, level by level.
Bytes root_of(Bytes level)
{
    if (level.empty())
        return digest_of({});
    while (level.size() > 32) {
        Bytes above;
        for (std::size_t at = 0; at < level.size(); at += 64) {
            const std::span rest = std::span(level).subspan(at);
            const Bytes node =
                rest.size() >= 64 ? digest_of(rest.first(64)) : Bytes(rest.begin(), rest.end());
            above.insert(above.end(), node.begin(), node.end());
        }
        level = above;
    }
    return level;
}

void hash_tree(Input &input)
{
    const std::size_t count = input.size(0, 140);
    const bool over_leaves = input.truth();
    const Bytes leaves = seeded_bytes(32 * count, input.number(0, 255));
    Guarded from(leaves, input.size(0, 15)), scratch((count + 1) / 2 * 32, input.size(0, 15));
    const hashlane_merkle_tree tree = {HASHLANE_MERKLE_PLAIN, 0, count};
    Guarded levels(32 * hashlane_merkle_nodes(&tree), input.size(0, 15)), root(32);
    hashlane_merkle_levels(&tree, from.data(), levels.data());
    require(from.content() == leaves, "leaves changed");
    hashlane_merkle_root(&tree, from.data(), over_leaves ? from.data() : scratch.data(),
                         root.data());
    for (const Guarded *buffer : {&from, &scratch, &levels, &root})
        buffer->require_whole("a tree");
    const Bytes right = root_of(leaves), above = levels.content();
    require(root.content() == right, "a wrong root");
    require(count < 2 || std::equal(right.begin(), right.end(), above.end() - 32),
            "another root in the levels");
}

void run(Input &input)
{
    switch (input.number(0, 4)) {
    case 0:
        return hash_many(input);
    case 1:
        return hash_nodes(input);
    case 2:
        return compress_and_hash_twice(input);
    case 3:
        return hash_tree(input);
    default:
        return hash_columns(input);
    }
}

const Target target("sha256_many", run);

} // namespace
} // namespace hashlane::fuzz::sha256_many_target
