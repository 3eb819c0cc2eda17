// SPDX-License-Identifier: MIT
//
// One thread's part of a verification.
//
//   segments in order      begun, a lane each      advanced together, by the fewest hashes that any
//   ──────────────────►    ┌ 7 ──────────┐         of them has left, or what takes 250 µs; those
//   that … 12 11 10 9 8         │ 3 ──┐       │  ──►    ended are compared, and the next take their
//   lanes
//                          └ 5 ────────┘ │
//
// Between the calls of kernels all digests are in memory. So the next call may be of another
// kernel, as the lanes that are left want it, and when no segment is left to begin, a worker hands
// half of its lanes to one that has run out.
#ifndef HASHLANE_SRC_CHAIN_WORKER_H
#define HASHLANE_SRC_CHAIN_WORKER_H

#include "job.h"

#include <span>

namespace hashlane {

/// How many iterations of a set take the time in which a cancellation is to be answered.
class Pace {
public:
    /// At most `left`.
    std::uint64_t next(std::uint64_t left) const { return std::min(left, iterations_); }
    void took(std::uint64_t iterations, VerifyJob::Clock::duration time);

private:
    std::uint64_t iterations_ = 64;
};

class Worker {
public:
    /// `inherited`: segments that somebody else has begun, to be ended here. They must stay.
    explicit Worker(VerifyJob &job, std::span<const BegunSegment> inherited = {});

    /// Until nothing is left for this thread to do, or the job is stopped.
    void run();

private:
    std::size_t lanes() const { return plain_.count() + salted_.count(); }
    LaneSet &set_for(const hashlane_chain_segment &segment)
    {
        return segment.salt != nullptr ? salted_ : plain_;
    }
    std::size_t fair_share() const;
    bool inherit();
    bool refill();
    void begin(std::size_t index);
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

#endif
