// SPDX-License-Identifier: MIT
//
// Devices through OpenCL 1.2 and the ICD loader, opened at run time. First what is needed of the
// API, declared after the specification, so that no header of it has to be installed; then what a
// device says of itself, and a device.
// Source: The OpenCL Specification 1.2, sections 4 and 5, and its cl.h for the values.

#include "../../machine/system/shared_object.h"
#include "driver_call.h"

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

struct KnownAnswer {
    Int value;
    const char *name;
};

// Those that a device or its driver may give to a program that calls it as it should.
constexpr KnownAnswer answers[] = {{-1, "CL_DEVICE_NOT_FOUND"},
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

struct Loader : machine::SharedObject {
    Loader() : SharedObject({"libOpenCL.so.1"}) {}

    std::string text_of(Int answer) const
    {
        const auto *const known = std::ranges::find(answers, answer, &KnownAnswer::value);
        return known == std::end(answers) ? std::to_string(answer) : known->name;
    }
};

template <class... Parameters> using Call = DriverCall<Loader, Parameters...>;

/// One that returns a property of an object, as a number or a text.
template <class... Of> struct Query : Call<Of..., Uint, std::size_t, void *, std::size_t *> {
    using Query::DriverCall::DriverCall;

    template <class Number> Number number(Of... object, Uint what) const
    {
        Number number = 0;
        (*this)(object..., what, sizeof number, &number, nullptr);
        return number;
    }
    std::string text(Of... object, Uint what) const
    {
        std::size_t bytes = 0;
        (*this)(object..., what, 0, nullptr, &bytes);
        std::string text(bytes, '\0');
        (*this)(object..., what, bytes, text.data(), nullptr);
        return text.substr(0, text.find('\0'));
    }
};

template <class Object> using Handle = std::unique_ptr<Object, Int (*)(Object *)>;

/// One that makes an object, and writes its answer to its last argument's address.
template <class Object, class... Parameters> class Maker {
public:
    Maker(const Loader &loader, const char *symbol, const char *release)
        : loader_(loader),
          symbol_(symbol),
          make_(loader.find(symbol)),
          release_(loader.find(release))
    {
    }
    Handle<Object> operator()(Parameters... arguments) const
    {
        Int answer = success;
        Handle<Object> object(make_(arguments..., &answer), release_);
        require_success(loader_, symbol_, answer);
        return object;
    }

private:
    const Loader &loader_;
    const char *symbol_;
    Object *(*make_)(Parameters..., Int *);
    Int (*release_)(Object *);
};

/// The functions of the loader. Throws LibraryUnavailable when there is no loader, or one that
/// lacks any.
struct Api {
    Loader loader;

    // 4.1 to 4.4
    Call<Uint, Platform **, Uint *> get_platforms{loader, "clGetPlatformIDs"};
    Query<Platform *> get_platform_info{loader, "clGetPlatformInfo"};
    Call<Platform *, Bits, Uint, DeviceId **, Uint *> get_devices{loader, "clGetDeviceIDs"};
    Query<DeviceId *> get_device_info{loader, "clGetDeviceInfo"};
    using Notify = void(const char *, const void *, std::size_t, void *);
    Maker<Context, const std::intptr_t *, Uint, DeviceId *const *, Notify *, void *> create_context{
        loader, "clCreateContext", "clReleaseContext"};
    // 5.1, 5.2
    Maker<Queue, Context *, DeviceId *, Bits> create_queue{loader, "clCreateCommandQueue",
                                                           "clReleaseCommandQueue"};
    Call<Queue *> flush{loader, "clFlush"}; // 5.13
    Maker<Memory, Context *, Bits, std::size_t, void *> create_buffer{loader, "clCreateBuffer",
                                                                      "clReleaseMemObject"};
    Call<Queue *, Memory *, Uint, std::size_t, std::size_t, const void *, Uint, Event *const *,
         Event **>
        write_buffer{loader, "clEnqueueWriteBuffer"};
    Call<Queue *, Memory *, Uint, std::size_t, std::size_t, void *, Uint, Event *const *, Event **>
        read_buffer{loader, "clEnqueueReadBuffer"};
    // 5.6, 5.7
    Maker<Program, Context *, Uint, const char **, const std::size_t *> create_program{
        loader, "clCreateProgramWithSource", "clReleaseProgram"};
    Call<Program *, Uint, DeviceId *const *, const char *, void (*)(Program *, void *), void *>
        build_program{loader, "clBuildProgram"};
    Query<Program *, DeviceId *> get_build_info{loader, "clGetProgramBuildInfo"};
    Maker<Kernel, Program *, const char *> create_kernel{loader, "clCreateKernel",
                                                         "clReleaseKernel"};
    Call<Kernel *, Uint, std::size_t, const void *> set_argument{loader, "clSetKernelArg"};
    Query<Kernel *, DeviceId *> get_group_info{loader, "clGetKernelWorkGroupInfo"};
    // 5.8, 5.9, 5.12
    Call<Queue *, Kernel *, Uint, const std::size_t *, const std::size_t *, const std::size_t *,
         Uint, Event *const *, Event **>
        run_kernel{loader, "clEnqueueNDRangeKernel"};
    Call<Uint, Event *const *> wait_for_events{loader, "clWaitForEvents"};
    Query<Event *> get_event_time{loader, "clGetEventProfilingInfo"};
    Int (*release_event)(Event *) = loader.find("clReleaseEvent");
};

// ---- What a device says of itself without being woken.

struct PciAddress {
    Uint domain = 0, bus = 0, device = 0, function = 0;
};

// False if the device does not answer.
template <class Value> bool may_tell(const Api &api, DeviceId *id, Uint what, Value &value)
{
    return api.get_device_info.answer(id, what, sizeof value, &value, nullptr) == success;
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
    const std::string extensions = api.get_device_info.text(id, device_extensions);
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
    const Query<DeviceId *> &info = api.get_device_info;
    DeviceFacts facts;
    facts.api = "opencl";
    facts.index = index;
    facts.name = info.text(id, device_name);
    facts.driver = platform + " " + info.text(id, driver_version);
    facts.compute_units = info.number<Uint>(id, device_compute_units);
    facts.clock_mhz = info.number<Uint>(id, device_clock_mhz);
    facts.memory_bytes = info.number<std::uint64_t>(id, device_memory);
    Uint is_host_memory = yes; // also if the device does not say: then it is left alone
    may_tell(api, id, device_host_memory, is_host_memory);
    facts.has_own_memory = is_host_memory != yes;
    facts.pci_address = pci_address_of(api, id);
    facts.ecc = info.number<Uint>(id, device_ecc) != 0;
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
        api_->write_buffer(queue_.get(), memory_.get(), yes, 0, bytes, from, 0, nullptr, nullptr);
    }
    void read(void *to, std::size_t bytes) override
    {
        api_->read_buffer(queue_.get(), memory_.get(), yes, 0, bytes, to, 0, nullptr, nullptr);
    }
    double wait() override
    {
        Event *const event = launched_.get();
        api_->wait_for_events(1, &event);
        const auto start = api_->get_event_time.number<std::uint64_t>(event, event_start_ns);
        const auto end = api_->get_event_time.number<std::uint64_t>(event, event_end_ns);
        // A clock may be too coarse for a short launch.
        return end > start ? static_cast<double>(end - start) : 1;
    }
    Memory *memory() const { return memory_.get(); }
    void launch(Kernel *kernel, std::size_t items, std::size_t group)
    {
        Event *event = nullptr;
        api_->run_kernel(queue_.get(), kernel, 1, nullptr, &items, &group, 0, nullptr, &event);
        launched_.reset(event);
        // Otherwise it may not start before somebody waits for it.
        api_->flush(queue_.get());
    }

private:
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
        const auto number = [&](Uint what) {
            return api_->get_group_info.number<std::size_t>(kernel_.get(), device, what);
        };
        const std::size_t most = number(kernel_group_size);
        group_ = std::clamp<std::size_t>(number(kernel_group_multiple), 1,
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
        api_->set_argument(kernel_.get(), 0, sizeof(void *), static_cast<const void *>(&memory));
        api_->set_argument(kernel_.get(), 1, sizeof lanes, &lanes);
        api_->set_argument(kernel_.get(), 2, sizeof iterations, &iterations);
        buffer.launch(kernel_.get(), (lanes + group_ - 1) / group_ * group_, group_);
    }

private:
    Shared api_;
    Handle<Kernel> kernel_;
    std::size_t group_ = 1;
    std::size_t resident_ = 1;
};

