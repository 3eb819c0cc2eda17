// SPDX-License-Identifier: MIT
//
// Devices through OpenCL 1.2 and the ICD loader, opened at run time.
// Source: The OpenCL Specification 1.2.

#include "opencl.h"

#include "first_line.h"
#include "opencl_api.h"
#include "opencl_facts.h"

#include <algorithm>

namespace hashlane {
namespace {

using namespace opencl;

// A group that suits every device; the driver's own choice for an odd count can be a single item.
constexpr std::size_t largest_group = 64;

using Shared = std::shared_ptr<const Api>;

template <class Object> using Handle = std::unique_ptr<Object, Int (*)(Object *)>;

template <class Object>
Handle<Object> own(Object *object, Int answer, const char *call, Int (*release)(Object *))
{
    require(answer, call);
    return {object, release};
}

class OpenClBuffer final : public DeviceBuffer {
public:
    OpenClBuffer(Shared api, Queue *queue, Handle<Memory> memory)
        : api_(std::move(api)), queue_(queue), memory_(std::move(memory))
    {
    }
    void write(const void *from, std::size_t bytes) override
    {
        require(api_->write_buffer(queue_, memory_.get(), yes, 0, bytes, from, 0, nullptr, nullptr),
                "clEnqueueWriteBuffer");
    }
    void read(void *to, std::size_t bytes) override
    {
        require(api_->read_buffer(queue_, memory_.get(), yes, 0, bytes, to, 0, nullptr, nullptr),
                "clEnqueueReadBuffer");
    }
    Memory *memory() const { return memory_.get(); }

private:
    Shared api_;
    Queue *queue_;
    Handle<Memory> memory_;
};

class OpenClKernel final : public DeviceKernel {
public:
    OpenClKernel(Shared api, Queue *queue, DeviceId *device, unsigned compute_units,
                 Handle<opencl::Kernel> kernel)
        : api_(std::move(api)), queue_(queue), kernel_(std::move(kernel))
    {
        const std::size_t most = group_number(device, kernel_group_size);
        group_ = std::clamp<std::size_t>(group_number(device, kernel_group_multiple), 1,
                                         std::max<std::size_t>(most, 1));
        while (group_ * 2 <= std::min(most, largest_group))
            group_ *= 2;
        resident_ = std::max<std::size_t>(1, most) * std::max(1U, compute_units);
    }
    std::size_t resident_items() const override { return resident_; }
    double run(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations) override
    {
        Memory *const memory = dynamic_cast<OpenClBuffer &>(states).memory();
        set(0, sizeof(void *), static_cast<const void *>(&memory));
        set(1, sizeof lanes, &lanes);
        set(2, sizeof iterations, &iterations);
        const std::size_t items = (lanes + group_ - 1) / group_ * group_;
        Event *raw = nullptr;
        const Int answer =
            api_->run_kernel(queue_, kernel_.get(), 1, nullptr, &items, &group_, 0, nullptr, &raw);
        const Handle<Event> event = own(raw, answer, "clEnqueueNDRangeKernel", api_->release_event);
        require(api_->wait_for_events(1, &raw), "clWaitForEvents");
        const std::uint64_t start = time(raw, event_start_ns), end = time(raw, event_end_ns);
        // A clock may be too coarse for a short launch.
        return end > start ? static_cast<double>(end - start) : 1;
    }

private:
    std::size_t group_number(DeviceId *device, Uint what) const
    {
        std::size_t number = 0;
        require(api_->get_group_info(kernel_.get(), device, what, sizeof number, &number, nullptr),
                "clGetKernelWorkGroupInfo");
        return number;
    }
    void set(Uint index, std::size_t bytes, const void *value)
    {
        require(api_->set_argument(kernel_.get(), index, bytes, value), "clSetKernelArg");
    }
    std::uint64_t time(Event *event, Uint what) const
    {
        std::uint64_t ns = 0;
        require(api_->get_event_time(event, what, sizeof ns, &ns, nullptr),
                "clGetEventProfilingInfo");
        return ns;
    }

