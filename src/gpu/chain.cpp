// SPDX-License-Identifier: MIT
#include "chain.h"

#include "sources.h"

#include <algorithm>

namespace hashlane {
namespace {

// Doubled from few iterations, a launch takes from half of this to all of it: short enough for
// Ctrl-C, and for drivers that kill what keeps a display waiting for seconds.
constexpr double longest_launch_ns = 0.2e9;
constexpr std::uint64_t first_chunk = 4;
constexpr std::uint64_t largest_chunk = 1 << 30;

// OpenCL promises one buffer a quarter of the memory, and others need some.
constexpr std::uint64_t share_of_memory = 8;

struct Source {
    const char *text;
    const char *function;
    std::size_t bytes_per_lane;
};

Source source_of(Workload workload)
{
    if (workload == Workload::keccak_chain)
        return {keccak_chain_source, "keccak_chain", keccak_state_words * sizeof(std::uint64_t)};
    return {sha256_chain_source, "sha256_chain", sha256_digest_bytes};
}

std::unique_ptr<DeviceKernel> make_kernel(Device &device, const Source &source)
{
    return device.make_kernel(std::string(portable_source) + source.text, source.function);
}

std::size_t lanes_that_fit(const DeviceFacts &facts, std::size_t bytes_per_lane)
{
    return std::max<std::size_t>(1, facts.memory_bytes / share_of_memory / bytes_per_lane);
}

} // namespace

std::string device_kernel_id(const Device &device, Workload workload)
{
    return std::string(workload_name(workload)) + "." + device.facts().api;
}

std::string device_row_name(const Device &device, Workload workload)
{
    return std::string(workload_name(workload)) + "." + device.facts().id();
}

bool runs_on_devices(Workload workload) { return workload != Workload::sha3; }

DeviceChain::DeviceChain(Device &device, Workload workload)
    : bytes_per_lane_(source_of(workload).bytes_per_lane),
      kernel_(make_kernel(device, source_of(workload))),
      most_lanes_(
          std::min(kernel_->resident_items(), lanes_that_fit(device.facts(), bytes_per_lane_))),
      states_(device.make_buffer(most_lanes_ * bytes_per_lane_)),
      chunk_(first_chunk)
{
    // Some drivers finish compiling at the first launch.
    kernel_->run(*states_, 1, 0);
}

std::string DeviceChain::describe_kernel() const
{
    const std::optional<KernelFacts> facts = kernel_->facts();
    if (!facts)
        return "";
    return "; " + std::to_string(facts->registers) + " registers, " +
           std::to_string(facts->local_bytes) + " bytes of local memory, " +
           std::to_string(facts->group_items) + " a group, " + facts->compiler;
}

void DeviceChain::write(const void *states, std::size_t lanes)
{
    lanes_ = lanes;
    states_->write(states, lanes * bytes_per_lane_);
}

void DeviceChain::read(void *states) { states_->read(states, lanes_ * bytes_per_lane_); }

Launch DeviceChain::advance(std::uint64_t iterations)
{
    const double ns = kernel_->run(*states_, static_cast<std::uint32_t>(lanes_),
                                   static_cast<std::uint32_t>(iterations));
    if (ns > longest_launch_ns)
        chunk_ = std::max<std::uint64_t>(1, chunk_ / 2);
    else if (iterations == chunk_ && ns < longest_launch_ns / 2)
        chunk_ = std::min(largest_chunk, chunk_ * 2);
    return {lanes_, iterations, ns};
}

} // namespace hashlane
