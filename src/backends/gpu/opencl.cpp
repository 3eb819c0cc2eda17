// SPDX-License-Identifier: MIT
//
// Devices through OpenCL 1.2 and the ICD loader, opened at run time. First what is needed of the
// API, declared after the specification, so that no header of it has to be installed; then what a
// device says of itself, and a device.
// Source: The OpenCL Specification 1.2, sections 4 and 5, and its cl.h for the values.

#include "../../machine/system/shared_object.h"
#include "device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>

namespace hashlane::backends {
namespace opencl {
namespace {

struct Platform;
struct DeviceId;
struct Context;
struct Queue;
struct Memory;
struct Program;
struct Kernel;
struct Event;

using Int = std::int32_t;
using Uint = std::uint32_t;
using Bits = std::uint64_t;

constexpr Int success = 0;
constexpr Int device_not_found = -1;
constexpr Int build_failed = -11;
constexpr Int platform_not_found = -1001; ///< cl_khr_icd
constexpr Uint yes = 1;

constexpr Uint platform_name = 0x0902;         // 4.1
constexpr Bits all_devices = 0xffffffff;       // 4.2
constexpr Uint device_compute_units = 0x1002;  // 4.2
constexpr Uint device_clock_mhz = 0x100c;      // 4.2
constexpr Uint device_memory = 0x101f;         // 4.2
constexpr Uint device_ecc = 0x1024;            // 4.2
constexpr Uint device_name = 0x102b;           // 4.2
constexpr Uint driver_version = 0x102d;        // 4.2
constexpr Uint device_extensions = 0x1030;     // 4.2
constexpr Uint device_host_memory = 0x1035;    // 4.2
constexpr Uint device_pci_bus = 0x410f;        // cl_khr_pci_bus_info
constexpr Uint device_bus_nv = 0x4008;         // cl_nv_device_attribute_query
constexpr Uint device_slot_nv = 0x4009;        // the same: device << 3 | function
constexpr Uint device_domain_nv = 0x400a;      // the same, in newer drivers
constexpr Bits queue_profiling = 1 << 1;       // 5.1
constexpr Bits memory_read_write = 1 << 0;     // 5.2.1
constexpr Uint program_build_log = 0x1183;     // 5.6.5
constexpr Uint kernel_group_size = 0x11b0;     // 5.7.3
constexpr Uint kernel_group_multiple = 0x11b3; // 5.7.3
constexpr Uint event_start_ns = 0x1282;        // 5.12
constexpr Uint event_end_ns = 0x1283;          // 5.12

/// The functions of the loader. Throws LibraryUnavailable when there is no loader, or one that
/// lacks any.
struct Api {
    machine::SharedObject library{{"libOpenCL.so.1"}};

