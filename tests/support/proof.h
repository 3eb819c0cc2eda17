// SPDX-License-Identifier: MIT
//
// Proofs for tests: segments that own the data that they point to.
#pragma once

#include "hashlane/chain.h"

#include "files.h"
#include "hex.h"
#include "lib/core/registry.h"
#include "oracle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace hashlane::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes random_bytes(std::mt19937_64 &random, std::size_t count = 32)
{
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

struct OwnedSegment {
    Bytes start, end;
    std::uint64_t hashes = 1;
    Bytes mixin, salt; ///< empty: none

    hashlane_chain_segment view() const
    {
        return {.start = start.data(),
                .end = end.data(),
                .hashes = hashes,
                .mixin = mixin.empty() ? nullptr : mixin.data(),
                .salt = salt.empty() ? nullptr : salt.data()};
    }
};

using Proof = std::deque<OwnedSegment>;

inline std::vector<hashlane_chain_segment> views(const Proof &proof)
{
    std::vector<hashlane_chain_segment> segments;
    for (const OwnedSegment &segment : proof)
        segments.push_back(segment.view());
    return segments;
}

inline std::uint64_t hashes_of(const Proof &proof)
{
    std::uint64_t sum = 0;
    for (const OwnedSegment &segment : proof)
        sum += segment.hashes;
    return sum;
}

/// Computed by hashlib of Python.
inline Proof stored_proof()
{
    const auto file = nlohmann::json::parse(read_file(test_path("vectors/chain.json")));
    Proof proof;
    for (const auto &vector : file.at("vectors"))
        proof.push_back({from_hex(vector["start"]), from_hex(vector["end"]), vector["hashes"],
                         from_hex(vector["mixin"]), from_hex(vector["salt"])});
    EXPECT_FALSE(proof.empty());
    return proof;
}

/// A chain of plain segments, joined, by the reference kernel.
inline Proof plain_proof(const std::vector<std::uint64_t> &lengths, std::uint64_t seed = 1)
{
    std::mt19937_64 random(seed);
    auto *const advance =
        function_of<Workload::sha256_chain>(reference_kernel(Workload::sha256_chain));
    Proof proof;
    Bytes digest = random_bytes(random);
    for (const std::uint64_t hashes : lengths) {
        OwnedSegment segment{.start = digest, .end = {}, .hashes = hashes, .mixin = {}, .salt = {}};
        advance(digest.data(), hashes);
        segment.end = digest;
        proof.push_back(std::move(segment));
    }
    return proof;
}

inline std::vector<std::uint64_t> random_lengths(std::size_t count, std::uint64_t most,
                                                 std::uint64_t seed = 1)
{
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> lengths(count);
    std::ranges::generate(lengths, [&] { return 1 + random() % most; });
    return lengths;
}

struct Outcome {
    hashlane_status status;
    hashlane_chain_result details;
};

inline Outcome verify(const Proof &proof, unsigned threads = 1, hashlane_chain_options options = {})
{
    Outcome outcome{};
    const auto segments = views(proof);
    hashlane_pool pool;
    hashlane_pool_start(&pool, threads);
    outcome.status = hashlane_chain_verify_pool(segments.data(), segments.size(), &options,
                                                &outcome.details, &pool);
    hashlane_pool_stop(&pool);
    return outcome;
}

inline void expect_right(const Proof &proof, unsigned threads = 1)
{
    const Outcome outcome = verify(proof, threads);
    EXPECT_EQ(outcome.status, HASHLANE_OK);
    EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_DONE);
    EXPECT_EQ(outcome.details.wrong, HASHLANE_CHAIN_NONE);
    EXPECT_EQ(outcome.details.right, proof.size());
    EXPECT_EQ(outcome.details.hashes, hashes_of(proof));
}

inline void expect_wrong(const Proof &proof, std::size_t index, unsigned threads = 1)
{
    const Outcome outcome = verify(proof, threads);
    EXPECT_EQ(outcome.status, HASHLANE_WRONG);
    EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_WRONG);
    EXPECT_EQ(outcome.details.wrong, index);
    EXPECT_GE(outcome.details.right, index);
}

} // namespace hashlane::test
