// SPDX-License-Identifier: MIT
//
// The parts that depend on the processor first, then those that depend on the operating system.
#include "this_core.h"

#include "../../lib/base/compiler.h"
#include "../../lib/base/x86.h"
#include "../system/text.h"

#include <algorithm>

#if defined(_WIN32)
#include <windows.h>
#else
#include <ctime>
#endif
#if defined(__linux__)
#include "../sensors/system_state.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#endif

namespace hashlane::machine {

std::optional<double> imul_latency(const CpuInfo &cpu)
{
    // Intel since Nehalem, AMD and Hygon since Zen (Agner Fog, Instruction tables; uops.info). An
    // add or lea would not do for a chain: Golden Cove folds several of them into one.
    constexpr double cycles = 3;
    if (cpu.vendor == "GenuineIntel" && (cpu.family == 6 || cpu.family > 15))
        return cycles;
    if ((cpu.vendor == "AuthenticAMD" || cpu.vendor == "HygonGenuine") && cpu.family >= 0x17)
        return cycles;
    return std::nullopt;
}

namespace {

constexpr std::uint32_t arm = 0x41, hisilicon = 0x48, apple = 0x61;

struct CoreLatencies {
    std::uint32_t implementer, part;
    Arm64Latencies latencies;
};

// Sources: Arm's software optimisation guides, as transcribed in LLVM's models of Cortex-A57,
// Cortex-A510, Neoverse N1, N2, N3, V1, V2 and TSV110; Cortex-A76 and A78 are N1's and V1's
// siblings, and so on. MUL of 64 bits is slower on the older ones.
constexpr CoreLatencies core_latencies[] = {
    {arm, 0xd07, {3, 5}},       // Cortex-A57
    {arm, 0xd08, {3, 4}},       // Cortex-A72
    {arm, 0xd0b, {2, 2}},       // Cortex-A76
    {arm, 0xd0c, {2, 2}},       // Neoverse N1
    {arm, 0xd0d, {2, 2}},       // Cortex-A77
    {arm, 0xd40, {2, 2}},       // Neoverse V1
    {arm, 0xd41, {2, 2}},       // Cortex-A78
    {arm, 0xd44, {2, 2}},       // Cortex-X1
    {arm, 0xd46, {3, 4}},       // Cortex-A510
    {arm, 0xd47, {2, 2}},       // Cortex-A710
    {arm, 0xd48, {2, 2}},       // Cortex-X2
    {arm, 0xd49, {2, 2}},       // Neoverse N2
    {arm, 0xd4d, {2, 2}},       // Cortex-A715
    {arm, 0xd4e, {2, 2}},       // Cortex-X3
    {arm, 0xd4f, {2, 2}},       // Neoverse V2
    {arm, 0xd8e, {2, 2}},       // Neoverse N3
    {hisilicon, 0xd01, {3, 4}}, // TSV110
};

// Both Firestorm and Icestorm (dougallj.github.io/applecpu); macOS shows no MIDR.
constexpr Arm64Latencies apple_latencies{3, 3};

} // namespace

std::optional<Arm64Latencies> arm64_latencies(const CpuInfo &cpu)
{
    if (!cpu.midr)
        return cpu.vendor == "Apple" ? std::optional(apple_latencies) : std::nullopt;
    const std::uint32_t implementer = midr_implementer(*cpu.midr);
    if (implementer == apple)
        return apple_latencies;
    const auto *const core = std::ranges::find_if(core_latencies, [&](const CoreLatencies &c) {
        return c.implementer == implementer && c.part == midr_part(*cpu.midr);
    });
    return core == std::end(core_latencies) ? std::nullopt : std::optional(core->latencies);
}

#if HASHLANE_X86_64

std::uint64_t run_imul_chain(std::uint64_t steps)
{
    // Eight steps a turn hide the loop's own instructions behind the multiplications.
    std::uint64_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        x86::multiply_in_a_row(value);
    return value;
}

std::uint64_t ThisCore::tsc_ticks() { return x86::rdtscp(); }

void ThisCore::run_dependent_chain(std::uint64_t steps) { run_imul_chain(steps); }
std::optional<double> ThisCore::chain_step_cycles() { return imul_latency(this_cpu()); }

// Aligned, or its pace differs by 5 % from one build of the program to the next.
[[gnu::aligned(64)]] void ThisCore::run_wide_burst(std::uint64_t operations)
{
    // Eight times eight per turn: the loop's own instructions are few in comparison.
    std::uint64_t values[8] = {};
    for (std::uint64_t turn = 0; turn < operations / 64; ++turn)
        unroll<8>([&](auto) { x86::eight_independent_xors(values, operations); });
    // Or a compiler that sees through them would leave them out.
    [[maybe_unused]] volatile std::uint64_t end = values[0];
}
bool ThisCore::has_wide_burst() { return true; }

void ThisCore::run_check_chain(std::uint64_t) {}
std::optional<double> ThisCore::check_step_cycles() { return std::nullopt; }
std::string ThisCore::chain_name() { return "imul"; }
std::string ThisCore::tsc_name() { return "time-stamp counter"; }
#elif defined(__aarch64__)

namespace {

// Returns the latencies of the core that this thread is on: a system may have several kinds.
std::optional<Arm64Latencies> latencies_here()
{
    CpuInfo cpu = this_cpu();
    cpu.midr = this_midr();
    return arm64_latencies(cpu);
}

} // namespace

// Eight steps a turn hide the loop's own instructions behind them.
#define HASHLANE_EIGHT(step)                                                                       \
    step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step

std::uint64_t ThisCore::tsc_ticks()
{
    std::uint64_t ticks = 0;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

void ThisCore::run_dependent_chain(std::uint64_t steps)
{
    std::uint32_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        asm volatile(HASHLANE_EIGHT("mul %w0, %w0, %w0") : "+r"(value));
}
std::optional<double> ThisCore::chain_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->mul) : std::nullopt;
}

