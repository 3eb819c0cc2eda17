// SPDX-License-Identifier: MIT
//
// One verification, and one thread's part of it.
//
//   segments in order      begun, a lane each      advanced together, by the fewest hashes that any
//   ------------------>    + 7 ----------+         of them has left, or what takes 250 µs; those
//   ... 12 11 10 9 8       |     3 --+   |  -->    that ended are compared, and the next take their
//                          + 5 ------+---+         lanes
//
// Between the calls of kernels all digests are in memory. So the next call may be of another
// kernel, as the lanes that are left want it, and when no segment is left to begin, a worker hands
// half of its lanes to one that has run out.
//
// Workers share a job without locks: segments are taken in their order with one atomic index, and
// lanes that have been begun change hands through one slot.
#pragma once

#include "../base/threads.h"
#include "../dispatch/dispatch_table.h"

#include "hashlane/chain.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

namespace hashlane {

// ---- Lanes: the segments that a worker has begun, side by side as kernels want them ----

/// A segment that has been begun, as it is handed from one worker to another.
struct BegunSegment {
    std::uint8_t digest[sha256_digest_bytes];
    std::uint8_t salt[sha256_digest_bytes];
    std::uint64_t left;
    std::size_t index;
};

/// Advances lanes by dispatch's kernels for sha256_chain: d = SHA256(d).
void advance_digests(const KernelTable &choice, std::uint8_t *digests, std::size_t lanes,
                     std::uint64_t iterations);

/// Does the same by those for sha256_salted: d = SHA256(salt ‖ d), with one salt a lane. `salts`
/// may be `digests`, and is then read before the first hash.
void advance_salted(const KernelTable &choice, std::uint8_t *digests, const std::uint8_t *salts,
                    std::size_t lanes, std::uint64_t iterations);

/// Computes digest = SHA256(digest ‖ mixin), 32 bytes each, any alignment, by a kernel for
/// sha256_salted.
void mix_digest(const KernelTable &choice, std::uint8_t *digest, const std::uint8_t *mixin);

/// The kernels for chains without and with salts.
struct ChainTables {
    const KernelTable &plain = active_table<Workload::sha256_chain>();
    const KernelTable &salted = active_table<Workload::sha256_salted>();
};

/// Lanes 0 … count() - 1, without a gap. Lanes with salts and lanes without are never in one set.
class LaneSet {
public:
    LaneSet(bool salted, std::size_t room) : salted_(salted), room_(room) {}
    std::size_t count() const { return count_; }
    std::size_t room() const { return room_ - count_; }

    /// Precondition: there is room.
    void add(const std::uint8_t *start, const std::uint8_t *salt, std::uint64_t hashes,
             std::size_t index);
    void add(const BegunSegment &segment);

    const std::uint8_t *digest(std::size_t lane) const { return digests_[lane]; }
    std::uint8_t *digest(std::size_t lane) { return digests_[lane]; }
    std::uint64_t left(std::size_t lane) const { return left_[lane]; }
    std::size_t index(std::size_t lane) const { return index_[lane]; }

    /// Returns the iterations left of the lane that ends first. Precondition: there is a lane.
    std::uint64_t fewest_left() const { return *std::min_element(left_, left_ + count_); }

    /// Advances all lanes. `iterations` is at most fewest_left().
    void advance(const ChainTables &choice, std::uint64_t iterations);

    /// Removes a lane; the last one takes its place.
    void remove(std::size_t lane);
    BegunSegment take(std::size_t lane);

private:
    bool salted_;
    std::size_t room_;
    std::size_t count_ = 0;
    std::uint64_t left_[max_lanes];
    std::size_t index_[max_lanes];
    alignas(64) std::uint8_t digests_[max_lanes][sha256_digest_bytes];
    alignas(64) std::uint8_t salts_[max_lanes][sha256_digest_bytes];
};

// ---- What workers share ----

/// Up to half of a worker's lanes, on their way to one that has none.
class Handover {
public:
    static constexpr std::size_t most = max_lanes / 2;

    bool is_empty() const { return state_.load() == empty; }

    /// Calls fill(segments), which writes some and returns their number, if the slot is empty.
    template <class Fill> void put(const Fill &fill)
    {
        int expected = empty;
        if (!state_.compare_exchange_strong(expected, in_use))
            return;
        count_ = fill(segments_);
        state_.store(count_ != 0 ? full : empty);
    }

    /// Calls read(segment) for each one. Returns false if there was none.
    template <class Read> bool get(const Read &read)
    {
        int expected = full;
        if (!state_.compare_exchange_strong(expected, in_use))
            return false;
        for (std::size_t i = 0; i < count_; ++i)
            read(segments_[i]);
        state_.store(empty);
        return true;
    }

private:
    enum State : int { empty, in_use, full };
    std::atomic<int> state_ = empty;
    std::size_t count_ = 0;
    BegunSegment segments_[most];
};

/// A number of segments, and the first of them.
struct TakenSegments {
    std::size_t first = 0;
    std::size_t count = 0;
};

class VerifyJob {
public:
    using Clock = SteadyClock;
    static constexpr std::size_t none = HASHLANE_CHAIN_NONE;

