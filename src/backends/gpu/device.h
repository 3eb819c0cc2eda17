// SPDX-License-Identifier: MIT
//
// A compute device as the chains see it, whatever interface drives it: CUDA (cuda.cpp), OpenCL
// (opencl.cpp). Objects of one device are used by one thread at a time, not always by the same one,
// and not after the device is gone.
#pragma once

#include "../../results/row.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::backends {

/// A call that a device or its driver refused: one line that names the call and the answer.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct DeviceName {
    std::string api;    ///< one of device_apis(): "opencl", the isa in a kernel's id
    unsigned index = 0; ///< of the interface's devices, in the order that it lists them

    std::string id() const { return api + ":" + std::to_string(index); } ///< "opencl:0"
    bool operator==(const DeviceName &) const = default;
};

struct DeviceFacts : DeviceName {
    std::string name;   ///< as the driver gives it
    std::string driver; ///< its name and version
    unsigned compute_units = 0;
    unsigned clock_mhz = 0; ///< the highest, as the driver states it; 0 if it does not
    std::uint64_t memory_bytes = 0;
    bool has_own_memory = true; ///< false if its memory is the processor's
    std::string architecture;   ///< "sm_90"; empty if the interface reports none
    std::string pci_address; ///< "0000:0a:00.0", in lower case; empty if the interface reports none
    std::optional<bool> ecc; ///< of its memory
};

/// Memory on a device, with a queue of its own: its copies, and launches on it, do not wait for
/// those of other buffers.
class DeviceBuffer {
public:
    virtual ~DeviceBuffer() = default;
    /// Copies the first `bytes` and waits. Precondition: no launch on it is under way. Throws a
    /// DeviceError, as every function here.
    virtual void write(const void *from, std::size_t bytes) = 0;
    virtual void read(void *to, std::size_t bytes) = 0;
    /// Waits for the launch that DeviceKernel::start() began. Returns nanoseconds by the device's
    /// own clock, more than 0.
    virtual double wait() = 0;
};

/// The properties of a compiled kernel that a driver reports.
struct KernelFacts {
    unsigned registers = 0;   ///< of 32 bits, a work item
    unsigned local_bytes = 0; ///< bytes of memory per work item for values that did not fit into
                              ///< its registers
    unsigned group_items = 0; ///< work items per group (CUDA: threads per block)
    std::string compiler;     ///< "NVRTC 13.0"
};

/// void kernel(GLOBAL state *states, u32 lanes, u32 iterations): one lane per work item.
class DeviceKernel {
public:
    virtual ~DeviceKernel() = default;
    /// Returns nothing if the interface reports none.
    virtual std::optional<KernelFacts> facts() const { return std::nullopt; }
    /// Returns the number of work items that the device keeps in flight at once, by the driver's
    /// data on this kernel; at least 1.
    virtual std::size_t resident_items() const = 0;
    /// Starts it over at least `lanes` work items. Until states.wait() nothing else is done with
    /// `states`, and the kernel stays. Throws a DeviceError.
    virtual void start(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations) = 0;
    /// Starts it and waits.
    double run(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations)
    {
        start(states, lanes, iterations);
        return states.wait();
    }
};

class Device {
public:
    virtual ~Device() = default;
    virtual const DeviceFacts &facts() const = 0;
    /// Throws a DeviceError.
    virtual std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) = 0;
    /// Compiles `source` for this device. Throws a DeviceError with the compiler's first line.
    virtual std::unique_ptr<DeviceKernel> make_kernel(const std::string &source,
                                                      const std::string &function) = 0;
};

/// Returns the first line of a compiler's log that has anything in it.
inline std::string first_line_of_log(const std::string &log)
{
    const std::string text = log.substr(0, log.find('\0'));
    const std::size_t begin = text.find_first_not_of(" \n");
    return begin == std::string::npos ? "no reason given"
                                      : text.substr(begin, text.find('\n', begin) - begin);
}

// ---- The available devices. Nothing is opened before it is requested.

struct FoundDevices {
    std::vector<std::unique_ptr<Device>> devices;
    std::vector<results::Skipped> missing;
};

/// Returns every device of the CUDA driver, by the driver's numbers; none has a context yet. A
/// device that cannot be described is among the missing. Throws LibraryUnavailable when there is no
/// driver or no device, a DeviceError when the driver does not start.
FoundDevices find_cuda_devices();

/// Returns every device of every OpenCL platform, in the loader's order; none has been used yet. A
/// platform that fails is among the missing. Throws LibraryUnavailable if there is no loader, no
/// platform or no device.
FoundDevices find_opencl_devices();

/// Names of the interfaces, as in "opencl:0".
const std::vector<std::string> &device_apis();

/// Returns the devices of every interface; an interface without any is among the missing.
FoundDevices find_all_devices();

/// Returns the named devices, in that order and each once; the others are among the missing. Opens
/// only their interfaces.
FoundDevices find_devices(const std::vector<DeviceName> &names);

} // namespace hashlane::backends
