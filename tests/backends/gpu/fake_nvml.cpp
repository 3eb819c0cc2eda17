// SPDX-License-Identifier: MIT
//
// A library with NVML's name that has the devices of fake_opencl.cpp. It reports when it is opened.
// HASHLANE_FAKE_NVML chooses: "no driver", "no permission", "no clock limits" and
// "no processes" (the call is refused), "shared" (another process is listed), "bare" (the device
// has no numbers, settings, link and errors), "broken memory" (uncorrected errors, a row to be
// remapped), or bits of clock limits in hexadecimal. It has no board's part number, as an older
// one. With TOO_OLD it lacks all but one function.

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

namespace {

int bare_or(int answer) { return std::strcmp(chosen(), "bare") == 0 ? 3 : answer; }

int text_answer(const char *text, char *into, unsigned room)
{
    std::snprintf(into, room, "%s", text);
    return bare_or(0);
}

int number_answer(unsigned number, unsigned *into)
{
    *into = number;
    return bare_or(0);
}

bool is_memory_broken() { return std::strcmp(chosen(), "broken memory") == 0; }

} // namespace

extern "C" {

int nvmlDeviceGetUUID(void *, char *into, unsigned room)
{
    return text_answer("GPU-0000", into, room);
}
int nvmlDeviceGetSerial(void *, char *into, unsigned room)
{
    return text_answer("1654922001234", into, room);
}
int nvmlDeviceGetVbiosVersion(void *, char *into, unsigned room)
{
    return text_answer("96.00", into, room);
}
int nvmlDeviceGetEccMode(void *, int *now, int *after_reset)
{
    *now = *after_reset = 1;
    return bare_or(0);
}
int nvmlDeviceGetMigMode(void *, unsigned *now, unsigned *after_reset)
{
    *now = 0;
    *after_reset = 1;
    return bare_or(0);
}
int nvmlDeviceGetPersistenceMode(void *, unsigned *mode) { return number_answer(0, mode); }
int nvmlDeviceGetComputeMode(void *, unsigned *mode) { return number_answer(3, mode); }
int nvmlDeviceGetPowerManagementDefaultLimit(void *, unsigned *milliwatts)
{
    return number_answer(650'000, milliwatts);
}
int nvmlDeviceGetApplicationsClock(void *, int clock, unsigned *mhz)
{
    return number_answer(clock == 0 ? 1980 : 99, mhz);
}
int nvmlDeviceGetCurrPcieLinkWidth(void *, unsigned *width) { return number_answer(8, width); }
int nvmlDeviceGetMaxPcieLinkWidth(void *, unsigned *width) { return number_answer(16, width); }
int nvmlDeviceGetCurrPcieLinkGeneration(void *, unsigned *number)
{
    return number_answer(4, number);
}
int nvmlDeviceGetMaxPcieLinkGeneration(void *, unsigned *number)
{
    return number_answer(5, number);
}
int nvmlDeviceGetPcieReplayCounter(void *, unsigned *count) { return number_answer(2, count); }
// 11 corrected and 12 of all times; no uncorrected ones but 7 of all times.
int nvmlDeviceGetTotalEccErrors(void *, int sort, int since, unsigned long long *count)
{
    const unsigned long long broken = is_memory_broken() ? 3 : 0;
    *count = sort == 0 ? (since == 0 ? 11 : 12) : (since == 0 ? broken : 7);
    return bare_or(0);
}
int nvmlDeviceGetRemappedRows(void *, unsigned *correctable, unsigned *uncorrectable,
                              unsigned *pending, unsigned *failed)
{
    *correctable = 1;
    *uncorrectable = 2;
    *pending = is_memory_broken() ? 1 : 0;
    *failed = 0;
    return bare_or(0);
}
// Without room for the addresses.
int nvmlDeviceGetRetiredPages(void *, int cause, unsigned *count, unsigned long long *)
{
    *count = cause == 0 ? 4 : 5;
    return bare_or(7);
}
int nvmlDeviceGetRetiredPagesPendingStatus(void *, unsigned *pending)
{
    return number_answer(1, pending);
}

} // extern "C"

#endif
