// SPDX-License-Identifier: MIT
//
// SHA-256 of many messages of unequal lengths, of nodes and of trees, against OpenSSL one by
// one. How many there are decides which kernels take them.
#include "canaries.h"
#include "support/oracle.h"

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
    const bool elsewhere = input.truth();
    const Bytes nodes = seeded_bytes(64 * count + before, input.number(0, 255));
    Guarded room(nodes, input.size(0, 15)), apart(32 * count, input.size(0, 15));
    std::uint8_t *const to = elsewhere ? apart.data() : room.data();
    hashlane_sha256_nodes(room.data() + before, count, to);
    room.require_whole("sha256_nodes");
    apart.require_whole("sha256_nodes");
    for (std::size_t i = 0; i < count; ++i)
        require(std::ranges::equal(digest_of({nodes.data() + before + 64 * i, 64}),
                                   std::span(to + 32 * i, 32)),
                "a wrong node");
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
    Guarded levels(32 * hashlane_sha256_merkle_nodes(count), input.size(0, 15)), root(32);
    hashlane_sha256_merkle_levels(from.data(), count, levels.data());
    require(from.content() == leaves, "leaves changed");
    hashlane_sha256_merkle_root(from.data(), count, over_leaves ? from.data() : scratch.data(),
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
    switch (input.number(0, 2)) {
    case 0:
        return hash_many(input);
    case 1:
        return hash_nodes(input);
    default:
        return hash_tree(input);
    }
}

const Target target("sha256_many", run);

} // namespace
} // namespace hashlane::fuzz::sha256_many_target
