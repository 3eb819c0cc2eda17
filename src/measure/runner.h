// SPDX-License-Identifier: MIT
//
// From a task to a row: one or more pinned threads, started together.
#ifndef HASHLANE_SRC_MEASURE_RUNNER_H
#define HASHLANE_SRC_MEASURE_RUNNER_H

#include "judge.h"
#include "result.h"
#include "visit.h"

#include <memory>
#include <variant>

namespace hashlane {

/// What is to be measured, and how its row is labelled.
struct Job {
    const Kernel *kernel = nullptr; ///< of the registry; null for a peer and for a plug-in
    std::string id;                 ///< "sha256-chain.shani.x2", "sha256-chain.openssl.x1"
    std::string name;               ///< of its rows: the id, and the message where there is one
    Workload workload = Workload::sha256_chain;
    unsigned lanes = 1;
    std::string peer;   ///< the library and its version; empty for a kernel of our own
    std::string plugin; ///< the file of a plug-in's kernel; else empty
    /// What bounds the kernel; null for one of the registry, which has its own, or not known.
    std::shared_ptr<const Operations> operations;
    MakeTask make_task;             ///< what is measured in this process
    VisitElsewhere visit_elsewhere; ///< or in another one, if there is this function
    std::optional<Message> message; ///< sha3 and sha256 only
    std::string proof;

    /// The id without the workload: "shani.x2".
    std::string short_id() const { return id.substr(id.find('.') + 1); }
};

/// What a row says of a job's proof.
extern const char *const chain_proof;
extern const char *const repeated_proof;

/// The job of a chain kernel's benchmark.
Job chain_job(const Kernel &kernel);

/// The job of SHA-3 over messages of `bytes` bytes.
Job sha3_job(const Kernel &kernel, const Sha3Function &function, std::size_t bytes);

/// The job of KT128 by the library, "sha3.library.x1/kt128/1048576". Its bound is that of the
/// kernel which dispatch has for many lanes.
Job kt128_job(std::size_t bytes);

/// The job of SHA-256 over messages of `bytes` bytes.
Job sha256_job(const Kernel &kernel, std::size_t bytes);

/// The job of SHA-256 over nodes.
Job nodes_job(const Kernel &kernel);

/// The job of SHA-256 chains with salts.
Job salted_job(const Kernel &kernel);

using Outcome = std::variant<Row, Mismatch, Interrupted>;

/// What every row of this job on these CPUs says, before anything is measured.
Row make_row(const Job &job, const std::vector<int> &cpus);
Row make_row(const Kernel &kernel, const std::vector<int> &cpus);

/// What samples by this source on this machine have to be judged by.
SamplingEnvironment sampling_environment(CycleSource source);

} // namespace hashlane

#endif
