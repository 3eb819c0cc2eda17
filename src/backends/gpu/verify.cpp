// SPDX-License-Identifier: MIT
#include "verify.h"

#include "../../lib/chain/worker.h"
#include "../../machine/system/threads.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

namespace hashlane::backends {
namespace {

// Short enough for a cancellation to be answered soon, long enough for what is between two launches
// not to matter.
constexpr double longest_segments_launch_ns = 20e6;
constexpr std::uint32_t most_segments_iterations = 1 << 24;

// A lane that ends early waits for the launch's end. Where lengths differ, launches are so much
// shorter, but not so short that each ends with a lane.
constexpr std::uint32_t shortest_share = 8;

// Measured launches are long enough for the device's clock. A device that was idle raises its clock
// meanwhile: they are repeated until one is no longer faster.
constexpr double measured_launch_ns = 2e6;
constexpr double still_faster = 0.97;
constexpr unsigned most_measured = 50;
constexpr std::size_t few_lanes = 32;

} // namespace

// ---- The lanes of one buffer.

SegmentLanes::SegmentLanes(Device &device, std::size_t most)
    : most_(most), buffer_(device.make_buffer(std::max<std::size_t>(1, most) * lane_bytes))
{
}

// Before lanes are added or removed: all are copied then.
void SegmentLanes::bring_back()
{
    if (is_host_behind_)
        buffer_->read(lanes_.data(), lanes_.size());
    is_host_behind_ = false;
}

void SegmentLanes::add(const std::uint8_t *start, std::uint64_t hashes, std::size_t index)
{
    bring_back();
    lanes_.resize(lanes_.size() + lane_bytes);
    std::uint8_t *const left =
        std::copy_n(start, sha256_digest_bytes, lanes_.data() + lanes_.size() - lane_bytes);
    for (int i = 0; i < 4; ++i) // big-endian
        left[i] = static_cast<std::uint8_t>(hashes >> (24 - 8 * i));
    left_.push_back(static_cast<std::uint32_t>(hashes));
    index_.push_back(index);
    is_device_behind_ = true;
}

void SegmentLanes::remove(std::size_t lane)
{
    bring_back();
    std::copy_n(lanes_.end() - lane_bytes, lane_bytes,
                lanes_.begin() + static_cast<std::ptrdiff_t>(lane * lane_bytes));
    lanes_.resize(lanes_.size() - lane_bytes);
    left_[lane] = left_.back();
    left_.pop_back();
    index_[lane] = index_.back();
    index_.pop_back();
    is_device_behind_ = true;
}

void SegmentLanes::clear()
{
    lanes_.clear();
    left_.clear();
    index_.clear();
    is_host_behind_ = false;
}

std::uint32_t SegmentLanes::worth_launching(std::uint32_t chunk) const
{
    const auto [fewest, longest] = std::ranges::minmax(left_);
    return std::min({chunk, longest, std::max(fewest, chunk / shortest_share)});
}

void SegmentLanes::start(DeviceKernel &kernel, std::uint32_t iterations)
{
    if (is_device_behind_)
        buffer_->write(lanes_.data(), lanes_.size());
    is_device_behind_ = false;
    kernel.start(*buffer_, static_cast<std::uint32_t>(count()), iterations);
    under_way_ = iterations;
}

SegmentLanes::Ended SegmentLanes::wait()
{
    Ended ended{std::exchange(under_way_, 0), 0, buffer_->wait()};
    is_host_behind_ = true;
    for (std::uint32_t &left : left_) {
        const std::uint32_t done = std::min(left, ended.iterations);
        ended.hashes += done;
        left -= done;
    }
    if (std::ranges::find(left_, 0U) != left_.end())
        bring_back();
    return ended;
}

// ---- Both halves.

DeviceSegments::DeviceSegments(Device &device)
    : kernel_(device, std::string(portable_source) + sha256_chain_source + sha256_segments_source,
              "sha256_segments"),
      most_lanes_(most_lanes_of(kernel_.full(), device.facts(), SegmentLanes::lane_bytes)),
      halves_{SegmentLanes(device, most_lanes_ - most_lanes_ / 2),
              SegmentLanes(device, most_lanes_ / 2)}
{
    const auto buffer = device.make_buffer(most_lanes_ * SegmentLanes::lane_bytes);
    latency_ns_ = measure(*buffer, std::min(few_lanes, most_lanes_));
    throughput_ns_ = measure(*buffer, most_lanes_);
}

namespace {

// Some drivers finish compiling at the first launch. It computes as every other, and what it
// computes is compared: otherwise a device that is wrong would call the chains so.
void launch_first(DeviceKernel &kernel, DeviceBuffer &buffer, std::size_t lanes)
{
    constexpr std::uint32_t iterations = 4;
    std::array<std::uint8_t, SegmentLanes::lane_bytes> right;
    right.fill(0xff); // the most hashes left
    std::vector<std::uint8_t> all(lanes * right.size(), right.back());
    advance_digests(active_table<Workload::sha256_chain>(), right.data(), 1, iterations);
    right.back() = 0xff - iterations;
    buffer.write(all.data(), all.size());
    kernel.run(buffer, static_cast<std::uint32_t>(lanes), iterations);
    buffer.read(all.data(), all.size());
    for (std::size_t lane = 0; lane < lanes; ++lane)
        if (std::memcmp(&all[lane * right.size()], right.data(), right.size()) != 0)
            throw DeviceError("wrong result in lane " + std::to_string(lane) +
                              " of its first launch");
}

} // namespace

// Returns the time of a hash of every lane.
double DeviceSegments::measure(DeviceBuffer &buffer, std::size_t lanes)
{
    DeviceKernel &kernel = kernel_.for_lanes(lanes);
    const auto run = [&](std::uint32_t iterations) {
        return kernel.run(buffer, static_cast<std::uint32_t>(lanes), iterations);
    };
    launch_first(kernel, buffer, lanes);
    std::uint32_t iterations = 4;
    double ns = run(iterations);
    while (ns < measured_launch_ns && iterations < most_segments_iterations)
        ns = run(iterations *= 2);
    double fastest = ns;
    for (unsigned i = 0; i < most_measured; ++i) {
        ns = run(iterations);
        if (ns > fastest * still_faster)
            break;
        fastest = ns;
    }
    return std::min(ns, fastest) / iterations;
}

double DeviceSegments::ns_per_hash(std::size_t lanes) const
{
    const double share = static_cast<double>(lanes) / static_cast<double>(most_lanes_);
    return slowness_ * std::max(latency_ns_, throughput_ns_ * share);
}

bool DeviceSegments::is_under_way() const
{
    return std::ranges::any_of(halves_, &SegmentLanes::under_way);
}

void DeviceSegments::start(SegmentLanes &half)
{
    const auto chunk =
        static_cast<std::uint32_t>(std::clamp(longest_segments_launch_ns / ns_per_hash(count()),
                                              1.0, static_cast<double>(most_segments_iterations)));
    half.start(kernel_.for_lanes(count()), half.worth_launching(chunk));
}

std::uint64_t DeviceSegments::wait(SegmentLanes &half)
{
    const SegmentLanes::Ended launch = half.wait();
    // The overhead of a short launch says nothing of its hashes. A driver that runs the halves one
    // after the other gives a launch half of the time that both take, and no device becomes faster
    // than it was when it was measured.
    if (launch.ns >= measured_launch_ns)
        slowness_ =
            std::max(1.0, slowness_ * launch.ns / (launch.iterations * ns_per_hash(count())));
    return launch.hashes;
}

// ---- The processor and devices together.

namespace {

using Clock = VerifyJob::Clock;
using std::chrono::duration;

constexpr double measured_seconds = 0.003;
constexpr auto watch_interval = std::chrono::milliseconds(200);

std::uint64_t before_mixin(const hashlane_chain_segment &segment)
{
    return segment.hashes - (segment.mixin != nullptr);
}

// Hashes a second of one thread.
double measure_processor()
{
    constexpr std::uint64_t iterations = 512;
    const KernelTable &choice = active_table<Workload::sha256_chain>();
    const std::size_t lanes = choice.kernel().lanes;
    std::vector<std::uint8_t> digests(2 * max_lanes * sha256_digest_bytes);
    std::uint64_t hashes = 0;
    advance_digests(choice, digests.data(), lanes, iterations);
    const auto begin = Clock::now();
    double seconds = 0;
    while (seconds < measured_seconds) {
        advance_digests(choice, digests.data(), lanes, iterations);
        hashes += iterations * lanes;
        seconds = duration<double>(Clock::now() - begin).count();
    }
    return static_cast<double>(hashes) / seconds;
}

// One device's part of a verification.
class DeviceWorker {
public:
    DeviceWorker(VerifyJob &job, DeviceSegments &lanes, DeviceShare &share, const Others &others)
        : job_(job), lanes_(lanes), share_(share), others_(others)
    {
    }

