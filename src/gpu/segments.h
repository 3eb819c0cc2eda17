// SPDX-License-Identifier: MIT
//
// Segments of chains on a device: a lane each, of any lengths, in launches that are short enough
// for a cancellation to be answered soon.
#ifndef HASHLANE_SRC_GPU_SEGMENTS_H
#define HASHLANE_SRC_GPU_SEGMENTS_H

#include "../core/kernel.h"
#include "device.h"

#include <limits>
#include <vector>

namespace hashlane {

/// The most hashes of a device's segment.
constexpr std::uint64_t most_device_hashes = std::numeric_limits<std::uint32_t>::max();

class DeviceSegments {
public:
    /// Compiles the kernel. `device` outlives it. Throws a DeviceError, as every function here.
    explicit DeviceSegments(Device &device);

    /// As many as fill the device and fit into its memory; at least 1.
    std::size_t most_lanes() const { return most_lanes_; }
    std::size_t count() const { return left_.size(); }
    std::size_t room() const { return most_lanes_ - count(); }
    std::size_t index(std::size_t lane) const { return index_[lane]; }
    std::uint64_t left(std::size_t lane) const { return left_[lane]; }
    /// Of a lane that has none left, after advance().
    std::uint8_t *digest(std::size_t lane) { return &lanes_[lane * lane_bytes]; }

    /// Precondition: there is room; `hashes` is 1 to most_device_hashes.
    void add(const std::uint8_t *start, std::uint64_t hashes, std::size_t index);
    /// The last lane takes its place.
    void remove(std::size_t lane);
    void clear();

    /// One launch. Returns the hashes that it did. Precondition: there is a lane.
    std::uint64_t advance();

    /// What one hash of every lane took in the last launch; it does not depend on the number of
    /// lanes as long as the device is far from full: then latency bounds it.
    double ns_per_hash() const { return ns_per_hash_; }

private:
    static constexpr std::size_t lane_bytes = sha256_digest_bytes + 4;

    std::uint32_t iterations() const;
    bool count_down(std::uint32_t iterations);
    void bring_back();

    std::unique_ptr<DeviceKernel> kernel_;
    std::size_t most_lanes_;
    std::unique_ptr<DeviceBuffer> buffer_;
    std::vector<std::uint8_t> lanes_; // as the device has them
    std::vector<std::uint32_t> left_;
    std::vector<std::size_t> index_;
    bool is_device_behind_ = false; // lanes were added or removed since the last launch
    bool is_host_behind_ = false;   // digests were advanced since they were read
    std::uint32_t chunk_;
    double ns_per_hash_ = 0;
};

} // namespace hashlane

#endif
