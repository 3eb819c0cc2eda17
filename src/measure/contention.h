// SPDX-License-Identifier: MIT
//
// Which samples something else shared the core with, by their contention bursts. A single burst
// proves little, since what shares a core comes and goes within microseconds; many over ten
// milliseconds do (docs/methodology.md has the figures).
#ifndef HASHLANE_SRC_MEASURE_CONTENTION_H
#define HASHLANE_SRC_MEASURE_CONTENTION_H

#include "sampler.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hashlane {

/// Samples of one visit in a row that last ten milliseconds together, or all of a shorter visit.
struct Window {
    std::size_t begin = 0, end = 0; ///< in Samples::taken; the end is not part of it
    double burst_cycles = 0;        ///< the median of its samples'; 0 where there are no bursts
};
std::vector<Window> windows_of(const Samples &samples);

/// What a burst costs while nothing shares the core, learnt from the windows of a whole run.
class UndisturbedBurst {
public:
    void learn(const Samples &samples);

    /// Nothing as long as there is nothing to learn from.
    std::optional<double> cycles() const;

private:
    std::vector<double> windows_;
};

/// Writes SampleVerdict::contended into the kept samples of windows whose bursts took longer than
/// an undisturbed one, and takes it back elsewhere.
void mark_contended(Samples &samples, double undisturbed_burst_cycles);

} // namespace hashlane

#endif
