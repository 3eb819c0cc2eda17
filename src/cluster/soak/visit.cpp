// SPDX-License-Identifier: MIT
#include "visit.h"

#include "../../lib/core/registry.h"
#include "../../machine/clock/cycle_clock.h"
#include "../../machine/clock/this_core.h"
#include "../../machine/sensors/system_state.h"
#include "../../machine/system/threads.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <utility>

namespace hashlane::cluster {
namespace {

using Answering = std::pair<const Kernel *, const Kernel *>;

// Returns the preferred kernel, and the preferred one of those that keep another unit busy.
Answering answering_kernels(Workload workload)
{
    const auto suits = [&](const Kernel &kernel) {
        return kernel.workload == workload && is_runnable(kernel, this_cpu_features());
    };
    const auto &kernels = all_kernels();
    const Kernel &first = *std::ranges::find_if(kernels, suits); // the reference at least
    const auto second = std::ranges::find_if(kernels, [&](const Kernel &kernel) {
        return suits(kernel) && unit_of(kernel) != unit_of(first);
    });
    return {&first, second != kernels.end() ? &*second : &independent_kernel(first)};
}

std::vector<std::uint8_t> computed_ends(const Segments &segments, const Kernel &kernel)
{
    return workloads::ends_of(kernel, segments.starts, segments.iterations);
}

// `found` holds the owners of the ends.
void add_wrong_ends(const Segments &segments, const std::vector<std::uint8_t> &ends, WrongEnd found,
                    std::vector<WrongEnd> &wrong)
{
    for (found.index = 0; found.index < segments.count(); ++found.index) {
        const auto *const got = &ends[found.index * segments.bytes];
        found.got.assign(got, got + segments.bytes);
        if (!segments.ends_with(found.index, got))
            wrong.push_back(found);
    }
}

} // namespace

Segments draw_segments(Workload workload, std::uint64_t seed)
{
    Segments segments{
        .workload = workload,
        .bytes = workloads::entry_of(workload).state_bytes,
        .iterations = workloads::entry_of(workload).soak_iterations,
        .starts = {},
        .ends = {},
    };
    segments.starts.resize(segments_of_a_pass * segments.bytes);
    std::mt19937_64 random(seed + static_cast<std::uint64_t>(workload));
    for (std::uint8_t &byte : segments.starts)
        byte = static_cast<std::uint8_t>(random());
    return segments;
}

// Compares both kernels' ends with each other, and with the reference's if they differ.
std::vector<WrongEnd> prove_ends(std::vector<Segments> &all, const std::vector<int> &cpus)
{
    const bool alone = cpus.size() == 1;
    std::vector<std::vector<std::uint8_t>> seconds(all.size());
    machine::on_pinned_threads(alone ? cpus : std::vector<int>{cpus[0], cpus[1]},
                               [&](std::size_t thread) {
                                   for (std::size_t i = 0; i < all.size(); ++i) {
                                       const Answering kernels = answering_kernels(all[i].workload);
                                       if (thread == 0)
                                           all[i].ends = computed_ends(all[i], *kernels.first);
                                       if (thread == 1 || alone)
                                           seconds[i] = computed_ends(all[i], *kernels.second);
                                   }
                               });
    std::vector<WrongEnd> wrong;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Segments &segments = all[i];
        if (segments.ends == seconds[i])
            continue;
        const std::vector<std::uint8_t> first = segments.ends;
        machine::on_pinned_threads({cpus[2 % cpus.size()]}, [&](std::size_t) {
            segments.ends = computed_ends(segments, reference_kernel(segments.workload));
        });
        const Answering kernels = answering_kernels(segments.workload);
        add_wrong_ends(segments, first, {i, 0, kernels.first, cpus[0], {}}, wrong);
        add_wrong_ends(segments, seconds[i], {i, 0, kernels.second, cpus[1 % cpus.size()], {}},
                       wrong);
    }
    return wrong;
}

// ---- One kernel on the calling thread.

