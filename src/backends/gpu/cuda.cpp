// SPDX-License-Identifier: MIT
//
// Devices through the CUDA driver API, opened at run time; their programs come from NVRTC by way
// of a cache on disk. First what is needed of the API, declared after its documentation, so that no
// header of it has to be installed; then what lives in a context, a kernel, and a device.
// Each function is as in CUDA 11.0: symbols end in "_v2" where an older form has the name.
// Source: CUDA Driver API, CUDA Toolkit documentation 11.0 to 13.0.

#include "../../machine/system/shared_object.h"
#include "cuda_program.h"
#include "driver_call.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

namespace hashlane::backends {
namespace cuda {
namespace {

struct ContextObject;
struct Module;
struct Function;
struct Stream;
struct Event;

using Result = int;
using DeviceNumber = int;
using DevicePointer = std::uint64_t;

constexpr Result success = 0;
constexpr Result no_device = 100;

// CUdevice_attribute
constexpr int clock_khz = 13;
constexpr int multiprocessors = 16;
constexpr int integrated = 18;
constexpr int ecc_enabled = 32;
constexpr int capability_major = 75;
constexpr int capability_minor = 76;
// CUfunction_attribute
constexpr int max_block_threads = 0;
constexpr int local_bytes = 3;
constexpr int registers = 4;
// CUstream_flags
constexpr unsigned non_blocking = 1;
// CUevent_flags
constexpr unsigned blocking_sync = 1;

struct Library : machine::SharedObject {
    Library() : SharedObject({"libcuda.so.1"}) {}

    Result (*get_error_name)(Result, const char **) = find("cuGetErrorName");

    std::string text_of(Result answer) const
    {
        const char *name = nullptr;
        const bool is_known = get_error_name(answer, &name) == success && name != nullptr;
        return is_known ? name : std::to_string(answer);
    }
};

template <class... Parameters> using Call = DriverCall<Library, Parameters...>;

/// The functions of the driver. Throws LibraryUnavailable when there is no driver, or one that
/// lacks any.
struct Driver {
    Library library;

    Call<unsigned> init{library, "cuInit"};
    Call<int *> get_version{library, "cuDriverGetVersion"};
    // Devices
    Call<int *> get_device_count{library, "cuDeviceGetCount"};
    Call<DeviceNumber *, int> get_device{library, "cuDeviceGet"};
    Call<char *, int, DeviceNumber> get_name{library, "cuDeviceGetName"};
    Call<std::size_t *, DeviceNumber> get_memory{library, "cuDeviceTotalMem_v2"};
    Call<int *, int, DeviceNumber> get_attribute{library, "cuDeviceGetAttribute"};
    Call<char *, int, DeviceNumber> get_pci_bus_id{library, "cuDeviceGetPCIBusId"};
    // Contexts
    Call<ContextObject **, DeviceNumber> retain_context{library, "cuDevicePrimaryCtxRetain"};
    Call<DeviceNumber> release_context{library, "cuDevicePrimaryCtxRelease_v2"};
    Call<ContextObject *> set_context{library, "cuCtxSetCurrent"};
    // Memory
    Call<DevicePointer *, std::size_t> allocate{library, "cuMemAlloc_v2"};
    Call<DevicePointer> free{library, "cuMemFree_v2"};
    Call<DevicePointer, const void *, std::size_t, Stream *> copy_to_device{library,
                                                                            "cuMemcpyHtoDAsync_v2"};
    Call<void *, DevicePointer, std::size_t, Stream *> copy_to_host{library,
                                                                    "cuMemcpyDtoHAsync_v2"};
    // Streams
    Call<Stream **, unsigned> create_stream{library, "cuStreamCreate"};
    Call<Stream *> wait_for_stream{library, "cuStreamSynchronize"};
    Call<Stream *> destroy_stream{library, "cuStreamDestroy_v2"};
    // Programs
    Call<Module **, const void *> load_module{library, "cuModuleLoadData"};
    Call<Module *> unload_module{library, "cuModuleUnload"};
    Call<Function **, Module *, const char *> get_function{library, "cuModuleGetFunction"};
    Call<int *, int, Function *> get_function_attribute{library, "cuFuncGetAttribute"};
    Call<int *, Function *, int, std::size_t> get_resident_blocks{
        library, "cuOccupancyMaxActiveBlocksPerMultiprocessor"};
    Call<Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream *,
         void **, void **>
        launch{library, "cuLaunchKernel"};
    // Events
    Call<Event **, unsigned> create_event{library, "cuEventCreate"};
    Call<Event *, Stream *> record_event{library, "cuEventRecord"};
    Call<Event *> wait_for_event{library, "cuEventSynchronize"};
    Call<float *, Event *, Event *> get_elapsed_ms{library, "cuEventElapsedTime"};
    Call<Event *> destroy_event{library, "cuEventDestroy_v2"};
};

/// A device's primary context. A context is current for a thread, and a device's objects may be
/// made, used and destroyed by different ones: so every call enters it first.
class Context {
public:
    /// Throws a DeviceError.
    Context(std::shared_ptr<const Driver> driver, DeviceNumber device)
        : driver_(std::move(driver)), device_(device), context_(driver_->retain_context.get(device))
    {
    }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;
    ~Context() { driver_->release_context.answer(device_); }

