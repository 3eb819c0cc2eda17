// SPDX-License-Identifier: MIT
#include "row_judgement.h"

#include "judge_visits.h"
#include "visit_figures.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hashlane {
namespace {

constexpr const char *always_disturbed =
    "every sample was disturbed, and the figures include them: repeat when the machine is quieter";

// The row says the worst that is true of a thread.
void add_judgement(Row &row, const Judgement &judgement, int cpu)
{
    const bool worse =
        judgement.noise > row.quality.noise || judgement.trustworthy < row.quality.trustworthy;
    row.quality.trustworthy = row.quality.trustworthy && judgement.trustworthy;
    if (!worse)
        return;
    row.quality.noise = judgement.noise;
    row.quality.note =
        (row.location.threads > 1 ? "CPU " + std::to_string(cpu) + ": " : "") + judgement.note;
}

// A figure of disturbed samples is better than none. The CPU of a thread where it has come to that;
// one visit that gave up is judged as it is.
std::optional<int> use_disturbed(const Row &row, std::vector<ThreadSamples> &threads,
                                 bool one_visit)
{
    std::optional<int> cpu;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        Samples &samples = threads[t].samples;
        const bool any =
            std::ranges::count(samples.taken, SampleVerdict::kept, &Sample::verdict) != 0;
        if (samples.taken.empty() || any || (one_visit && samples.gave_up))
            continue;
        for (Sample &sample : samples.taken)
            if (has_figures(sample.verdict))
                sample.verdict = SampleVerdict::kept;
        cpu = row.location.cpus[t];
    }
    return cpu;
}

// Threads that share a CPU preempt each other: that is what was asked for, and no defect. Any other
// is as bad as in every row.
void describe_sharing(Row &row)
{
    Row::Quality &quality = row.quality;
    const bool only_turns = quality.noise == Noise::preempted && quality.trustworthy;
    const std::string defect = only_turns || quality.note.empty() ? "" : "; " + quality.note;
    quality.note = "threads share a CPU; each one's rate is scaled by its processor time" + defect;
    quality.noise = std::max(Noise::contended, quality.noise);
}

void judge_threads(Row &row, std::vector<ThreadSamples> &threads)
{
    for (std::size_t t = 0; t < threads.size(); ++t) {
        threads[t].environment.shares_cpu = shares_a_cpu(row);
        if (!threads[t].samples.taken.empty())
            add_judgement(row, judge(threads[t].samples, threads[t].environment),
                          row.location.cpus[t]);
    }
}

double share(std::uint64_t part, const Row &row)
{
    const std::uint64_t all = row.sampling.kept + row.sampling.discarded;
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

SamplingEnvironment common_environment(const std::vector<ThreadSamples> &threads)
{
    SamplingEnvironment environment = threads.front().environment;
    for (const ThreadSamples &thread : threads)
        environment.throttle_events =
            environment.throttle_events || thread.environment.throttle_events;
    return environment;
}

void judge_by_visits(Row &row, const std::vector<ThreadSamples> &threads, bool throughout)
{
    VisitsSeen seen;
    for (const VisitFigures &visit : row.sampling.visits)
        seen.costs.push_back(visit.cycles_per_unit);
    seen.visits = row.quality.attempts;
    seen.contended_throughout = throughout;
    seen.contended_share = share(row.sampling.discarded_contended, row);
    seen.preempted_share = share(row.sampling.discarded_preempted, row);
    seen.interval = row.figures.interval;
    const Judgement judgement = judge_visits(seen, common_environment(threads));
    row.quality.noise = judgement.noise;
    row.quality.trustworthy = judgement.trustworthy;
    row.quality.note = judgement.note;
    row.quality.extent = judgement.extent;
}

// Whether contention left too few visits to say anything.
bool is_contended_throughout(const std::vector<ThreadSamples> &threads)
{
    const std::vector<const Samples *> samples = samples_of(threads);
    const std::size_t visits = count_visits(samples);
    const bool any = std::ranges::any_of(samples, [](const Samples *one) {
        return std::ranges::any_of(one->taken, [](const Sample &sample) {
            return sample.verdict == SampleVerdict::contended;
        });
    });
    return any && visit_figures(samples, 1).size() < std::min(visits, least_visits);
}

// Where all that there is was disturbed, the row shows that, and is not trusted.
void keep_contended(std::vector<ThreadSamples> &threads)
{
    for (ThreadSamples &thread : threads)
        for (Sample &sample : thread.samples.taken)
            if (sample.verdict == SampleVerdict::contended)
                sample.verdict = SampleVerdict::kept;
}

} // namespace

bool shares_a_cpu(const Row &row)
{
    return std::set<int>(row.location.cpus.begin(), row.location.cpus.end()).size() <
           row.location.cpus.size();
}

Disturbed sort_out(Row &row, std::vector<ThreadSamples> &threads)
{
    Disturbed disturbed;
    disturbed.throughout = is_contended_throughout(threads);
    if (disturbed.throughout)
        keep_contended(threads);
    const bool one_visit = row.quality.attempts == 1;
    disturbed.cpu = use_disturbed(row, threads, one_visit);
    if (one_visit)
        judge_threads(row, threads);
    return disturbed;
}

void judge_row(Row &row, const std::vector<ThreadSamples> &threads, const Disturbed &disturbed)
{
    if (row.quality.attempts > 1)
        judge_by_visits(row, threads, disturbed.throughout);
    else if (disturbed.throughout)
        add_judgement(row, contention_throughout(), row.location.cpus.front());
    if (disturbed.cpu)
        add_judgement(row, {Noise::contended, false, always_disturbed}, *disturbed.cpu);
    if (row.sampling.kept != 0 && shares_a_cpu(row))
        describe_sharing(row);
}

} // namespace hashlane
