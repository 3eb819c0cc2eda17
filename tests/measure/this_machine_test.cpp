// SPDX-License-Identifier: MIT
#include "measure/cycle_clock.h"
#include "measure/this_machine.h"

#include <gtest/gtest.h>

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace hashlane::test {
namespace {

TEST(ThisMachine, TimeAndTicksAdvanceWithWork)
{
    ThisMachine machine;
    const double ns = machine.now_ns();
    const std::uint64_t ticks = machine.tsc_ticks();
    machine.run_dependent_chain(1'000'000);
    EXPECT_GT(machine.now_ns(), ns);
    EXPECT_GT(machine.tsc_ticks(), ticks);
    EXPECT_GT(machine.thread_cpu_ns(), 0);
}

#if defined(__linux__)
// Without a free file descriptor the counter cannot be opened, whoever runs the test.
TEST(ThisMachine, SaysWhyTheCounterCannotBeRead)
{
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit none{0, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    ThisMachine machine;
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);

    EXPECT_FALSE(machine.counted_cycles());
    EXPECT_EQ(machine.counter_problem().rfind("perf_event_open: ", 0), 0U)
        << machine.counter_problem();
    const ChosenClock chosen = make_clock({}, machine);
    EXPECT_NE(chosen.clock->source(), CycleSource::perf);
    EXPECT_EQ(chosen.note.rfind("no hardware counter: perf_event_open: ", 0), 0U) << chosen.note;
}
#endif

} // namespace
} // namespace hashlane::test
