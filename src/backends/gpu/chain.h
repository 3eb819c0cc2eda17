// SPDX-License-Identifier: MIT
//
// A chain workload on a device: many lanes, each a work item, in launches of bounded time.
#pragma once

#include "../../lib/core/kernel.h"
#include "../../results/row.h"
#include "telemetry.h"

#include <string_view>
#include <vector>

namespace hashlane::backends {

/// The texts of kernels/, which CMake puts into the program (cmake/gpu_sources.cmake).
extern const char *const portable_source;
extern const char *const keccak_chain_source;
extern const char *const sha256_chain_source;
extern const char *const sha256_segments_source; ///< to follow sha256_chain_source
extern const char *const memory_pass_source;

/// Returns the text of <name>.cl: "keccak_chain". Null for an unknown name.
const char *device_source(std::string_view name);

/// One run of the kernel on the device.
struct Launch {
    std::uint64_t lanes = 0;
    std::uint64_t iterations = 0; ///< of each lane
    double ns = 0;                ///< by the device's own clock
    double start_ns = 0;          ///< by the processor's, which all devices share
    double end_ns = 0;
    std::optional<DeviceReading> reading; ///< of a monitored device, in a launch of over 20 ms
    /// On the device after it; nothing if that is not known.
    std::optional<std::vector<std::string>> other_processes = std::nullopt;
    /// Its time per iteration by that of launches right after it which are short enough for one
    /// turn of a program on the device: about 1 for one that is alone there. Nothing if there were
    /// none.
    std::optional<double> ns_by_short_ones = std::nullopt;

    bool is_throttled() const { return reading && throttles(reading->limits.value_or(0)); }
};

/// "keccak-chain.opencl".
std::string device_kernel_id(const Device &device, Workload workload);

/// Returns "keccak-chain.opencl:0": the name of its rows.
std::string device_row_name(const Device &device, Workload workload);

/// The number of iterations per launch: doubled from few, until a launch takes from half of
/// `longest_ns` to all of it.
class LaunchLength {
public:
    LaunchLength(double longest_ns, std::uint32_t most) : longest_ns_(longest_ns), most_(most) {}
    std::uint32_t iterations() const { return iterations_; }
    /// Learns from a launch that took `ns`.
    void learn(std::uint64_t iterations, double ns);

private:
    double longest_ns_;
    std::uint32_t most_;
    std::uint32_t iterations_ = 4;
};

/// A chain's kernel in the forms of its text: one for lanes that fill the device, and, where it was
/// measured to be faster, another for fewer (docs/internals/gpu.md).
class ChainKernel {
public:
    /// Compiles the form for lanes that fill the device. Precondition: `device` outlives it. Throws
    /// a DeviceError, as for_lanes().
    ChainKernel(Device &device, std::string source, std::string function);

    DeviceKernel &full() const { return *full_; }
    /// Returns the form for this number of lanes. That for few is compiled at the first call for
    /// it.
    DeviceKernel &for_lanes(std::size_t lanes);

private:
    Device &device_;
    std::string source_, function_;
    std::size_t few_lanes_ = 0; ///< the most that have a form of their own
    std::unique_ptr<DeviceKernel> full_, few_;
};

/// Returns the number of lanes that fill the device and fit into its memory; at least 1.
std::size_t most_lanes_of(const DeviceKernel &kernel, const DeviceFacts &facts,
                          std::size_t bytes_per_lane);

/// Short enough for Ctrl-C, and for drivers that kill work that blocks a display for seconds.
constexpr double usual_launch_ns = 0.2e9;

class DeviceChain {
public:
    /// Compiles the kernel. Precondition: the workload runs on devices, and device and monitor
    /// outlive it. Throws a DeviceError, as every function here.
    DeviceChain(const MonitoredDevice &device, Workload workload,
                double longest_launch_ns = usual_launch_ns);

    /// Returns the driver's report on the compiled kernel, which follows that on the device: "; 78
    /// registers, 0 bytes of local memory, 128 per group, NVRTC 13.0". Empty if it reports nothing.
    std::string describe_kernel() const;

    std::size_t most_lanes() const { return most_lanes_; }

    /// Sets the states of `lanes` lanes, at most most_lanes(), laid out as the workload's kernels
    /// have them (src/lib/keccak/chain.h, src/lib/sha256/kernels.h). advance() and read() use this
    /// count, and advance() the kernel's form for it.
    void write(const void *states, std::size_t lanes);
    void read(void *states);

    /// Returns the number of iterations of one launch of at most the longest time; at least 1.
    std::uint64_t chunk() const { return length_.iterations(); }

    /// Advances every lane. `iterations` is at most chunk(). If they take long, the last ones are
    /// short launches; the Launch describes the others.
    Launch advance(std::uint64_t iterations);

    /// By write() and read().
    const results::Copies &copies() const { return copies_; }

private:
    double run(std::uint64_t iterations);
    std::uint64_t short_iterations(std::uint64_t iterations) const;

    std::size_t bytes_per_lane_;
    ChainKernel kernel_;
    DeviceKernel *form_; ///< for lanes_
    std::size_t most_lanes_;
    std::unique_ptr<DeviceBuffer> states_;
    std::size_t lanes_ = 0;
    LaunchLength length_;
    double ns_per_iteration_ = 0; ///< of the last launch of lanes_; 0 before it
    results::Copies copies_;
    DeviceMonitor *monitor_;
    DeviceWatch watch_;
};

} // namespace hashlane::backends
