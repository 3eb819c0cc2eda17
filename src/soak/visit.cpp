// SPDX-License-Identifier: MIT
#include "visit.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <thread>

namespace hashlane {
namespace {

constexpr unsigned gap_lengths = 9;        // 1, 2, 4, … 256 ms
constexpr std::uint64_t burst_slices = 16; // of a batch: how exactly threads keep step

} // namespace

double Bursts::keep_step()
{
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

double Batch::run(std::size_t first, Bursts *bursts)
{
    first_ = first;
    for (std::size_t lane = 0; lane < lanes_->count(); ++lane)
        lanes_->set(lane, segments_.start(segment_of(lane)));
    if (bursts == nullptr) {
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

std::vector<WrongLane> Batch::wrong_lanes() const
{
    std::vector<WrongLane> wrong;
    std::vector<std::uint8_t> got(segments_.bytes);
    for (std::size_t lane = 0; lane < lanes_->count(); ++lane) {
        lanes_->get(lane, got.data());
        if (!std::equal(got.begin(), got.end(), segments_.end(segment_of(lane))))
            wrong.push_back({lane, segment_of(lane), got});
    }
    return wrong;
}

unsigned count_wrong(const Kernel &kernel, const Segments &segments, std::size_t first,
                     unsigned times)
{
    Batch batch(kernel, segments);
    unsigned wrong = 0;
    for (unsigned i = 0; i < times; ++i) {
        batch.run(first);
        if (!batch.wrong_lanes().empty())
            ++wrong;
    }
    return wrong;
}

VisitTotals run_visit(Visit visit, const std::atomic<bool> &stop, const WrongBatch &on_wrong)
{
    std::mt19937_64 random(visit.seed);
    Batch batch(*visit.kernel, *visit.segments);
    Bursts *const bursts = visit.bursts ? &*visit.bursts : nullptr;
    VisitTotals totals;
    std::vector<double> batch_seconds;
    const auto begin = SoakClock::now();
    for (bool goes_on = true; goes_on;) {
        const auto first = static_cast<std::size_t>(random() % visit.segments->count());
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
            on_wrong(first, wrong);
        }
        goes_on = !stop && seconds_between(SoakClock::now(), visit.end) >= seconds / 2;
    }
    totals.seconds = seconds_since(begin) - totals.idle_seconds;
    totals.plain_seconds = quantile(batch_seconds, 0.5) * static_cast<double>(batch_seconds.size());
    return totals;
}

} // namespace hashlane
