// SPDX-License-Identifier: MIT
#include "runner.h"

#include "../clock/this_core.h"
#include "../core/cpu_features.h"
#include "../machine/emulator.h"
#include "../machine/energy_meter.h"
#include "../system/threads.h"
#include "summary.h"

#include <utility>

namespace hashlane {
namespace {

struct ThreadResult {
    ThreadSamples part;
    CycleSource source = CycleSource::perf;
    std::string clock_note;
};

ThreadResult measure_on_this_thread(const Job &job, const MeasureContext &context,
                                    Participant &participant)
{
    ThisCore core;
    const ChosenClock chosen = make_clock(context.clock, core);
    ThreadResult result{{}, chosen.clock->source(), chosen.note};
    const std::unique_ptr<Task> task = job.make_task(0);
    const std::uint64_t iterations = size_sample(*task, core, context.plan);
    const std::uint64_t throttled = core.throttle_events();
    participant.start();
    const double wall = core.now_ns();
    const double cpu = core.thread_cpu_ns();
    result.part.samples =
        take_samples({*task, *chosen.clock, core}, iterations, context, participant);
    result.part.cpu_share = (core.thread_cpu_ns() - cpu) / (core.now_ns() - wall);
    result.part.environment = sampling_environment(result.source);
    result.part.environment.throttle_events = core.throttle_events() != throttled;
    return result;
}

// Discarded samples took energy like the others.
double units_of(const std::vector<ThreadSamples> &threads, unsigned lanes)
{
    std::uint64_t iterations = 0;
    for (const ThreadSamples &thread : threads)
        for (const Sample &sample : thread.samples.taken)
            iterations += sample.iterations;
    return static_cast<double>(iterations) * lanes;
}

Job job_of(const Kernel &kernel)
{
    Job job;
    job.kernel = &kernel;
    job.id = job.name = kernel.id;
    job.workload = kernel.workload;
    job.lanes = kernel.lanes;
    return job;
}

} // namespace

const char *const chain_proof = "every segment ends at a stored known answer";
const char *const sha3_proof = "every sample repeated by an independent kernel";

Job chain_job(const Kernel &kernel)
{
    Job job = job_of(kernel);
    job.make_task = [&kernel](std::uint32_t data_bytes) {
        return make_chain_task(kernel, data_bytes);
    };
    job.proof = chain_proof;
    return job;
}

Job sha3_job(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
{
    Job job = job_of(kernel);
    job.name.append("/").append(function.name).append("/").append(std::to_string(bytes));
    job.make_task = [&kernel, &function, bytes](std::uint32_t data_bytes) {
        return make_sha3_task(kernel, function, bytes, data_bytes);
    };
    job.message = Message{std::string(function.name), bytes, output_bytes(function)};
    job.proof = sha3_proof;
    return job;
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

Outcome measure(const Job &job, const std::vector<int> &cpus, const MeasureContext &context)
{
    std::optional<EnergyReading> begin, end;
    const auto energy = [&] { return context.meter ? context.meter->read() : std::nullopt; };
    Rendezvous rendezvous(cpus.size(), [&] { begin = energy(); }, [&] { end = energy(); });
    std::vector<ThreadResult> results(cpus.size());
    Row row = make_row(job, cpus);
    row.location.pinned = on_pinned_threads(cpus, [&](std::size_t i) {
        Participant participant(rendezvous);
        results[i] = measure_on_this_thread(job, context, participant);
    });

    std::vector<ThreadSamples> threads;
    for (ThreadResult &result : results) {
        if (result.part.samples.mismatch)
            return *result.part.samples.mismatch;
        if (result.part.samples.interrupted)
            return Interrupted{};
        threads.push_back(std::move(result.part));
    }
    row.figures.cycle_source = results.front().source;
    row.figures.cycle_note = results.front().clock_note;
    if (begin && end)
        row.figures.energy =
            energy_of(*begin, *end, context.meter->idle_watts(), units_of(threads, job.lanes));
    summarise_threads(row, std::move(threads));
    return row;
}

const Row &less_noisy(const Row &first, const Row &second)
{
    if (first.quality.trustworthy != second.quality.trustworthy)
        return first.quality.trustworthy ? first : second;
    if (first.quality.noise != second.quality.noise)
        return first.quality.noise < second.quality.noise ? first : second;
    if (first.figures.cycle_source == CycleSource::none)
        return second.figures.units_per_second > first.figures.units_per_second ? second : first;
    return second.figures.cycles_per_unit.median < first.figures.cycles_per_unit.median ? second
                                                                                        : first;
}

Outcome measure_with_retry(const Job &job, const std::vector<int> &cpus,
                           const MeasureContext &context)
{
    Outcome first = measure(job, cpus, context);
    const Row *const row = std::get_if<Row>(&first);
    if (row == nullptr || row->quality.trustworthy || row->quality.noise == Noise::emulated)
        return first;
    Outcome second = measure(job, cpus, context);
    if (!std::holds_alternative<Row>(second))
        return second;
    Row kept = less_noisy(*row, std::get<Row>(second));
    kept.quality.attempts = 2;
    return kept;
}

} // namespace hashlane
