// SPDX-License-Identifier: MIT
#include "device_soak.h"

#include "finds.h"

#include <algorithm>
#include <bit>
#include <random>
#include <utility>

namespace hashlane {
namespace {

// Long enough that copies and comparisons of all lanes take little of it.
constexpr double batch_ns = 1e9;

// The ends are computed by the processor before each pass: at most tenths of a second.
constexpr std::uint64_t least_iterations = lanes_step, most_iterations = 1 << 16;

// From here on a launch tells how long an iteration takes.
constexpr double measured_launch_ns = 10e6;

// Of one batch, right after it was wrong.
constexpr unsigned times_again = 3;

// Of one kernel, with what was found; the rest is counted.
constexpr unsigned most_found = 3;

double ns_per_iteration(DeviceChain &chain)
{
    while (true) {
        const Launch launch = chain.advance(chain.chunk());
        if (launch.ns >= measured_launch_ns || launch.iterations >= most_iterations)
            return launch.ns / static_cast<double>(launch.iterations);
    }
}

std::uint64_t iterations_of_batch(DeviceChain &chain)
{
    const double fitting = std::min(batch_ns / ns_per_iteration(chain), 1.0 * most_iterations);
    return std::max(least_iterations, std::bit_floor(static_cast<std::uint64_t>(fitting)));
}

std::size_t segment_of(std::size_t lane, std::size_t first, const Segments &segments)
{
    return (first + lane) % segments.count();
}

} // namespace

DeviceSoak::DeviceSoak(const SoakDeviceRequest &request) : device_(request.device)
{
    for (const Workload workload : request.workloads) {
        auto lanes = std::make_unique<DeviceChain>(device_, workload);
        states_.assign(lanes->most_lanes() * state_bytes(workload), 0);
        lanes->write(states_.data(), lanes->most_lanes());
        const std::uint64_t iterations = iterations_of_batch(*lanes);
        chains_.push_back({workload, std::move(lanes), iterations});
    }
}

std::vector<Segments> DeviceSoak::draw(std::uint64_t seed) const
{
    std::vector<Segments> all;
    for (const Chain &chain : chains_) {
        all.push_back(draw_segments(chain.workload, seed));
        all.back().iterations = chain.iterations;
    }
    return all;
}

void DeviceSoak::run(const Pass &pass)
{
    if (has_failed_)
        return;
    try {
        run_batches(pass);
    } catch (const DeviceError &error) {
        has_failed_ = true;
        const std::scoped_lock lock(mutex_);
        done_.failure = error.what();
    }
}

void DeviceSoak::run_batches(const Pass &pass)
{
    std::mt19937_64 random(pass.seed);
    for (std::size_t batches = 0;; ++batches) {
        Chain &chain = chains_[batches % chains_.size()];
        const Segments &segments = pass.segments[batches % chains_.size()];
        const Batch batch{&segments, static_cast<std::size_t>(random() % segments.count())};
        const bool is_first = batches < chains_.size();
        const auto begin = SoakClock::now();
        if (!compute(chain, batch, [&] { return *pass.stop || (!is_first && *pass.over); }))
            return;
        const std::vector<WrongLane> wrong = wrong_lanes(chain, batch);
        const double seconds = seconds_since(begin);
        {
            const std::scoped_lock lock(mutex_);
            done_.seconds += seconds;
            done_.proven_seconds += wrong.empty() ? seconds : 0;
            done_.hashes += wrong.empty() ? chain.iterations * chain.lanes->most_lanes() : 0;
            done_.wrong += wrong.empty() ? 0 : 1;
        }
        if (!wrong.empty())
            keep(chain, batch, wrong, pass);
    }
}

// False where it was over before the last launch.
bool DeviceSoak::compute(Chain &chain, const Batch &batch, const std::function<bool()> &is_over)
{
    const std::size_t lanes = chain.lanes->most_lanes();
    const Segments &segments = *batch.segments;
    states_.resize(lanes * segments.bytes);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        std::copy_n(segments.start(segment_of(lane, batch.first, segments)), segments.bytes,
                    &states_[lane * segments.bytes]);
    chain.lanes->write(states_.data(), lanes);
    for (std::uint64_t left = segments.iterations; left > 0;) {
        if (is_over())
            return false;
        const std::uint64_t now = std::min(left, chain.lanes->chunk());
        chain.lanes->advance(now);
        left -= now;
    }
    chain.lanes->read(states_.data());
    return true;
}

std::vector<WrongLane> DeviceSoak::wrong_lanes(const Chain &chain, const Batch &batch) const
{
    const Segments &segments = *batch.segments;
    std::vector<WrongLane> wrong;
    for (std::size_t lane = 0; lane < chain.lanes->most_lanes(); ++lane) {
        const auto *const got = &states_[lane * segments.bytes];
        const std::size_t segment = segment_of(lane, batch.first, segments);
        if (!std::equal(got, got + segments.bytes, segments.end(segment)))
            wrong.push_back({lane, segment, {got, got + segments.bytes}});
    }
    return wrong;
}

void DeviceSoak::keep(Chain &chain, const Batch &batch, const std::vector<WrongLane> &lanes,
                      const Pass &pass)
{
    if (chain.found == most_found)
        return;
    ++chain.found;
    SoakWrong wrong = describe(*batch.segments, lanes);
    wrong.device = device_.device->facts().id();
    wrong.kernel = device_kernel_id(*device_.device, chain.workload);
    wrong.unit = "device";
    wrong.scope = "together";
    wrong.at_seconds = pass.time->seconds();
    wrong.pass = pass.number;
    if (device_.monitor != nullptr) {
        const DeviceReading reading = device_.monitor->read();
        wrong.clock_hz = reading.clock_hz;
        wrong.celsius = reading.celsius;
    }
    for (; wrong.tries_here < times_again; ++wrong.tries_here) {
        if (!compute(chain, batch, [&] { return pass.stop->load(); }))
            break;
        wrong.again_here += wrong_lanes(chain, batch).empty() ? 0 : 1;
    }
    const std::scoped_lock lock(mutex_);
    found_.push_back(std::move(wrong));
}

void DeviceSoak::hand_over(SoakDevice &totals, std::vector<SoakWrong> &found)
{
    const std::scoped_lock lock(mutex_);
    totals.seconds += std::exchange(done_.seconds, 0);
    totals.proven_seconds += std::exchange(done_.proven_seconds, 0);
    totals.hashes += std::exchange(done_.hashes, 0);
    totals.wrong += std::exchange(done_.wrong, 0);
    if (!done_.failure.empty()) // one of before an interrupt stays
        totals.failure = done_.failure;
    found.insert(found.end(), found_.begin(), found_.end());
    found_.clear();
}

} // namespace hashlane
