// SPDX-License-Identifier: MIT
#include "key_range.h"

#include "../lib/core/registry.h"
#include "../lib/keccak/keccak_suite.h"
#include "../machine/clock/this_core.h"
#include "../machine/system/threads.h"
#include "../statistics/statistics.h"
#include "../workloads/keccak_chain.h"
#include "summary.h"

#include <algorithm>
#include <utility>

namespace hashlane::measure {
namespace {

constexpr double bracket_ns = 4e6;
constexpr std::size_t max_samples = 1 << 16;
constexpr std::size_t spot_checks_per_thread = 4;
constexpr std::uint64_t first_stretch = 256;

// State shared by all threads: the next group of keys, and the places for ends and recorded
// stretches.
struct Shared {
    const KeyRange &range;
    const Kernel &kernel;
    const std::uint64_t groups;
    workloads::SpotCheck &spot_check;
    std::vector<ChainEnd> &chains;
    std::atomic<std::uint64_t> next_group = 0;
};

// One thread's way through groups of keys, a stretch of loops at a time.
class Worker {
public:
    Worker(Shared &shared, machine::Core &core)
        : shared_(shared),
          core_(core),
          advance_(function_of<Workload::keccak_chain>(shared.kernel)),
          states_(shared.kernel.lanes * keccak_state_words)
    {
        start_group();
    }

    bool has_work() const { return group_ < shared_.groups; }

    // Advances the group by a stretch; returns the loops of each lane.
    std::uint64_t step()
    {
        const std::uint64_t loops = std::min(stretch_, shared_.range.loops - done_);
        if (workloads::holds_drawn_loop(drawn_loop_, done_, loops))
            advance_and_record(loops);
        else
            advance(loops);
        done_ += loops;
        if (done_ == shared_.range.loops)
            end_group();
        return loops;
    }

    std::uint64_t checksum() const { return checksum_; }
    const std::optional<results::Mismatch> &mismatch() const { return mismatch_; }

private:
    std::uint64_t group_key(std::size_t lane) const
    {
        return shared_.range.first + group_ * shared_.kernel.lanes + lane;
    }
    std::size_t lanes_in_use() const
    {
        const std::uint64_t left = shared_.range.keys() - group_ * shared_.kernel.lanes;
        return static_cast<std::size_t>(std::min<std::uint64_t>(shared_.kernel.lanes, left));
    }
    std::uint64_t *state(std::size_t lane) { return states_.data() + lane * keccak_state_words; }

    void advance(std::uint64_t loops)
    {
        const double start = core_.now_ns();
        advance_(states_.data(), loops);
        if (core_.now_ns() - start < bracket_ns / 2 && loops == stretch_)
            stretch_ *= 2;
    }

    void advance_and_record(std::uint64_t loops)
    {
        workloads::RecordedStretch stretch{group_key(0), done_, loops, states_, {}};
        advance(loops);
        stretch.after = states_;
        shared_.spot_check.keep(group_, std::move(stretch));
    }

    void start_group()
    {
        group_ = shared_.next_group.fetch_add(1, std::memory_order_relaxed);
        if (!has_work())
            return;
        done_ = 0;
        // Lanes beyond the last key repeat the first one's chain; their ends are not used.
        for (std::size_t lane = 0; lane < shared_.kernel.lanes; ++lane)
            keccak_suite_start(state(lane), group_key(lane < lanes_in_use() ? lane : 0));
        drawn_loop_ = shared_.spot_check.drawn_loop(group_);
        group_start_ns_ = core_.now_ns();
    }

    void end_group()
    {
        const double seconds = (core_.now_ns() - group_start_ns_) / 1e9;
        for (std::size_t lane = 0; lane < lanes_in_use(); ++lane) {
            const std::uint64_t sum = keccak_suite_checksum(state(lane));
            checksum_ ^= sum;
            if (!shared_.chains.empty())
                shared_.chains[static_cast<std::size_t>(group_key(lane) - shared_.range.first)] = {
                    sum, seconds};
            const auto known =
                workloads::keccak_suite_known_checksum(group_key(lane), shared_.range.loops);
            if (known && *known != sum && !mismatch_)
                mismatch_ = results::Mismatch{std::string(shared_.kernel.id),
                                              static_cast<unsigned>(lane), shared_.range.loops,
                                              "key " + std::to_string(group_key(lane))};
        }
        start_group();
    }

