// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: verification on threads of its own. The only place in the library
// that starts any.

#include "../system/call_on_threads.h"

#include "hashlane/chain.h"

#include <algorithm>

namespace {

// More would not help on any machine that there is.
constexpr unsigned most_threads = 4096;

} // namespace

extern "C" hashlane_status hashlane_chain_verify_threads(const hashlane_chain_segment *segments,
                                                         size_t count,
                                                         const hashlane_chain_options *options,
                                                         unsigned threads,
                                                         hashlane_chain_result *result) noexcept
{
    if (threads == 0)
        threads = hashlane::online_processors();
    threads = static_cast<unsigned>(
        std::max<std::size_t>(1, std::min<std::size_t>({threads, most_threads, count})));
    hashlane_chain_job job;
    const hashlane_status begun =
        hashlane_chain_verify_job(&job, segments, count, options, threads);
    if (begun != HASHLANE_OK || threads == 1)
        return hashlane_chain_verify(segments, count, options, result);
    hashlane::call_on_threads(
        threads,
        [](void *shared, unsigned worker) {
            hashlane_chain_verify_worker(static_cast<hashlane_chain_job *>(shared), worker);
        },
        &job);
    return hashlane_chain_verify_result(&job, result);
}
