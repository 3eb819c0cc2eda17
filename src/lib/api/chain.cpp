// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: chains are advanced, created, and verified.

#include "../base/pool.h"
#include "../chain/worker.h"

#include "hashlane/chain.h"

#include <algorithm>

using namespace hashlane;

namespace {

void advance_single(std::uint8_t *digest, const std::uint8_t *salt, std::uint64_t hashes)
{
    const ChainTables choice;
    if (salt != nullptr)
        function_of<Workload::sha256_salted> (*choice.salted.single)(digest, salt, hashes);
    else
        function_of<Workload::sha256_chain> (*choice.plain.single)(digest, hashes);
}

// The streams of a set, each one in the lane that has its index, and back.
void advance_streams(LaneSet &set, hashlane_chain_stream *const *streams, std::uint64_t hashes)
{
    set.advance({}, hashes);
    for (std::size_t lane = set.count(); lane-- != 0;) {
        hashlane_chain_stream &stream = *streams[set.index(lane)];
        std::copy_n(set.digest(lane), sha256_digest_bytes, stream.digest);
        stream.hashes += hashes;
        set.remove(lane);
    }
}

bool is_valid(const hashlane_chain_segment &segment)
{
    const bool has_idle_salt =
        segment.hashes == 1 && segment.mixin != nullptr && segment.salt != nullptr;
    return segment.start != nullptr && segment.end != nullptr && segment.hashes != 0 &&
           segment.hashes <= HASHLANE_CHAIN_MAX_HASHES && !has_idle_salt;
}

} // namespace

extern "C" {

void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) noexcept
{
    advance_digests(active_table<Workload::sha256_chain>(), digests, lanes, iterations);
}

void hashlane_sha256_salted(uint8_t *digests, const uint8_t *salts, size_t lanes,
                            uint64_t iterations) noexcept
{
    advance_salted(active_table<Workload::sha256_salted>(), digests, salts, lanes, iterations);
}

void hashlane_sha256_mix(uint8_t *digest, const uint8_t *mixin) noexcept
{
    mix_digest(active_table<Workload::sha256_salted>(), digest, mixin);
}

// ---- Creating ----

hashlane_status hashlane_chain_create(uint8_t *digest, const uint8_t *salt, uint64_t every,
                                      size_t count, uint8_t *checkpoints) noexcept
{
    if (every == 0)
        return HASHLANE_BAD_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        advance_single(digest, salt, every);
        std::copy_n(digest, sha256_digest_bytes, checkpoints + i * sha256_digest_bytes);
    }
    return HASHLANE_OK;
}

void hashlane_chain_init(hashlane_chain_stream *stream, const uint8_t *start,
                         const uint8_t *salt) noexcept
{
    *stream = {};
    std::copy_n(start, sha256_digest_bytes, stream->digest);
    stream->salted = salt != nullptr;
    if (salt != nullptr)
        std::copy_n(salt, sha256_digest_bytes, stream->salt);
}

void hashlane_chain_advance(hashlane_chain_stream *stream, uint64_t hashes) noexcept
{
    advance_single(stream->digest, stream->salted != 0 ? stream->salt : nullptr, hashes);
    stream->hashes += hashes;
}

void hashlane_chain_advance_many(hashlane_chain_stream *const *streams, size_t count,
                                 uint64_t hashes) noexcept
{
    LaneSet plain(false, max_lanes), salted(true, max_lanes);
    for (size_t i = 0; i < count; ++i) {
        LaneSet &set = streams[i]->salted != 0 ? salted : plain;
        set.add(streams[i]->digest, streams[i]->salt, hashes, i);
        if (set.room() == 0)
            advance_streams(set, streams, hashes);
    }
    advance_streams(plain, streams, hashes);
    advance_streams(salted, streams, hashes);
}

void hashlane_chain_mix(hashlane_chain_stream *stream, const uint8_t *mixin) noexcept
{
    mix_digest(active_table<Workload::sha256_salted>(), stream->digest, mixin);
    ++stream->hashes;
}

uint64_t hashlane_chain_checkpoint(const hashlane_chain_stream *stream, uint8_t *digest) noexcept
{
    std::copy_n(stream->digest, sha256_digest_bytes, digest);
    return stream->hashes;
}

// ---- Verifying ----

hashlane_status hashlane_chain_verify(const hashlane_chain_segment *segments, size_t count,
                                      const hashlane_chain_options *options,
                                      hashlane_chain_result *result) noexcept
{
    return hashlane_chain_verify_pool(segments, count, options, result, nullptr);
}

hashlane_status hashlane_chain_verify_pool(const hashlane_chain_segment *segments, size_t count,
                                           const hashlane_chain_options *options,
                                           hashlane_chain_result *result,
                                           const hashlane_pool *pool) noexcept
{
    const auto *const bad = std::find_if_not(segments, segments + count, is_valid);
    if (bad != segments + count) {
        if (result != nullptr)
            *result = {.stop = HASHLANE_CHAIN_CANCELLED,
                       .wrong = static_cast<std::size_t>(bad - segments),
                       .right = 0,
                       .hashes = 0,
                       .reserved = {}};
        return HASHLANE_BAD_ARGUMENT;
    }
    static constexpr hashlane_chain_options no_options{};
    const std::size_t workers = has_threads(pool) ? std::min(pool->threads, count) : 1;
    VerifyJob job(segments, count, options != nullptr ? *options : no_options,
                  static_cast<unsigned>(workers));
    if (workers > 1)
        call_on_pool(*pool, workers, [&job](std::size_t /*worker*/) { Worker(job).run(); });
    else
        Worker(job).run();
    return job.result(result);
}

} // extern "C"
