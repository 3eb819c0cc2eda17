// SPDX-License-Identifier: MIT
#include "worker.h"

#include "../dispatch/call_plan.h"

#include <algorithm>
#include <cstring>

namespace hashlane {

using Digests = CallLanes<sha256_digest_bytes, std::uint8_t>;

void advance_digests(const KernelTable &choice, std::uint8_t *digests, std::size_t lanes,
                     std::uint64_t iterations)
{
    for_each_call(choice, lanes, [&](const KernelCall &call) {
        Digests own(call, digests);
        function_of<Workload::sha256_chain>(call.kernel)(own.begin(), iterations);
        own.put_back();
    });
}

void advance_salted(const KernelTable &choice, std::uint8_t *digests, const std::uint8_t *salts,
                    std::size_t lanes, std::uint64_t iterations)
{
    using Salts = CallLanes<sha256_digest_bytes, const std::uint8_t>;
    for_each_call(choice, lanes, [&](const KernelCall &call) {
        Digests own(call, digests);
        const auto advance = function_of<Workload::sha256_salted>(call.kernel);
        advance(own.begin(), Salts(call, salts).begin(), iterations);
        own.put_back();
    });
}

// Such a hash is one of a salted chain: the digest is the salt.
void mix_digest(const KernelTable &choice, std::uint8_t *digest, const std::uint8_t *mixin)
{
    std::uint8_t mixed[sha256_digest_bytes];
    std::copy_n(mixin, sha256_digest_bytes, mixed);
    const Kernel &kernel = *choice.single;
    function_of<Workload::sha256_salted>(kernel)(mixed, digest, 1);
    std::copy_n(mixed, sha256_digest_bytes, digest);
}

void LaneSet::add(const std::uint8_t *start, const std::uint8_t *salt, std::uint64_t hashes,
                  std::size_t index)
{
    std::copy_n(start, sha256_digest_bytes, digests_[count_]);
    if (salted_)
        std::copy_n(salt, sha256_digest_bytes, salts_[count_]);
    left_[count_] = hashes;
    index_[count_] = index;
    ++count_;
}

void LaneSet::add(const BegunSegment &segment)
{
    add(segment.digest, segment.salt, segment.left, segment.index);
}

void LaneSet::advance(const ChainTables &choice, std::uint64_t iterations)
{
    if (salted_)
        advance_salted(choice.salted, digests_[0], salts_[0], count_, iterations);
    else
        advance_digests(choice.plain, digests_[0], count_, iterations);
    for (std::size_t lane = 0; lane < count_; ++lane)
        left_[lane] -= iterations;
}

void LaneSet::remove(std::size_t lane)
{
    --count_;
    std::copy_n(digests_[count_], sha256_digest_bytes, digests_[lane]);
    if (salted_)
        std::copy_n(salts_[count_], sha256_digest_bytes, salts_[lane]);
    left_[lane] = left_[count_];
    index_[lane] = index_[count_];
}

BegunSegment LaneSet::take(std::size_t lane)
{
    BegunSegment segment;
    std::copy_n(digests_[lane], sha256_digest_bytes, segment.digest);
    if (salted_)
        std::copy_n(salts_[lane], sha256_digest_bytes, segment.salt);
    segment.left = left_[lane];
    segment.index = index_[lane];
    remove(lane);
    return segment;
}

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
      workers_(workers)
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

// A certain result takes precedence over the reason for stopping: a last segment may end as the
// flag is set. The order of these reads lets workers go on meanwhile: next_ never falls below
// ended_, so that if they are equal every segment before next_ had ended.
hashlane_chain_stop VerifyJob::current_stop(std::size_t &wrong) const
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
    const hashlane_chain_stop stop = current_stop(wrong);
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

namespace {

using namespace std::chrono_literals;

constexpr auto short_call = 125us;
constexpr auto long_call = 500us;
constexpr auto nap = 50us;
constexpr int turns_before_naps = 64;

} // namespace

void Pace::took(std::uint64_t iterations, VerifyJob::Clock::duration time)
{
    if (time > long_call)
        iterations_ = std::max<std::uint64_t>(1, std::min(iterations, iterations_) / 2);
    else if (time < short_call && iterations == iterations_)
        iterations_ *= 2;
}

Worker::Worker(VerifyJob &job, std::span<const BegunSegment> inherited)
    : job_(job),
      inherited_(inherited),
      plain_(false, job.choice().plain.kernel().lanes),
      salted_(true, job.choice().salted.kernel().lanes)
{
}

void Worker::run()
{
    job_.enter();
    job_.poll(VerifyJob::Clock::now());
    while (!job_.is_stopped()) {
        const bool has_taken = inherit() || refill();
        if (lanes() == 0 && !has_taken && !wait_for_lanes())
            break;
        advance(plain_, plain_pace_);
        advance(salted_, salted_pace_);
        hand_over();
        job_.poll(VerifyJob::Clock::now());
    }
    job_.leave();
}

// Returns true if there were any left.
bool Worker::inherit()
{
    bool any = false;
    while (!inherited_.empty()) {
        const BegunSegment &segment = inherited_.front();
        LaneSet &set = set_for(job_.segment(segment.index));
        if (set.room() == 0)
            break;
        set.add(segment);
        inherited_ = inherited_.subspan(1);
        any = true;
    }
    compare_ended(plain_);
    compare_ended(salted_);
    return any;
}

// Returns true if there were segments to take.
bool Worker::refill()
{
    // Workers that have not come yet are counted in once, for segments that are fewer than all
    // lanes; then no more, or those who are here would leave lanes empty for them.
    const std::size_t sharers = std::max(1U, has_begun_ ? job_.workers_here() : job_.workers());
    const std::size_t open = job_.open_segments();
    const std::size_t share = open / sharers + (open % sharers != 0);
    if (share <= lanes())
        return false;
    std::size_t rooms[] = {plain_.room(), salted_.room()};
    const TakenSegments taken =
        job_.take(share - lanes(), [&](const hashlane_chain_segment &segment, std::size_t before) {
            if (before == 0) {
                rooms[0] = plain_.room();
                rooms[1] = salted_.room();
            }
            std::size_t &room = rooms[segment.salt != nullptr];
            if (room == 0)
                return false;
            --room;
            return true;
        });
    has_begun_ |= taken.count != 0;
    for (std::size_t index = taken.first; index < taken.first + taken.count; ++index) {
        const hashlane_chain_segment &segment = job_.segment(index);
        const std::uint64_t before_mixin = segment.hashes - (segment.mixin != nullptr);
        set_for(segment).add(segment.start, segment.salt, before_mixin, index);
    }
    compare_ended(plain_); // a single hash, if it is a mixin's, is left to be done here
    compare_ended(salted_);
    return taken.count != 0;
}

void Worker::advance(LaneSet &set, Pace &pace)
{
    if (set.count() == 0)
        return;
    const auto begin = VerifyJob::Clock::now();
    const std::uint64_t iterations = pace.next(set.fewest_left());
    set.advance(job_.choice(), iterations);
    job_.count_hashes(iterations * set.count());
    compare_ended(set);
    drop_unneeded(set);
    pace.took(iterations, VerifyJob::Clock::now() - begin);
}

void Worker::compare_ended(LaneSet &set)
{
    std::size_t right = 0;
    for (std::size_t lane = set.count(); lane-- != 0;) {
        if (set.left(lane) != 0)
            continue;
        const std::size_t index = set.index(lane);
        const hashlane_chain_segment &segment = job_.segment(index);
        if (segment.mixin != nullptr) {
            mix_digest(job_.choice().salted, set.digest(lane), segment.mixin);
            job_.count_hashes(1);
        }
        if (std::memcmp(set.digest(lane), segment.end, sha256_digest_bytes) == 0)
            ++right;
        else
            job_.end_wrong(index);
        set.remove(lane);
    }
    if (right != 0)
        job_.end_right(right);
}

void Worker::drop_unneeded(LaneSet &set)
{
    std::size_t dropped = 0;
    for (std::size_t lane = set.count(); lane-- != 0;)
        if (!job_.is_needed(set.index(lane))) {
            set.remove(lane);
            ++dropped;
        }
    if (dropped != 0)
        job_.end_unneeded(dropped);
}

std::size_t Worker::hand_over(LaneSet &set, BegunSegment *segments, std::size_t most)
{
    const std::size_t count = std::min(set.count() / 2, most);
    // Every second one: lanes side by side were begun together, and have about as many hashes left.
    for (std::size_t i = count; i-- != 0;)
        segments[i] = set.take(2 * i);
    return count;
}

void Worker::hand_over()
{
    if (!job_.is_any_waiting() || lanes() < 2)
        return;
    job_.handover().put([&](BegunSegment *segments) {
        std::size_t count = hand_over(plain_, segments, Handover::most);
        count += hand_over(salted_, segments + count, Handover::most - count);
        return count;
    });
}

bool Worker::take_over()
{
    return job_.handover().get(
        [&](const BegunSegment &segment) { set_for(job_.segment(segment.index)).add(segment); });
}

// False if there will be none. Lanes that are left in the slot as a worker goes are not lost: the
// one that put them there comes here too, and finds them.
bool Worker::wait_for_lanes()
{
    bool got = false;
    job_.start_waiting();
    for (int turn = 0; !job_.is_stopped(); ++turn) {
        got = take_over();
        if (got || (!job_.can_share() && job_.handover().is_empty()))
            break;
        if (turn < turns_before_naps)
            yield_thread();
        else
            sleep_thread(nap);
        job_.poll(VerifyJob::Clock::now());
    }
    job_.end_waiting();
    return got;
}

} // namespace hashlane
