// SPDX-License-Identifier: MIT
//
// A library with NVML's name that has the devices of fake_opencl.cpp. It reports when it is opened.
// HASHLANE_FAKE_NVML chooses: "no driver", "no permission", "no clock limits" and
// "no processes" (the call is refused), "shared" (another process is listed), or bits of clock
// limits in hexadecimal. With TOO_OLD it lacks all but one function.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

[[gnu::constructor]] void leave_a_trace() { std::fputs("fake NVML was opened\n", stderr); }

const char *chosen()
{
    const char *text = std::getenv("HASHLANE_FAKE_NVML");
    return text == nullptr ? "" : text;
}

} // namespace

extern "C" int nvmlInit_v2() { return std::strcmp(chosen(), "no driver") == 0 ? 9 : 0; }

#ifndef TOO_OLD

extern "C" {

int nvmlShutdown() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **device)
{
    static int known;
    *device = &known;
    if (std::strcmp(chosen(), "no permission") == 0)
        return 4;
    const bool is_ours =
        std::strcmp(address, "0000:41:03.1") == 0 || std::strcmp(address, "0000:42:03.1") == 0;
    return is_ours ? 0 : 6;
}
// The SM clock is 1; every other is not the requested one.
int nvmlDeviceGetClockInfo(void *, int clock, unsigned *mhz)
{
    *mhz = clock == 1 ? 1500 : 99;
    return 0;
}
int nvmlDeviceGetMaxClockInfo(void *, int clock, unsigned *mhz)
{
    *mhz = clock == 1 ? 2000 : 99;
    return 0;
}
int nvmlDeviceGetTemperature(void *, int, unsigned *celsius)
{
    *celsius = 61;
    return 0;
}
int nvmlDeviceGetPowerUsage(void *, unsigned *milliwatts)
{
    *milliwatts = 512'000;
    return 0;
}
int nvmlDeviceGetEnforcedPowerLimit(void *, unsigned *milliwatts)
{
    *milliwatts = 700'000;
    return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void *, unsigned long long *limits)
{
    if (std::strcmp(chosen(), "no clock limits") == 0)
        return 3;
    *limits = std::strtoull(chosen(), nullptr, 16);
    return 0;
}
// This process; with "shared" also the one that started it.
int nvmlDeviceGetComputeRunningProcesses_v3(void *, unsigned *count, void *into)
{
    struct Process {
        unsigned pid;
        unsigned long long bytes;
        unsigned gpu_instance, compute_instance;
    };
    if (std::strcmp(chosen(), "no processes") == 0)
        return 3;
    const unsigned room = *count;
    *count = std::strcmp(chosen(), "shared") == 0 ? 2 : 1;
    if (room < *count)
        return 7;
    const Process all[] = {{static_cast<unsigned>(getpid()), 1, ~0U, ~0U},
                           {static_cast<unsigned>(getppid()), 1, ~0U, ~0U}};
    std::memcpy(into, all, *count * sizeof *all);
    return 0;
}

} // extern "C"

#endif