    void run()
    {
        job_.enter();
        const auto begin = Clock::now();
        try {
            verify();
        } catch (const DeviceError &error) {
            share_.error = error.what();
        }
        share_.seconds += duration<double>(Clock::now() - begin).count();
        job_.leave();
        if (!share_.error.empty())
            leave_to_processor();
        for (SegmentLanes &half : lanes_.halves())
            half.clear();
    }

private:
    void verify()
    {
        std::size_t turn = 0;
        for (job_.poll(Clock::now()); !job_.is_stopped(); job_.poll(Clock::now())) {
            SegmentLanes &half = lanes_.halves()[turn++ % 2];
            wait(half);
            refill(half);
            if (half.count() != 0)
                lanes_.start(half);
            else if (!lanes_.is_under_way())
                return;
        }
        for (SegmentLanes &half : lanes_.halves())
            wait(half);
    }

    void wait(SegmentLanes &half)
    {
        if (half.under_way() == 0)
            return;
        const std::uint64_t hashes = lanes_.wait(half);
        share_.hashes += hashes;
        share_.ns_per_hash = lanes_.ns_per_hash(lanes_.count());
        job_.count_hashes(hashes);
        compare_ended(half);
    }

    void refill(SegmentLanes &half)
    {
        // While a segment takes its time here, the others must find as much to do.
        const std::size_t open = job_.open_segments(), begun = job_.begun_segments();
        const std::size_t untaken = open > begun ? open - begun : 0;
        const std::size_t lanes = std::min(lanes_.count() + untaken, lanes_.most_lanes());
        const double most =
            static_cast<double>(untaken) - segments_of(others_, lanes_.ns_per_hash(lanes));
        const std::size_t worth_taking =
            most < 1 ? 0 : std::min(half.room(), static_cast<std::size_t>(most));
        const TakenSegments taken = job_.take(
            worth_taking, [](const hashlane_chain_segment &segment, std::size_t /*before*/) {
                const std::uint64_t hashes = before_mixin(segment);
                return segment.salt == nullptr && hashes != 0 && hashes <= most_device_hashes;
            });
        for (std::size_t i = taken.first; i < taken.first + taken.count; ++i)
            half.add(job_.segment(i).start, before_mixin(job_.segment(i)), i);
        share_.lanes = std::max(share_.lanes, lanes_.count());
    }

