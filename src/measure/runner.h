// SPDX-License-Identifier: MIT
//
// From a task to a row: one or more pinned threads, started together.
#ifndef HASHLANE_SRC_MEASURE_RUNNER_H
#define HASHLANE_SRC_MEASURE_RUNNER_H

#include "judge.h"
#include "result.h"
#include "sampler.h"

#include <functional>
#include <memory>
#include <variant>

namespace hashlane {

/// What is to be measured, and how its row is labelled.
struct Job {
    const Kernel *kernel = nullptr; ///< of the registry; null for a peer
    std::string id;                 ///< "sha256-chain.shani.x2", "sha256-chain.openssl.x1"
    std::string name;               ///< of its rows: the id, and the message where there is one
    Workload workload = Workload::sha256_chain;
    unsigned lanes = 1;
    std::string peer; ///< the library and its version; empty for a kernel of our own
    /// One for each thread, with its data so many bytes behind the start of a page.
    std::function<std::unique_ptr<Task>(std::uint32_t data_bytes)> make_task;
    std::optional<Message> message; ///< sha3 and sha256 only
    std::string proof;
};

/// What a row says of a job's proof.
extern const char *const chain_proof;
extern const char *const repeated_proof;

/// The job of a chain kernel's benchmark.
Job chain_job(const Kernel &kernel);

/// The job of SHA-3 over messages of `bytes` bytes.
Job sha3_job(const Kernel &kernel, const Sha3Function &function, std::size_t bytes);

/// The job of SHA-256 over messages of `bytes` bytes.
Job sha256_job(const Kernel &kernel, std::size_t bytes);

/// The job of SHA-256 over nodes.
Job nodes_job(const Kernel &kernel);

/// The job of SHA-256 chains with salts.
Job salted_job(const Kernel &kernel);

struct Interrupted {};

using Outcome = std::variant<Row, Mismatch, Interrupted>;

/// What every row of this job on these CPUs says, before anything is measured.
Row make_row(const Job &job, const std::vector<int> &cpus);
Row make_row(const Kernel &kernel, const std::vector<int> &cpus);

/// What samples by this source on this machine have to be judged by.
SamplingEnvironment sampling_environment(CycleSource source);

} // namespace hashlane

#endif
