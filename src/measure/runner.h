// SPDX-License-Identifier: MIT
//
// Jobs: the work to be measured, and the labels of its rows.
#pragma once

#include "../lib/dispatch/tuning.h"
#include "../results/run.h"
#include "../workloads/bound.h"
#include "../workloads/table.h"
#include "visit.h"

#include <memory>
#include <variant>

namespace hashlane::measure {

/// The work to be measured, and the identity of its rows.
struct Job : results::Row::Identity {
    const Kernel *kernel = nullptr; ///< of the registry; null for a peer and for a plug-in
    /// The operations that bound the kernel; null for a kernel of the registry, which has its own,
    /// or if they are not known.
    std::shared_ptr<const workloads::Operations> operations;
    MakeTask make_task;             ///< makes the task that is measured in this process
    VisitElsewhere visit_elsewhere; ///< or in another one, if there is this function
    std::string proof;

    /// Returns the kernel's id without the workload: "shani.x2".
    std::string short_id() const { return kernel_id.substr(kernel_id.find('.') + 1); }
};

/// Returns the operations that bound the job; null if they are not known.
const workloads::Operations *operations_of(const Job &job);

using Outcome = std::variant<results::Row, results::Mismatch, Interrupted>;

/// Returns the job of a kernel, of messages where its workload has them: "sha256-chain.shani.x2",
/// "sha3.avx512.x8/sha3-256/64", "sha256.shani.x2/64".
Job kernel_job(const Kernel &kernel, const std::optional<results::Message> &message = {});

/// Returns the jobs of a kernel, one for each length of the benchmark's messages.
std::vector<Job> kernel_jobs(const Kernel &kernel, const workloads::Benchmark &benchmark);

/// Returns the jobs of a benchmark of the library's function: "sha3.library.x1/kt128/1048576".
/// Their bound is that of the kernel which dispatch has for many lanes.
std::vector<Job> library_jobs(const workloads::Benchmark &benchmark);

/// Makes a job of one lane without anything to run: the rows' fields for the workload and the
/// message.
Job job_of(results::Work work, std::string id, const std::optional<results::Message> &message);

/// Returns the messages of a benchmark; one empty element if its lanes hash none.
std::vector<std::optional<results::Message>> messages_of(const workloads::Benchmark &benchmark);

// ---- The measurement behind a choice of kernels ----

/// Returns the jobs of all kernels that this processor can run and dispatch may choose, in the
/// manifest's order.
std::vector<Job> tuning_jobs();

/// Returns the cost of a call, all its lanes together, in the row's own unit or in nanoseconds.
double cost_of_call(const results::Row &row, TuningUnit unit);

/// Returns the costs on this kind of core, from the rows of tuning_jobs() that are trustworthy: in
/// the unit of their clock, or in nanoseconds if they had different ones.
TuningSection tuning_section(CoreKind kind, const std::vector<results::Row> &rows);

} // namespace hashlane::measure