    /// The driver, for calls in this context. Throws a DeviceError.
    const Driver &enter() const
    {
        driver_->set_context(context_);
        return *driver_;
    }
    /// For destructors, which cannot throw: null if the context is lost, with all that it held.
    const Driver *try_to_enter() const noexcept
    {
        return driver_->set_context.answer(context_) == success ? driver_.get() : nullptr;
    }

private:
    std::shared_ptr<const Driver> driver_;
    DeviceNumber device_;
    ContextObject *context_;
};

/// Something made in a context, which outlives it, and the driver's function that releases it.
template <class Object, Call<Object> Driver::*release> class Owned {
public:
    Owned(const Context &context, Object object) : context_(context), object_(object) {}
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned()
    {
        if (const Driver *const driver = context_.try_to_enter())
            (driver->*release).answer(object_);
    }
    Object get() const { return object_; }

private:
    const Context &context_;
    Object object_;
};

constexpr double ns_per_ms = 1e6;

class Buffer final : public DeviceBuffer {
public:
    Buffer(const Context &context, std::size_t bytes)
        : context_(context),
          memory_(context, context.enter().allocate.get(bytes)),
          // The default stream would wait for those that are not of this kind.
          stream_(context, context.enter().create_stream.get(non_blocking)),
          start_(context, make_event()),
          end_(context, make_event())
    {
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    // After a failure a launch may still use the memory, and its kernel.
    ~Buffer() override
    {
        if (const Driver *const driver = context_.try_to_enter())
            driver->wait_for_stream.answer(stream_.get());
    }
    void write(const void *from, std::size_t bytes) override
    {
        const Driver &driver = context_.enter();
        driver.copy_to_device(memory(), from, bytes, stream_.get());
        driver.wait_for_stream(stream_.get());
    }
    void read(void *to, std::size_t bytes) override
    {
        const Driver &driver = context_.enter();
        driver.copy_to_host(to, memory(), bytes, stream_.get());
        driver.wait_for_stream(stream_.get());
    }
    double wait() override
    {
        const Driver &driver = context_.enter();
        driver.wait_for_event(end_.get());
        const float ms = driver.get_elapsed_ms.get(start_.get(), end_.get());
        // Events are half a microsecond apart or more: a short launch may take no time at all.
        return std::max(1.0, ms * ns_per_ms);
    }
    DevicePointer memory() const { return memory_.get(); }
    /// Calls launch(driver, stream) between the two events.
    template <class Launch> void time(const Launch &launch)
    {
        const Driver &driver = context_.enter();
        driver.record_event(start_.get(), stream_.get());
        launch(driver, stream_.get());
        driver.record_event(end_.get(), stream_.get());
    }

private:
    // A thread that waits for it sleeps, and leaves the processor to others.
    Event *make_event() const { return context_.enter().create_event.get(blocking_sync); }

    const Context &context_;
    Owned<DevicePointer, &Driver::free> memory_;
    Owned<Stream *, &Driver::destroy_stream> stream_;
    Owned<Event *, &Driver::destroy_event> start_, end_;
};

// One warp for each of a multiprocessor's four schedulers, so that all four fill up equally. With
// smaller ones some architectures reach the limit of blocks (16 of sm_75) before that of threads.
constexpr unsigned block_threads = 128;

// Was up to 1 % faster (docs/internals/log-gpu.md), but may round down further the number of
// threads that fit on a multiprocessor.
constexpr unsigned large_block_threads = 256;

// Smaller ones would leave part of a warp without work.
constexpr unsigned warp_threads = 32;

// Returns the number of parts of at most `size`; at least 1.
unsigned parts(unsigned whole, unsigned size)
{
    return std::max(1U, whole / size + (whole % size != 0 ? 1 : 0));
}

unsigned at_least_zero(int value) { return static_cast<unsigned>(std::max(0, value)); }

class Kernel final : public DeviceKernel {
public:
    /// Precondition: `context` outlives it.
    Kernel(const Context &context, const CudaProgram &program, const std::string &function,
           unsigned compute_units)
        : context_(context),
          module_(context, load(context.enter(), program)),
          function_(context.enter().get_function.get(module_.get(), function.c_str())),
          facts_{attribute(registers), attribute(local_bytes), block(block_threads),
                 program.compiler},
          compute_units_(std::max(1U, compute_units)),
          resident_(resident(facts_.group_items))
    {
        const unsigned large = block(large_block_threads);
        if (resident(large) < resident_)
            return;
        facts_.group_items = large;
        resident_ = resident(large);
    }
    std::optional<KernelFacts> facts() const override { return facts_; }
    std::size_t resident_items() const override { return resident_; }
    void start(DeviceBuffer &states, std::uint32_t lanes, std::uint32_t iterations) override
    {
        auto &buffer = dynamic_cast<Buffer &>(states);
        DevicePointer memory = buffer.memory();
        void *arguments[] = {&memory, &lanes, &iterations};
        // Few lanes go in small blocks, so that no multiprocessor has many while others have none.
        const unsigned warps = parts(parts(lanes, warp_threads), compute_units_);
        const unsigned threads = std::min(warps * warp_threads, facts_.group_items);
        const unsigned blocks = parts(lanes, threads);
        buffer.time([&](const Driver &driver, Stream *stream) {
            driver.launch(function_, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr);
        });
    }

private:
    static Module *load(const Driver &driver, const CudaProgram &program)
    {
        Module *module = nullptr;
        driver.load_module.require(driver.load_module.answer(&module, program.image.data()),
                                   " (" + program.compiler + ")");
        return module;
    }
    unsigned attribute(int what) const
    {
        return at_least_zero(context_.enter().get_function_attribute.get(what, function_));
    }
    // Returns the number of threads of a block that should have `threads`.
    unsigned block(unsigned threads) const
    {
        return std::clamp(attribute(max_block_threads), 1U, threads);
    }
    // Returns the number that the device keeps in flight in blocks of `threads`.
    std::size_t resident(unsigned threads) const
    {
        const int blocks = context_.enter().get_resident_blocks.get(
            function_, static_cast<int>(threads), std::size_t{0});
        return std::size_t{threads} * static_cast<unsigned>(std::max(1, blocks)) * compute_units_;
    }

