// SPDX-License-Identifier: MIT
//
// A library with the OpenCL loader's name and two devices. It reports when it is opened. The
// devices compute nothing; with RIGHT they do, slowly enough to be watched. A launch is done when
// somebody waits for it, and until then no copy of another queue may use its memory.
// HASHLANE_FAKE_OPENCL chooses the fault: "no platform", "no device", "dead" (a launch fails),
// "second dead" (the second's does), "no build"; or the devices' place: "same slot" instead of two;
// or "quick": an iteration takes a microsecond by the device's clock, and no more than it must.
// With TOO_OLD it lacks all but one function.

#include "fake_opencl.h"

#include "cuda_stand_in.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Int = std::int32_t;
using Uint = std::uint32_t;
using Bits = std::uint64_t;
using Size = std::size_t;

[[gnu::constructor]] void leave_a_trace() { std::fputs("fake OpenCL was opened\n", stderr); }

bool is_wrong_with(const char *what)
{
    const char *chosen = std::getenv("HASHLANE_FAKE_OPENCL");
    return chosen != nullptr && std::strcmp(chosen, what) == 0;
}

} // namespace

extern "C" Int clGetPlatformIDs(Uint, void **platforms, Uint *count)
{
    if (is_wrong_with("no platform"))
        return -1001;
    if (platforms != nullptr)
        *platforms = platforms;
    if (count != nullptr)
        *count = 1;
    return 0;
}

#ifndef TOO_OLD

namespace {

struct Device {};
std::array<Device, 2> devices;
int other_object;

struct Memory {
    std::vector<std::uint64_t> words;
    std::uint8_t *bytes() { return reinterpret_cast<std::uint8_t *>(words.data()); }
};

struct Kernel {
    std::string name;
    Memory *memory = nullptr;
    Uint lanes = 0, iterations = 0;
};

bool is_second(const void *device) { return device == &devices[1]; }

Int answer_bytes(const void *answer, Size bytes, Size room, void *to, Size *needed)
{
    if (to != nullptr)
        std::memcpy(to, answer, bytes < room ? bytes : room);
    if (needed != nullptr)
        *needed = bytes;
    return 0;
}

Int answer_text(const char *text, Size room, void *to, Size *needed)
{
    return answer_bytes(text, std::strlen(text) + 1, room, to, needed);
}

template <class Object> Object *made(Object *object, Int *answer)
{
    *answer = 0;
    return object;
}

void compute([[maybe_unused]] const Kernel &kernel)
{
#ifdef RIGHT
    if (!is_wrong_with("quick"))
        std::this_thread::sleep_for(std::chrono::milliseconds(80));
    if (kernel.name == "sha256_segments")
        hashlane::test::cuda_sha256_segments(kernel.memory->bytes(), kernel.lanes,
                                             kernel.iterations,
                                             hashlane::test::grid_for(kernel.lanes));
    else if (kernel.name.starts_with("memory_"))
        hashlane::test::cuda_memory_pass(kernel.name, kernel.memory->words.data(), kernel.lanes,
                                         kernel.iterations, hashlane::test::grid_for(kernel.lanes));
    else if (kernel.name == "keccak_chain")
        hashlane::test::cuda_keccak_chain(kernel.memory->words.data(), kernel.lanes,
                                          kernel.iterations,
                                          hashlane::test::grid_for(kernel.lanes));
    else
        hashlane::test::cuda_sha256_chain(kernel.memory->bytes(), kernel.lanes, kernel.iterations,
                                          hashlane::test::grid_for(kernel.lanes));
#endif
}

struct Queue {
    void *device;
    std::vector<Kernel> waiting;
    bool is_flushed = false;

    void catch_up()
    {
        for (const Kernel &kernel : std::exchange(waiting, {}))
            compute(kernel);
    }
};

struct Event {
    Queue *queue;
    Uint iterations;
};

std::mutex lock;
std::set<const Queue *> queues;
std::atomic<int> copies_beside_launches{0};

// Returns whether a copy in this queue is allowed, after all that is before it.
Int begin_copy(void *object, const void *memory)
{
    constexpr Int success = 0, invalid_memory = -38;
    auto *const queue = static_cast<Queue *>(object);
    queue->catch_up();
    const std::scoped_lock guard(lock);
    bool is_beside = false;
    for (const Queue *other : queues) {
        if (other->device != queue->device)
            continue;
        for (const Kernel &kernel : other->waiting)
            if (kernel.memory == memory)
                return invalid_memory;
        is_beside = is_beside || (!other->waiting.empty() && other->is_flushed);
    }
    copies_beside_launches += is_beside ? 1 : 0;
    return success;
}

} // namespace

