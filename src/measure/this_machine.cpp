// SPDX-License-Identifier: MIT
#include "this_machine.h"

#include "../core/arm64_features.h"
#include "arm64_chain.h"

#include <chrono>
#include <ctime>

#if defined(__linux__)
#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace hashlane {
namespace {

#if defined(__linux__)
std::string explain_counter_error(int error)
{
    std::string reason = std::strerror(error);
    if (error == EACCES || error == EPERM) {
        std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
        if (std::string level; file >> level)
            reason += ", kernel.perf_event_paranoid is " + level;
    }
    if (error == ENOENT || error == EOPNOTSUPP)
        reason += ", this machine offers no cycle counter";
    return "perf_event_open: " + reason;
}

int open_cycle_counter()
{
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_CPU_CYCLES;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    // A pinned event counts always or reads as an error: never a scaled guess.
    attributes.pinned = 1;
    return static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}
#endif

#if defined(__x86_64__)
// imul r,r takes 3 cycles on Intel since Nehalem and on AMD and Hygon since Zen (Agner Fog,
// Instruction tables; uops.info). An add or lea would not do: Golden Cove folds a chain of them.
constexpr double imul_cycles = 3;

bool imul_latency_is_known(const CpuInfo &cpu)
{
    if (cpu.vendor == "GenuineIntel")
        return cpu.family == 6 || cpu.family > 15;
    if (cpu.vendor == "AuthenticAMD" || cpu.vendor == "HygonGenuine")
        return cpu.family >= 0x17;
    return false;
}
#elif defined(__aarch64__)
// Of the core that this thread is on: a system may have several kinds.
std::optional<Arm64Latencies> latencies_here()
{
    CpuInfo cpu = this_cpu();
    cpu.midr = this_midr();
    return arm64_latencies(cpu);
}
#endif

} // namespace

#if defined(__linux__)
ThisMachine::ThisMachine() : counter_(open_cycle_counter())
{
    if (counter_ < 0)
        counter_problem_ = explain_counter_error(errno);
    else if (!counted_cycles())
        counter_problem_ = "perf_event_open: the cycle counter opens but cannot be read";
}

ThisMachine::~ThisMachine()
{
    if (counter_ >= 0)
        close(counter_);
}

std::optional<std::uint64_t> ThisMachine::counted_cycles()
{
    std::uint64_t count = 0;
    if (counter_ < 0 || read(counter_, &count, sizeof count) != sizeof count)
        return std::nullopt;
    return count;
}

std::uint64_t ThisMachine::preemptions()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_nivcsw);
}

std::uint64_t ThisMachine::throttle_events()
{
    const std::string directory =
        "/sys/devices/system/cpu/cpu" + std::to_string(sched_getcpu()) + "/thermal_throttle/";
    std::uint64_t events = 0;
    for (const char *name : {"core_throttle_count", "package_throttle_count"}) {
        std::ifstream file(directory + name);
        if (std::uint64_t count = 0; file >> count)
            events += count;
    }
    return events;
}

double ThisMachine::thread_cpu_ns()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}
#else
ThisMachine::ThisMachine() : counter_problem_("no counter interface on this system") {}
ThisMachine::~ThisMachine() = default;
std::optional<std::uint64_t> ThisMachine::counted_cycles() { return std::nullopt; }
std::uint64_t ThisMachine::preemptions() { return 0; }
std::uint64_t ThisMachine::throttle_events() { return 0; }
double ThisMachine::thread_cpu_ns() { return now_ns(); }
#endif

double ThisMachine::now_ns()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

#if defined(__x86_64__)
std::uint64_t ThisMachine::tsc_ticks()
{
    unsigned processor = 0;
    return __rdtscp(&processor);
}

void ThisMachine::run_dependent_chain(std::uint64_t steps)
{
    // Eight steps a turn hide the loop's own instructions behind the multiplications.
    std::uint64_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        asm volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                     "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0"
                     : "+r"(value));
}

std::optional<double> ThisMachine::chain_step_cycles()
{
    return imul_latency_is_known(this_cpu()) ? std::optional(imul_cycles) : std::nullopt;
}

void ThisMachine::run_check_chain(std::uint64_t) {}
std::optional<double> ThisMachine::check_step_cycles() { return std::nullopt; }
std::string ThisMachine::chain_name() { return "imul"; }
std::string ThisMachine::tsc_name() { return "time-stamp counter"; }
#elif defined(__aarch64__)
std::uint64_t ThisMachine::tsc_ticks()
{
    std::uint64_t ticks = 0;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

void ThisMachine::run_dependent_chain(std::uint64_t steps) { run_mul_chain(steps); }
std::optional<double> ThisMachine::chain_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->mul) : std::nullopt;
}

void ThisMachine::run_check_chain(std::uint64_t steps) { run_fadd_chain(steps); }
std::optional<double> ThisMachine::check_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->fadd) : std::nullopt;
}
std::string ThisMachine::chain_name() { return "mul"; }
std::string ThisMachine::tsc_name() { return "generic timer"; }
#else
std::uint64_t ThisMachine::tsc_ticks() { return static_cast<std::uint64_t>(now_ns()); }
void ThisMachine::run_dependent_chain(std::uint64_t) {}
std::optional<double> ThisMachine::chain_step_cycles() { return std::nullopt; }
void ThisMachine::run_check_chain(std::uint64_t) {}
std::optional<double> ThisMachine::check_step_cycles() { return std::nullopt; }
std::string ThisMachine::chain_name() { return ""; }
std::string ThisMachine::tsc_name() { return "system's clock, in nanoseconds"; }
#endif

} // namespace hashlane
