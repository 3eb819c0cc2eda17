// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: verification.

#include "worker.h"

#include <algorithm>
#include <memory>
#include <new>

using namespace hashlane;

namespace {

// Where in the caller's memory the job lies.
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
           segment.hashes <= HASHLANE_CHAIN_MOST_HASHES && !has_idle_salt;
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

} // namespace

extern "C" {

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

} // extern "C"
