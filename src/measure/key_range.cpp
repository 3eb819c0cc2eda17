// SPDX-License-Identifier: MIT
#include "key_range.h"

#include "../clock/this_core.h"
#include "../core/registry.h"
#include "../keccak/keccak_suite.h"
#include "../system/threads.h"
#include "known_answers.h"
#include "moved_samples.h"
#include "row_clock.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hashlane {
namespace {

constexpr double bracket_ns = 4e6;
constexpr std::size_t max_samples = 1 << 16;
constexpr std::size_t spot_checks_per_thread = 4;
constexpr std::uint64_t first_stretch = 256;

std::uint64_t count_groups(const KeyRange &range, const Kernel &kernel)
{
    return (range.keys() - 1) / kernel.lanes + 1;
}

// What all threads share: the next group of keys, and where ends and recorded stretches are put.
struct Shared {
    const KeyRange &range;
    const Kernel &kernel;
    const std::uint64_t groups;
    SpotCheck &spot_check;
    std::vector<ChainEnd> &chains;
    std::atomic<std::uint64_t> next_group = 0;
};

// One thread's way through groups of keys, a stretch of loops at a time.
class Worker {
public:
    Worker(Shared &shared, Core &core)
        : shared_(shared),
          core_(core),
          advance_(std::get<KeccakChain *>(shared.kernel.function)),
          states_(shared.kernel.lanes * keccak_state_words)
    {
        start_group();
    }

    bool has_work() const { return group_ < shared_.groups; }

    // Advances the group by a stretch; returns the loops of each lane.
    std::uint64_t step()
    {
        const std::uint64_t loops = std::min(stretch_, shared_.range.loops - done_);
        if (holds_drawn_loop(drawn_loop_, done_, loops))
            advance_and_record(loops);
        else
            advance(loops);
        done_ += loops;
        if (done_ == shared_.range.loops)
            end_group();
        return loops;
    }

    std::uint64_t checksum() const { return checksum_; }
    const std::optional<Mismatch> &mismatch() const { return mismatch_; }

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
        RecordedStretch stretch{group_key(0), done_, loops, states_, {}};
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
            const auto known = keccak_suite_known_checksum(group_key(lane), shared_.range.loops);
            if (known && *known != sum && !mismatch_)
                mismatch_ = Mismatch{std::string(shared_.kernel.id), static_cast<unsigned>(lane),
                                     shared_.range.loops, "key " + std::to_string(group_key(lane))};
        }
        start_group();
    }

    Shared &shared_;
    Core &core_;
    KeccakChain *advance_;
    std::vector<std::uint64_t> states_;
    std::uint64_t group_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t stretch_ = first_stretch;
    std::uint64_t checksum_ = 0;
    double group_start_ns_ = 0;
    std::optional<std::uint64_t> drawn_loop_; // of this group
    std::optional<Mismatch> mismatch_;
};

struct ThreadResult {
    ThreadSamples part;
    std::uint64_t checksum = 0;
    std::optional<Mismatch> mismatch;
    UsedClock clock;
};

void run_on_this_thread(Shared &shared, const MeasureContext &context, ThreadResult &result)
{
    ThisCore core;
    const ChosenClock chosen = make_clock(context.clock, core);
    result.clock = {chosen.clock->source(), chosen.note};
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
        if (!sample.interval.counted)
            sample.verdict = SampleVerdict::uncounted;
        else if (core.preemptions() != preemptions)
            sample.verdict = SampleVerdict::preempted;
        if (sample.iterations != 0 && result.part.samples.taken.size() < max_samples)
            result.part.samples.taken.push_back(sample);
    }
    result.part.samples.interrupted = worker.has_work();
    result.part.environment = sampling_environment(result.clock.source);
    result.checksum = worker.checksum();
    result.mismatch = worker.mismatch();
}

// Cycles, clock and noise, where there was anything to time.
void add_timing(Row &row, std::vector<ThreadResult> &results)
{
    std::vector<ThreadSamples> threads, none;
    std::vector<UsedClock> clocks;
    std::set<int> taken;
    for (std::size_t i = 0; i < results.size(); ++i) {
        Samples &samples = results[i].part.samples;
        if (row.location.pinned && mark_moved(samples, row.location.cpus[i]))
            taken.insert(row.location.cpus[i]);
        if (!samples.taken.empty())
            samples.iterations_per_sample = samples.taken.front().iterations;
        // Each chain runs once: what was disturbed cannot be taken again.
        const auto kept = std::ranges::count(samples.taken, SampleVerdict::kept, &Sample::verdict);
        samples.gave_up = 2 * static_cast<std::size_t>(kept) < samples.taken.size();
        threads.push_back(std::move(results[i].part));
        clocks.push_back(std::move(results[i].clock));
    }
    RowClock clock;
    clock.add_visit(clocks, threads, none);
    row.figures.cycle_source = clock.source();
    summarise_threads(row, std::move(threads));
    row.figures.cycle_note = clock.note(row.sampling);
    tell_taken_cpus(row, taken);
}

} // namespace

Row::Proof key_range_proof(const KeyRange &range, const SpotCheckResult &check, std::uint64_t seed)
{
    std::uint64_t stored = 0;
    while (range.first + stored < range.last &&
           keccak_suite_known_checksum(range.first + stored, range.loops))
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
    const std::uint64_t groups = count_groups(range, kernel);
    const std::uint64_t seed = request.spot_check_seed ? *request.spot_check_seed : draw_seed();
    SpotCheck spot_check(seed, groups, spot_checks_per_thread * cpus.size(), range.loops);
    KeyRangeResult whole{make_row(kernel, cpus), {}};
    if (request.keep_chains)
        whole.chains.resize(static_cast<std::size_t>(range.keys()));
    Shared shared{range, kernel, groups, spot_check, whole.chains};
    std::vector<ThreadResult> results(cpus.size());

    ThisCore core;
    const double start = core.now_ns();
    whole.row.location.pinned = on_pinned_threads(
        cpus, [&](std::size_t i) { run_on_this_thread(shared, context, results[i]); });
    const double seconds = (core.now_ns() - start) / 1e9;

    Row::KeyRangeSum sum{range.first, range.last, range.loops, 0, seconds};
    for (const ThreadResult &result : results) {
        if (result.part.samples.interrupted)
            return Interrupted{};
        if (result.mismatch)
            return *result.mismatch;
        sum.checksum ^= result.checksum;
    }
    const SpotCheckResult check =
        spot_check.repeat(std::string(kernel.id), independent_kernel(kernel), seconds, core);
    if (check.mismatch)
        return *check.mismatch;

    whole.row.key_range = sum;
    add_timing(whole.row, results);
    whole.row.figures.units_per_second =
        static_cast<double>(range.keys()) * static_cast<double>(range.loops) / seconds;
    whole.row.proof = key_range_proof(range, check, seed);
    return whole;
}

} // namespace hashlane