void ThisCore::run_wide_burst(std::uint64_t operations)
{
    std::uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (std::uint64_t turn = 0; turn < operations / 64; ++turn)
        asm volatile(HASHLANE_EIGHT("eor %0, %0, %8\n\teor %1, %1, %8\n\teor %2, %2, %8\n\t"
                                    "eor %3, %3, %8\n\teor %4, %4, %8\n\teor %5, %5, %8\n\t"
                                    "eor %6, %6, %8\n\teor %7, %7, %8")
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
                     : "r"(operations));
}
bool ThisCore::has_wide_burst() { return true; }

void ThisCore::run_check_chain(std::uint64_t steps)
{
    double value = 1;
    const double zero = 0;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        asm volatile(HASHLANE_EIGHT("fadd %d0, %d0, %d1") : "+w"(value) : "w"(zero));
}
std::optional<double> ThisCore::check_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->fadd) : std::nullopt;
}
std::string ThisCore::chain_name() { return "mul"; }
std::string ThisCore::tsc_name() { return "generic timer"; }
#else
std::uint64_t ThisCore::tsc_ticks() { return 0; }
void ThisCore::run_dependent_chain(std::uint64_t) {}
std::optional<double> ThisCore::chain_step_cycles() { return std::nullopt; }
void ThisCore::run_wide_burst(std::uint64_t) {}
bool ThisCore::has_wide_burst() { return false; }
void ThisCore::run_check_chain(std::uint64_t) {}
std::optional<double> ThisCore::check_step_cycles() { return std::nullopt; }
std::string ThisCore::chain_name() { return ""; }
std::string ThisCore::tsc_name() { return ""; }
#endif

#if !HASHLANE_X86_64
std::uint64_t run_imul_chain(std::uint64_t /*steps*/) { return 0; }
#endif

#if defined(_WIN32)