namespace {

// Work and idle gaps in turn.
class Bursts {
public:
    Bursts(SoakClock::time_point begin, std::uint64_t seed) : edge_(begin), random_(seed) {}

    // Sleeps if there is a gap now. Returns the seconds slept.
    double keep_step()
    {
        constexpr unsigned gap_lengths = 9; // 1, 2, 4, … 256 ms
        const auto now = SoakClock::now();
        while (edge_ <= now) {
            working_ = !working_;
            edge_ += std::chrono::milliseconds(1U << random_() % gap_lengths);
        }
        if (working_)
            return 0;
        std::this_thread::sleep_until(edge_);
        return seconds_since(now);
    }

private:
    SoakClock::time_point edge_; // the end of the present phase
    bool working_ = false;
    std::mt19937_64 random_;
};

// The lanes of one kernel, with segments that follow each other from a drawn one on.
class Batch {
public:
    Batch(const Kernel &kernel, const Segments &segments)
        : segments_(segments), lanes_(workloads::make_lanes(kernel))
    {
    }

    // Computes the segments from `first` on, one in each lane, in step with the bursts if there
    // are any. Returns the seconds slept.
    double run(std::size_t first, std::optional<Bursts> &bursts)
    {
        constexpr std::uint64_t burst_slices = 16; // how exactly threads keep step
        first_ = first;
        for (std::size_t lane = 0; lane < lanes_->count(); ++lane)
            lanes_->set(lane, segments_.start(segments_.of_lane(first, lane)));
        if (!bursts) {
            lanes_->advance(segments_.iterations);
            return 0;
        }
        double slept = 0;
        for (std::uint64_t slice = 0; slice < burst_slices; ++slice) {
            slept += bursts->keep_step();
            lanes_->advance(segments_.iterations / burst_slices);
        }
        return slept;
    }

    // Returns the wrong lanes of the last run.
    std::vector<WrongLane> wrong_lanes() const
    {
        std::vector<WrongLane> wrong;
        std::vector<std::uint8_t> got(segments_.bytes);
        for (std::size_t lane = 0; lane < lanes_->count(); ++lane) {
            const std::size_t segment = segments_.of_lane(first_, lane);
            lanes_->get(lane, got.data());
            if (!segments_.ends_with(segment, got.data()))
                wrong.push_back({lane, segment, got});
        }
        return wrong;
    }

    // Iterations of all lanes in one run.
    std::uint64_t hashes() const { return lanes_->count() * segments_.iterations; }

private:
    const Segments &segments_;
    std::unique_ptr<workloads::Lanes> lanes_;
    std::size_t first_ = 0;
};

constexpr unsigned times_again = 10;

// Finds kept for one kernel on one core; further ones are counted.
constexpr std::ptrdiff_t most_found = 3;

// Returns how many of `times_again` runs from segment `first` on end with a wrong lane.
unsigned count_wrong(const SoakPlace &place, std::size_t first)
{
    Batch batch(*place.kernel, *place.segments);
    std::optional<Bursts> none;
    unsigned wrong = 0;
    for (unsigned i = 0; i < times_again; ++i) {
        batch.run(first, none);
        wrong += batch.wrong_lanes().empty() ? 0 : 1;
    }
    return wrong;
}

std::vector<std::uint8_t> state_at(const std::uint8_t *state, const Segments &segments)
{
    return {state, state + segments.bytes};
}

} // namespace

SoakWrong describe(const Segments &segments, const std::vector<WrongLane> &lanes)
{
    const WrongLane &lane = lanes.front();
    SoakWrong wrong;
    wrong.segment = lane.segment;
    wrong.lane = lane.lane;
    wrong.wrong_lanes = lanes.size();
    wrong.iterations = segments.iterations;
    wrong.start = state_at(segments.start(lane.segment), segments);
    wrong.expected = state_at(segments.end(lane.segment), segments);
    wrong.got = lane.got;
    return wrong;
}

