// SPDX-License-Identifier: MIT
//
// Finds the samples that shared their core with other work, by their contention bursts. A single
// burst is weak evidence, since a neighbour comes and goes within microseconds; many over ten
// milliseconds are good evidence (docs/explanation/methodology.md has the numbers). The cost of an
// undisturbed burst is learnt in a run, and kept for later ones.
#pragma once

#include "../results/row.h"
#include "visit.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hashlane::measure {

/// The time over which bursts are judged together.
constexpr double contention_window_ns = 10e6;

/// The least share by which the bursts of a contended window take longer than undisturbed ones.
constexpr double contention_margin = 0.03;

/// True if a window's bursts show that something shared the core.
constexpr bool is_contended(double burst_cycles, double undisturbed_burst_cycles)
{
    return burst_cycles > undisturbed_burst_cycles * (1 + contention_margin);
}

/// Returns an undisturbed burst, by the median bursts of at least one window. Some were
/// undisturbed.
double undisturbed_burst(const std::vector<double> &windows);

/// Samples of one visit in a row that last ten milliseconds together, or all of a shorter visit.
struct Window {
    std::size_t begin = 0, end = 0; ///< in Samples::taken; the end is not part of it
    double burst_cycles = 0;        ///< the median over its samples; 0 if there are no bursts
};

/// Returns the windows of a thread's samples. The bursts of samples that have values in `verdicts`,
/// one for each sample, are core cycles of the thread's own CPU.
std::vector<Window> windows_of(const std::vector<Sample> &taken,
                               std::span<const results::SampleVerdict> verdicts);

/// The cost of a burst while nothing shares the core, learnt from the rows of a run on one kind of
/// core.
class UndisturbedBurst {
public:
    /// `known`: from earlier runs on such a core. A neighbour that stays for a whole run is seen
    /// only by that.
    explicit UndisturbedBurst(std::optional<double> known = std::nullopt) : known_(known) {}

    /// Learns from one thread's samples of one visit of a row.
    void learn(std::size_t row, const std::vector<Sample> &visit,
               std::span<const results::SampleVerdict> verdicts);

    /// Returns the cost from the run and from earlier ones; nothing as long as there is nothing to
    /// learn from.
    std::optional<double> cycles() const;

    /// Returns the cost after this row's kernel. Some kernels leave the core in a state in which
    /// bursts take a few percent longer for as long as they are measured; the rows visited in
    /// between distinguish that from a neighbour.
    std::optional<double> cycles_after(std::size_t row) const;

private:
    std::optional<double> known_;
    std::vector<double> windows_;
    std::vector<double> lowest_;                        ///< window of each visit
    std::map<std::size_t, std::vector<double>> visits_; ///< by row: the median of each
};

/// Core cycles of an undisturbed burst that earlier runs on this processor learnt, by kind of core;
/// "" if there is only one kind.
using KnownBursts = std::map<std::string, double>;

/// Returns what is known for `threads` threads of a row on this kind of core: nothing for several,
/// which may share a core with each other.
std::optional<double> known_burst(const KnownBursts &known, const std::string &core_kind,
                                  std::size_t threads);

/// Returns the path in this program's cache directory (src/lib/base/files.h), next to the tuning
/// files. Empty if there is no such directory.
std::string known_bursts_path();

/// Returns the lowest that three runs agree on. Ignores entries that are missing, unreadable, or
/// implausibly fast or slow.
KnownBursts read_known_bursts(const std::string &path);

/// Adds the bursts that a run learnt, for each kind of core, if they are lower than the known ones
/// or none are known. A file that cannot be written changes nothing: the next run learns again.
void keep_known_bursts(const std::string &path, const KnownBursts &learnt);

} // namespace hashlane::measure