namespace {

double counter_ns()
{
    static const double ns_per_count = [] {
        LARGE_INTEGER frequency;
        QueryPerformanceFrequency(&frequency);
        return 1e9 / static_cast<double>(frequency.QuadPart);
    }();
    const auto read = [] {
        LARGE_INTEGER count;
        QueryPerformanceCounter(&count);
        return count.QuadPart;
    };
    static const LONGLONG epoch = read();
    return ns_between(epoch, read(), ns_per_count);
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

// The performance counter ticks every 100 ns, a hundredth of the duration of the clock's probes. It
// is the time-stamp counter, scaled and rounded down, so this returns the same time unrounded.
double fine_ns()
{
    static const double ns_per_tick = tsc_is_invariant() ? ns_per_tsc_tick() : 0;
    static const std::uint64_t epoch = x86::rdtscp();
    return ns_per_tick == 0 ? counter_ns()
                            : ns_between(static_cast<std::int64_t>(epoch),
                                         static_cast<std::int64_t>(x86::rdtscp()), ns_per_tick);
}

// A tenth of a millisecond, about: a thread that is taken off its core stays off for longer.
constexpr int absence_bits = 18;

// Windows counts the ticks of the time-stamp counter during which a thread was on a core; the
// rest of them it was not. Nothing is subtracted where it does not count, as under Wine.
std::uint64_t absences()
{
    ULONG64 present = 0;
    if (QueryThreadCycleTime(GetCurrentThread(), &present) == 0)
        return 0;
    return (x86::rdtscp() - present) >> absence_bits;
}

#else

double fine_ns() { return counter_ns(); }
std::uint64_t absences() { return 0; }

#endif

} // namespace

double ThisCore::now_ns() { return fine_ns(); }

std::uint64_t ThisCore::preemptions() { return absences(); }

double ThisCore::thread_cpu_ns()
{
    FILETIME created, ended, kernel, user;
    if (GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user) == 0)
        return now_ns();
    return file_time_ns(kernel) + file_time_ns(user);
}

#else

double ThisCore::thread_cpu_ns()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

double ThisCore::now_ns() { return steady_ns(); }

#endif

#if defined(__linux__)

namespace {

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
    // A pinned event counts all the time, or there is nothing to read: never a scaled guess. On
    // another kind of core it pauses nevertheless; the times show that.
    attributes.pinned = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

} // namespace

ThisCore::ThisCore() : counter_(open_cycle_counter())
{
    if (counter_ < 0)
        counter_problem_ = explain_counter_error(errno);
    else if (const auto first = read_counter())
        last_reading_ = *first;
    else
        counter_problem_ = "perf_event_open: the cycle counter can be opened but not read";
}

ThisCore::~ThisCore()
{
    if (counter_ >= 0)
        close(counter_);
}

std::optional<CounterReading> ThisCore::read_counter() const
{
    CounterReading reading; // in the order in which the kernel writes it
    if (counter_ < 0 || read(counter_, &reading, sizeof reading) != sizeof reading)
        return std::nullopt;
    return reading;
}

std::optional<std::uint64_t> ThisCore::counted_cycles()
{
    const std::optional<CounterReading> now = read_counter();
    if (!now)
        return std::nullopt;
    const CounterReading before = std::exchange(last_reading_, *now);
    return counted_throughout(before, *now) ? std::optional(now->count) : std::nullopt;
}

std::uint64_t ThisCore::preemptions()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<std::uint64_t>(usage.ru_nivcsw);
}

std::uint64_t ThisCore::throttle_events() { return throttle_count_of_cpu(sched_getcpu()); }

#else

ThisCore::ThisCore() : counter_problem_("no counter interface on this system") {}
ThisCore::~ThisCore() = default;
std::optional<std::uint64_t> ThisCore::counted_cycles() { return std::nullopt; }
std::uint64_t ThisCore::throttle_events() { return 0; }

#if !defined(_WIN32)
std::uint64_t ThisCore::preemptions() { return 0; }
#endif

#endif

} // namespace hashlane::machine
