// SPDX-License-Identifier: MIT
#include "segments.h"

#include "sources.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr double longest_launch_ns = 10e6;
constexpr std::uint32_t first_chunk = 4;
constexpr std::uint32_t largest_chunk = 1 << 24;

// A lane that ends early waits for the launch's end. Where lengths differ, launches are so much
// shorter, but not so short that each ends with a lane.
constexpr std::uint32_t shortest_share = 8;

// OpenCL promises one buffer a quarter of the memory, and others need some.
constexpr std::uint64_t share_of_memory = 8;

void store_big_endian(std::uint8_t *bytes, std::uint32_t number)
{
    for (int i = 0; i < 4; ++i)
        bytes[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
}

} // namespace

DeviceSegments::DeviceSegments(Device &device)
    : kernel_(device.make_kernel(std::string(portable_source) + sha256_chain_source +
                                     sha256_segments_source,
                                 "sha256_segments")),
      most_lanes_(std::max<std::size_t>(
          1, std::min<std::size_t>(kernel_->resident_items(),
                                   static_cast<std::size_t>(device.facts().memory_bytes /
                                                            share_of_memory / lane_bytes)))),
      buffer_(device.make_buffer(most_lanes_ * lane_bytes)),
      chunk_(first_chunk)
{
    lanes_.reserve(most_lanes_ * lane_bytes);
    kernel_->run(*buffer_, 1, 0); // some drivers finish compiling at the first launch
}

// Before lanes are added or removed: all are copied then.
void DeviceSegments::bring_back()
{
    if (is_host_behind_)
        buffer_->read(lanes_.data(), lanes_.size());
    is_host_behind_ = false;
}

void DeviceSegments::add(const std::uint8_t *start, std::uint64_t hashes, std::size_t index)
{
    bring_back();
    lanes_.insert(lanes_.end(), start, start + sha256_digest_bytes);
    lanes_.resize(lanes_.size() + 4);
    left_.push_back(static_cast<std::uint32_t>(hashes));
    store_big_endian(&lanes_[lanes_.size() - 4], left_.back());
    index_.push_back(index);
    is_device_behind_ = true;
}

void DeviceSegments::remove(std::size_t lane)
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

void DeviceSegments::clear()
{
    lanes_.clear();
    left_.clear();
    index_.clear();
    is_host_behind_ = false;
}

std::uint32_t DeviceSegments::iterations() const
{
    const std::uint32_t fewest = *std::ranges::min_element(left_);
    const std::uint32_t most = *std::ranges::max_element(left_);
    return std::min({chunk_, most, std::max(fewest, chunk_ / shortest_share)});
}

// Whether a lane has ended.
bool DeviceSegments::count_down(std::uint32_t iterations)
{
    bool any = false;
    for (std::uint32_t &left : left_) {
        left -= std::min(left, iterations);
        any |= left == 0;
    }
    return any;
}

std::uint64_t DeviceSegments::advance()
{
    if (is_device_behind_)
        buffer_->write(lanes_.data(), lanes_.size());
    is_device_behind_ = false;
    const std::uint32_t most = iterations();
    std::uint64_t hashes = 0;
    for (const std::uint32_t left : left_)
        hashes += std::min(left, most);
    const double ns = kernel_->run(*buffer_, static_cast<std::uint32_t>(count()), most);
    ns_per_hash_ = ns / most;
    if (ns > longest_launch_ns)
        chunk_ = std::max<std::uint32_t>(1, chunk_ / 2);
    else if (most == chunk_ && ns < longest_launch_ns / 2)
        chunk_ = std::min(largest_chunk, chunk_ * 2);
    is_host_behind_ = true;
    if (count_down(most))
        bring_back();
    return hashes;
}

} // namespace hashlane