    Shared api_;
    Queue *queue_;
    Handle<opencl::Kernel> kernel_;
    std::size_t group_ = 1;
    std::size_t resident_ = 1;
};

class OpenClDevice final : public Device {
public:
    OpenClDevice(Shared api, DeviceId *id, unsigned index, const std::string &platform)
        : api_(std::move(api)),
          id_(id),
          facts_(opencl_facts(*api_, id, index, platform)),
          context_(nullptr, api_->release_context),
          queue_(nullptr, api_->release_queue)
    {
    }
    const DeviceFacts &facts() const override { return facts_; }
    std::unique_ptr<DeviceBuffer> make_buffer(std::size_t bytes) override
    {
        start();
        Int answer = success;
        Memory *const memory =
            api_->create_buffer(context_.get(), memory_read_write, bytes, nullptr, &answer);
        return std::make_unique<OpenClBuffer>(
            api_, queue_.get(), own(memory, answer, "clCreateBuffer", api_->release_memory));
    }
    std::unique_ptr<DeviceKernel> make_kernel(const std::string &source,
                                              const std::string &function) override
    {
        start();
        const Handle<Program> program = build(source);
        Int answer = success;
        opencl::Kernel *const kernel =
            api_->create_kernel(program.get(), function.c_str(), &answer);
        return std::make_unique<OpenClKernel>(
            api_, queue_.get(), id_, facts_.compute_units,
            own(kernel, answer, "clCreateKernel", api_->release_kernel));
    }

private:
    // Listing a device must not wake it.
    void start()
    {
        if (queue_)
            return;
        Int answer = success;
        Context *const context = api_->create_context(nullptr, 1, &id_, nullptr, nullptr, &answer);
        context_ = own(context, answer, "clCreateContext", api_->release_context);
        Queue *const queue = api_->create_queue(context, id_, queue_profiling, &answer);
        queue_ = own(queue, answer, "clCreateCommandQueue", api_->release_queue);
    }
    Handle<Program> build(const std::string &source)
    {
        const char *text = source.c_str();
        Int answer = success;
        Program *const raw = api_->create_program(context_.get(), 1, &text, nullptr, &answer);
        Handle<Program> program =
            own(raw, answer, "clCreateProgramWithSource", api_->release_program);
        answer = api_->build_program(raw, 1, &id_, "-cl-std=CL1.2", nullptr, nullptr);
        if (answer == build_failed)
            throw DeviceError("clBuildProgram: " + first_line(build_log(raw)));
        require(answer, "clBuildProgram");
        return program;
    }
    std::string build_log(Program *program) const
    {
        return text_of(
            [&](std::size_t bytes, void *to, std::size_t *needed) {
                return api_->get_build_info(program, id_, program_build_log, bytes, to, needed);
            },
            "clGetProgramBuildInfo");
    }

    Shared api_;
    DeviceId *id_;
    DeviceFacts facts_;
    Handle<Context> context_;
    Handle<Queue> queue_;
};

std::vector<Platform *> platforms_of(const Api &api)
{
    Uint count = 0;
    const Int answer = api.get_platforms(0, nullptr, &count);
    if (answer == platform_not_found || (answer == success && count == 0))
        throw LibraryUnavailable(api.library.name() + " has no platform");
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
        const std::string name = text_of(
            [&](std::size_t bytes, void *to, std::size_t *needed) {
                return api->get_platform_info(platform, platform_name, bytes, to, needed);
            },
            "clGetPlatformInfo");
        for (DeviceId *id : devices_of(*api, platform))
            found.devices.push_back(std::make_unique<OpenClDevice>(
                api, id, static_cast<unsigned>(found.devices.size()), name));
    } catch (const DeviceError &error) {
        found.missing.push_back({"opencl", error.what()});
    }
}

} // namespace

FoundDevices find_opencl_devices()
{
    const auto api = std::make_shared<const Api>();
    FoundDevices found;
    for (Platform *platform : platforms_of(*api))
        add_platform(api, platform, found);
    if (found.devices.empty() && found.missing.empty())
        throw LibraryUnavailable(api->library.name() + " has no device");
    return found;
}

} // namespace hashlane
