// SPDX-License-Identifier: MIT
//
// What `run` can measure, by the names that --workload takes: the workloads, and further functions
// over the kernels of one.
#ifndef HASHLANE_SRC_CLI_BENCHMARK_WORK_H
#define HASHLANE_SRC_CLI_BENCHMARK_WORK_H

#include "../peers/peer_job.h"

#include <span>
#include <string>
#include <vector>

namespace hashlane {

struct BenchmarkWork {
    std::string_view name; ///< "sha256-nodes", "turboshake128"
    Workload workload;     ///< whose kernels, and whose table
    // Each is null where there is nothing of the kind to measure.
    std::vector<Job> (*of_kernel)(const Kernel &kernel) =
        nullptr; ///< of one kernel of the workload
    std::vector<Job> (*of_peer)(const Peer &peer) = nullptr;
    std::vector<Job> (*of_library)() = nullptr; ///< of the library's function, kernels by dispatch

    /// Whether it is a workload, and not a further function.
    bool is_workload() const { return name == workload_name(workload); }
};

/// All of them, in the order of the workloads.
std::span<const BenchmarkWork> all_work();

using Work = std::vector<const BenchmarkWork *>;

/// Whether that workload itself is among them.
bool has_workload(const Work &work, Workload workload);

/// "sha256,kt128" → both. Throws a CommandError that lists the names.
Work parse_work(const std::string &text);

/// The same for what has kernels alone: the workloads.
std::vector<Workload> parse_workloads(const std::string &text);

} // namespace hashlane

#endif
