// SPDX-License-Identifier: MIT
//
// Devices through the CUDA driver API, opened at run time; their programs come from NVRTC by way
// of a cache on disk.
// Source: CUDA Driver API, CUDA Toolkit documentation 13.0.

#include "cuda.h"

#include "cuda_kernel.h"
#include "program_cache.h"

#include <algorithm>
#include <fstream>

namespace hashlane {
namespace {

using namespace cuda;

using Shared = std::shared_ptr<const Driver>;

constexpr std::size_t longest_name = 256;

// The texts that CUDA hands out, all in the same way.
std::string text_of(const Driver &driver, Result (*get)(char *, int, DeviceNumber),
                    DeviceNumber device, const char *call)
{
    char text[longest_name] = {};
    driver.require(get(text, longest_name - 1, device), call);
    return text;
}

unsigned attribute(const Driver &driver, int what, DeviceNumber device)
{
    int value = 0;
    driver.require(driver.get_attribute(&value, what, device), "cuDeviceGetAttribute");
    return static_cast<unsigned>(std::max(0, value));
}

// An attribute that a driver may no longer report: nothing, instead of an error.
std::optional<unsigned> optional_attribute(const Driver &driver, int what, DeviceNumber device)
{
    int value = 0;
    if (driver.get_attribute(&value, what, device) != success || value < 0)
        return std::nullopt;
    return static_cast<unsigned>(value);
}

std::optional<bool> ecc_of(const Driver &driver, DeviceNumber device)
{
    const std::optional<unsigned> enabled = optional_attribute(driver, ecc_enabled, device);
    return enabled ? std::optional(*enabled != 0) : std::nullopt;
}

DeviceNumber device_number(const Driver &driver, unsigned index)
{
    DeviceNumber device = 0;
    driver.require(driver.get_device(&device, static_cast<int>(index)), "cuDeviceGet");
    return device;
}

unsigned cuda_version(const Driver &driver)
{
    int version = 0;
    driver.require(driver.get_version(&version), "cuDriverGetVersion");
    return static_cast<unsigned>(std::max(0, version));
}

// "CUDA driver 12.4 (550.54.14)": cuDriverGetVersion() returns the newest CUDA that the driver
// knows; only the kernel's module reports the driver's own version, on Linux.
std::string driver_text(const Driver &driver)
{
    const unsigned version = cuda_version(driver);
    std::string text =
        "CUDA driver " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    std::string module;
    if (std::ifstream("/sys/module/nvidia/version") >> module)
        text += " (" + module + ")";
    return text;
}

std::uint64_t memory_of(const Driver &driver, DeviceNumber device)
{
    std::size_t bytes = 0;
    driver.require(driver.get_memory(&bytes, device), "cuDeviceTotalMem");
    return bytes;
}

// In lower case, as others write it: two interfaces may report the same device.
std::string pci_address_of(const Driver &driver, DeviceNumber device)
{
    std::string address = text_of(driver, driver.get_pci_bus_id, device, "cuDeviceGetPCIBusId");
    for (char &c : address)
        if (c >= 'A' && c <= 'F')
            c = static_cast<char>(c - 'A' + 'a');
    return address;
}

class CudaDevice final : public Device {
public:
    CudaDevice(Shared driver, unsigned index)
        : driver_(std::move(driver)),
          device_(device_number(*driver_, index)),
          capability_(attribute(*driver_, capability_major, device_) * 10 +
                      attribute(*driver_, capability_minor, device_)),
          facts_{"cuda",
                 index,
                 text_of(*driver_, driver_->get_name, device_, "cuDeviceGetName"),
                 driver_text(*driver_),
                 attribute(*driver_, multiprocessors, device_),
                 optional_attribute(*driver_, clock_khz, device_).value_or(0) / 1000,
                 memory_of(*driver_, device_),
                 "sm_" + std::to_string(capability_),
                 pci_address_of(*driver_, device_),
                 ecc_of(*driver_, device_)}
    {
    }
    const DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        return std::make_unique<Buffer>(context(), bytes);
    }
    std::unique_ptr<DeviceKernel> make_kernel(const std::string &source,
                                              const std::string &function) override
    {
        context(); // before the compiler: the device may not be available to us
        const ProgramCache cache = user_program_cache();
        const ProgramKey key{source, nvrtc_options, facts_.architecture, facts_.driver};
        if (const std::optional<std::string> kept = cache.load(key))
            return load(unpack(*kept), function);
        const CudaProgram program = compile_cuda(source, static_cast<int>(capability_),
                                                 nvrtc_names(cuda_version(*driver_) / 1000));
        auto kernel = load(program, function);
        // Not before it is loaded: what the driver refuses, another compiler may make right.
        cache.store(key, pack(program));
        return kernel;
    }

private:
    // Listing a device must not wake it.
    const Context &context()
    {
        if (!context_)
            context_ = std::make_unique<Context>(driver_, device_);
        return *context_;
    }
    std::unique_ptr<DeviceKernel> load(const CudaProgram &program, const std::string &function)
    {
        return std::make_unique<cuda::Kernel>(context(), program, function, facts_.compute_units);
    }
    static std::string pack(const CudaProgram &program)
    {
        return program.compiler + '\n' + program.image;
    }
    static CudaProgram unpack(const std::string &packed)
    {
        const std::size_t end = packed.find('\n');
        return {packed.substr(end + 1), packed.substr(0, end)};
    }

    Shared driver_;
    DeviceNumber device_;
    unsigned capability_; // 90 for 9.0
    DeviceFacts facts_;
    std::unique_ptr<Context> context_;
};

unsigned count_devices(const Driver &driver)
{
    const Result answer = driver.init(0);
    int count = 0;
    if (answer != no_device) {
        driver.require(answer, "cuInit");
        driver.require(driver.get_device_count(&count), "cuDeviceGetCount");
    }
    if (count <= 0)
        throw LibraryUnavailable(driver.library.name() + " has no device");
    return static_cast<unsigned>(count);
}

} // namespace

FoundDevices find_cuda_devices()
{
    const auto driver = std::make_shared<const Driver>();
    const unsigned count = count_devices(*driver);
    FoundDevices found;
    for (unsigned index = 0; index < count; ++index) {
        try {
            found.devices.push_back(std::make_unique<CudaDevice>(driver, index));
        } catch (const DeviceError &error) {
            found.missing.push_back({"cuda:" + std::to_string(index), error.what()});
        }
    }
    return found;
}

} // namespace hashlane
