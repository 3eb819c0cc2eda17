// SPDX-License-Identifier: MIT
//
// A library with the CUDA driver's name and two devices that compute the results of the device
// kernels: their CUDA form, run by the processor thread by thread. It reports when it is opened,
// and when a context is made. It is strict: calls need a current context, memory must be its own, a
// program must be for the device, and no copy may use what a launch of another stream still needs.
// A stream does its work when somebody waits for it.
//
// HASHLANE_FAKE_CUDA chooses the fault, of device 0 alone if it is marked so: "no device", "no
// init", "broken" (0 cannot be described), "busy" (0 gives no context), "no memory" (0), "wrong" (0
// computes wrong digests), "dies" (0 at its fourth launch, for good), "refuses" (0 every program),
// "no time" (events take none), "no clock", "no ecc". With "steady" an iteration takes half a
// millisecond of its events, whatever the processor needs; with "turns" also, and another program
// computes on the device: after two milliseconds of a launch it has a turn as long. With TOO_OLD it
// lacks all but one function.

#include "fake_cuda.h"

#include "cuda_stand_in.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

[[gnu::constructor]] void leave_a_trace() { std::fputs("fake CUDA was opened\n", stderr); }

bool is_wrong_with(const char *what)
{
    const char *chosen = std::getenv("HASHLANE_FAKE_CUDA");
    return chosen != nullptr && std::strcmp(chosen, what) == 0;
}

} // namespace

extern "C" int cuInit(unsigned)
{
    if (is_wrong_with("no init"))
        return 803;
    return is_wrong_with("no device") ? 100 : 0;
}

#ifndef TOO_OLD

namespace {

using Clock = std::chrono::steady_clock;
using Pointer = unsigned long long;

constexpr int success = 0, invalid_value = 1, out_of_memory = 2, unavailable = 46;
constexpr int invalid_image = 200, invalid_context = 201, not_for_this_device = 209;
constexpr int not_found = 500, illegal_address = 700, launch_failed = 719;

struct Device {
    const char *name;
    int multiprocessors, clock_khz, ecc, major, minor;
    const char *address;
};
const Device devices[] = {{"Fake H", 3, 1755000, 1, 9, 0, "0000:0A:00.0"},
                          {"Fake T", 2, 1590000, 0, 7, 5, "0000:0B:00.0"}};

struct Stream;
struct Context {
    const Device *device;
    std::atomic<int> lost{success}; // the result of every call from then on
    std::atomic<int> launches{0};
    std::atomic<double> launched_ms{0}; ///< with "steady" and "turns"
    std::mutex lock;
    std::map<Pointer, std::vector<unsigned char>> memory;
    std::set<Stream *> streams;
};
struct Work {
    Pointer launched_on; ///< 0 for an event
    std::function<void()> run;
};
struct Stream {
    Context *context;
    std::vector<Work> waiting;