    void compare_ended(SegmentLanes &half)
    {
        std::size_t right = 0, wrong = VerifyJob::none;
        for (std::size_t lane = half.count(); lane-- != 0;) {
            const std::size_t index = half.index(lane);
            if (half.left(lane) != 0 || !job_.is_needed(index))
                continue;
            if (is_right(half.digest(lane), job_.segment(index))) {
                ++right;
                half.remove(lane);
            } else {
                wrong = std::min(wrong, index);
            }
        }
        share_.segments += right;
        if (right != 0)
            job_.end_right(right);
        const bool is_certain = wrong != VerifyJob::none && is_wrong_again(wrong);
        if (is_certain)
            job_.end_wrong(wrong);
        job_.end_unneeded(remove_unneeded(half) - (is_certain ? 1 : 0));
    }

    // The last word is the processor's. A device that is mistaken is done: the processor gets this
    // segment, with all others that it has begun. False also if no answer is needed any more.
    bool is_wrong_again(std::size_t index)
    {
        constexpr std::uint64_t iterations_until_poll = 1 << 12;
        const hashlane_chain_segment &segment = job_.segment(index);
        std::uint8_t digest[sha256_digest_bytes];
        std::copy_n(segment.start, sizeof digest, digest);
        for (std::uint64_t left = before_mixin(segment); left != 0;) {
            job_.poll(Clock::now());
            if (job_.is_stopped() || !job_.is_needed(index))
                return false;
            const std::uint64_t now = std::min(left, iterations_until_poll);
            advance_digests(job_.choice().plain, digest, 1, now);
            left -= now;
        }
        if (is_right(digest, segment))
            throw DeviceError("it called a right segment wrong");
        return true;
    }

    std::size_t remove_unneeded(SegmentLanes &half)
    {
        const std::size_t before = half.count();
        for (std::size_t lane = before; lane-- != 0;)
            if (!job_.is_needed(half.index(lane)))
                half.remove(lane);
        return before - half.count();
    }

