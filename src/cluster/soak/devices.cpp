// SPDX-License-Identifier: MIT
#include "../../backends/gpu/chain.h"
#include "../../machine/system/threads.h"
#include "visit.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <random>
#include <ranges>
#include <utility>

namespace hashlane::cluster {
namespace {

// Long enough that copies and comparisons of all lanes take little of it.
constexpr double batch_ns = 1e9;

// The ends are computed by the processor before each pass: at most tenths of a second.
constexpr std::uint64_t least_iterations = workloads::lanes_step, most_iterations = 1 << 16;

// From this length on a launch is long enough to measure an iteration.
constexpr double measured_launch_ns = 10e6;

// Repetitions of one batch, right after it was wrong.
constexpr unsigned device_times_again = 3;

// Finds kept for one kernel; further ones are counted.
constexpr unsigned most_found_by_device = 3;

std::uint64_t iterations_of_batch(backends::DeviceChain &chain)
{
    backends::Launch launch = chain.advance(chain.chunk());
    while (launch.ns < measured_launch_ns && launch.iterations < most_iterations)
        launch = chain.advance(chain.chunk());
    const double ns_per_iteration = launch.ns / static_cast<double>(launch.iterations);
    const double fitting = std::min(batch_ns / ns_per_iteration, 1.0 * most_iterations);
    return std::max(least_iterations, std::bit_floor(static_cast<std::uint64_t>(fitting)));
}

} // namespace

// One device of a soak. Its progress is handed over at intervals.
class DeviceSoak {
public:
    explicit DeviceSoak(const SoakDeviceRequest &request) : device_(request.device)
    {
        for (const Workload workload : request.workloads) {
            auto lanes = std::make_unique<backends::DeviceChain>(device_, workload);
            states_.assign(lanes->most_lanes() * workloads::entry_of(workload).state_bytes, 0);
            lanes->write(states_.data(), lanes->most_lanes());
            const std::uint64_t iterations = iterations_of_batch(*lanes);
            chains_.push_back({workload, std::move(lanes), iterations});
        }
    }

    // Draws a pass's segments, one element for each workload, without their ends.
    void draw(std::uint64_t seed, std::vector<Segments> &all) const
    {
        for (const Chain &chain : chains_) {
            all.push_back(draw_segments(chain.workload, seed));
            all.back().iterations = chain.iterations;
        }
    }
    std::size_t workloads() const { return chains_.size(); }

    // `segments`: as drawn, with their ends. `over`: the cores are done.
    void run(const SoakPass &pass, std::span<const Segments> segments,
             const std::atomic<bool> &over)
    {
        if (has_failed_)
            return;
        try {
            run_batches(pass, segments, over);
        } catch (const backends::DeviceError &error) {
            has_failed_ = true;
            const std::scoped_lock lock(mutex_);
            done_.failure = error.what();
        }
    }

    // Adds the work since the last call, and the wrong results; any thread may call it.
    void hand_over(SoakDevice &totals, std::vector<SoakWrong> &found)
    {
        const std::scoped_lock lock(mutex_);
        totals.seconds += std::exchange(done_.seconds, 0);
        totals.proven_seconds += std::exchange(done_.proven_seconds, 0);
        totals.hashes += std::exchange(done_.hashes, 0);
        totals.wrong += std::exchange(done_.wrong, 0);
        if (!done_.failure.empty()) // one of before an interrupt stays
            totals.failure = done_.failure;
        std::ranges::move(std::exchange(found_, {}), std::back_inserter(found));
    }

private:
    struct Chain {
        Workload workload;
        std::unique_ptr<backends::DeviceChain> lanes;
        std::uint64_t iterations; ///< of a batch
        unsigned found = 0;
    };
    struct DeviceBatch {
        const Segments &segments;
        std::size_t first; ///< segment of lane 0; the next lane has the next one

        std::size_t segment_of(std::size_t lane) const { return (first + lane) % segments.count(); }
    };

