// SPDX-License-Identifier: MIT
//
// The verification of chains by the processor and devices together.
//
// A device is one more worker of the library's job (chain/worker.h): it takes segments from the
// same counter, so that the lowest wrong index is exact whoever finds it. Measured rates
// decide its share: no device begins a segment that would end later there than the others,
// who cannot take it back, are done with all the rest. Of the processor, whole rounds count: its
// lanes take a new segment each when they end, all at about the same time.
//
// Segments with a salt, and those of 2^32 hashes or more, stay on the processor. So does the last
// hash of a segment with a mixin.
#pragma once

#include "chain.h"

#include "hashlane/chain.h"

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace hashlane::backends {

/// The most hashes of a device's segment.
constexpr std::uint64_t most_device_hashes = std::numeric_limits<std::uint32_t>::max();

/// Segments of chains in one buffer of a device: a lane each, of any lengths. While a launch is
/// under way nothing else is done with them.
class SegmentLanes {
public:
    static constexpr std::size_t lane_bytes = sha256_digest_bytes + 4;

    SegmentLanes(Device &device, std::size_t most);

    std::size_t count() const { return left_.size(); }
    std::size_t room() const { return most_ - count(); }
    std::size_t index(std::size_t lane) const { return index_[lane]; }
    std::uint64_t left(std::size_t lane) const { return left_[lane]; }
    /// Returns the digest of a lane that has no hashes left.
    std::uint8_t *digest(std::size_t lane) { return &lanes_[lane * lane_bytes]; }

    /// Precondition: there is room; `hashes` is 1 to most_device_hashes.
    void add(const std::uint8_t *start, std::uint64_t hashes, std::size_t index);
    /// Removes a lane; the last one takes its place.
    void remove(std::size_t lane);
    void clear();

    /// Returns the number of iterations that are worth a launch, of at most `chunk`. Precondition:
    /// there is a lane.
    std::uint32_t worth_launching(std::uint32_t chunk) const;
    void start(DeviceKernel &kernel, std::uint32_t iterations);
    /// Returns the iterations of the launch that is under way; 0 without one.
    std::uint32_t under_way() const { return under_way_; }

    struct Ended {
        std::uint32_t iterations;
        std::uint64_t hashes;
        double ns;
    };
    /// Waits for the launch that is under way.
    Ended wait();

private:
    void bring_back();

    std::size_t most_;
    std::unique_ptr<DeviceBuffer> buffer_;
    std::vector<std::uint8_t> lanes_; // as the device has them
    std::vector<std::uint32_t> left_;
    std::vector<std::size_t> index_;
    bool is_device_behind_ = false; // lanes were added or removed since the last launch
    bool is_host_behind_ = false;   // digests were advanced since they were read
    std::uint32_t under_way_ = 0;
};

/// A device's lanes in two halves: while one is copied, compared and filled again, the device works
/// on the other. Launches are short enough for a cancellation to be answered soon.
class DeviceSegments {
public:
    using Halves = std::array<SegmentLanes, 2>;

    /// Compiles the kernel, and measures it with few lanes and with all. `device` outlives it.
    /// Throws a DeviceError, as every function here.
    explicit DeviceSegments(Device &device);

    Halves &halves() { return halves_; }
    std::size_t most_lanes() const { return most_lanes_; }
    /// Returns the lanes of both halves.
    std::size_t count() const { return halves_[0].count() + halves_[1].count(); }
    bool is_under_way() const;

    /// Starts a launch of a half that has a lane.
    void start(SegmentLanes &half);
    /// Waits for the launch of a half and returns its number of hashes.
    std::uint64_t wait(SegmentLanes &half);

    /// Returns the expected time of one hash of each of this number of lanes. It does not depend
    /// on the number as long as the device is far from full: then latency bounds it.
    double ns_per_hash(std::size_t lanes) const;

private:
    double measure(DeviceBuffer &buffer, std::size_t lanes);

    ChainKernel kernel_;
    std::size_t most_lanes_;
    Halves halves_;
    double latency_ns_ = 0;    // of a hash, with few lanes
    double throughput_ns_ = 0; // of a hash of every lane, with all lanes
    double slowness_ = 1;      // of the last long launch, against those two
};

// ---- The processor and devices together.

/// The others that take segments, in hashes per second.
struct Others {
    double processor_rate = 0;
    std::size_t processor_lanes = 0; ///< of all its threads
    double devices_rate = 0;
};

/// Returns the number of segments that the others end while a device computes one at this time per
/// hash.
double segments_of(const Others &others, double ns_per_hash);

/// The work that a device has done so far.
struct DeviceShare {
    std::string id;             ///< "opencl:0"
    std::size_t most_lanes = 0; ///< that it holds
    std::size_t lanes = 0;      ///< of them in use at most
    std::uint64_t segments = 0; ///< checked
    std::uint64_t hashes = 0;
    double seconds = 0;     ///< in which it had work
    double ns_per_hash = 0; ///< of each lane, as expected for the lanes of the last launch
    std::string
        error; ///< the reason that it gave up; the processor has done the work that it had begun
};

class ChainVerifier {
public:
    /// Compiles for each device, if there is any, and measures the processor. A device that fails
    /// is skipped. With 0 threads one device does all that it can, and the rest stays undone.
    explicit ChainVerifier(unsigned threads, const std::vector<Device *> &devices = {});

    /// Receives the current result a few times per second, on a thread of its own; may be empty.
    using Watch = std::function<void(const hashlane_chain_result &)>;

    /// Verifies as hashlane_chain_verify_pool() does. Precondition: the segments are valid. Where
    /// the system has no thread left, the calling one verifies alone; without any for the processor
    /// a ThreadError is thrown.
    hashlane_status verify(std::span<const hashlane_chain_segment> segments,
                           const hashlane_chain_options &options, hashlane_chain_result &result,
                           const Watch &watch = {});

    /// Returns the maximum number of lanes of all devices.
    std::size_t most_lanes() const;
    const std::vector<DeviceShare> &shares() const { return shares_; }
    unsigned threads() const { return threads_; }

private:
    unsigned threads_;
    double processor_rate_;
    std::vector<std::unique_ptr<DeviceSegments>> lanes_; // null if it failed
    std::vector<DeviceShare> shares_;
};

} // namespace hashlane::backends
