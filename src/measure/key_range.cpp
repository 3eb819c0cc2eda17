// SPDX-License-Identifier: MIT
#include "key_range.h"

#include "../clock/this_core.h"
#include "../core/registry.h"
#include "../keccak/keccak_suite.h"
#include "known_answers.h"
#include "summary.h"

#include <algorithm>
#include <random>

namespace hashlane {
namespace {

constexpr double bracket_ns = 4e6;
constexpr std::size_t max_samples = 1 << 16;
constexpr std::size_t links_per_thread = 4;
constexpr std::uint64_t first_stretch = 256;

// What all threads share: the next group of keys, and where ends are put.
struct Shared {
    const KeyRange &range;
    const Kernel &kernel;
    std::atomic<std::uint64_t> next_group = 0;
    std::vector<ChainEnd> &chains;

    std::uint64_t keys() const { return range.last - range.first; }
    std::uint64_t groups() const { return (keys() - 1) / kernel.lanes + 1; }
};

// One thread's way through groups of keys, a stretch of loops at a time.
class Worker {
public:
    Worker(Shared &shared, Core &machine, unsigned seed)
        : shared_(shared),
          machine_(machine),
          random_(seed),
          advance_(std::get<KeccakChain *>(shared.kernel.function)),
          states_(shared.kernel.lanes * keccak_state_words)
    {
        start_group();
    }

    bool has_work() const { return group_ < shared_.groups(); }

    // Advances the group by a stretch; returns the loops of each lane.
    std::uint64_t step()
    {
        const std::uint64_t loops = std::min(stretch_, shared_.range.loops - done_);
        const bool recorded = record_ && done_ <= recorded_loop_ && recorded_loop_ < done_ + loops;
        if (recorded)
            link_ = {group_key(0), done_, loops, states_, {}};
        const double start = machine_.now_ns();
        advance_(states_.data(), loops);
        if (machine_.now_ns() - start < bracket_ns / 2 && loops == stretch_)
            stretch_ *= 2;
        if (recorded) {
            link_.after = states_;
            keep_link();
        }
        done_ += loops;
        if (done_ == shared_.range.loops)
            end_group();
        return loops;
    }

    std::uint64_t checksum() const { return checksum_; }
    std::vector<RecordedStretch> &links() { return links_; }
    const std::optional<Mismatch> &mismatch() const { return mismatch_; }

private:
    std::uint64_t group_key(std::size_t lane) const
    {
        return shared_.range.first + group_ * shared_.kernel.lanes + lane;
    }
    std::size_t lanes_in_use() const
    {
        const std::uint64_t left = shared_.keys() - group_ * shared_.kernel.lanes;
        return static_cast<std::size_t>(std::min<std::uint64_t>(shared_.kernel.lanes, left));
    }
    std::uint64_t *state(std::size_t lane) { return states_.data() + lane * keccak_state_words; }

    void start_group()
    {
        group_ = shared_.next_group.fetch_add(1, std::memory_order_relaxed);
        if (!has_work())
            return;
        done_ = 0;
        // Lanes beyond the last key repeat the first one's chain; their ends are not used.
        for (std::size_t lane = 0; lane < shared_.kernel.lanes; ++lane)
            keccak_suite_start(state(lane), group_key(lane < lanes_in_use() ? lane : 0));
        ++groups_started_;
        record_ =
            groups_started_ <= links_per_thread || random_() % groups_started_ < links_per_thread;
        recorded_loop_ = shared_.range.loops == 0 ? 0 : random_() % shared_.range.loops;
        group_start_ns_ = machine_.now_ns();
    }

