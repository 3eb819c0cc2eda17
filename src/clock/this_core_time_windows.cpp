// SPDX-License-Identifier: MIT
#include "this_core.h"

#include "../compiler/x86.h"

#include <windows.h>

namespace hashlane {
namespace {

double counter_ns()
{
    static const double ns_per_count = [] {
        LARGE_INTEGER frequency;
        QueryPerformanceFrequency(&frequency);
        return 1e9 / static_cast<double>(frequency.QuadPart);
    }();
    LARGE_INTEGER count;
    QueryPerformanceCounter(&count);
    return static_cast<double>(count.QuadPart) * ns_per_count;
}

double file_time_ns(const FILETIME &time)
{
    return static_cast<double>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) * 100;
}

#if HASHLANE_X86_64

// AMD APM volume 3, E.4.7; Intel SDM volume 3B, 18.17.1: constant rate in every state.
bool tsc_is_invariant()
{
    std::uint32_t registers[4];
    x86::cpuid(0x80000000, 0, registers);
    if (registers[0] < 0x80000007)
        return false;
    x86::cpuid(0x80000007, 0, registers);
    return (registers[3] >> 8 & 1U) != 0;
}

// Long enough that the counter's ticks are five in a million of it.
constexpr double calibration_ns = 40e6;

double ns_per_tsc_tick()
{
    const double start = counter_ns();
    const std::uint64_t first = x86::rdtscp();
    double end = start;
    while (end - start < calibration_ns)
        end = counter_ns();
    return (end - start) / static_cast<double>(x86::rdtscp() - first);
}

// The performance counter ticks every 100 ns, a hundredth of what the clock's probes take. It is
// the time-stamp counter, scaled and rounded down, so the same time is had unrounded.
double fine_ns()
{
    static const double ns_per_tick = tsc_is_invariant() ? ns_per_tsc_tick() : 0;
    return ns_per_tick == 0 ? counter_ns() : static_cast<double>(x86::rdtscp()) * ns_per_tick;
}

#else

double fine_ns() { return counter_ns(); }

#endif

} // namespace

double ThisCore::now_ns() { return fine_ns(); }

double ThisCore::thread_cpu_ns()
{
    FILETIME created, ended, kernel, user;
    if (GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user) == 0)
        return now_ns();
    return file_time_ns(kernel) + file_time_ns(user);
}

} // namespace hashlane
