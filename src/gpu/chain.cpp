// SPDX-License-Identifier: MIT
#include "chain.h"

#include "sources.h"

#include <algorithm>
#include <chrono>

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
    const std::uint64_t lanes = facts.memory_bytes / share_of_memory / bytes_per_lane;
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, lanes));
}

double now_ns()
{
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
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

bool runs_on_devices(Workload workload) { return facts_of(workload).runs_on_devices; }

DeviceChain::DeviceChain(const MonitoredDevice &device, Workload workload)
    : bytes_per_lane_(source_of(workload).bytes_per_lane),
      kernel_(make_kernel(*device.device, source_of(workload))),
      most_lanes_(std::min(kernel_->resident_items(),
                           lanes_that_fit(device.device->facts(), bytes_per_lane_))),
      states_(device.device->make_buffer(most_lanes_ * bytes_per_lane_)),
      chunk_(first_chunk),
      watch_(device.monitor)
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
           std::to_string(facts->group_items) + " per group, " + facts->compiler;
}

void DeviceChain::write(const void *states, std::size_t lanes)
{
    lanes_ = lanes;
    const double start = now_ns();
    states_->write(states, lanes * bytes_per_lane_);
    copies_.to_device_ns += now_ns() - start;
    copies_.to_device_bytes += lanes * bytes_per_lane_;
}

void DeviceChain::read(void *states)
{
    const double start = now_ns();
    states_->read(states, lanes_ * bytes_per_lane_);
    copies_.from_device_ns += now_ns() - start;
    copies_.from_device_bytes += lanes_ * bytes_per_lane_;
}

Launch DeviceChain::advance(std::uint64_t iterations)
{
    Launch launch{lanes_, iterations, 0, now_ns(), 0, {}};
    watch_.begin();
    launch.ns = kernel_->run(*states_, static_cast<std::uint32_t>(lanes_),
                             static_cast<std::uint32_t>(iterations));
    launch.reading = watch_.end();
    launch.end_ns = now_ns();
    if (launch.ns > longest_launch_ns)
        chunk_ = std::max<std::uint64_t>(1, chunk_ / 2);
    else if (iterations == chunk_ && launch.ns < longest_launch_ns / 2)
        chunk_ = std::min(largest_chunk, chunk_ * 2);
    return launch;
}

} // namespace hashlane