extern "C" {

int fake_opencl_copies_beside_launches() { return copies_beside_launches; }

Int clGetPlatformInfo(void *, Uint, Size room, void *to, Size *needed)
{
    return answer_text("Fake platform", room, to, needed);
}
Int clGetDeviceIDs(void *, Bits, Uint room, void **ids, Uint *count)
{
    if (is_wrong_with("no device"))
        return -1;
    for (Uint i = 0; ids != nullptr && i < room && i < devices.size(); ++i)
        ids[i] = &devices[i];
    if (count != nullptr)
        *count = devices.size();
    return 0;
}
Int clGetDeviceInfo(void *device, Uint what, Size room, void *to, Size *needed)
{
    switch (what) {
    case 0x102b:
        return answer_text("Fake device", room, to, needed);
    case 0x102d:
        return answer_text("9.8", room, to, needed);
    case 0x1030:
        return answer_text("cl_khr_icd cl_khr_pci_bus_info", room, to, needed);
    case 0x410f: {
        const Uint bus = is_second(device) && !is_wrong_with("same slot") ? 0x42 : 0x41;
        const std::array<Uint, 4> address = {0, bus, 3, 1};
        return answer_bytes(address.data(), sizeof address, room, to, needed);
    }
    default: {
        const std::uint64_t number = what == 0x101f ? 1 << 20 : 2;
        return answer_bytes(&number, room, room, to, needed);
    }
    }
}
void *clCreateContext(const std::intptr_t *, Uint, void *const *, void (*)(), void *, Int *answer)
{
    return made(&other_object, answer);
}
Int clReleaseContext(void *) { return 0; }
void *clCreateCommandQueue(void *, void *device, Bits, Int *answer)
{
    const std::scoped_lock guard(lock);
    auto *const queue = made(new Queue{device, {}}, answer);
    queues.insert(queue);
    return queue;
}
Int clReleaseCommandQueue(void *queue)
{
    const std::scoped_lock guard(lock);
    queues.erase(static_cast<Queue *>(queue));
    delete static_cast<Queue *>(queue);
    return 0;
}
Int clFlush(void *queue)
{
    static_cast<Queue *>(queue)->is_flushed = true;
    return 0;
}
void *clCreateBuffer(void *, Bits, Size bytes, void *, Int *answer)
{
    return made(new Memory{std::vector<std::uint64_t>((bytes + 7) / 8)}, answer);
}
Int clReleaseMemObject(void *memory)
{
    delete static_cast<Memory *>(memory);
    return 0;
}
Int clEnqueueWriteBuffer(void *queue, void *memory, Uint, Size, Size bytes, const void *from, Uint,
                         void *const *, void **)
{
    const Int answer = begin_copy(queue, memory);
    if (answer == 0)
        std::memcpy(static_cast<Memory *>(memory)->bytes(), from, bytes);
    return answer;
}
Int clEnqueueReadBuffer(void *queue, void *memory, Uint, Size, Size bytes, void *to, Uint,
                        void *const *, void **)
{
    const Int answer = begin_copy(queue, memory);
    if (answer == 0)
        std::memcpy(to, static_cast<Memory *>(memory)->bytes(), bytes);
    return answer;
}
void *clCreateProgramWithSource(void *, Uint, const char **, const Size *, Int *answer)
{
    return made(&other_object, answer);
}
Int clBuildProgram(void *, Uint, void *const *, const char *, void (*)(void *, void *), void *)
{
    return is_wrong_with("no build") ? -11 : 0;
}
Int clGetProgramBuildInfo(void *, void *, Uint, Size room, void *to, Size *needed)
{
    return answer_text("\nfake error: no such type\nand more\n", room, to, needed);
}
Int clReleaseProgram(void *) { return 0; }
void *clCreateKernel(void *, const char *name, Int *answer)
{
    return made(new Kernel{name}, answer);
}
Int clSetKernelArg(void *object, Uint index, Size bytes, const void *value)
{
    Kernel &kernel = *static_cast<Kernel *>(object);
    void *const arguments[] = {static_cast<void *>(&kernel.memory), &kernel.lanes,
                               &kernel.iterations};
    std::memcpy(arguments[index], value, bytes);
    return 0;
}
Int clGetKernelWorkGroupInfo(void *, void *, Uint, Size room, void *to, Size *needed)
{
    const Size number = 8;
    return answer_bytes(&number, sizeof number, room, to, needed);
}
Int clReleaseKernel(void *kernel)
{
    delete static_cast<Kernel *>(kernel);
    return 0;
}
Int clEnqueueNDRangeKernel(void *object, void *kernel, Uint, const Size *, const Size *,
                           const Size *, Uint, void *const *, void **event)
{
    auto *const queue = static_cast<Queue *>(object);
    if (is_wrong_with("dead") || (is_wrong_with("second dead") && is_second(queue->device)))
        return -5;
    queue->waiting.push_back(*static_cast<Kernel *>(kernel));
    queue->is_flushed = false;
    *event = new Event{queue, queue->waiting.back().iterations};
    return 0;
}
Int clWaitForEvents(Uint, void *const *events)
{
    static_cast<Event *>(*events)->queue->catch_up();
    return 0;
}
Int clGetEventProfilingInfo(void *event, Uint what, Size room, void *to, Size *needed)
{
    const Uint iterations = static_cast<Event *>(event)->iterations;
    const std::uint64_t whole =
        is_wrong_with("quick") ? 1000 * std::uint64_t{iterations} : 150'000'000;
    const std::uint64_t ns = what == 0x1283 ? whole : 0;
    return answer_bytes(&ns, sizeof ns, room, to, needed);
}
Int clReleaseEvent(void *event)
{
    delete static_cast<Event *>(event);
    return 0;
}

} // extern "C"

#endif