class OpenClDevice final : public Device {
public:
    OpenClDevice(Shared api, DeviceId *id, unsigned index, const std::string &platform)
        : api_(std::move(api)), id_(id), facts_(facts_of(*api_, id, index, platform))
    {
    }
    const DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        start();
        return std::make_unique<OpenClBuffer>(
            api_, api_->create_queue(context_.get(), id_, queue_profiling),
            api_->create_buffer(context_.get(), memory_read_write, bytes, nullptr));
    }
    std::unique_ptr<DeviceKernel> make_kernel(const std::string &source,
                                              const std::string &function) override
    {
        start();
        const Handle<Program> program = build(source);
        return std::make_unique<OpenClKernel>(api_, id_, facts_.compute_units,
                                              api_->create_kernel(program.get(), function.c_str()));
    }

private:
    // Listing a device must not wake it.
    void start()
    {
        if (!context_)
            context_ = api_->create_context(nullptr, 1, &id_, nullptr, nullptr);
    }
    Handle<Program> build(const std::string &source)
    {
        const char *text = source.c_str();
        Handle<Program> program = api_->create_program(context_.get(), 1, &text, nullptr);
        const Int answer =
            api_->build_program.answer(program.get(), 1, &id_, "-cl-std=CL1.2", nullptr, nullptr);
        if (answer == build_failed)
            throw DeviceError("clBuildProgram: " + first_line_of_log(api_->get_build_info.text(
                                                       program.get(), id_, program_build_log)));
        api_->build_program.require(answer);
        return program;
    }

    Shared api_;
    DeviceId *id_;
    DeviceFacts facts_;
    Handle<Context> context_{nullptr, nullptr};
};

std::vector<Platform *> platforms_of(const Api &api)
{
    Uint count = 0;
    const Int answer = api.get_platforms.answer(0, nullptr, &count);
    if (answer == platform_not_found || (answer == success && count == 0))
        throw machine::LibraryUnavailable(api.loader.name() + " has no platform");
    api.get_platforms.require(answer);
    std::vector<Platform *> platforms(count);
    api.get_platforms(count, platforms.data(), nullptr);
    return platforms;
}

std::vector<DeviceId *> devices_of(const Api &api, Platform *platform)
{
    Uint count = 0;
    const Int answer = api.get_devices.answer(platform, all_devices, 0, nullptr, &count);
    if (answer == device_not_found)
        return {};
    api.get_devices.require(answer);
    std::vector<DeviceId *> devices(count);
    api.get_devices(platform, all_devices, count, devices.data(), nullptr);
    return devices;
}

void add_platform(const Shared &api, Platform *platform, FoundDevices &found)
{
    try {
        const std::string name = api->get_platform_info.text(platform, platform_name);
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
        throw machine::LibraryUnavailable(api->loader.name() + " has no device");
    return found;
}

} // namespace hashlane::backends
