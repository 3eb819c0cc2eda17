// SPDX-License-Identifier: MIT
#include "lib/base/compiler.h"
#include "machine/clock/cycle_clock.h"
#include "machine/clock/this_core.h"
#include "machine/system/cpus.h"
#include "machine/system/text.h"
#include "machine/system/threads.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#if defined(__linux__)
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>
#endif

namespace hashlane::test {
namespace {

TEST(ThisCore, TimeAndTicksAdvanceWithWork)
{
    machine::ThisCore core;
    const double ns = core.now_ns();
    const std::uint64_t ticks = core.tsc_ticks();
    core.run_dependent_chain(1'000'000);
    EXPECT_GT(core.now_ns(), ns);
    EXPECT_GT(core.tsc_ticks(), ticks);
    EXPECT_GT(core.thread_cpu_ns(), 0);
}

double boot_to_now_ns()
{
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
const double boot_to_start_ns = boot_to_now_ns();

// Else it loses its last digits on a machine that has been up for long.
TEST(ThisCore, TimeBeginsWithTheProcess)
{
    constexpr double slack_ns = 1e9;
    machine::ThisCore core;
    EXPECT_LT(core.now_ns(), boot_to_now_ns() - boot_to_start_ns + slack_ns);
    double on_another_thread = 0;
    const double before = core.now_ns();
    std::thread([&] { on_another_thread = machine::ThisCore().now_ns(); }).join();
    EXPECT_LE(before, on_another_thread) << "threads share it";
    EXPECT_LE(on_another_thread, core.now_ns());
}

TEST(TimeBetweenCounts, KeepsEachNanosecond)
{
    constexpr std::int64_t three_years_ns = 100'000'000'000'000'000;
    for (const std::int64_t ns : {0, 1, 7, 999, -3})
        EXPECT_EQ(machine::ns_between(three_years_ns, three_years_ns + ns), ns);
    EXPECT_EQ(machine::ns_between(three_years_ns, three_years_ns + 3, 0.25), 0.75);
}

TEST(ThisCore, NamesWhatItHas)
{
    machine::ThisCore core;
#if HASHLANE_X86_64
    EXPECT_EQ(core.chain_name(), "imul");
    EXPECT_EQ(core.tsc_name(), "time-stamp counter");
    EXPECT_EQ(core.chain_step_cycles(), machine::imul_latency(this_cpu()));
    EXPECT_FALSE(core.check_step_cycles()) << "IMUL's latency is beyond doubt";
    EXPECT_TRUE(core.has_wide_burst());
#elif defined(__aarch64__)
    EXPECT_EQ(core.chain_name(), "mul");
    EXPECT_EQ(core.tsc_name(), "generic timer");
    EXPECT_TRUE(core.has_wide_burst());
#else
    EXPECT_EQ(core.tsc_name(), "");
    EXPECT_FALSE(core.has_wide_burst());
#endif
}

#if defined(__linux__)
// From here on this thread may not open a counter, whoever it is: the kernel answers EACCES.
void forbid_counters()
{
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{std::size(filter), filter};
    ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

TEST(ThisCore, SaysWhyTheCounterCannotBeRead)
{
    std::thread([] {
        forbid_counters();
        machine::ThisCore core;
        EXPECT_FALSE(core.counted_cycles());
        EXPECT_TRUE(core.counter_problem().starts_with("perf_event_open: Permission denied"))
            << core.counter_problem();
        const machine::ChosenClock chosen = machine::make_clock({}, core);
        EXPECT_NE(chosen.clock->source(), machine::CycleSource::perf);
        EXPECT_TRUE(chosen.note.starts_with("no hardware counter: perf_event_open: "))
            << chosen.note;
    }).join();
}

// Two threads on one CPU that both want all of it: the system takes it from each in turn.
TEST(ThisCore, SeesThatItsThreadWasTakenOffItsCore)
{
    const int cpu = machine::this_threads_cpu().value_or(machine::allowed_cpus().front());
    std::atomic<int> taken_off{0};
    ASSERT_TRUE(machine::on_pinned_threads({cpu, cpu}, [&](std::size_t) {
        machine::ThisCore core;
        const std::uint64_t before = core.preemptions();
        const double start_ns = core.now_ns();
        bool counted = false;
        while (taken_off < 2 && core.now_ns() - start_ns < 20e9) {
            if (!counted && core.preemptions() > before) {
                counted = true;
                ++taken_off;
            }
        }
    }));
    EXPECT_EQ(taken_off, 2);
}
#endif

} // namespace
} // namespace hashlane::test