void Finds::take(const SoakPlace &place, std::size_t first, const std::vector<WrongLane> &lanes)
{
    const std::optional<std::size_t> index = keep(place, lanes);
    if (!index)
        return;
    const unsigned again = count_wrong(place, first);
    const std::scoped_lock lock(mutex_);
    totals_.found[*index].again_here = again;
    totals_.found[*index].tries_here = times_again;
    to_repeat_.push_back({*index, place, first});
}

void Finds::take(const SoakPlace &place, const WrongEnd &wrong)
{
    const std::size_t lane = wrong.index % workloads::make_lanes(*wrong.kernel)->count();
    machine::on_pinned_threads({wrong.cpu}, [&](std::size_t) {
        take(place, wrong.index - lane, {{lane, wrong.index, wrong.got}});
    });
}

// Returns nothing if there were enough of them before.
std::optional<std::size_t> Finds::keep(const SoakPlace &place, const std::vector<WrongLane> &lanes)
{
    const std::scoped_lock lock(mutex_);
    const SoakCore &core = totals_.cores[place.core];
    const auto same = [&](const SoakWrong &wrong) {
        return wrong.cpu == core.cpu && wrong.kernel == place.kernel->id;
    };
    if (std::ranges::count_if(totals_.found, same) >= most_found)
        return std::nullopt;
    SoakWrong &wrong = totals_.found.emplace_back(describe(*place.segments, lanes));
    wrong.cpu = core.cpu;
    wrong.core = core.core;
    wrong.socket = core.socket;
    wrong.kernel = place.kernel->id;
    wrong.unit = unit_of(*place.kernel);
    wrong.scope = place.scope;
    wrong.pass = place.pass;
    machine::ThisCore here;
    if (here.chain_step_cycles())
        wrong.clock_hz = machine::ChainProbe(here).hz();
    wrong.celsius = machine::processor_temperature();
    wrong.at_seconds = seconds_since(begin_);
    watch_.found(wrong);
    return totals_.found.size() - 1;
}

void Finds::repeat_beside()
{
    for (const ToRepeat &one : std::exchange(to_repeat_, {})) {
        SoakWrong &wrong = totals_.found[one.found];
        if (request_.cpus.size() > 1) {
            wrong.neighbour = request_.cpus[(one.place.core + 1) % request_.cpus.size()];
            machine::on_pinned_threads({*wrong.neighbour}, [&](std::size_t) {
                wrong.again_beside = count_wrong(one.place, one.first);
            });
            wrong.tries_beside = times_again;
        }
        watch_.repeated(wrong);
    }
}

SoakVisitTotals run_visit(const SoakVisit &visit, const std::atomic<bool> &stop, Finds &finds)
{
    std::mt19937_64 random(visit.seed);
    Batch batch(*visit.place.kernel, *visit.place.segments);
    std::optional<Bursts> bursts;
    if (visit.bursts_seed)
        bursts.emplace(visit.begin, *visit.bursts_seed);
    SoakVisitTotals totals;
    std::vector<double> batch_seconds;
    const auto begin = SoakClock::now();
    for (bool goes_on = true; goes_on;) {
        const auto first = static_cast<std::size_t>(random() % visit.place.segments->count());
        const auto from = SoakClock::now();
        const double slept = batch.run(first, bursts);
        const std::vector<WrongLane> wrong = batch.wrong_lanes();
        const double seconds = seconds_since(from) - slept;
        totals.idle_seconds += slept;
        batch_seconds.push_back(seconds);
        if (wrong.empty()) {
            totals.proven_seconds += seconds;
            totals.hashes += batch.hashes();
        } else {
            ++totals.wrong;
            finds.take(visit.place, first, wrong);
        }
        goes_on = !stop && machine::in_seconds(visit.end - SoakClock::now()) >= seconds / 2;
    }
    totals.seconds = seconds_since(begin) - totals.idle_seconds;
    totals.plain_seconds =
        statistics::quantile(batch_seconds, 0.5) * static_cast<double>(batch_seconds.size());
    return totals;
}

} // namespace hashlane::cluster
