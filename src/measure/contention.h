// SPDX-License-Identifier: MIT
//
// Which samples something else shared the core with, by their contention bursts. A single burst
// proves little, since what shares a core comes and goes within microseconds; many over ten
// milliseconds do (docs/methodology.md has the figures).
#ifndef HASHLANE_SRC_MEASURE_CONTENTION_H
#define HASHLANE_SRC_MEASURE_CONTENTION_H

#include "sampler.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace hashlane {

/// Bursts are judged together for so long.
constexpr double contention_window_ns = 10e6;

/// The bursts of a contended window take at least so much longer than undisturbed ones.
constexpr double contention_margin = 0.03;

/// Of the median bursts of windows, at least one, of which some were undisturbed.
double undisturbed_burst(const std::vector<double> &windows);

/// Samples of one visit in a row that last ten milliseconds together, or all of a shorter visit.
struct Window {
    std::size_t begin = 0, end = 0; ///< in Samples::taken; the end is not part of it
    double burst_cycles = 0;        ///< the median of its samples'; 0 where there are no bursts
};
std::vector<Window> windows_of(const Samples &samples);

/// What a burst costs while nothing shares the core, learnt from the rows of a run on one kind of
/// core.
class UndisturbedBurst {
public:
    /// `known`: from earlier runs on such a core. A neighbour that stays for a whole run is seen
    /// only by that.
    explicit UndisturbedBurst(std::optional<double> known = std::nullopt) : known_(known) {}

    /// From one visit of a row.
    void learn(std::size_t row, const Samples &visit);

    /// Of the run, and of what was known; nothing as long as there is nothing to learn from.
    std::optional<double> cycles() const;

    /// After this row's kernel. Some leave the core in a state in which bursts take a few percent
    /// longer for as long as they are measured; the rows visited in between tell that from a
    /// neighbour.
    std::optional<double> cycles_after(std::size_t row) const;

private:
    std::optional<double> known_;
    std::vector<double> windows_;
    std::map<std::size_t, std::vector<double>> visits_; ///< by row: the median of each
};

/// Writes SampleVerdict::contended into the kept samples of windows whose bursts took longer than
/// an undisturbed one, and takes it back elsewhere.
void mark_contended(Samples &samples, double undisturbed_burst_cycles);

} // namespace hashlane

#endif