    Shared &shared_;
    machine::Core &core_;
    KeccakChain *advance_;
    std::vector<std::uint64_t> states_;
    std::uint64_t group_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t stretch_ = first_stretch;
    std::uint64_t checksum_ = 0;
    double group_start_ns_ = 0;
    std::optional<std::uint64_t> drawn_loop_; // of this group
    std::optional<results::Mismatch> mismatch_;
};

// The ends of a thread's chains combined, and the first wrong one.
struct Ends {
    std::uint64_t checksum = 0;
    std::optional<results::Mismatch> mismatch;
};

// The sampler (visit.h) takes any number of samples of a task that can be repeated, in slices with
// contention bursts between them. Here each chain runs once, in calls that end at the end of a
// chain or of a recorded stretch, and the time of the whole is a result as well: work is timed as
// it comes.
Ends run_on_this_thread(Shared &shared, const MeasureContext &context, ThreadSamples &part,
                        UsedClock &clock)
{
    machine::ThisCore core;
    const machine::ChosenClock chosen = machine::make_clock(context.clock, core);
    clock = {chosen.clock->source(), chosen.note};
    Worker worker(shared, core);
    while (worker.has_work() && !context.stop) {
        Sample sample;
        const std::uint64_t preemptions = core.preemptions();
        chosen.clock->begin();
        sample.start_ns = core.now_ns();
        do
            sample.iterations += worker.step();
        while (worker.has_work() && core.now_ns() - sample.start_ns < bracket_ns && !context.stop);
        sample.end_ns = core.now_ns();
        sample.interval = chosen.clock->end();
        sample.cpu = core.cpu();
        sample.preempted = core.preemptions() != preemptions;
        if (sample.iterations != 0 && part.samples.taken.size() < max_samples)
            part.samples.taken.push_back(sample);
    }
    part.samples.interrupted = worker.has_work();
    part.environment = sampling_environment(clock.source);
    return {worker.checksum(), worker.mismatch()};
}

// Each chain runs once: disturbed samples cannot be retaken.
void finish_samples(Visit &visit, const std::vector<int> &cpus)
{
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        Samples &samples = visit.threads[i].samples;
        if (!samples.taken.empty())
            samples.iterations_per_sample = samples.taken.front().iterations;
        const auto cpu = visit.pinned ? std::optional(cpus[i]) : std::nullopt;
        const auto kept =
            std::ranges::count(seen_verdicts(samples, cpu, {}), results::SampleVerdict::kept);
        samples.gave_up = 2 * static_cast<std::size_t>(kept) < samples.taken.size();
    }
}

// Makes the row with cycles, clock and noise, if there was anything to time.
results::Row row_of(const Kernel &kernel, const std::vector<int> &cpus, const Visit &visit,
                    const results::Row::KeyRangeSum &sum, const results::Row::Proof &proof)
{
    RowClock clock;
    clock.add_visit(visit.clocks, visit.threads);
    results::Row row = make_row(kernel_job(kernel), {.cpus = cpus,
                                                     .threads = visit.threads,
                                                     .clock = clock,
                                                     .pinned = visit.pinned,
                                                     .bound = visit.pinned,
                                                     .key_range = sum});
    row.proof = proof;
    return row;
}

} // namespace

results::Row::Proof key_range_proof(const KeyRange &range, const workloads::SpotCheckResult &check,
                                    std::uint64_t seed)
{
    std::uint64_t stored = 0;
    while (range.first + stored < range.last &&
           workloads::keccak_suite_known_checksum(range.first + stored, range.loops))
        ++stored;
    std::string text = std::to_string(check.stretches) + " stretches of " +
                       std::to_string(check.loops) + " loops in total repeated by " + check.by;
    if (stored != 0)
        text = std::to_string(stored) + " chains at published checksums; " + text;
    return {text, seed};
}

KeyRangeOutcome run_key_range(const Kernel &kernel, const KeyRangeRequest &request,
                              const std::vector<int> &cpus, const MeasureContext &context)
{
    const KeyRange &range = request.range;
    const std::uint64_t groups = (range.keys() - 1) / kernel.lanes + 1;
    const std::uint64_t seed =
        request.spot_check_seed ? *request.spot_check_seed : statistics::draw_seed();
    workloads::SpotCheck spot_check(seed, groups, spot_checks_per_thread * cpus.size(),
                                    range.loops);
    std::vector<ChainEnd> chains;
    if (request.keep_chains)
        chains.resize(static_cast<std::size_t>(range.keys()));
    Shared shared{range, kernel, groups, spot_check, chains};
    Visit visit;
    visit.threads.resize(cpus.size());
    visit.clocks.resize(cpus.size());
    std::vector<Ends> ends(cpus.size());

    machine::ThisCore core;
    const double start = core.now_ns();
    visit.pinned = machine::on_pinned_threads(cpus, [&](std::size_t i) {
        ends[i] = run_on_this_thread(shared, context, visit.threads[i], visit.clocks[i]);
    });
    const double seconds = (core.now_ns() - start) / 1e9;

    results::Row::KeyRangeSum sum{range.first, range.last, range.loops, 0, seconds};
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        if (visit.threads[i].samples.interrupted)
            return Interrupted{};
        if (ends[i].mismatch)
            return *ends[i].mismatch;
        sum.checksum ^= ends[i].checksum;
    }
    const workloads::SpotCheckResult check =
        spot_check.repeat(std::string(kernel.id), independent_kernel(kernel), seconds, core);
    if (check.mismatch)
        return *check.mismatch;
    finish_samples(visit, cpus);
    return KeyRangeResult{row_of(kernel, cpus, visit, sum, key_range_proof(range, check, seed)),
                          std::move(chains)};
}

} // namespace hashlane::measure
