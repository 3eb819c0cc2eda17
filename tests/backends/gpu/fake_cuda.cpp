// SPDX-License-Identifier: MIT
//
// A library with the CUDA driver's name and two devices that compute the results of the device
// kernels: their CUDA form, run by the processor thread by thread. It reports when it is opened,
// and when a context is made. It is strict: calls need a current context, memory must be its own, a
// program must be for the device.
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
#include <map>
#include <mutex>
#include <string>
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

struct Context {
    const Device *device;
    std::atomic<int> lost{success}; // the result of every call from then on
    std::atomic<int> launches{0};
    std::atomic<double> launched_ms{0}; ///< with "steady" and "turns"
    std::mutex lock;
    std::map<Pointer, std::vector<unsigned char>> memory;
};
struct Function {
    std::string name;
};
struct Module {
    Function function;
};
struct Event {
    Clock::time_point time;
    double launched_ms = 0;
};

Context contexts[2] = {{&devices[0], {}, {}, {}, {}, {}}, {&devices[1], {}, {}, {}, {}, {}}};
thread_local Context *current = nullptr;
std::atomic<int> live{0}, contexts_made{0};
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
    else
        hashlane::test::cuda_sha256_chain(reinterpret_cast<std::uint8_t *>(states), lanes,
                                          iterations, grid);
}

} // namespace

extern "C" {

int fake_cuda_contexts() { return contexts_made; }
int fake_cuda_live() { return live; }
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
int cuMemcpyHtoD_v2(Pointer to, const void *from, std::size_t bytes)
{
    if (state() == success && !is_held(to, bytes))
        return invalid_value;
    if (state() == success)
        std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    return state();
}
int cuMemcpyDtoH_v2(void *to, Pointer from, std::size_t bytes)
{
    if (state() == success && !is_held(from, bytes))
        return invalid_value;
    if (state() == success)
        std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    return state();
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
    if (std::strcmp(name, "keccak_chain") != 0 && std::strcmp(name, "sha256_chain") != 0)
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
                   unsigned, unsigned, unsigned, void *, void **arguments, void **)
{
    if (state() != success)
        return state();
    if (current == &contexts[0])
        last_grid = {blocks, threads};
    const Pointer states = *static_cast<Pointer *>(arguments[0]);
    const auto lanes = *static_cast<std::uint32_t *>(arguments[1]);
    const auto iterations = *static_cast<std::uint32_t *>(arguments[2]);
    const std::size_t bytes = function->name == "keccak_chain" ? 200 : 32;
    // As on a device: a launch returns at once, and its failure appears later.
    if (is_first_and("dies") && ++current->launches >= 4)
        current->lost = launch_failed;
    else if (!is_held(states, lanes * bytes))
        current->lost = illegal_address;
    else
        compute(function->name, states, lanes, iterations, {blocks, threads});
    current->launched_ms = current->launched_ms + steady_ms(iterations);
    if (is_first_and("wrong") && iterations != 0 && current->lost == success)
        reinterpret_cast<unsigned char *>(states)[(lanes - 1) * bytes + 7] ^= 4;
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
int cuEventRecord(Event *event, void *)
{
    if (current == nullptr)
        return invalid_context;
    event->time = Clock::now();
    event->launched_ms = current->launched_ms;
    return success;
}
int cuEventSynchronize(Event *) { return state(); }
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