    // 4.1 to 4.4
    Int (*get_platforms)(Uint, Platform **, Uint *) = library.find("clGetPlatformIDs");
    Int (*get_platform_info)(Platform *, Uint, std::size_t, void *,
                             std::size_t *) = library.find("clGetPlatformInfo");
    Int (*get_devices)(Platform *, Bits, Uint, DeviceId **,
                       Uint *) = library.find("clGetDeviceIDs");
    Int (*get_device_info)(DeviceId *, Uint, std::size_t, void *,
                           std::size_t *) = library.find("clGetDeviceInfo");
    using Notify = void(const char *, const void *, std::size_t, void *);
    Context *(*create_context)(const std::intptr_t *, Uint, DeviceId *const *, Notify *, void *,
                               Int *) = library.find("clCreateContext");
    Int (*release_context)(Context *) = library.find("clReleaseContext");
    // 5.1, 5.2
    Queue *(*create_queue)(Context *, DeviceId *, Bits,
                           Int *) = library.find("clCreateCommandQueue");
    Int (*release_queue)(Queue *) = library.find("clReleaseCommandQueue");
    Int (*flush)(Queue *) = library.find("clFlush"); // 5.13
    Memory *(*create_buffer)(Context *, Bits, std::size_t, void *,
                             Int *) = library.find("clCreateBuffer");
    Int (*release_memory)(Memory *) = library.find("clReleaseMemObject");
    Int (*write_buffer)(Queue *, Memory *, Uint, std::size_t, std::size_t, const void *, Uint,
                        Event *const *, Event **) = library.find("clEnqueueWriteBuffer");
    Int (*read_buffer)(Queue *, Memory *, Uint, std::size_t, std::size_t, void *, Uint,
                       Event *const *, Event **) = library.find("clEnqueueReadBuffer");
    // 5.6, 5.7
    Program *(*create_program)(Context *, Uint, const char **, const std::size_t *,
                               Int *) = library.find("clCreateProgramWithSource");
    Int (*build_program)(Program *, Uint, DeviceId *const *, const char *,
                         void (*)(Program *, void *), void *) = library.find("clBuildProgram");
    Int (*get_build_info)(Program *, DeviceId *, Uint, std::size_t, void *,
                          std::size_t *) = library.find("clGetProgramBuildInfo");
    Int (*release_program)(Program *) = library.find("clReleaseProgram");
    Kernel *(*create_kernel)(Program *, const char *, Int *) = library.find("clCreateKernel");
    Int (*set_argument)(Kernel *, Uint, std::size_t, const void *) = library.find("clSetKernelArg");
    Int (*get_group_info)(Kernel *, DeviceId *, Uint, std::size_t, void *,
                          std::size_t *) = library.find("clGetKernelWorkGroupInfo");
    Int (*release_kernel)(Kernel *) = library.find("clReleaseKernel");
    // 5.8, 5.9, 5.12
    Int (*run_kernel)(Queue *, Kernel *, Uint, const std::size_t *, const std::size_t *,
                      const std::size_t *, Uint, Event *const *,
                      Event **) = library.find("clEnqueueNDRangeKernel");
    Int (*wait_for_events)(Uint, Event *const *) = library.find("clWaitForEvents");
    Int (*get_event_time)(Event *, Uint, std::size_t, void *,
                          std::size_t *) = library.find("clGetEventProfilingInfo");
    Int (*release_event)(Event *) = library.find("clReleaseEvent");
};

struct Answer {
    Int value;
    const char *name;
};

// Those that a device or its driver may give to a program that calls it as it should.
constexpr Answer answers[] = {{-1, "CL_DEVICE_NOT_FOUND"},
                              {-2, "CL_DEVICE_NOT_AVAILABLE"},
                              {-3, "CL_COMPILER_NOT_AVAILABLE"},
                              {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
                              {-5, "CL_OUT_OF_RESOURCES"},
                              {-6, "CL_OUT_OF_HOST_MEMORY"},
                              {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
                              {-11, "CL_BUILD_PROGRAM_FAILURE"},
                              {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
                              {-36, "CL_INVALID_COMMAND_QUEUE"},
                              {-54, "CL_INVALID_WORK_GROUP_SIZE"},
                              {-61, "CL_INVALID_BUFFER_SIZE"}};

// Throws a DeviceError, "clFinish answers CL_OUT_OF_RESOURCES", unless the call succeeded; with the
// number of an answer that no device returns.
void require(Int answer, const char *call)
{
    if (answer == success)
        return;
    const auto *const known = std::ranges::find(answers, answer, &Answer::value);
    throw DeviceError(std::string(call) + " answers " +
                      (known == std::end(answers) ? std::to_string(answer) : known->name));
}

// Returns a property of an object from one of the query functions, which all have the same form.
template <class Number, class Info, class... Of>
Number number_of(const char *call, Info *info, Of... object)
{
    Number number = 0;
    require(info(object..., sizeof number, &number, nullptr), call);
    return number;
}

template <class Info, class... Of> std::string text_of(const char *call, Info *info, Of... object)
{
    std::size_t bytes = 0;
    require(info(object..., 0, nullptr, &bytes), call);
    std::string text(bytes, '\0');
    require(info(object..., bytes, text.data(), nullptr), call);
    return text.substr(0, text.find('\0'));
}

template <class Object> using Handle = std::unique_ptr<Object, Int (*)(Object *)>;

template <class Object>
Handle<Object> own(Object *object, Int answer, const char *call, Int (*release)(Object *))
{
    require(answer, call);
    return {object, release};
}

// Returns the object made by a function whose last argument receives the error code.
template <class Object, class... Parameters, class... Arguments>
Handle<Object> make(const char *call, Int (*release)(Object *), Object *(*create)(Parameters...),
                    Arguments... arguments)
{
    Int answer = success;
    Object *const object = create(arguments..., &answer);
    return own(object, answer, call, release);
}

// ---- What a device says of itself without being woken.

struct PciAddress {
    Uint domain = 0, bus = 0, device = 0, function = 0;
};

std::string device_text(const Api &api, DeviceId *id, Uint what)
{
    return text_of("clGetDeviceInfo", api.get_device_info, id, what);
}
template <class Number> Number device_number(const Api &api, DeviceId *id, Uint what)
{
    return number_of<Number>("clGetDeviceInfo", api.get_device_info, id, what);
}
// False if the device does not answer.
template <class Value> bool may_tell(const Api &api, DeviceId *id, Uint what, Value &value)
{
    return api.get_device_info(id, what, sizeof value, &value, nullptr) == success;
}

bool tells_by_nv(const Api &api, DeviceId *id, PciAddress &address)
{
    Uint slot = 0;
    if (!may_tell(api, id, device_bus_nv, address.bus) || !may_tell(api, id, device_slot_nv, slot))
        return false;
    may_tell(api, id, device_domain_nv, address.domain);
    address.device = slot >> 3;
    address.function = slot & 7;
    return true;
}

// Returns "0000:01:00.0", or an empty text.
std::string pci_address_of(const Api &api, DeviceId *id)
{
    const std::string extensions = device_text(api, id, device_extensions);
    const auto has = [&](const char *name) { return extensions.find(name) != std::string::npos; };
    PciAddress address;
    if (!(has("cl_khr_pci_bus_info") && may_tell(api, id, device_pci_bus, address)) &&
        !(has("cl_nv_device_attribute_query") && tells_by_nv(api, id, address)))
        return "";
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", address.domain, address.bus, address.device,
                       address.function);
}

// Throws a DeviceError, except for properties that a device need not report.
DeviceFacts facts_of(const Api &api, DeviceId *id, unsigned index, const std::string &platform)
{
    DeviceFacts facts;
    facts.api = "opencl";
    facts.index = index;
    facts.name = device_text(api, id, device_name);
    facts.driver = platform + " " + device_text(api, id, driver_version);
    facts.compute_units = device_number<Uint>(api, id, device_compute_units);
    facts.clock_mhz = device_number<Uint>(api, id, device_clock_mhz);
    facts.memory_bytes = device_number<std::uint64_t>(api, id, device_memory);
    Uint is_host_memory = yes; // also if the device does not say: then it is left alone
    may_tell(api, id, device_host_memory, is_host_memory);
    facts.has_own_memory = is_host_memory != yes;
    facts.pci_address = pci_address_of(api, id);
    facts.ecc = device_number<Uint>(api, id, device_ecc) != 0;
    return facts;
}

// ---- A device.

// A group that suits every device; the driver's own choice for an odd count can be a single item.
constexpr std::size_t largest_group = 64;

using Shared = std::shared_ptr<const Api>;

class OpenClBuffer final : public DeviceBuffer {
public:
    OpenClBuffer(Shared api, Handle<Queue> queue, Handle<Memory> memory)
        : api_(std::move(api)),
          queue_(std::move(queue)),
          memory_(std::move(memory)),
          launched_(nullptr, api_->release_event)
    {
    }
    void write(const void *from, std::size_t bytes) override
    {
        require(api_->write_buffer(queue_.get(), memory_.get(), yes, 0, bytes, from, 0, nullptr,
                                   nullptr),
                "clEnqueueWriteBuffer");
    }
    void read(void *to, std::size_t bytes) override
    {
        require(
            api_->read_buffer(queue_.get(), memory_.get(), yes, 0, bytes, to, 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    }
    double wait() override
    {
        Event *const event = launched_.get();
        require(api_->wait_for_events(1, &event), "clWaitForEvents");
        const std::uint64_t start = time(event_start_ns), end = time(event_end_ns);
        // A clock may be too coarse for a short launch.
        return end > start ? static_cast<double>(end - start) : 1;
    }
    Memory *memory() const { return memory_.get(); }
    void launch(Kernel *kernel, std::size_t items, std::size_t group)
    {
        Event *event = nullptr;
        const Int answer =
            api_->run_kernel(queue_.get(), kernel, 1, nullptr, &items, &group, 0, nullptr, &event);
        launched_ = own(event, answer, "clEnqueueNDRangeKernel", api_->release_event);
        // Otherwise it may not start before somebody waits for it.
        require(api_->flush(queue_.get()), "clFlush");
    }

private:
    std::uint64_t time(Uint what) const
    {
        return number_of<std::uint64_t>("clGetEventProfilingInfo", api_->get_event_time,
                                        launched_.get(), what);
    }

    Shared api_;
    Handle<Queue> queue_;
    Handle<Memory> memory_;
    Handle<Event> launched_;
};

class OpenClKernel final : public DeviceKernel {
public:
    OpenClKernel(Shared api, DeviceId *device, unsigned compute_units, Handle<Kernel> kernel)
        : api_(std::move(api)), kernel_(std::move(kernel))
    {
        const std::size_t most = group_number(device, kernel_group_size);
        group_ = std::clamp<std::size_t>(group_number(device, kernel_group_multiple), 1,
                                         std::max<std::size_t>(most, 1));
        while (group_ * 2 <= std::min(most, largest_group))
            group_ *= 2;
        resident_ = std::max<std::size_t>(1, most) * std::max(1U, compute_units);
    }
    std::size_t resident_items() const override { return resident_; }
    void start(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations) override
    {
        auto &buffer = dynamic_cast<OpenClBuffer &>(states);
        Memory *const memory = buffer.memory();
        set(0, sizeof(void *), static_cast<const void *>(&memory));
        set(1, sizeof lanes, &lanes);
        set(2, sizeof iterations, &iterations);
        buffer.launch(kernel_.get(), (lanes + group_ - 1) / group_ * group_, group_);
    }

private:
    std::size_t group_number(DeviceId *device, Uint what) const
    {
        return number_of<std::size_t>("clGetKernelWorkGroupInfo", api_->get_group_info,
                                      kernel_.get(), device, what);
    }
    void set(Uint index, std::size_t bytes, const void *value)
    {
        require(api_->set_argument(kernel_.get(), index, bytes, value), "clSetKernelArg");
    }

    Shared api_;
    Handle<Kernel> kernel_;
    std::size_t group_ = 1;
    std::size_t resident_ = 1;
};

class OpenClDevice final : public Device {
public:
    OpenClDevice(Shared api, DeviceId *id, unsigned index, const std::string &platform)
        : api_(std::move(api)),
          id_(id),
          facts_(facts_of(*api_, id, index, platform)),
          context_(nullptr, api_->release_context)
    {
    }
    const DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        start();
        return std::make_unique<OpenClBuffer>(
            api_,
            make("clCreateCommandQueue", api_->release_queue, api_->create_queue, context_.get(),
                 id_, queue_profiling),
            make("clCreateBuffer", api_->release_memory, api_->create_buffer, context_.get(),
                 memory_read_write, bytes, nullptr));
    }
    std::unique_ptr<DeviceKernel> make_kernel(const std::string &source,
                                              const std::string &function) override
    {
        start();
        const Handle<Program> program = build(source);
        return std::make_unique<OpenClKernel>(api_, id_, facts_.compute_units,
                                              make("clCreateKernel", api_->release_kernel,
                                                   api_->create_kernel, program.get(),
                                                   function.c_str()));
    }

private:
    // Listing a device must not wake it.
    void start()
    {
        if (!context_)
            context_ = make("clCreateContext", api_->release_context, api_->create_context, nullptr,
                            1U, &id_, nullptr, nullptr);
    }
    Handle<Program> build(const std::string &source)
    {
        const char *text = source.c_str();
        Handle<Program> program = make("clCreateProgramWithSource", api_->release_program,
                                       api_->create_program, context_.get(), 1U, &text, nullptr);
        const Int answer =
            api_->build_program(program.get(), 1, &id_, "-cl-std=CL1.2", nullptr, nullptr);
        if (answer == build_failed)
            throw DeviceError(
                "clBuildProgram: " +
                first_line_of_log(text_of("clGetProgramBuildInfo", api_->get_build_info,
                                          program.get(), id_, program_build_log)));
        require(answer, "clBuildProgram");
        return program;
    }

    Shared api_;
    DeviceId *id_;
    DeviceFacts facts_;
    Handle<Context> context_;
};

std::vector<Platform *> platforms_of(const Api &api)
{
    Uint count = 0;
    const Int answer = api.get_platforms(0, nullptr, &count);
    if (answer == platform_not_found || (answer == success && count == 0))
        throw machine::LibraryUnavailable(api.library.name() + " has no platform");
    require(answer, "clGetPlatformIDs");
    std::vector<Platform *> platforms(count);
    require(api.get_platforms(count, platforms.data(), nullptr), "clGetPlatformIDs");
    return platforms;
}

std::vector<DeviceId *> devices_of(const Api &api, Platform *platform)
{
    Uint count = 0;
    const Int answer = api.get_devices(platform, all_devices, 0, nullptr, &count);
    if (answer == device_not_found)
        return {};
    require(answer, "clGetDeviceIDs");
    std::vector<DeviceId *> devices(count);
    require(api.get_devices(platform, all_devices, count, devices.data(), nullptr),
            "clGetDeviceIDs");
    return devices;
}

void add_platform(const Shared &api, Platform *platform, FoundDevices &found)
{
    try {
        const std::string name =
            text_of("clGetPlatformInfo", api->get_platform_info, platform, platform_name);
        for (DeviceId *id : devices_of(*api, platform))
            found.devices.push_back(std::make_unique<OpenClDevice>(
                api, id, static_cast<unsigned>(found.devices.size()), name));
    } catch (const DeviceError &error) {
        found.missing.push_back({"opencl", error.what()});
    }
}

} // namespace
} // namespace opencl

FoundDevices find_opencl_devices()
{
    const auto api = std::make_shared<const opencl::Api>();
    FoundDevices found;
    for (opencl::Platform *platform : opencl::platforms_of(*api))
        opencl::add_platform(api, platform, found);
    if (found.devices.empty() && found.missing.empty())
        throw machine::LibraryUnavailable(api->library.name() + " has no device");
    return found;
}

} // namespace hashlane::backends
