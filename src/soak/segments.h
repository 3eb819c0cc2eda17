// SPDX-License-Identifier: MIT
//
// What every kernel of a workload is given to compute in one pass: random starts, and the ends that
// they have after so many iterations.
//
// The ends are computed here, for data that changes has no stored answers: by two kernels that keep
// different units of a core busy, on two cores where there are two. Where they differ, the
// reference kernel decides, on a third core where there is one. Whoever is wrong is a find like any
// other.
#ifndef HASHLANE_SRC_SOAK_SEGMENTS_H
#define HASHLANE_SRC_SOAK_SEGMENTS_H

#include "../core/kernel.h"

#include <vector>

namespace hashlane {

/// Of a workload in each pass. As many as the widest kernel has lanes, so that no two lanes compute
/// the same.
constexpr std::size_t segments_of_a_pass = max_lanes;

struct Segments {
    Workload workload = Workload::sha256_chain;
    std::size_t bytes = 0; ///< of a state
    std::uint64_t iterations = 0;
    std::vector<std::uint8_t> starts, ends; ///< state after state

    std::size_t count() const { return starts.size() / bytes; }
    const std::uint8_t *start(std::size_t index) const { return &starts[index * bytes]; }
    const std::uint8_t *end(std::size_t index) const { return &ends[index * bytes]; }
};

/// The starts; the ends are empty. The same for the same seed everywhere.
Segments draw_segments(Workload workload, std::uint64_t seed);

/// The ends as `kernel` computes them, on this thread. Precondition: it can run here.
std::vector<std::uint8_t> computed_ends(const Segments &segments, const Kernel &kernel);

/// An end that is not what the others agree on.
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

} // namespace hashlane

#endif