    bool is_right(std::uint8_t *digest, const hashlane_chain_segment &segment)
    {
        if (segment.mixin != nullptr) {
            mix_digest(job_.choice().salted, digest, segment.mixin);
            job_.count_hashes(1);
        }
        return std::memcmp(digest, segment.end, sha256_digest_bytes) == 0;
    }

    // Restarts from their starts: the device's results are lost.
    void leave_to_processor()
    {
        std::vector<BegunSegment> begun;
        for (const SegmentLanes &half : lanes_.halves())
            for (std::size_t lane = 0; lane < half.count(); ++lane) {
                const hashlane_chain_segment &segment = job_.segment(half.index(lane));
                BegunSegment &again = begun.emplace_back();
                std::copy_n(segment.start, sha256_digest_bytes, again.digest);
                again.left = before_mixin(segment);
                again.index = half.index(lane);
            }
        Worker(job_, begun).run();
    }

    VerifyJob &job_;
    DeviceSegments &lanes_;
    DeviceShare &share_;
    const Others others_;
};

// Tells of a job while the thread runs; there is none for an empty watch, or if none can be
// started: the job does without.
std::jthread tell_of(const VerifyJob &job, const ChainVerifier::Watch &watch)
try {
    if (!watch)
        return {};
    return machine::start_watcher([&job, &watch](const std::stop_token &stop) {
        while (!stop.stop_requested()) {
            machine::sleep_unless_stopped(stop, watch_interval);
            hashlane_chain_result so_far;
            job.result(&so_far);
            watch(so_far);
        }
    });
} catch (const machine::ThreadError &) {
    return {};
}

} // namespace

ChainVerifier::ChainVerifier(unsigned threads, const std::vector<Device *> &devices)
    : threads_(threads), processor_rate_(devices.empty() ? 0 : threads * measure_processor())
{
    for (Device *device : devices) {
        DeviceShare &share = shares_.emplace_back();
        share.id = device->facts().id();
        lanes_.emplace_back();
        try {
            lanes_.back() = std::make_unique<DeviceSegments>(*device);
            share.most_lanes = lanes_.back()->most_lanes();
        } catch (const DeviceError &error) {
            share.error = error.what();
        }
    }
}

// A thread that is measured alone and briefly is faster than it is among others for long: 62 MH/s
// of a Xeon became 58, and 48 on 13 threads. A round that ends late costs more than one that is not
// begun.
constexpr double lasting_rate = 0.75;

double segments_of(const Others &others, double ns_per_hash)
{
    const auto lanes = static_cast<double>(others.processor_lanes);
    const double rounds =
        lanes > 0 ? lasting_rate * others.processor_rate * ns_per_hash / 1e9 / lanes : 0;
    return std::floor(rounds) * lanes + others.devices_rate * ns_per_hash / 1e9;
}

std::size_t ChainVerifier::most_lanes() const
{
    std::size_t sum = 0;
    for (const DeviceShare &share : shares_)
        sum += share.most_lanes;
    return sum;
}

hashlane_status ChainVerifier::verify(std::span<const hashlane_chain_segment> segments,
                                      const hashlane_chain_options &options,
                                      hashlane_chain_result &result, const Watch &watch)
{
    VerifyJob job(segments.data(), segments.size(), options, threads_);
    std::vector<double> rates(lanes_.size());
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        if (!shares_[i].error.empty())
            continue;
        const std::size_t lanes = std::min(segments.size(), lanes_[i]->most_lanes());
        shares_[i].ns_per_hash = lanes_[i]->ns_per_hash(lanes);
        rates[i] = static_cast<double>(lanes) / shares_[i].ns_per_hash * 1e9;
    }
    const double all_rates = std::accumulate(rates.begin(), rates.end(), 0.0);
    const std::size_t processor_lanes = threads_ * job.choice().plain.kernel().lanes;
    const std::jthread watcher = tell_of(job, watch);
    try {
        machine::on_threads(threads_ + lanes_.size(), [&](std::size_t i) {
            if (i < threads_)
                Worker(job).run();
            else if (const std::size_t d = i - threads_; shares_[d].error.empty())
                DeviceWorker(job, *lanes_[d], shares_[d],
                             {processor_rate_, processor_lanes, all_rates - rates[d]})
                    .run();
        });
    } catch (const machine::ThreadError &) { // none has begun: this one does it all
        if (threads_ == 0)
            throw;
        threads_ = 1;
        Worker(job).run();
    }
    return job.result(&result);
}

} // namespace hashlane::backends
