// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: chains are advanced, created, and verified. Verification on threads
// of its own is the only place in the library that starts any.

#include "../base/threads.h"
#include "../chain/worker.h"

#include "hashlane/chain.h"

#include <algorithm>
#include <memory>
#include <new>

using namespace hashlane;

namespace {

void advance_single(std::uint8_t *digest, const std::uint8_t *salt, std::uint64_t hashes)
{
    const DispatchTable &choice = active_dispatch();
    if (salt != nullptr)
        function_of<Workload::sha256_salted>(choice.single(Workload::sha256_salted))(digest, salt,
                                                                                     hashes);
    else
        function_of<Workload::sha256_chain>(choice.single(Workload::sha256_chain))(digest, hashes);
}

// The streams of a set, each one in the lane that has its index, and back.
void advance_streams(LaneSet &set, hashlane_chain_stream *const *streams, std::uint64_t hashes)
{
    set.advance(active_dispatch(), hashes);
    for (std::size_t lane = set.count(); lane-- != 0;) {
        hashlane_chain_stream &stream = *streams[set.index(lane)];
        std::copy_n(set.digest(lane), sha256_digest_bytes, stream.digest);
        stream.hashes += hashes;
        set.remove(lane);
    }
}

// Returns the job's place in the caller's memory.
VerifyJob *place_of(hashlane_chain_job *job)
{
    void *at = job;
    std::size_t bytes = sizeof *job;
    return static_cast<VerifyJob *>(std::align(alignof(VerifyJob), sizeof(VerifyJob), at, bytes));
}

static_assert(sizeof(VerifyJob) + alignof(VerifyJob) <= sizeof(hashlane_chain_job));
static_assert(std::is_trivially_destructible_v<VerifyJob>);

bool is_valid(const hashlane_chain_segment &segment)
{
    const bool has_idle_salt =
        segment.hashes == 1 && segment.mixin != nullptr && segment.salt != nullptr;
    return segment.start != nullptr && segment.end != nullptr && segment.hashes != 0 &&
           segment.hashes <= HASHLANE_CHAIN_MAX_HASHES && !has_idle_salt;
}

// The first that cannot be checked, or `count`.
std::size_t find_bad(const hashlane_chain_segment *segments, std::size_t count)
{
    return static_cast<std::size_t>(std::find_if_not(segments, segments + count, is_valid) -
                                    segments);
}

hashlane_status refuse(hashlane_chain_result *result, std::size_t bad)
{
    if (result != nullptr)
        *result = {.stop = HASHLANE_CHAIN_CANCELLED,
                   .wrong = bad,
                   .right = 0,
                   .hashes = 0,
                   .reserved = {}};
    return HASHLANE_BAD_ARGUMENT;
}

// More threads would not help on any existing machine.
constexpr unsigned most_threads = 4096;

} // namespace

extern "C" {

void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) noexcept
{
    advance_digests(active_dispatch(), digests, nullptr, lanes, iterations);
}

void hashlane_sha256_mix(uint8_t *digest, const uint8_t *mixin) noexcept
{
    mix_digest(active_dispatch(), digest, mixin);
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
    mix_digest(active_dispatch(), stream->digest, mixin);
    ++stream->hashes;
}

uint64_t hashlane_chain_checkpoint(const hashlane_chain_stream *stream, uint8_t *digest) noexcept
{
    std::copy_n(stream->digest, sha256_digest_bytes, digest);
    return stream->hashes;
}

// ---- Verifying ----

hashlane_status hashlane_chain_verify_job(hashlane_chain_job *job,
                                          const hashlane_chain_segment *segments, size_t count,
                                          const hashlane_chain_options *options,
                                          unsigned workers) noexcept
{
    const bool valid = workers != 0 && find_bad(segments, count) == count;
    static constexpr hashlane_chain_options no_options{};
    // A job that is over before it begins has segments, so as not to be taken for one that is
    // right.
    new (place_of(job)) VerifyJob(segments, valid || count != 0 ? count : 1,
                                  options != nullptr ? *options : no_options, workers);
    if (valid)
        return HASHLANE_OK;
    place_of(job)->give_up();
    return HASHLANE_BAD_ARGUMENT;
}

hashlane_status hashlane_chain_verify_worker(hashlane_chain_job *job, unsigned worker) noexcept
{
    VerifyJob &shared = *place_of(job);
    if (worker >= shared.workers())
        return HASHLANE_BAD_ARGUMENT;
    Worker(shared).run();
    return HASHLANE_OK;
}

hashlane_status hashlane_chain_verify_result(const hashlane_chain_job *job,
                                             hashlane_chain_result *result) noexcept
{
    return place_of(const_cast<hashlane_chain_job *>(job))->result(result);
}

hashlane_status hashlane_chain_verify(const hashlane_chain_segment *segments, size_t count,
                                      const hashlane_chain_options *options,
                                      hashlane_chain_result *result) noexcept
{
    if (const std::size_t bad = find_bad(segments, count); bad != count)
        return refuse(result, bad);
    hashlane_chain_job job;
    hashlane_chain_verify_job(&job, segments, count, options, 1);
    hashlane_chain_verify_worker(&job, 0);
    return hashlane_chain_verify_result(&job, result);
}

hashlane_status hashlane_chain_verify_threads(const hashlane_chain_segment *segments, size_t count,
                                              const hashlane_chain_options *options,
                                              unsigned threads,
                                              hashlane_chain_result *result) noexcept
{
    if (threads == 0)
        threads = online_processors();
    threads = static_cast<unsigned>(
        std::max<std::size_t>(1, std::min<std::size_t>({threads, most_threads, count})));
    hashlane_chain_job job;
    const hashlane_status begun =
        hashlane_chain_verify_job(&job, segments, count, options, threads);
    if (begun != HASHLANE_OK || threads == 1)
        return hashlane_chain_verify(segments, count, options, result);
    call_on_threads(
        threads,
        [](void *shared, unsigned worker) {
            hashlane_chain_verify_worker(static_cast<hashlane_chain_job *>(shared), worker);
        },
        &job);
    return hashlane_chain_verify_result(&job, result);
}

} // extern "C"
