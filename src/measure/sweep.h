// SPDX-License-Identifier: MIT
//
// Lanes × threads of one workload on one core, on the cores of a kind, on all cores.
#ifndef HASHLANE_SRC_MEASURE_SWEEP_H
#define HASHLANE_SRC_MEASURE_SWEEP_H

#include "runner.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hashlane {

/// The CPUs of a core: its threads.
using CoreCpus = std::vector<int>;

/// Where a table's cells run.
struct SweepScope {
    std::string name; ///< "core 0", "P-core", "all cores"
    std::vector<CoreCpus> cores;
};

struct SweepCell {
    Job job;
    std::string scope;
    std::vector<int> cpus;  ///< one a thread
    unsigned cores = 0;     ///< that the CPUs belong to
    std::optional<Row> row; ///< once measured
    std::string problem;    ///< why there is no row

    unsigned threads() const { return static_cast<unsigned>(cpus.size()); }
};

/// All cells of one scope: for each job, each count of threads in ascending order.
struct SweepTable {
    std::string scope;
    std::vector<SweepCell> cells;
};

/// One kernel for each number of lanes, ascending: the first in `candidates`, which are in
/// dispatch's order of preference.
std::vector<const Kernel *> kernels_by_lanes(std::span<const Kernel *const> candidates);

/// A CPU for each thread: a core each first, then the cores' further CPUs, then all once more.
/// Precondition: no core is empty.
std::vector<int> spread_threads(unsigned threads, const std::vector<CoreCpus> &cores);

/// "core 0 shani.x2 2 threads"
std::string describe(const SweepCell &cell);

/// 1, 2, 4, … and the number of CPUs in the scope.
std::vector<unsigned> usual_threads(const SweepScope &scope);

/// The cells to measure. `threads` ascending.
SweepTable plan_sweep(const SweepScope &scope, const std::vector<Job> &jobs,
                      const std::vector<unsigned> &threads);

/// Core cycles for one hash or permutation, all threads of a core together.
double cycles_per_unit_of_core(const SweepCell &measured);

} // namespace hashlane

#endif
