// SPDX-License-Identifier: MIT
#include "runner.h"

#include "../clock/this_core.h"
#include "../core/cpu_features.h"
#include "../machine/emulator.h"
#include "../system/cpu_list.h"
#include "summary.h"

#include <barrier>
#include <exception>
#include <thread>

namespace hashlane {
namespace {

struct ThreadResult {
    bool joined = false; ///< has begun with the others; before that they wait for it
    ThreadSamples part;
    CycleSource source = CycleSource::perf;
    std::string clock_note;
};

// Threads of one row begin on a barrier and end together.
struct Team {
    Team(std::size_t threads, EnergyMeter *energy_meter)
        : start(static_cast<std::ptrdiff_t>(threads)),
          together(threads, [this] { end = energy(); }),
          meter(energy_meter)
    {
    }
    std::optional<EnergyReading> energy() const { return meter ? meter->read() : std::nullopt; }

    std::barrier<> start;
    Together together;
    EnergyMeter *meter; ///< may be null
    std::optional<EnergyReading> begin, end;
};

void measure_on_this_thread(const Job &job, const ClockRequest &request, const SamplingPlan &plan,
                            const std::atomic<bool> &stop, Team &team, bool first,
                            ThreadResult &result)
{
    ThisCore machine;
    const ChosenClock chosen = make_clock(request, machine);
    result.source = chosen.clock->source();
    result.clock_note = chosen.note;
    const std::unique_ptr<Task> task = job.make_task();
    const std::uint64_t iterations = size_sample(*task, machine, plan);
    const std::uint64_t throttled = machine.throttle_events();
    result.joined = true;
    team.start.arrive_and_wait();
    if (first)
        team.begin = team.energy();
    const double wall = machine.now_ns();
    const double cpu = machine.thread_cpu_ns();
    result.part.samples =
        take_samples(*task, *chosen.clock, machine, plan, iterations, stop, team.together);
    result.part.cpu_share = (machine.thread_cpu_ns() - cpu) / (machine.now_ns() - wall);
    result.part.environment = sampling_environment(result.source);
    result.part.environment.throttle_events = machine.throttle_events() != throttled;
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
    job.kernel = job.name = kernel.id;
    job.workload = kernel.workload;
    job.lanes = kernel.lanes;
    return job;
}

Row make_row(const Job &job, const std::vector<int> &cpus)
{
    Row row;
    row.identity.name = job.name;
    row.identity.kernel_id = job.kernel;
    row.identity.workload = job.workload;
    row.identity.lanes = job.lanes;
    row.location.threads = static_cast<unsigned>(cpus.size());
    row.location.cpus = cpus;
    row.identity.peer = job.peer;
    row.identity.message = job.message;
    row.proof.text = job.proof;
    return row;
}

} // namespace

const char *const chain_proof = "every segment ends at a stored known answer";
const char *const sha3_proof = "every sample repeated by an independent kernel";

Job chain_job(const Kernel &kernel)
{
    Job job = job_of(kernel);
    job.make_task = [&kernel] { return make_chain_task(kernel); };
    job.proof = chain_proof;
    return job;
}

Job sha3_job(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
{
    Job job = job_of(kernel);
    job.name += "/" + std::string(function.name) + "/" + std::to_string(bytes);
    job.make_task = [&kernel, &function, bytes] { return make_sha3_task(kernel, function, bytes); };
    job.message = Message{std::string(function.name), bytes, output_bytes(function)};
    job.proof = sha3_proof;
    return job;
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

Outcome measure(const Job &job, const std::vector<int> &cpus, const ClockRequest &clock,
                const SamplingPlan &plan, const std::atomic<bool> &stop, EnergyMeter *meter)
{
    std::vector<ThreadResult> results(cpus.size());
    Team team(cpus.size(), meter);
    Row row = make_row(job, cpus);
    row.location.pinned = on_pinned_threads(cpus, [&](std::size_t i) {
        try {
            measure_on_this_thread(job, clock, plan, stop, team, i == 0, results[i]);
        } catch (...) {
            // The others must not wait for this one.
            if (!results[i].joined) {
                team.start.arrive_and_drop();
                team.together.one_is_ready();
            }
            throw;
        }
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
    if (team.begin && team.end)
        row.figures.energy =
            energy_of(*team.begin, *team.end, meter->idle_watts(), units_of(threads, job.lanes));
    summarise_threads(row, threads);
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

Outcome measure_with_retry(const Job &job, const std::vector<int> &cpus, const ClockRequest &clock,
                           const SamplingPlan &plan, const std::atomic<bool> &stop,
                           EnergyMeter *meter)
{
    Outcome first = measure(job, cpus, clock, plan, stop, meter);
    const Row *const row = std::get_if<Row>(&first);
    if (row == nullptr || row->quality.trustworthy || row->quality.noise == Noise::emulated)
        return first;
    Outcome second = measure(job, cpus, clock, plan, stop, meter);
    if (!std::holds_alternative<Row>(second))
        return second;
    Row kept = less_noisy(*row, std::get<Row>(second));
    kept.quality.attempts = 2;
    return kept;
}

} // namespace hashlane