    void catch_up()
    {
        for (const Work &work : std::exchange(waiting, {}))
            work.run();
    }
};
struct Function {
    std::string name;
};
struct Module {
    Function function;
};
struct Event {
    Stream *stream = nullptr;
    Clock::time_point time;
    double launched_ms = 0;
};

Context contexts[2] = {{&devices[0], {}, {}, {}, {}, {}, {}},
                       {&devices[1], {}, {}, {}, {}, {}, {}}};
thread_local Context *current = nullptr;
std::atomic<int> live{0}, contexts_made{0}, copies_beside_launches{0};
FakeCudaGrid last_grid{};

// Returns the result that a call in the current context has before it does anything.
int state() { return current == nullptr ? invalid_context : current->lost.load(); }

bool is_first_and(const char *what) { return current == &contexts[0] && is_wrong_with(what); }

bool is_held(Pointer from, std::size_t bytes)
{
    const std::scoped_lock guard(current->lock);
    auto after = current->memory.upper_bound(from);
    if (after == current->memory.begin())
        return false;
    const auto &[begin, held] = *--after;
    return from - begin + bytes <= held.size();
}

// Returns whether the copy is allowed, after all that is before it in its stream.
int begin_copy(Pointer memory, std::size_t bytes, Stream *stream)
{
    if (state() != success)
        return state();
    if (stream == nullptr || stream->context != current || !is_held(memory, bytes))
        return invalid_value;
    stream->catch_up();
    const std::scoped_lock guard(current->lock);
    bool is_beside = false;
    for (const Stream *other : current->streams)
        for (const Work &work : other->waiting) {
            if (work.launched_on == memory)
                return invalid_value;
            is_beside = is_beside || work.launched_on != 0;
        }
    copies_beside_launches += is_beside ? 1 : 0;
    return state();
}

double steady_ms(std::uint32_t iterations)
{
    constexpr double ms_per_iteration = 0.5, turn_ms = 2;
    const double ms = iterations * ms_per_iteration;
    return is_wrong_with("turns") ? ms + std::floor(ms / turn_ms) * turn_ms : ms;
}

// Returns success if the current device takes an image of the fake NVRTC: "fake sm_90" is for such
// a device alone, "fake compute_75" for any that is no older.
int accepts(const std::string &image)
{
    const int capability = current->device->major * 10 + current->device->minor;
    const std::string real = "fake sm_", virtual_one = "fake compute_";
    if (image.starts_with(real))
        return image == real + std::to_string(capability) ? success : not_for_this_device;
    if (image.starts_with(virtual_one))
        return std::stoi(image.substr(virtual_one.size())) <= capability ? success
                                                                         : not_for_this_device;
    return invalid_image;
}

void compute(const std::string &kernel, Pointer states, std::uint32_t lanes,
             std::uint32_t iterations, const hashlane::test::CudaGrid &grid)
{
    if (kernel == "keccak_chain")
        hashlane::test::cuda_keccak_chain(reinterpret_cast<std::uint64_t *>(states), lanes,
                                          iterations, grid);
    else if (kernel.starts_with("memory_"))
        hashlane::test::cuda_memory_pass(kernel, reinterpret_cast<std::uint64_t *>(states), lanes,
                                         iterations, grid);
    else if (kernel == "sha256_segments")
        hashlane::test::cuda_sha256_segments(reinterpret_cast<std::uint8_t *>(states), lanes,
                                             iterations, grid);
    else
        hashlane::test::cuda_sha256_chain(reinterpret_cast<std::uint8_t *>(states), lanes,
                                          iterations, grid);
}

std::size_t lane_bytes(const std::string &kernel)
{
    return kernel == "keccak_chain"        ? 200
           : kernel == "sha256_segments"   ? 36
           : kernel.starts_with("memory_") ? 8
                                           : 32;
}

struct Launch {
    std::string kernel;
    hashlane::test::CudaGrid grid;
    Pointer states;
    std::uint32_t lanes, iterations;
    bool is_last; ///< of the device's life
};

// As on a device, a failure appears when somebody waits.
void run(const Launch &launch)
{
    const std::size_t bytes = lane_bytes(launch.kernel);
    if (launch.is_last)
        current->lost = launch_failed;
    else if (!is_held(launch.states, launch.lanes * bytes))
        current->lost = illegal_address;
    else
        compute(launch.kernel, launch.states, launch.lanes, launch.iterations, launch.grid);
    current->launched_ms = current->launched_ms + steady_ms(launch.iterations);
    if (is_first_and("wrong") && launch.iterations != 0 && current->lost == success)
        reinterpret_cast<unsigned char *>(launch.states)[(launch.lanes - 1) * bytes + 7] ^= 4;
}

} // namespace

