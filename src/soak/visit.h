// SPDX-License-Identifier: MIT
//
// One kernel on the calling thread for some time: batches of segments, each checked.
#ifndef HASHLANE_SRC_SOAK_VISIT_H
#define HASHLANE_SRC_SOAK_VISIT_H

#include "lanes.h"
#include "segments.h"
#include "soak_time.h"

#include <atomic>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace hashlane {

/// Work and idle gaps in turn, of 1 to 256 ms. Threads with the same begin and seed keep step: the
/// load of all cores comes and goes at once.
class Bursts {
public:
    Bursts(SoakClock::time_point begin, std::uint64_t seed) : edge_(begin), random_(seed) {}

    /// Sleeps if there is a gap now. Returns the seconds slept.
    double keep_step();

private:
    SoakClock::time_point edge_; ///< where what is now ends
    bool working_ = false;
    std::mt19937_64 random_;
};

/// A lane of a batch that ended wrong.
struct WrongLane {
    std::size_t lane = 0;
    std::size_t segment = 0;
    std::vector<std::uint8_t> got;
};

/// The lanes of one kernel, with segments that follow each other from a drawn one on.
class Batch {
public:
    Batch(const Kernel &kernel, const Segments &segments)
        : segments_(segments), lanes_(make_lanes(kernel))
    {
    }

    /// Computes the segments from `first` on, one in each lane, in step with the bursts if there
    /// are any. Returns the seconds slept.
    double run(std::size_t first, Bursts *bursts = nullptr);

    /// Of the last run.
    std::vector<WrongLane> wrong_lanes() const;

    /// Iterations of all lanes in one run.
    std::uint64_t hashes() const { return lanes_->count() * segments_.iterations; }

private:
    std::size_t segment_of(std::size_t lane) const { return (first_ + lane) % segments_.count(); }

    const Segments &segments_;
    std::unique_ptr<Lanes> lanes_;
    std::size_t first_ = 0;
};

/// How many of `times` runs from segment `first` on end with a wrong lane.
unsigned count_wrong(const Kernel &kernel, const Segments &segments, std::size_t first,
                     unsigned times);

struct Visit {
    const Kernel *kernel = nullptr;
    const Segments *segments = nullptr;
    std::uint64_t seed = 0; ///< of the order of the segments
    SoakClock::time_point end;
    std::optional<Bursts> bursts;
};

struct VisitTotals {
    double seconds = 0; ///< in all, without gaps of bursts
    double idle_seconds = 0;
    double proven_seconds = 0; ///< in batches that ended right
    double plain_seconds = 0;  ///< what its batches would have taken at their median time
    std::uint64_t hashes = 0;  ///< of batches that ended right
    std::uint64_t wrong = 0;   ///< batches that did not
};

/// Gets a batch's first segment and what is wrong in it, while the visit waits.
using WrongBatch = std::function<void(std::size_t first, const std::vector<WrongLane> &wrong)>;

/// Runs at least one batch, and none that would end later than half of it behind the visit's end.
VisitTotals run_visit(Visit visit, const std::atomic<bool> &stop, const WrongBatch &on_wrong);

} // namespace hashlane

#endif
