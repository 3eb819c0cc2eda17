// SPDX-License-Identifier: MIT
//
// The clock of a row whose visits choose one each: a hardware counter can fail between two visits,
// or in the middle of one.
#ifndef HASHLANE_SRC_MEASURE_ROW_CLOCK_H
#define HASHLANE_SRC_MEASURE_ROW_CLOCK_H

#include "summary.h"

#include <string>
#include <vector>

namespace hashlane {

/// What a thread counted by in one visit.
struct UsedClock {
    CycleSource source = CycleSource::perf;
    std::string note; ///< why not by a more trusted source; or empty
};

class RowClock {
public:
    /// What the next visit asks for: the latency chain, once the counter has stopped during most of
    /// a visit.
    ClockRequest for_next_visit(const ClockRequest &requested) const;

    /// One more visit, a clock for each thread. Core cycles and ticks cannot be put together: where
    /// the visits have both, the samples with ticks become SampleVerdict::uncounted.
    void add_visit(const std::vector<UsedClock> &clocks, std::vector<ThreadSamples> &visit,
                   std::vector<ThreadSamples> &before);

    /// The least trusted of those that are in the figures.
    CycleSource source() const { return used_.source; }

    /// Why it is not a more trusted one, and how many samples had no core cycles; or empty.
    std::string note(const Row::Sampling &sampling) const;

private:
    UsedClock used_;
    bool counter_failed_ = false;
};

} // namespace hashlane

#endif