    void end_group()
    {
        const double seconds = (machine_.now_ns() - group_start_ns_) / 1e9;
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

    // The first links always, later ones in place of a random older one.
    void keep_link()
    {
        if (links_.size() < links_per_thread)
            links_.push_back(std::move(link_));
        else
            links_[random_() % links_per_thread] = std::move(link_);
    }

    Shared &shared_;
    Core &machine_;
    std::mt19937_64 random_;
    KeccakChain *advance_;
    std::vector<std::uint64_t> states_;
    std::uint64_t group_ = 0;
    std::uint64_t groups_started_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t stretch_ = first_stretch;
    std::uint64_t checksum_ = 0;
    double group_start_ns_ = 0;
    bool record_ = false;
    std::uint64_t recorded_loop_ = 0;
    RecordedStretch link_;
    std::vector<RecordedStretch> links_;
    std::optional<Mismatch> mismatch_;
};

struct ThreadResult {
    ThreadSamples part;
    std::uint64_t checksum = 0;
    std::vector<RecordedStretch> links;
    std::optional<Mismatch> mismatch;
    CycleSource source = CycleSource::perf;
    std::string clock_note;
};

void run_on_this_thread(Shared &shared, const ClockRequest &request, const std::atomic<bool> &stop,
                        unsigned seed, ThreadResult &result)
{
    ThisCore machine;
    const ChosenClock chosen = make_clock(request, machine);
    result.source = chosen.clock->source();
    result.clock_note = chosen.note;
    Worker worker(shared, machine, seed);
    while (worker.has_work() && !stop) {
        Sample sample;
        const std::uint64_t preemptions = machine.preemptions();
        chosen.clock->begin();
        sample.start_ns = machine.now_ns();
        do
            sample.iterations += worker.step();
        while (worker.has_work() && machine.now_ns() - sample.start_ns < bracket_ns && !stop);
        sample.end_ns = machine.now_ns();
        sample.interval = chosen.clock->end();
        if (machine.preemptions() != preemptions)
            sample.state = SampleState::preempted;
        if (sample.iterations != 0 && result.part.samples.taken.size() < max_samples)
            result.part.samples.taken.push_back(sample);
    }
    result.part.samples.interrupted = worker.has_work();
    result.part.environment = sampling_environment(result.source);
    result.checksum = worker.checksum();
    result.links = std::move(worker.links());
    result.mismatch = worker.mismatch();
}

// Cycles, clock and noise, where there was anything to time.
void add_timing(Row &row, std::vector<ThreadResult> &results)
{
    std::vector<ThreadSamples> threads;
    for (ThreadResult &result : results) {
        Samples &samples = result.part.samples;
        if (!samples.taken.empty())
            samples.iterations_per_sample = samples.taken.front().iterations;
        // Each chain runs once: what was disturbed cannot be taken again.
        const auto kept = std::ranges::count(samples.taken, SampleState::kept, &Sample::state);
        samples.gave_up = 2 * static_cast<std::size_t>(kept) < samples.taken.size();
        threads.push_back(std::move(result.part));
    }
    row.figures.cycle_source = results.front().source;
    row.figures.cycle_note = results.front().clock_note;
    summarise_threads(row, threads);
}

} // namespace

std::string describe_proof(const KeyRange &range, const LinkCheck &links)
{
    std::uint64_t stored = 0;
    while (range.first + stored < range.last &&
           keccak_suite_known_checksum(range.first + stored, range.loops))
        ++stored;
    std::string text = std::to_string(links.stretches) + " stretches of " +
                       std::to_string(links.loops) + " loops in all repeated by " + links.by;
    if (stored != 0)
        text = std::to_string(stored) + " chains at published checksums; " + text;
    return text;
}

std::variant<KeyRangeResult, Mismatch, Interrupted>
run_key_range(const Kernel &kernel, const KeyRange &range, const std::vector<int> &cpus,
              const ClockRequest &clock, bool keep_chains, const std::atomic<bool> &stop)
{
    KeyRangeResult whole{make_row(kernel, cpus), {}};
    if (keep_chains)
        whole.chains.resize(static_cast<std::size_t>(range.last - range.first));
    Shared shared{range, kernel, 0, whole.chains};
    std::vector<ThreadResult> results(cpus.size());

    ThisCore machine;
    const double start = machine.now_ns();
    whole.row.location.pinned = on_pinned_threads(cpus, [&](std::size_t i) {
        run_on_this_thread(shared, clock, stop, static_cast<unsigned>(i + 1), results[i]);
    });
    const double seconds = (machine.now_ns() - start) / 1e9;

    Row::KeyRangeSum sum{range.first, range.last, range.loops, 0, seconds};
    std::vector<RecordedStretch> links;
    for (ThreadResult &result : results) {
        if (result.part.samples.interrupted)
            return Interrupted{};
        if (result.mismatch)
            return *result.mismatch;
        sum.checksum ^= result.checksum;
        std::ranges::move(result.links, std::back_inserter(links));
    }
    const LinkCheck check =
        check_links(std::string(kernel.id), independent_kernel(kernel), links, seconds, machine);
    if (check.mismatch)
        return *check.mismatch;

    add_timing(whole.row, results);
    whole.row.key_range = sum;
    whole.row.figures.units_per_second =
        static_cast<double>(range.last - range.first) * static_cast<double>(range.loops) / seconds;
    whole.row.proof.text = describe_proof(range, check);
    return whole;
}

} // namespace hashlane
