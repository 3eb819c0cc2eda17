// SPDX-License-Identifier: MIT
//
// The work while a soak runs: visits of kernels on the cores, the wrong results found in them, and
// devices at the same time.
#pragma once

#include "../../machine/system/text.h"
#include "../../workloads/table.h"
#include "soak.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace hashlane::cluster {

using SoakClock = std::chrono::steady_clock;

inline double seconds_since(SoakClock::time_point begin)
{
    return machine::in_seconds(SoakClock::now() - begin);
}

// ---- The work of every kernel of a workload in one pass: random starts, and their ends after a
// fixed number of iterations.
//
// The ends are computed here, for data that changes has no stored answers: by two kernels that keep
// different units of a core busy, on two cores if there are two. If they differ, the reference
// kernel decides, on a third core if there is one. The wrong one is a find like any other.

/// Segments of a workload in each pass: as many as the widest kernel has lanes, so that no two
/// lanes compute the same.
constexpr std::size_t segments_of_a_pass = max_lanes;

struct Segments {
    Workload workload{};
    std::size_t bytes = 0; ///< of a state
    std::uint64_t iterations = 0;
    std::vector<std::uint8_t> starts, ends; ///< state after state

    std::size_t count() const { return starts.size() / bytes; }
    const std::uint8_t *start(std::size_t index) const { return &starts[index * bytes]; }
    const std::uint8_t *end(std::size_t index) const { return &ends[index * bytes]; }
    /// Segments follow each other in the lanes of a batch, from `first` in lane 0 on.
    std::size_t of_lane(std::size_t first, std::size_t lane) const
    {
        return (first + lane) % count();
    }
    bool ends_with(std::size_t index, const std::uint8_t *got) const
    {
        return std::equal(got, got + bytes, end(index));
    }
};

/// Draws the starts, which depend on the seed alone; the ends are empty.
Segments draw_segments(Workload workload, std::uint64_t seed);

/// An end that differs from the one that the others agree on.
struct WrongEnd {
    std::size_t segments = 0; ///< which of those given
    std::size_t index = 0;    ///< of the segment
    const Kernel *kernel = nullptr;
    int cpu = 0;
    std::vector<std::uint8_t> got;
};

/// Fills in the ends, on pinned threads: one on each of the first two of `cpus`, or on the only
/// one; the third decides. Precondition: at least one CPU.
std::vector<WrongEnd> prove_ends(std::vector<Segments> &all, const std::vector<int> &cpus);

// ---- Wrong results while a soak runs: reported at once, repeated on the core where they were
// found, and on its neighbour when the cores are idle.

/// A lane of a batch that ended wrong.
struct WrongLane {
    std::size_t lane = 0;
    std::size_t segment = 0;
    std::vector<std::uint8_t> got;
};

/// The place of a computation.
struct SoakPlace {
    std::size_t core = 0; ///< of the request's
    const Kernel *kernel = nullptr;
    const Segments *segments = nullptr;
    std::uint64_t pass = 0;
    const char *scope = "";
};

/// Describes the first of the wrong lanes, without the place. Precondition: there is one.
SoakWrong describe(const Segments &segments, const std::vector<WrongLane> &lanes);

class Finds {
public:
    /// All arguments must outlive it. Finds are added to the totals.
    Finds(const SoakRequest &request, const SoakWatch &watch, SoakClock::time_point begin,
          SoakTotals &totals)
        : request_(request), watch_(watch), begin_(begin), totals_(totals)
    {
    }

    /// Takes a batch that began with segment `first`. Called on the thread of the core. Several
    /// threads may call it.
    void take(const SoakPlace &place, std::size_t first, const std::vector<WrongLane> &lanes);

    /// Takes an end that a core computed before the pass, on a thread of its own.
    void take(const SoakPlace &place, const WrongEnd &wrong);

    /// Repeats on their neighbours the finds of the cores since the last time. No core may be busy.
    void repeat_beside();

private:
    struct ToRepeat {
        std::size_t found = 0; ///< index into the totals' list
        SoakPlace place;
        std::size_t first = 0; ///< segment of the batch
    };

    std::optional<std::size_t> keep(const SoakPlace &place, const std::vector<WrongLane> &lanes);

    const SoakRequest &request_;
    const SoakWatch &watch_;
    const SoakClock::time_point begin_;
    SoakTotals &totals_;
    std::mutex mutex_; ///< of the list in the totals, and of the one here
    std::vector<ToRepeat> to_repeat_;
};

// ---- One kernel on the calling thread for some time: batches of segments, each checked.

struct SoakVisit {
    SoakPlace place;
    std::uint64_t seed = 0; ///< of the order of the segments
    SoakClock::time_point begin, end;
    /// Work and idle gaps in turn, of 1 to 256 ms; nothing for work alone. Threads with the same
    /// begin and seed keep step: the load of all cores comes and goes at once.
    std::optional<std::uint64_t> bursts_seed;
};

struct SoakVisitTotals {
    double seconds = 0; ///< in all, without gaps of bursts
    double idle_seconds = 0;
    double proven_seconds = 0; ///< in batches that ended right
    double plain_seconds = 0;  ///< the time of its batches at their median speed
    std::uint64_t hashes = 0;  ///< of batches that ended right
    std::uint64_t wrong = 0;   ///< batches that did not
};

/// Runs at least one batch, and none that would end later than half of it behind the visit's end.
/// `finds` takes the wrong ones, while the visit waits.
SoakVisitTotals run_visit(const SoakVisit &visit, const std::atomic<bool> &stop, Finds &finds);

// ---- Compute devices in parallel with the cores, each on a thread of its own: chains in all of
// its lanes, batch after batch, each end compared, while the cores' visits go on.

class DeviceSoak;

/// The properties of a pass that devices need.
struct SoakPass {
    std::uint64_t number = 0;
    std::uint64_t seed = 0;      ///< of the order of the segments
    SoakClock::time_point begin; ///< of the soak
    const std::atomic<bool> &stop;
    const std::vector<Segments> &segments; ///< with those that draw() appended, and their ends
};

class SoakDevices {
public:
    /// Compiles the kernels, and finds how many iterations take each device about a second. The
    /// devices outlive it. `so_far`: their totals. Throws a DeviceError where one does not begin.
    SoakDevices(const std::vector<SoakDeviceRequest> &requests,
                const std::vector<SoakDevice> &so_far);
    ~SoakDevices();

    /// Appends the devices' work of a pass to `all`, without the ends.
    void draw(std::uint64_t seed, std::vector<Segments> &all);

    /// Calls visits() on a thread, in parallel with the devices, each on a thread of its own: at
    /// least one batch of each workload, then until the visits are over, or `stop` is set and some
    /// tenths of a second longer. A device that fails does nothing from then on. Returns the
    /// seconds by which the devices outlasted the visits. Throws a ThreadError.
    double run_beside(const SoakPass &pass, const std::function<void()> &visits);

    /// Adds the work since the last call to the totals, and reports wrong results.
    void take_over(SoakTotals &totals, const SoakWatch &watch);

private:
    std::vector<std::unique_ptr<DeviceSoak>> devices_;
};

} // namespace hashlane::cluster
