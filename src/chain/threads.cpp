// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: verification on threads of its own. The only place in the library
// that starts any.

#include "hashlane/chain.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace {

// More would not help on any machine that there is.
constexpr unsigned most_threads = 4096;

void start(std::vector<std::thread> &threads, hashlane_chain_job &job, unsigned count)
{
    try {
        threads.reserve(count);
        for (unsigned worker = 1; worker < count; ++worker)
            threads.emplace_back([&job, worker] { hashlane_chain_verify_worker(&job, worker); });
    } catch (const std::exception &) {
        return; // those that there are do the work
    }
}

} // namespace

extern "C" hashlane_status hashlane_chain_verify_threads(const hashlane_chain_segment *segments,
                                                         size_t count,
                                                         const hashlane_chain_options *options,
                                                         unsigned threads,
                                                         hashlane_chain_result *result) noexcept
{
    if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());
    threads = static_cast<unsigned>(
        std::max<std::size_t>(1, std::min<std::size_t>({threads, most_threads, count})));
    hashlane_chain_job job;
    const hashlane_status begun =
        hashlane_chain_verify_job(&job, segments, count, options, threads);
    if (begun != HASHLANE_OK || threads == 1)
        return hashlane_chain_verify(segments, count, options, result);
    std::vector<std::thread> started;
    start(started, job, threads);
    hashlane_chain_verify_worker(&job, 0);
    for (std::thread &thread : started)
        thread.join();
    return hashlane_chain_verify_result(&job, result);
}
