// SPDX-License-Identifier: MIT
#include "chain.h"

#include "../../machine/system/text.h"
#include "../../workloads/table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hashlane::backends {
namespace {

constexpr std::uint32_t most_iterations = 1 << 30;

// Drivers let programs take turns of a millisecond or more. Two, as a turn may end within one.
constexpr double short_launch_ns = 0.5e6;
constexpr unsigned short_launches = 2;
// At least as many turns, so that the short ones cost little.
constexpr double least_long_launch_ns = 100 * short_launch_ns;

// Those where UNIFORM_FACTOR spares reads of registers, by their machine code: of sm_75 to sm_89
// the compiler keeps the other form's factor there too, for sm_120 it adds in the busier pipe.
constexpr std::string_view with_uniform_factor[] = {"sm_90", "sm_100", "sm_103"};

// A warp for each of a multiprocessor's four schedulers: from the second on, one computes while
// another waits.
constexpr std::size_t few_lanes_per_unit = 128;

// The source and its function are called as the workload, with an underscore.
ChainKernel make_kernel(Device &device, Workload workload)
{
    std::string name(workload_name(workload));
    std::ranges::replace(name, '-', '_');
    return {device, std::string(portable_source) + device_source(name), name};
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

void LaunchLength::learn(std::uint64_t iterations, double ns)
{
    if (ns > longest_ns_)
        iterations_ = std::max(1U, iterations_ / 2);
    else if (iterations == iterations_ && ns < longest_ns_ / 2)
        iterations_ = std::min(most_, iterations_ * 2);
}

ChainKernel::ChainKernel(Device &device, std::string source, std::string function)
    : device_(device), source_(std::move(source)), function_(std::move(function))
{
    if (std::ranges::find(with_uniform_factor, device.facts().architecture) !=
            std::end(with_uniform_factor) &&
        source_.find("UNIFORM_FACTOR") != std::string::npos) {
        few_lanes_ = device.facts().compute_units * few_lanes_per_unit;
        source_ = "#define UNIFORM_FACTOR\n" + source_;
    }
    full_ = device.make_kernel(source_, function_);
}

DeviceKernel &ChainKernel::for_lanes(std::size_t lanes)
{
    if (lanes > few_lanes_)
        return *full_;
    if (!few_)
        few_ = device_.make_kernel("#define FEW_LANES\n" + source_, function_);
    return *few_;
}

std::size_t most_lanes_of(const DeviceKernel &kernel, const DeviceFacts &facts,
                          std::size_t bytes_per_lane)
{
    // OpenCL promises one buffer a quarter of the memory, and others need some.
    constexpr std::uint64_t share_of_memory = 8;
    const std::uint64_t fitting = facts.memory_bytes / share_of_memory / bytes_per_lane;
    return static_cast<std::size_t>(
        std::clamp<std::uint64_t>(fitting, 1, std::max<std::size_t>(1, kernel.resident_items())));
}

DeviceChain::DeviceChain(const MonitoredDevice &device, Workload workload, double longest_launch_ns)
    : bytes_per_lane_(workloads::entry_of(workload).state_bytes),
      kernel_(make_kernel(*device.device, workload)),
      form_(&kernel_.full()),
      most_lanes_(most_lanes_of(kernel_.full(), device.device->facts(), bytes_per_lane_)),
      states_(device.device->make_buffer(most_lanes_ * bytes_per_lane_)),
      length_(longest_launch_ns, most_iterations),
      monitor_(device.monitor),
      watch_(device.monitor)
{
    // Some drivers finish compiling at the first launch.
    form_->run(*states_, 1, 0);
}

std::string DeviceChain::describe_kernel() const
{
    const std::optional<KernelFacts> facts = kernel_.full().facts();
    if (!facts)
        return "";
    return "; " + std::to_string(facts->registers) + " registers, " +
           std::to_string(facts->local_bytes) + " bytes of local memory, " +
           std::to_string(facts->group_items) + " per group, " + facts->compiler;
}

void DeviceChain::write(const void *states, std::size_t lanes)
{
    lanes_ = lanes;
    ns_per_iteration_ = 0;
    form_ = &kernel_.for_lanes(lanes);
    const double start = machine::steady_ns();
    states_->write(states, lanes * bytes_per_lane_);
    copies_.to_device_ns += machine::steady_ns() - start;
    copies_.to_device_bytes += lanes * bytes_per_lane_;
}

void DeviceChain::read(void *states)
{
    const double start = machine::steady_ns();
    states_->read(states, lanes_ * bytes_per_lane_);
    copies_.from_device_ns += machine::steady_ns() - start;
    copies_.from_device_bytes += lanes_ * bytes_per_lane_;
}

double DeviceChain::run(std::uint64_t iterations)
{
    return form_->run(*states_, static_cast<std::uint32_t>(lanes_),
                      static_cast<std::uint32_t>(iterations));
}

// Returns the iterations of each short launch within this number of them; 0 for none.
std::uint64_t DeviceChain::short_iterations(std::uint64_t iterations) const
{
    const bool is_long =
        static_cast<double>(iterations) * ns_per_iteration_ >= least_long_launch_ns;
    // On a device that is shared an iteration takes twice as long as it would alone.
    if (!is_long || ns_per_iteration_ > 2 * short_launch_ns)
        return 0;
    return std::max<std::uint64_t>(1,
                                   static_cast<std::uint64_t>(short_launch_ns / ns_per_iteration_));
}

Launch DeviceChain::advance(std::uint64_t iterations)
{
    const std::uint64_t of_short = short_iterations(iterations);
    const std::uint64_t of_long = iterations - short_launches * of_short;
    Launch launch{lanes_, of_long, 0, machine::steady_ns(), 0, {}};
    watch_.begin();
    launch.ns = run(of_long);
    launch.reading = watch_.end();
    launch.end_ns = machine::steady_ns();
    ns_per_iteration_ = launch.ns / static_cast<double>(of_long);
    double ns = launch.ns, shortest = launch.ns;
    for (unsigned i = 0; of_short != 0 && i < short_launches; ++i) {
        const double one = run(of_short);
        ns += one;
        shortest = std::min(shortest, one);
    }
    if (of_short != 0)
        launch.ns_by_short_ones = ns_per_iteration_ / (shortest / static_cast<double>(of_short));
    if (monitor_ != nullptr)
        launch.other_processes = monitor_->other_processes();
    length_.learn(iterations, ns);
    return launch;
}

} // namespace hashlane::backends
