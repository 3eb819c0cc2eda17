// SPDX-License-Identifier: MIT
//
// Chains that are created: lanes, salts, mixins, checkpoints and streams in any order, against
// OpenSSL's SHA-256 one hash after another.
#include "canaries.h"
#include "support/oracle.h"

#include "hashlane/chain.h"
#include "hashlane/sha256.h"

namespace hashlane::fuzz::chain_api_target {
namespace {

constexpr std::size_t digest_bytes = 32;

Bytes joined(Bytes left, const Bytes &right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// Returns the digest after `hashes` hashes; an empty salt is none.
Bytes advanced(Bytes digest, const Bytes &salt, std::uint64_t hashes)
{
    for (std::uint64_t i = 0; i < hashes; ++i)
        digest = test::oracle_digest("sha256", joined(salt, digest));
    return digest;
}

Bytes mixed(const Bytes &digest, const Bytes &mixin)
{
    return test::oracle_digest("sha256", joined(digest, mixin));
}

Bytes drawn_digest(Input &input) { return seeded_bytes(digest_bytes, input.number(0, 255)); }

Bytes drawn_salt(Input &input) { return input.truth() ? drawn_digest(input) : Bytes{}; }

const std::uint8_t *or_null(const Bytes &salt) { return salt.empty() ? nullptr : salt.data(); }

Bytes lane_of(const Bytes &lanes, std::size_t lane)
{
    const auto begin = lanes.begin() + static_cast<std::ptrdiff_t>(digest_bytes * lane);
    return {begin, begin + digest_bytes};
}

void advance_lanes(Input &input)
{
    const std::size_t lanes = input.size(0, 70);
    const std::uint64_t hashes = input.number(0, 4);
    const bool salted = input.truth();
    const Bytes start = seeded_bytes(digest_bytes * lanes, input.number(0, 255));
    const Bytes salts = seeded_bytes(digest_bytes * lanes, 256);
    Guarded digests(start, input.size(0, 15));
    if (salted)
        hashlane_sha256_salted(digests.data(), salts.data(), lanes, hashes);
    else
        hashlane_sha256_chain(digests.data(), lanes, hashes);
    digests.require_whole("lanes");
    for (std::size_t i = 0; i < lanes; ++i)
        require(lane_of(digests.content(), i) ==
                    advanced(lane_of(start, i), salted ? lane_of(salts, i) : Bytes{}, hashes),
                "a wrong lane");
}

void create(Input &input)
{
    const Bytes start = drawn_digest(input), salt = drawn_salt(input);
    const std::uint64_t every = input.number(0, 5);
    const std::size_t count = input.size(0, 6);
    Guarded digest(start, input.size(0, 15));
    Guarded checkpoints(digest_bytes * count, input.size(0, 15));
    const hashlane_status status =
        hashlane_chain_create(digest.data(), or_null(salt), every, count, checkpoints.data());
    require(status == (every == 0 ? HASHLANE_BAD_ARGUMENT : HASHLANE_OK), "create's status");
    digest.require_whole("create");
    checkpoints.require_whole("create");
    Bytes right = start;
    for (std::size_t i = 0; i < count && every != 0; ++i) {
        right = advanced(right, salt, every);
        require(lane_of(checkpoints.content(), i) == right, "a wrong checkpoint");
    }
    require(digest.content() == right, "a wrong digest after the last checkpoint");
}

void mix(Input &input)
{
    const Bytes start = drawn_digest(input), mixin = drawn_digest(input);
    const bool by_itself = input.truth();
    Guarded digest(start, input.size(0, 15));
    hashlane_sha256_mix(digest.data(), by_itself ? digest.data() : mixin.data());
    digest.require_whole("mix");
    require(digest.content() == mixed(start, by_itself ? start : mixin), "a wrong mix");
}

struct Stream {
    hashlane_chain_stream stream{};
    Bytes digest, salt;
    std::uint64_t hashes = 0;
};

void start(Stream &chain, Input &input)
{
    chain = {{}, drawn_digest(input), drawn_salt(input), 0};
    hashlane_chain_init(&chain.stream, chain.digest.data(), or_null(chain.salt));
}

void require_right(const Stream &chain)
{
    Guarded digest(digest_bytes, 1);
    require(hashlane_chain_checkpoint(&chain.stream, digest.data()) == chain.hashes,
            "a wrong number of hashes");
    digest.require_whole("checkpoint");
    require(digest.content() == chain.digest, "a wrong digest of a stream");
}

void advance(std::span<Stream> chains, Input &input)
{
    const std::uint64_t hashes = input.number(0, 4);
    std::vector<hashlane_chain_stream *> pointers;
    for (Stream &chain : chains) {
        pointers.push_back(&chain.stream);
        chain.digest = advanced(chain.digest, chain.salt, hashes);
        chain.hashes += hashes;
    }
    if (chains.size() == 1)
        hashlane_chain_advance(pointers[0], hashes);
    else
        hashlane_chain_advance_many(pointers.data(), pointers.size(), hashes);
}

void use_streams(Input &input)
{
    std::vector<Stream> chains(input.size(1, 36));
    for (Stream &chain : chains)
        start(chain, input);
    for (int calls = 0; calls < 8 && !input.is_empty(); ++calls) {
        Stream &chain = input.pick(chains);
        switch (input.number(0, 3)) {
        case 0:
            advance(std::span(&chain, 1), input);
            break;
        case 1:
            advance(std::span(chains).first(input.size(0, chains.size())), input);
            break;
        case 2: {
            const Bytes mixin = drawn_digest(input);
            hashlane_chain_mix(&chain.stream, mixin.data());
            chain.digest = mixed(chain.digest, mixin);
            ++chain.hashes;
            break;
        }
        default:
            start(chain, input);
        }
    }
    std::ranges::for_each(chains, require_right);
}

void run(Input &input)
{
    switch (input.number(0, 3)) {
    case 0:
        return advance_lanes(input);
    case 1:
        return create(input);
    case 2:
        return mix(input);
    default:
        return use_streams(input);
    }
}

const Target target("chain_api", run);

} // namespace
} // namespace hashlane::fuzz::chain_api_target