    void run_batches(const SoakPass &pass, std::span<const Segments> segments,
                     const std::atomic<bool> &over)
    {
        std::mt19937_64 random(pass.seed);
        for (std::size_t batches = 0;; ++batches) {
            Chain &chain = chains_[batches % chains_.size()];
            const Segments &of_chain = segments[batches % chains_.size()];
            const DeviceBatch batch{of_chain,
                                    static_cast<std::size_t>(random() % of_chain.count())};
            const bool is_first = batches < chains_.size();
            const auto begin = SoakClock::now();
            if (!compute(chain, batch, [&] { return pass.stop || (!is_first && over); }))
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

    // False if it was over before the last launch.
    template <class IsOver>
    bool compute(Chain &chain, const DeviceBatch &batch, const IsOver &is_over)
    {
        const std::size_t lanes = chain.lanes->most_lanes(), bytes = batch.segments.bytes;
        states_.resize(lanes * bytes);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            std::copy_n(batch.segments.start(batch.segment_of(lane)), bytes,
                        &states_[lane * bytes]);
        chain.lanes->write(states_.data(), lanes);
        for (std::uint64_t left = batch.segments.iterations; left > 0;) {
            if (is_over())
                return false;
            const std::uint64_t now = std::min(left, chain.lanes->chunk());
            chain.lanes->advance(now);
            left -= now;
        }
        chain.lanes->read(states_.data());
        return true;
    }

    std::vector<WrongLane> wrong_lanes(const Chain &chain, const DeviceBatch &batch) const
    {
        std::vector<WrongLane> wrong;
        for (std::size_t lane = 0; lane < chain.lanes->most_lanes(); ++lane) {
            const auto *const got = &states_[lane * batch.segments.bytes];
            const std::size_t segment = batch.segment_of(lane);
            if (!std::equal(got, got + batch.segments.bytes, batch.segments.end(segment)))
                wrong.push_back({lane, segment, {got, got + batch.segments.bytes}});
        }
        return wrong;
    }

    void keep(Chain &chain, const DeviceBatch &batch, const std::vector<WrongLane> &lanes,
              const SoakPass &pass)
    {
        if (chain.found == most_found_by_device)
            return;
        ++chain.found;
        SoakWrong wrong = describe(batch.segments, lanes);
        wrong.device = device_.device->facts().id();
        wrong.kernel = backends::device_kernel_id(*device_.device, chain.workload);
        wrong.unit = "device";
        wrong.scope = "together";
        wrong.at_seconds = pass.time.seconds();
        wrong.pass = pass.number;
        if (device_.monitor != nullptr) {
            const backends::DeviceReading reading = device_.monitor->read();
            wrong.clock_hz = reading.clock_hz;
            wrong.celsius = reading.celsius;
        }
        for (; wrong.tries_here < device_times_again; ++wrong.tries_here) {
            if (!compute(chain, batch, [&] { return pass.stop.load(); }))
                break;
            wrong.again_here += wrong_lanes(chain, batch).empty() ? 0 : 1;
        }
        const std::scoped_lock lock(mutex_);
        found_.push_back(std::move(wrong));
    }

    backends::MonitoredDevice device_;
    std::vector<Chain> chains_;
    std::vector<std::uint8_t> states_; ///< of all lanes of a batch
    bool has_failed_ = false;
    std::mutex mutex_; ///< guards the members below
    SoakDevice done_;
    std::vector<SoakWrong> found_;
};

// ---- All devices.

SoakDevices::~SoakDevices() = default;

SoakDevices::SoakDevices(const std::vector<SoakDeviceRequest> &requests)
{
    for (const SoakDeviceRequest &request : requests)
        devices_.push_back(std::make_unique<DeviceSoak>(request));
}

void SoakDevices::draw(std::uint64_t seed, std::vector<Segments> &all)
{
    std::size_t first = all.size();
    for (const auto &device : devices_)
        device->draw(seed, all);
    segments_.clear();
    for (const auto &device : devices_) {
        segments_.push_back(std::span<const Segments>(all).subspan(first, device->workloads()));
        first += device->workloads();
    }
}

double SoakDevices::run_beside(const SoakPass &pass, const std::function<void()> &visits)
{
    std::atomic<bool> over = false;
    auto end_of_visits = SoakClock::now();
    machine::on_threads(1 + devices_.size(), [&](std::size_t thread) {
        if (thread == 0) {
            // After an exception as well.
            const std::shared_ptr<void> at_end(nullptr, [&](void *) { over = true; });
            visits();
            end_of_visits = SoakClock::now();
            return;
        }
        devices_[thread - 1]->run({pass.number, pass.seed + thread, pass.time, pass.stop},
                                  segments_[thread - 1], over);
    });
    return seconds_since(end_of_visits);
}

void SoakDevices::take_over(SoakTotals &totals, const SoakWatch &watch)
{
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        SoakDevice &device = totals.devices[i];
        const std::uint64_t wrong_before = device.wrong;
        const bool had_failed = !device.failure.empty();
        const auto found_before = static_cast<std::ptrdiff_t>(totals.found.size());
        devices_[i]->hand_over(device, totals.found);
        totals.wrong += device.wrong - wrong_before;
        if (!had_failed && !device.failure.empty() && watch.failed)
            watch.failed(device);
        for (const SoakWrong &wrong : totals.found | std::views::drop(found_before)) {
            if (watch.found)
                watch.found(wrong);
            if (watch.repeated)
                watch.repeated(wrong);
        }
    }
}

} // namespace hashlane::cluster
