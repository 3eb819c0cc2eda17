// SPDX-License-Identifier: MIT
#include "runner.h"

#include "../core/cpu_features.h"
#include "../dispatch/dispatch_table.h"
#include "../machine/emulator.h"
#include "bound.h"

#include <utility>

namespace hashlane {
namespace {

Job job_of(const Kernel &kernel)
{
    Job job;
    job.kernel = &kernel;
    job.id = job.name = kernel.id;
    job.workload = kernel.workload;
    job.lanes = kernel.lanes;
    return job;
}

// Of a task that takes the kernel alone.
Job job_of_task(const Kernel &kernel, const char *proof,
                std::unique_ptr<Task> (*make)(const Kernel &kernel, std::uint32_t data_bytes))
{
    Job job = job_of(kernel);
    job.make_task = [&kernel, make](std::uint32_t data_bytes) { return make(kernel, data_bytes); };
    job.proof = proof;
    return job;
}

} // namespace

const char *const chain_proof = "every segment ends at a stored known answer";
const char *const repeated_proof = "every sample repeated by an independent kernel";

Job chain_job(const Kernel &kernel) { return job_of_task(kernel, chain_proof, make_chain_task); }

Job sha3_job(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
{
    Job job = job_of(kernel);
    job.name.append("/").append(function.name).append("/").append(std::to_string(bytes));
    job.make_task = [&kernel, &function, bytes](std::uint32_t data_bytes) {
        return make_sha3_task(kernel, function, bytes, data_bytes);
    };
    job.message = Message{std::string(function.name), bytes, output_bytes(function)};
    job.proof = repeated_proof;
    return job;
}

Job kt128_job(std::size_t bytes)
{
    Job job;
    job.id = std::string(workload_name(Workload::sha3)) + ".library.x1";
    job.name = job.id + "/" + std::string(kt128_name) + "/" + std::to_string(bytes);
    job.workload = Workload::sha3;
    job.make_task = [id = job.id, bytes](std::uint32_t data_bytes) {
        return make_kt128_task(id, bytes, data_bytes);
    };
    job.message = Message{std::string(kt128_name), bytes, xof_output_bytes};
    job.proof = repeated_proof;
    const Kernel &many = active_dispatch().kernel(Workload::sha3);
    if (const Operations *operations = operations_of(many))
        job.operations = std::make_shared<const Operations>(per_lane(*operations, many.lanes));
    return job;
}

Job sha256_job(const Kernel &kernel, std::size_t bytes)
{
    Job job = job_of(kernel);
    job.name.append("/").append(std::to_string(bytes));
    job.make_task = [&kernel, bytes](std::uint32_t data_bytes) {
        return make_sha256_task(kernel, bytes, data_bytes);
    };
    job.message = Message{"sha256", bytes, sha256_digest_bytes};
    job.proof = repeated_proof;
    return job;
}

Job nodes_job(const Kernel &kernel) { return job_of_task(kernel, repeated_proof, make_nodes_task); }

Job salted_job(const Kernel &kernel)
{
    return job_of_task(kernel, repeated_proof, make_salted_task);
}

Row make_row(const Job &job, const std::vector<int> &cpus)
{
    Row row;
    row.identity.name = job.name;
    row.identity.kernel_id = job.id;
    row.identity.kernel = job.kernel;
    row.identity.workload = job.workload;
    row.identity.lanes = job.lanes;
    row.location.threads = static_cast<unsigned>(cpus.size());
    row.location.cpus = cpus;
    row.identity.peer = job.peer;
    row.identity.plugin = job.plugin;
    row.identity.operations = job.operations;
    row.identity.message = job.message;
    row.proof.text = job.proof;
    return row;
}

Row make_row(const Kernel &kernel, const std::vector<int> &cpus)
{
    return make_row(job_of(kernel), cpus);
}

SamplingEnvironment sampling_environment(CycleSource source)
{
    const bool guest = !this_cpu().hypervisor.empty();
    return {.guest = guest,
            .blind = guest && source != CycleSource::perf,
            .fixed_clock = source == CycleSource::given,
            .emulator = emulator_name().c_str()};
}

} // namespace hashlane
