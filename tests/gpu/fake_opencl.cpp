// SPDX-License-Identifier: MIT
//
// A library with the OpenCL loader's name and one device, that computes nothing. It says so when
// it is opened. HASHLANE_FAKE_OPENCL chooses what is wrong: "no platform", "no device", "dead" (a
// launch fails), "no build"; else only the digests are. With TOO_OLD it lacks all but one function.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

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

int object;

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

void *made(Int *answer)
{
    if (answer != nullptr)
        *answer = 0;
    return &object;
}

std::string memory;

} // namespace

extern "C" {

Int clGetPlatformInfo(void *, Uint, Size room, void *to, Size *needed)
{
    return answer_text("Fake platform", room, to, needed);
}
Int clGetDeviceIDs(void *, Bits, Uint, void **devices, Uint *count)
{
    if (is_wrong_with("no device"))
        return -1;
    if (devices != nullptr)
        *devices = &object;
    if (count != nullptr)
        *count = 1;
    return 0;
}
Int clGetDeviceInfo(void *, Uint what, Size room, void *to, Size *needed)
{
    if (what == 0x102b || what == 0x102d)
        return answer_text(what == 0x102b ? "Fake device" : "9.8", room, to, needed);
    const std::uint64_t number = what == 0x101f ? 1 << 20 : 2;
    return answer_bytes(&number, room, room, to, needed);
}
void *clCreateContext(const std::intptr_t *, Uint, void *const *, void (*)(), void *, Int *answer)
{
    return made(answer);
}
Int clReleaseContext(void *) { return 0; }
void *clCreateCommandQueue(void *, void *, Bits, Int *answer) { return made(answer); }
Int clReleaseCommandQueue(void *) { return 0; }
void *clCreateBuffer(void *, Bits, Size bytes, void *, Int *answer)
{
    memory.assign(bytes, '\0');
    return made(answer);
}
Int clReleaseMemObject(void *) { return 0; }
Int clEnqueueWriteBuffer(void *, void *, Uint, Size, Size bytes, const void *from, Uint,
                         void *const *, void **)
{
    std::memcpy(memory.data(), from, bytes);
    return 0;
}
Int clEnqueueReadBuffer(void *, void *, Uint, Size, Size bytes, void *to, Uint, void *const *,
                        void **)
{
    std::memcpy(to, memory.data(), bytes);
    return 0;
}
void *clCreateProgramWithSource(void *, Uint, const char **, const Size *, Int *answer)
{
    return made(answer);
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
void *clCreateKernel(void *, const char *, Int *answer) { return made(answer); }
Int clSetKernelArg(void *, Uint, Size, const void *) { return 0; }
Int clGetKernelWorkGroupInfo(void *, void *, Uint, Size room, void *to, Size *needed)
{
    const Size number = 8;
    return answer_bytes(&number, sizeof number, room, to, needed);
}
Int clReleaseKernel(void *) { return 0; }
Int clEnqueueNDRangeKernel(void *, void *, Uint, const Size *, const Size *, const Size *, Uint,
                           void *const *, void **event)
{
    *event = &object;
    return is_wrong_with("dead") ? -5 : 0;
}
Int clWaitForEvents(Uint, void *const *) { return 0; }
Int clGetEventProfilingInfo(void *, Uint what, Size room, void *to, Size *needed)
{
    const std::uint64_t ns = what == 0x1283 ? 150'000'000 : 0;
    return answer_bytes(&ns, sizeof ns, room, to, needed);
}
Int clReleaseEvent(void *) { return 0; }

} // extern "C"

#endif
