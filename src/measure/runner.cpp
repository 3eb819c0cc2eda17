// SPDX-License-Identifier: MIT
#include "runner.h"

#include "cpu_list.h"
#include "this_machine.h"

#include <algorithm>
#include <barrier>
#include <exception>
#include <set>
#include <thread>

namespace hashlane {
namespace {

constexpr std::uint64_t few_samples = 5;

struct ThreadResult {
    Samples samples;
    CycleSource source = CycleSource::perf;
    std::string clock_note;
    double cpu_share = 1; ///< processor time over wall time while sampling
};

void measure_on_this_thread(const Job &job, const ClockRequest &request, const SamplingPlan &plan,
                            const std::atomic<bool> &stop, std::barrier<> &start,
                            ThreadResult &result)
{
    ThisMachine machine;
    const ChosenClock chosen = make_clock(request, machine);
    result.source = chosen.clock->source();
    result.clock_note = chosen.note;
    const std::unique_ptr<Task> task = job.make_task();
    const std::uint64_t iterations = size_sample(*task, machine, plan);
    start.arrive_and_wait();
    const double wall = machine.now_ns();
    const double cpu = machine.thread_cpu_ns();
    result.samples = take_samples(*task, *chosen.clock, machine, plan, iterations, stop);
    result.cpu_share = (machine.thread_cpu_ns() - cpu) / (machine.now_ns() - wall);
}

bool shares_a_cpu(const std::vector<int> &cpus)
{
    return std::set<int>(cpus.begin(), cpus.end()).size() < cpus.size();
}

// Units a second of one thread: the median over its samples, so that a disturbed one has no say.
double thread_rate(const Samples &samples, const std::vector<bool> &counts, double lanes)
{
    std::vector<double> rates;
    for (std::size_t i = 0; i < samples.kept.size(); ++i)
        if (counts[i])
            rates.push_back(static_cast<double>(samples.kept[i].iterations) * lanes /
                            samples.kept[i].interval.ns * 1e9);
    return rates.empty() ? 0 : quantile(std::move(rates), 0.5);
}

void describe_noise(Row &row, bool gave_up, bool shared)
{
    if (shared) {
        row.noise = std::max(row.noise, Noise::contended);
        row.noise_note = "threads share a CPU; each one's rate is scaled by its processor time";
    } else if (gave_up) {
        row.noise = Noise::noisy;
        row.noise_note = "most samples were disturbed: stop other work on this CPU, or choose "
                         "another with --cpu";
    } else if (row.kept_samples < few_samples) {
        row.noise = Noise::noisy;
        row.noise_note = "too few samples to judge: raise the iterations or --min-time";
    } else if (row.noise == Noise::noisy && row.cycle_source == CycleSource::given) {
        row.noise_note = "the core's clock changed while a fixed one was counted: lock it, or "
                         "leave the clock to be measured";
    } else if (row.noise == Noise::noisy) {
        row.noise_note = "samples spread without a clean mode: repeat on an idle machine";
    } else if (row.noise == Noise::contended) {
        row.noise_note = "part of the time something shared the core; the faster mode is reported";
    }
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
    row.name = job.name;
    row.kernel = job.kernel;
    row.workload = job.workload;
    row.lanes = job.lanes;
    row.threads = static_cast<unsigned>(cpus.size());
    row.cpus = cpus;
    row.peer = job.peer;
    row.message = job.message;
    row.proof = job.proof;
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

bool on_pinned_threads(const std::vector<int> &cpus, const std::function<void(std::size_t)> &body)
{
    std::atomic<bool> pinned = true;
    std::vector<std::exception_ptr> errors(cpus.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < cpus.size(); ++i)
            threads.emplace_back([&, i] {
                try {
                    if (!pin_this_thread(cpus[i]))
                        pinned = false;
                    body(i);
                } catch (...) {
                    errors[i] = std::current_exception();
                }
            });
    }
    for (const std::exception_ptr &error : errors)
        if (error)
            std::rethrow_exception(error);
    return pinned;
}

std::vector<std::vector<bool>> summarise_samples(Row &row, const std::vector<Samples> &threads)
{
    const double lanes = row.lanes;
    std::vector<double> cycles, hz, ns;
    for (const Samples &samples : threads) {
        for (const Sample &sample : samples.kept)
            cycles.push_back(sample.interval.cycles /
                             (static_cast<double>(sample.iterations) * lanes));
        row.discarded_drift += samples.discarded_drift;
        row.discarded_preempted += samples.discarded_preempted;
    }
    row.kept_samples = cycles.size();
    row.discarded_samples = row.discarded_drift + row.discarded_preempted;
    row.iterations_per_sample = threads.front().iterations_per_sample;

    const Classified classified = classify(cycles);
    row.noise = classified.noise;
    std::vector<double> clean;
    std::vector<std::vector<bool>> counts;
    std::size_t at = 0;
    for (const Samples &samples : threads) {
        counts.emplace_back();
        for (const Sample &sample : samples.kept) {
            counts.back().push_back(classified.kept[at]);
            if (classified.kept[at]) {
                clean.push_back(cycles[at]);
                hz.push_back(sample.interval.clock_hz);
                ns.push_back(sample.interval.ns);
            }
            ++at;
        }
    }
    row.cycles_per_unit = summarise(clean);
    row.clock_hz = quantile(hz, 0.5);
    row.sample_ns = quantile(ns, 0.5);
    return counts;
}

Outcome measure(const Job &job, const std::vector<int> &cpus, const ClockRequest &clock,
                const SamplingPlan &plan, const std::atomic<bool> &stop)
{
    std::vector<ThreadResult> results(cpus.size());
    std::barrier start(static_cast<std::ptrdiff_t>(cpus.size()));
    Row row = make_row(job, cpus);
    row.pinned = on_pinned_threads(cpus, [&](std::size_t i) {
        try {
            measure_on_this_thread(job, clock, plan, stop, start, results[i]);
        } catch (...) {
            start.arrive_and_drop(); // the others must not wait for this one
            throw;
        }
    });

    std::vector<Samples> samples;
    bool gave_up = false;
    for (ThreadResult &result : results) {
        if (result.samples.mismatch)
            return *result.samples.mismatch;
        if (result.samples.interrupted)
            return Interrupted{};
        gave_up = gave_up || result.samples.gave_up;
        samples.push_back(std::move(result.samples));
    }
    row.cycle_source = results.front().source;
    row.cycle_note = results.front().clock_note;

    const auto counts = summarise_samples(row, samples);
    const bool shared = shares_a_cpu(cpus);
    for (std::size_t i = 0; i < samples.size(); ++i)
        row.units_per_second += thread_rate(samples[i], counts[i], row.lanes) *
                                (shared ? std::min(1.0, results[i].cpu_share) : 1);
    describe_noise(row, gave_up, shared);
    return row;
}

} // namespace hashlane
