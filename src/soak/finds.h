// SPDX-License-Identifier: MIT
//
// What is wrong, while a soak runs: told at once, repeated on the core where it was found, and on
// its neighbour when the cores are idle.
#ifndef HASHLANE_SRC_SOAK_FINDS_H
#define HASHLANE_SRC_SOAK_FINDS_H

#include "soak.h"
#include "soak_time.h"
#include "visit.h"

#include <mutex>
#include <vector>

namespace hashlane {

/// Where something was computed.
struct SoakPlace {
    std::size_t core = 0; ///< of the request's
    const Kernel *kernel = nullptr;
    const Segments *segments = nullptr;
    std::uint64_t pass = 0;
    const char *scope = "";
};

/// What the first of the wrong lanes tells, without the place. Precondition: there is one.
SoakWrong describe(const Segments &segments, const std::vector<WrongLane> &lanes);

class Finds {
public:
    /// All must outlive it. What is found goes into the totals.
    Finds(const SoakRequest &request, const SoakWatch &watch, const SoakTime &time,
          SoakTotals &totals)
        : request_(request), watch_(watch), time_(time), totals_(totals)
    {
    }

    /// A batch that began with segment `first`. To be called on the thread of the core. Several
    /// may.
    void take(const SoakPlace &place, std::size_t first, const std::vector<WrongLane> &lanes);

    /// An end that a core computed before the pass, on a thread of its own.
    void take(const SoakPlace &place, const WrongEnd &wrong);

    /// Repeats on their neighbours what the cores have found since the last time. No core may be
    /// busy.
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
    const SoakTime &time_;
    SoakTotals &totals_;
    std::mutex mutex_; ///< of the list in the totals, and of the one here
    std::vector<ToRepeat> to_repeat_;
};

} // namespace hashlane

#endif