extern "C" {

int fake_cuda_contexts() { return contexts_made; }
int fake_cuda_live() { return live; }
int fake_cuda_copies_beside_launches() { return copies_beside_launches; }
FakeCudaGrid fake_cuda_last_grid() { return last_grid; }

int cuGetErrorName(int error, const char **name)
{
    static const std::map<int, const char *> names = {
        {invalid_value, "CUDA_ERROR_INVALID_VALUE"},
        {out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY"},
        {unavailable, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
        {invalid_image, "CUDA_ERROR_INVALID_IMAGE"},
        {invalid_context, "CUDA_ERROR_INVALID_CONTEXT"},
        {not_for_this_device, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
        {not_found, "CUDA_ERROR_NOT_FOUND"},
        {illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {launch_failed, "CUDA_ERROR_LAUNCH_FAILED"}};
    const auto known = names.find(error);
    *name = known == names.end() ? nullptr : known->second;
    return known == names.end() ? invalid_value : success;
}
int cuDriverGetVersion(int *version)
{
    *version = 13000;
    return success;
}

int cuDeviceGetCount(int *count)
{
    *count = 2;
    return success;
}
int cuDeviceGet(int *device, int index)
{
    *device = index;
    return index == 0 && is_wrong_with("broken") ? unavailable : success;
}
int cuDeviceGetName(char *text, int room, int device)
{
    std::snprintf(text, static_cast<std::size_t>(room), "%s", devices[device].name);
    return success;
}
int cuDeviceTotalMem_v2(std::size_t *bytes, int)
{
    *bytes = 64 << 20;
    return success;
}
int cuDeviceGetAttribute(int *value, int what, int device)
{
    const Device &of = devices[device];
    const std::map<int, int> values = {
        {13, of.clock_khz}, {16, of.multiprocessors}, {32, of.ecc}, {75, of.major}, {76, of.minor}};
    const auto known = values.find(what);
    if (known == values.end() || (what == 13 && is_wrong_with("no clock")) ||
        (what == 32 && is_wrong_with("no ecc")))
        return invalid_value;
    *value = known->second;
    return success;
}
int cuDeviceGetPCIBusId(char *text, int room, int device)
{
    std::snprintf(text, static_cast<std::size_t>(room), "%s", devices[device].address);
    return success;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    if (device == 0 && is_wrong_with("busy"))
        return unavailable;
    std::fputs("fake CUDA made a context\n", stderr);
    *context = &contexts[device];
    ++contexts_made;
    ++live;
    return success;
}
int cuDevicePrimaryCtxRelease_v2(int device)
{
    contexts[device].lost = success;
    contexts[device].launches = 0;
    --live;
    return success;
}
int cuCtxSetCurrent(void *context)
{
    current = static_cast<Context *>(context);
    return success;
}

int cuMemAlloc_v2(Pointer *pointer, std::size_t bytes)
{
    if (state() != success)
        return state();
    if (is_first_and("no memory"))
        return out_of_memory;
    std::vector<unsigned char> memory(bytes);
    *pointer = reinterpret_cast<Pointer>(memory.data());
    const std::scoped_lock guard(current->lock);
    current->memory.emplace(*pointer, std::move(memory));
    ++live;
    return success;
}
int cuMemFree_v2(Pointer pointer)
{
    if (current == nullptr)
        return invalid_context;
    const std::scoped_lock guard(current->lock);
    live -= static_cast<int>(current->memory.erase(pointer));
    return state();
}
int cuMemcpyHtoDAsync_v2(Pointer to, const void *from, std::size_t bytes, Stream *stream)
{
    const int answer = begin_copy(to, bytes, stream);
    if (answer == success)
        std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    return answer;
}
int cuMemcpyDtoHAsync_v2(void *to, Pointer from, std::size_t bytes, Stream *stream)
{
    const int answer = begin_copy(from, bytes, stream);
    if (answer == success)
        std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    return answer;
}

int cuStreamCreate(Stream **stream, unsigned flags)
{
    if (state() != success || flags != 1)
        return state() != success ? state() : invalid_value;
    *stream = new Stream{current, {}};
    const std::scoped_lock guard(current->lock);
    current->streams.insert(*stream);
    ++live;
    return success;
}
int cuStreamSynchronize(Stream *stream)
{
    stream->catch_up();
    return state();
}
int cuStreamDestroy_v2(Stream *stream)
{
    const std::scoped_lock guard(stream->context->lock);
    stream->context->streams.erase(stream);
    delete stream;
    --live;
    return success;
}

int cuModuleLoadData(Module **module, const void *image)
{
    if (state() != success)
        return state();
    const int answer =
        is_first_and("refuses") ? invalid_image : accepts(static_cast<const char *>(image));
    if (answer != success)
        return answer;
    *module = new Module;
    ++live;
    return success;
}
int cuModuleUnload(Module *module)
{
    delete module;
    --live;
    return state();
}
int cuModuleGetFunction(Function **function, Module *module, const char *name)
{
    const std::set<std::string> known = {"keccak_chain", "sha256_chain", "sha256_segments",
                                         "memory_write", "memory_compare"};
    if (!known.contains(name))
        return not_found;
    module->function.name = name;
    *function = &module->function;
    return state();
}
int cuFuncGetAttribute(int *value, int what, Function *)
{
    *value = what == 0 ? 1024 : what == 4 ? 64 : 16;
    return state();
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function *function, int threads,
                                                std::size_t)
{
    *blocks = (function->name == "keccak_chain" ? 384 : 256) / threads;
    return state();
}
int cuLaunchKernel(Function *function, unsigned blocks, unsigned, unsigned, unsigned threads,
                   unsigned, unsigned, unsigned, Stream *stream, void **arguments, void **)
{
    if (state() != success)
        return state();
    if (stream == nullptr || stream->context != current)
        return invalid_value;
    if (current == &contexts[0])
        last_grid = {blocks, threads};
    const bool is_last = is_first_and("dies") && ++current->launches >= 4;
    const Launch launch{function->name,
                        {blocks, threads},
                        *static_cast<Pointer *>(arguments[0]),
                        *static_cast<std::uint32_t *>(arguments[1]),
                        *static_cast<std::uint32_t *>(arguments[2]),
                        is_last};
    stream->waiting.push_back({launch.states, [launch] { run(launch); }});
    return success;
}

int cuEventCreate(Event **event, unsigned)
{
    if (state() != success)
        return state();
    *event = new Event;
    ++live;
    return success;
}
int cuEventRecord(Event *event, Stream *stream)
{
    if (current == nullptr || stream == nullptr || stream->context != current)
        return current == nullptr ? invalid_context : invalid_value;
    event->stream = stream;
    stream->waiting.push_back({0, [event] {
                                   event->time = Clock::now();
                                   event->launched_ms = current->launched_ms;
                               }});
    return success;
}
int cuEventSynchronize(Event *event)
{
    event->stream->catch_up();
    return state();
}
int cuEventElapsedTime(float *ms, Event *start, Event *end)
{
    using Milliseconds = std::chrono::duration<float, std::milli>;
    *ms = is_wrong_with("no time") ? 0 : Milliseconds(end->time - start->time).count();
    if (is_wrong_with("steady") || is_wrong_with("turns"))
        *ms = static_cast<float>(end->launched_ms - start->launched_ms);
    return state();
}
int cuEventDestroy_v2(Event *event)
{
    delete event;
    --live;
    return state();
}

} // extern "C"

#endif