    VerifyJob(const hashlane_chain_segment *segments, std::size_t count,
              const hashlane_chain_options &options, unsigned workers);

    const hashlane_chain_segment &segment(std::size_t index) const { return segments_[index]; }
    const ChainTables &choice() const { return choice_; }
    unsigned workers() const { return workers_; }
    Handover &handover() { return handover_; }

    // ---- Segments ----

    /// Takes the next ones, at most `most`, as far as fits(segment, number before it) allows; or
    /// none.
    template <class Fits> TakenSegments take(std::size_t most, const Fits &fits);

    /// Segments that no one has ended: taken or not, as far as any need to be.
    std::size_t open_segments() const;

    /// Returns the number of those that have been taken.
    std::size_t begun_segments() const;

    /// True if an end of this segment can still matter.
    bool is_needed(std::size_t index) const { return index < lowest_wrong_.load(relaxed); }

    void end_right(std::size_t segments);
    void end_wrong(std::size_t index);
    void end_unneeded(std::size_t segments) { ended_.fetch_add(segments); }
    void count_hashes(std::uint64_t hashes) { hashes_.fetch_add(hashes, relaxed); }

    // ---- Stopping ----

    bool is_stopped() const { return stopped_.load(relaxed) != HASHLANE_CHAIN_RUNNING; }
    /// Reads the cancel flag, and checks the deadline. Called often.
    void poll(Clock::time_point now);

    // ---- Workers ----

    void enter() { workers_here_.fetch_add(1); }
    void leave() { workers_here_.fetch_sub(1); }
    void start_waiting() { waiting_.fetch_add(1); }
    void end_waiting() { waiting_.fetch_sub(1); }
    unsigned workers_here() const { return workers_here_.load(); }
    /// True if a worker waits for lanes to be handed over.
    bool is_any_waiting() const { return waiting_.load(relaxed) != 0; }
    /// True if a waiting worker may still get some: another has two lanes or more.
    bool can_share() const;

    hashlane_status result(hashlane_chain_result *result) const;

private:
    static constexpr auto relaxed = std::memory_order_relaxed;

    std::size_t limit() const { return std::min(count_, lowest_wrong_.load()); }
    hashlane_chain_stop current_stop(std::size_t &wrong) const;

    const hashlane_chain_segment *segments_;
    std::size_t count_;
    const int *cancel_;
    Clock::time_point deadline_;
    bool any_;
    unsigned workers_;
    ChainTables choice_;

    // Members that are written together share a line of the cache.
    alignas(64) std::atomic<std::size_t> next_ = 0;
    alignas(64) std::atomic<std::size_t> ended_ = 0;
    std::atomic<std::size_t> right_ = 0;
    std::atomic<std::uint64_t> hashes_ = 0;
    alignas(64) std::atomic<std::size_t> lowest_wrong_ = none;
    std::atomic<int> stopped_ = HASHLANE_CHAIN_RUNNING; ///< or why
    std::atomic<unsigned> workers_here_ = 0;
    std::atomic<unsigned> waiting_ = 0;
    alignas(64) Handover handover_;
};

template <class Fits> TakenSegments VerifyJob::take(std::size_t most, const Fits &fits)
{
    std::size_t first = next_.load();
    for (;;) {
        const std::size_t end = limit();
        std::size_t taken = 0;
        while (taken < most && first + taken < end && fits(segments_[first + taken], taken))
            ++taken;
        if (taken == 0 || next_.compare_exchange_weak(first, first + taken))
            return {first, taken};
    }
}

// ---- One thread's part ----

/// The number of iterations of a set that fit into the response time to a cancellation.
class Pace {
public:
    /// Returns at most `left`.
    std::uint64_t next(std::uint64_t left) const { return std::min(left, iterations_); }
    void took(std::uint64_t iterations, VerifyJob::Clock::duration time);

private:
    std::uint64_t iterations_ = 64;
};

class Worker {
public:
    /// `inherited`: segments that somebody else has begun, to be ended here. They must stay.
    explicit Worker(VerifyJob &job, std::span<const BegunSegment> inherited = {});

    /// Runs until this thread has nothing left to do, or the job is stopped.
    void run();

private:
    std::size_t lanes() const { return plain_.count() + salted_.count(); }
    LaneSet &set_for(const hashlane_chain_segment &segment)
    {
        return segment.salt != nullptr ? salted_ : plain_;
    }
    bool inherit();
    bool refill();
    void advance(LaneSet &set, Pace &pace);
    void compare_ended(LaneSet &set);
    void drop_unneeded(LaneSet &set);
    void hand_over();
    std::size_t hand_over(LaneSet &set, BegunSegment *segments, std::size_t most);
    bool take_over();
    bool wait_for_lanes();

    VerifyJob &job_;
    std::span<const BegunSegment> inherited_;
    LaneSet plain_;
    LaneSet salted_;
    Pace plain_pace_;
    Pace salted_pace_;
    bool has_begun_ = false;
};

} // namespace hashlane
