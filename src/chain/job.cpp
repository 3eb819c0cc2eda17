// SPDX-License-Identifier: MIT
#include "job.h"

namespace hashlane {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free || sizeof(void *) < 8);

namespace {

// Another thread may write it: an atomic read, though C has no word for it that C++ shares.
bool is_set(const int *flag)
{
    return std::atomic_ref<int>(*const_cast<int *>(flag)).load(std::memory_order_relaxed) != 0;
}

VerifyJob::Clock::time_point deadline_after(std::uint64_t ns)
{
    using Clock = VerifyJob::Clock;
    const auto now = Clock::now();
    const auto most =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::time_point::max() - now);
    if (ns == 0 || ns >= static_cast<std::uint64_t>(most.count()))
        return Clock::time_point::max();
    return now + std::chrono::duration_cast<Clock::duration>(
                     std::chrono::nanoseconds(static_cast<std::int64_t>(ns)));
}

} // namespace

VerifyJob::VerifyJob(const hashlane_chain_segment *segments, std::size_t count,
                     const hashlane_chain_options &options, unsigned workers)
    : segments_(segments),
      count_(count),
      cancel_(options.cancel),
      deadline_(deadline_after(options.deadline_ns)),
      any_(options.any != 0),
      workers_(workers),
      choice_(active_dispatch())
{
}

std::size_t VerifyJob::open_segments() const
{
    const std::size_t end = limit(), ended = ended_.load();
    return end > ended ? end - ended : 0;
}

std::size_t VerifyJob::begun_segments() const
{
    const std::size_t ended = ended_.load(); // first: next_ never falls below it
    return next_.load() - ended;
}

void VerifyJob::end_right(std::size_t segments)
{
    right_.fetch_add(segments, relaxed);
    ended_.fetch_add(segments);
}

void VerifyJob::end_wrong(std::size_t index)
{
    std::size_t lowest = lowest_wrong_.load();
    while (index < lowest && !lowest_wrong_.compare_exchange_weak(lowest, index)) {
    }
    ended_.fetch_add(1);
    if (any_) {
        int running = HASHLANE_CHAIN_RUNNING;
        stopped_.compare_exchange_strong(running, HASHLANE_CHAIN_WRONG);
    }
}

void VerifyJob::poll(Clock::time_point now)
{
    const bool cancelled = cancel_ != nullptr && is_set(cancel_);
    if (!cancelled && now < deadline_)
        return;
    int running = HASHLANE_CHAIN_RUNNING;
    stopped_.compare_exchange_strong(running, cancelled ? HASHLANE_CHAIN_CANCELLED
                                                        : HASHLANE_CHAIN_DEADLINE);
}

bool VerifyJob::can_share() const
{
    const unsigned waiting = waiting_.load(), here = workers_here_.load();
    return begun_segments() > (here > waiting ? here - waiting : 0);
}

// What is known for certain goes before why it stopped: a last segment may end as the flag is set.
// The order of these reads lets workers go on meanwhile: next_ never falls below ended_, so that
// where they are equal every segment before next_ had ended.
hashlane_chain_stop VerifyJob::how_it_stands(std::size_t &wrong) const
{
    const std::size_t ended = ended_.load(), next = next_.load();
    const int stopped = stopped_.load();
    wrong = lowest_wrong_.load();
    if (wrong == none && right_.load() == count_)
        return HASHLANE_CHAIN_DONE;
    if (wrong != none && next >= wrong && next == ended)
        return HASHLANE_CHAIN_WRONG;
    return static_cast<hashlane_chain_stop>(stopped);
}

hashlane_status VerifyJob::result(hashlane_chain_result *result) const
{
    std::size_t wrong = none;
    const hashlane_chain_stop stop = how_it_stands(wrong);
    if (result != nullptr)
        *result = {.stop = stop,
                   .wrong = wrong,
                   .right = right_.load(),
                   .hashes = hashes_.load(),
                   .reserved = {}};
    if (stop == HASHLANE_CHAIN_DONE)
        return HASHLANE_OK;
    return stop == HASHLANE_CHAIN_WRONG ? HASHLANE_WRONG : HASHLANE_STOPPED;
}

} // namespace hashlane
