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
    DeviceSoak(const SoakDeviceRequest &request, SoakDevice so_far)
        : device_(request.device), totals_(std::move(so_far))
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
    void draw(std::uint64_t seed, std::vector<Segments> &all)
    {
        first_segments_ = all.size();
        for (const Chain &chain : chains_) {
            all.push_back(draw_segments(chain.workload, seed));
            all.back().iterations = chain.iterations;
        }
    }

    // `over`: the cores are done.
    void run(const SoakPass &pass, const std::atomic<bool> &over)
    {
        if (has_failed_)
            return;
        try {
            run_batches(pass, over);
        } catch (const backends::DeviceError &error) {
            has_failed_ = true;
            const std::scoped_lock lock(mutex_);
            totals_.failure = error.what();
        }
    }

    // Returns the totals, and adds the wrong results since the last call; any thread may call it.
    SoakDevice hand_over(std::vector<SoakWrong> &found)
    {
        const std::scoped_lock lock(mutex_);
        std::ranges::move(std::exchange(found_, {}), std::back_inserter(found));
        return totals_;
    }

private:
    struct Chain {
        Workload workload;
        std::unique_ptr<backends::DeviceChain> lanes;
        std::uint64_t iterations; ///< of a batch
        unsigned found = 0;
    };
    struct DeviceBatch {
        Chain &chain;
        const Segments &segments;
        std::size_t first; ///< segment of lane 0
    };

    void run_batches(const SoakPass &pass, const std::atomic<bool> &over)
    {
        std::mt19937_64 random(pass.seed);
        for (std::size_t batches = 0;; ++batches) {
            const std::size_t number = batches % chains_.size();
            const Segments &segments = pass.segments[first_segments_ + number];
            const DeviceBatch batch{chains_[number], segments,
                                    static_cast<std::size_t>(random() % segments.count())};
            const bool is_first = batches < chains_.size();
            const auto begin = SoakClock::now();
            if (!compute(batch, [&] { return pass.stop || (!is_first && over); }))
                return;
            const std::vector<WrongLane> wrong = wrong_lanes(batch);
            add(batch, seconds_since(begin), wrong.empty());
            if (!wrong.empty())
                keep(batch, wrong, pass);
        }
    }

    // False if it was over before the last launch.
    template <class IsOver> bool compute(const DeviceBatch &batch, const IsOver &is_over)
    {
        const auto &[chain, segments, first] = batch;
        const std::size_t lanes = chain.lanes->most_lanes(), bytes = segments.bytes;
        states_.resize(lanes * bytes);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            std::copy_n(segments.start(segments.of_lane(first, lane)), bytes,
                        &states_[lane * bytes]);
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

    std::vector<WrongLane> wrong_lanes(const DeviceBatch &batch) const
    {
        const auto &[chain, segments, first] = batch;
        std::vector<WrongLane> wrong;
        for (std::size_t lane = 0; lane < chain.lanes->most_lanes(); ++lane) {
            const auto *const got = &states_[lane * segments.bytes];
            const std::size_t segment = segments.of_lane(first, lane);
            if (!segments.ends_with(segment, got))
                wrong.push_back({lane, segment, {got, got + segments.bytes}});
        }
        return wrong;
    }

    void add(const DeviceBatch &batch, double seconds, bool is_right)
    {
        const std::scoped_lock lock(mutex_);
        totals_.seconds += seconds;
        if (is_right) {
            totals_.proven_seconds += seconds;
            totals_.hashes += batch.segments.iterations * batch.chain.lanes->most_lanes();
        } else {
            ++totals_.wrong;
        }
    }

    void keep(const DeviceBatch &batch, const std::vector<WrongLane> &lanes, const SoakPass &pass)
    {
        if (batch.chain.found == most_found_by_device)
            return;
        ++batch.chain.found;
        SoakWrong wrong = describe(batch.segments, lanes);
        wrong.device = device_.device->facts().id();
        wrong.kernel = backends::device_kernel_id(*device_.device, batch.chain.workload);
        wrong.unit = "device";
        wrong.scope = "together";
        wrong.at_seconds = seconds_since(pass.begin);
        wrong.pass = pass.number;
        if (device_.monitor != nullptr) {
            const backends::DeviceReading reading = device_.monitor->read();
            wrong.clock_hz = reading.clock_hz;
            wrong.celsius = reading.celsius;
        }
        for (; wrong.tries_here < device_times_again; ++wrong.tries_here) {
            if (!compute(batch, [&] { return pass.stop.load(); }))
                break;
            wrong.again_here += wrong_lanes(batch).empty() ? 0 : 1;
        }
        const std::scoped_lock lock(mutex_);
        found_.push_back(std::move(wrong));
    }

    backends::MonitoredDevice device_;
    std::vector<Chain> chains_;
    std::size_t first_segments_ = 0;   ///< of those of a pass; one for each chain
    std::vector<std::uint8_t> states_; ///< of all lanes of a batch
    bool has_failed_ = false;          ///< since an interrupt: one from before it is tried again
    std::mutex mutex_;                 ///< guards the members below
    SoakDevice totals_;
    std::vector<SoakWrong> found_;
};

// ---- All devices.

SoakDevices::~SoakDevices() = default;

SoakDevices::SoakDevices(const std::vector<SoakDeviceRequest> &requests,
                         const std::vector<SoakDevice> &so_far)
{
    for (std::size_t i = 0; i < requests.size(); ++i)
        devices_.push_back(std::make_unique<DeviceSoak>(requests[i], so_far[i]));
}

void SoakDevices::draw(std::uint64_t seed, std::vector<Segments> &all)
{
    for (const auto &device : devices_)
        device->draw(seed, all);
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
        SoakPass of_device = pass;
        of_device.seed += thread;
        devices_[thread - 1]->run(of_device, over);
    });
    return seconds_since(end_of_visits);
}

void SoakDevices::take_over(SoakTotals &totals, const SoakWatch &watch)
{
    for (std::size_t i = 0; i < devices_.size(); ++i) {
        SoakDevice &device = totals.devices[i];
        const auto found_before = static_cast<std::ptrdiff_t>(totals.found.size());
        const SoakDevice before = std::exchange(device, devices_[i]->hand_over(totals.found));
        totals.wrong += device.wrong - before.wrong;
        if (before.failure.empty() && !device.failure.empty())
            watch.failed(device);
        for (const SoakWrong &wrong : totals.found | std::views::drop(found_before)) {
            watch.found(wrong);
            watch.repeated(wrong);
        }
    }
}

} // namespace hashlane::cluster