    const Context &context_;
    Owned<Module *, &Driver::unload_module> module_;
    Function *function_;
    KernelFacts facts_;
    unsigned compute_units_;
    std::size_t resident_;
};

unsigned cuda_version(const Driver &driver) { return at_least_zero(driver.get_version.get()); }

// Returns "CUDA driver 12.4 (550.54.14)": cuDriverGetVersion() returns the newest CUDA that the
// driver supports; only the kernel's module reports the driver's own version, on Linux.
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

// ---- The properties that a device reports without being woken. Each throws a DeviceError.

std::string text_of(const Call<char *, int, DeviceNumber> &get, DeviceNumber device)
{
    constexpr std::size_t longest = 256;
    char text[longest] = {};
    get(text, longest - 1, device);
    return text;
}

unsigned attribute_of(const Driver &driver, int what, DeviceNumber device)
{
    return at_least_zero(driver.get_attribute.get(what, device));
}

// Returns an attribute that a driver may no longer report: nothing, instead of an error.
std::optional<unsigned> find_attribute(const Driver &driver, int what, DeviceNumber device)
{
    int value = 0;
    if (driver.get_attribute.answer(&value, what, device) != success || value < 0)
        return std::nullopt;
    return static_cast<unsigned>(value);
}

unsigned capability_of(const Driver &driver, DeviceNumber device) // 90 for 9.0
{
    return attribute_of(driver, capability_major, device) * 10 +
           attribute_of(driver, capability_minor, device);
}

DeviceFacts facts_of(const Driver &driver, DeviceNumber device, unsigned index)
{
    DeviceFacts facts;
    facts.api = "cuda";
    facts.index = index;
    facts.name = text_of(driver.get_name, device);
    facts.driver = driver_text(driver);
    facts.compute_units = attribute_of(driver, multiprocessors, device);
    facts.clock_mhz = find_attribute(driver, clock_khz, device).value_or(0) / 1000;
    facts.memory_bytes = driver.get_memory.get(device);
    facts.has_own_memory = find_attribute(driver, integrated, device).value_or(0) == 0;
    facts.architecture = "sm_" + std::to_string(capability_of(driver, device));
    // In lower case, as others write it: two interfaces may report the same device.
    facts.pci_address = text_of(driver.get_pci_bus_id, device);
    for (char &c : facts.pci_address)
        if (c >= 'A' && c <= 'F')
            c = static_cast<char>(c - 'A' + 'a');
    if (const std::optional<unsigned> enabled = find_attribute(driver, ecc_enabled, device))
        facts.ecc = *enabled != 0;
    return facts;
}

// ---- A device.

class CudaDevice final : public Device {
public:
    CudaDevice(std::shared_ptr<const Driver> driver, unsigned index)
        : driver_(std::move(driver)),
          device_(driver_->get_device.get(static_cast<int>(index))),
          capability_(capability_of(*driver_, device_)),
          facts_(facts_of(*driver_, device_, index))
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
        if (const std::optional<std::string> kept = cache.load(key)) {
            const std::size_t end = kept->find('\n'); // of the compiler's name
            return load({kept->substr(end + 1), kept->substr(0, end)}, function);
        }
        const CudaProgram program = compile_cuda(source, static_cast<int>(capability_),
                                                 nvrtc_names(cuda_version(*driver_) / 1000));
        auto kernel = load(program, function);
        // Only after loading: the driver may refuse a program that another compiler makes
        // acceptable.
        cache.store(key, program.compiler + '\n' + program.image);
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
        return std::make_unique<Kernel>(context(), program, function, facts_.compute_units);
    }

    std::shared_ptr<const Driver> driver_;
    DeviceNumber device_;
    unsigned capability_; // 90 for 9.0
    DeviceFacts facts_;
    std::unique_ptr<Context> context_;
};

unsigned count_devices(const Driver &driver)
{
    const Result answer = driver.init.answer(0);
    int count = 0;
    if (answer != no_device) {
        driver.init.require(answer);
        count = driver.get_device_count.get();
    }
    if (count <= 0)
        throw machine::LibraryUnavailable(driver.library.name() + " has no device");
    return static_cast<unsigned>(count);
}

} // namespace
} // namespace cuda

FoundDevices find_cuda_devices()
{
    const auto driver = std::make_shared<const cuda::Driver>();
    const unsigned count = cuda::count_devices(*driver);
    FoundDevices found;
    for (unsigned index = 0; index < count; ++index) {
        try {
            found.devices.push_back(std::make_unique<cuda::CudaDevice>(driver, index));
        } catch (const DeviceError &error) {
            found.missing.push_back({"cuda:" + std::to_string(index), error.what()});
        }
    }
    return found;
}

} // namespace hashlane::backends
