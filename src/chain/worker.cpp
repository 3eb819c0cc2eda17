// SPDX-License-Identifier: MIT
#include "worker.h"

#include "../system/waiting.h"

#include <cstring>

namespace hashlane {
namespace {

using namespace std::chrono_literals;

constexpr auto short_call = 125us;
constexpr auto long_call = 500us;
constexpr auto nap = 50us;
constexpr int turns_before_naps = 64;

std::size_t widest_kernel(const DispatchTable &choice, Workload workload)
{
    return choice.kernel(workload).lanes;
}

bool are_equal(const std::uint8_t *a, const std::uint8_t *b)
{
    return std::memcmp(a, b, sha256_digest_bytes) == 0;
}

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
      plain_(false, widest_kernel(job.choice(), Workload::sha256_chain)),
      salted_(true, widest_kernel(job.choice(), Workload::sha256_salted))
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

// Workers that have not come yet are counted in once, for segments that are fewer than all lanes;
// then no more, or those who are here would leave lanes empty for them.
std::size_t Worker::fair_share() const
{
    const std::size_t sharers = std::max(1U, has_begun_ ? job_.workers_here() : job_.workers());
    const std::size_t open = job_.open_segments();
    return open / sharers + (open % sharers != 0);
}

// Whether there were any left.
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

// Whether there were segments to take.
bool Worker::refill()
{
    const std::size_t share = fair_share();
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
    for (std::size_t i = 0; i < taken.count; ++i)
        begin(taken.first + i);
    compare_ended(plain_); // a single hash, if it is a mixin's, is left to be done here
    compare_ended(salted_);
    return taken.count != 0;
}

void Worker::begin(std::size_t index)
{
    const hashlane_chain_segment &segment = job_.segment(index);
    const std::uint64_t before_mixin = segment.hashes - (segment.mixin != nullptr);
    set_for(segment).add(segment.start, segment.salt, before_mixin, index);
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
            mix_digest(job_.choice(), set.digest(lane), segment.mixin);
            job_.count_hashes(1);
        }
        if (are_equal(set.digest(lane), segment.end))
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
