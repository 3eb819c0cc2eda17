// SPDX-License-Identifier: MIT
//
// The kernel's counter of a thread's cycles, on machines with one and without: this program's
// syscall() goes through __wrap_syscall, which returns a test's result for perf_event_open.
#include "machine/clock/this_core.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hashlane::test {
namespace {

struct Asked {
    perf_event_attr attributes{};
    int process = 1, cpu = 1, group = 1;
    unsigned long flags = 0;
};

// A replacement for perf_event_open's result while it lives: the reading end of a pipe, from which
// each read gets the data written before, or an error.
class GivenCounter {
public:
    GivenCounter()
    {
        EXPECT_EQ(pipe2(ends_, O_NONBLOCK), 0);
        here = this;
    }
    ~GivenCounter()
    {
        here = nullptr;
        close(ends_[1]);
        if (is_open())
            close(ends_[0]);
    }
    GivenCounter(const GivenCounter &) = delete;
    GivenCounter &operator=(const GivenCounter &) = delete;

    void will_say(const machine::CounterReading &reading) const
    {
        // As perf_event_open(2) lays it out for the two times of PERF_FORMAT_TOTAL_TIME_*.
        const std::uint64_t words[] = {reading.count, reading.enabled_ns, reading.running_ns};
        EXPECT_EQ(write(ends_[1], words, sizeof words), static_cast<ssize_t>(sizeof words));
    }
    void will_say_half() const { EXPECT_EQ(write(ends_[1], "half", 4), 4); }
    void will_refuse(int error) { error_ = error; }
    bool is_open() const { return fcntl(ends_[0], F_GETFD) != -1; }

    long open(const Asked &call)
    {
        asked = call;
        if (error_ == 0)
            return ends_[0];
        errno = error_;
        return -1;
    }

    Asked asked;
    static thread_local GivenCounter *here;

private:
    int ends_[2] = {-1, -1};
    int error_ = 0;
};

thread_local GivenCounter *GivenCounter::here = nullptr;

std::string problem_with(int error)
{
    GivenCounter given;
    given.will_refuse(error);
    machine::ThisCore core;
    EXPECT_FALSE(core.counted_cycles());
    return core.counter_problem();
}

TEST(LinuxCounter, IsOfThisThreadsCyclesInUserModeAlone)
{
    GivenCounter given;
    const machine::ThisCore core;
    const perf_event_attr &attributes = given.asked.attributes;
    EXPECT_EQ(attributes.type, PERF_TYPE_HARDWARE);
    EXPECT_EQ(attributes.size, sizeof attributes);
    EXPECT_EQ(attributes.config, PERF_COUNT_HW_CPU_CYCLES);
    EXPECT_TRUE(attributes.exclude_kernel && attributes.exclude_hv);
    EXPECT_FALSE(attributes.exclude_user || attributes.inherit || attributes.disabled);
    EXPECT_TRUE(attributes.pinned);
    EXPECT_EQ(attributes.read_format,
              PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
    EXPECT_EQ(given.asked.process, 0);
    EXPECT_EQ(given.asked.cpu, -1);
    EXPECT_EQ(given.asked.group, -1);
    EXPECT_EQ(given.asked.flags, PERF_FLAG_FD_CLOEXEC);
}

TEST(LinuxCounter, IsReadUnlessItPaused)
{
    GivenCounter given;
    given.will_say({1000, 50'000, 40'000});
    machine::ThisCore core;
    EXPECT_EQ(core.counter_problem(), "");
    given.will_say({3000, 60'000, 50'000});
    EXPECT_EQ(core.counted_cycles(), 3000U) << "it paused before";
    given.will_say({4000, 80'000, 60'000});
    EXPECT_EQ(core.counted_cycles(), std::nullopt) << "it paused";
    given.will_say({6000, 90'000, 70'000});
    EXPECT_EQ(core.counted_cycles(), 6000U) << "that pause is over";
}

TEST(LinuxCounter, ThatDiesOrSaysHalfIsNothing)
{
    GivenCounter given;
    given.will_say({1000, 50'000, 50'000});
    machine::ThisCore core;
    EXPECT_EQ(core.counted_cycles(), std::nullopt);
    given.will_say_half();
    EXPECT_EQ(core.counted_cycles(), std::nullopt);
}

TEST(LinuxCounter, ThatIsNeverReadHasThatReason)
{
    GivenCounter given;
    machine::ThisCore core;
    EXPECT_EQ(core.counter_problem(),
              "perf_event_open: the cycle counter can be opened but not read");
    EXPECT_FALSE(core.counted_cycles());
}

TEST(LinuxCounter, IsClosed)
{
    GivenCounter given;
    {
        const machine::ThisCore core;
        EXPECT_TRUE(given.is_open());
    }
    EXPECT_FALSE(given.is_open());
}

TEST(LinuxCounter, IsRefusedForAReason)
{
    const std::string none = ", this machine offers no cycle counter";
    EXPECT_EQ(problem_with(ENOENT),
              std::string("perf_event_open: ") + std::strerror(ENOENT) + none);
    EXPECT_EQ(problem_with(EOPNOTSUPP),
              std::string("perf_event_open: ") + std::strerror(EOPNOTSUPP) + none);
    EXPECT_EQ(problem_with(EMFILE), std::string("perf_event_open: ") + std::strerror(EMFILE));
    std::string level;
    if (std::ifstream file("/proc/sys/kernel/perf_event_paranoid"); file >> level)
        level = ", kernel.perf_event_paranoid is " + level;
    for (const int error : {EACCES, EPERM})
        EXPECT_EQ(problem_with(error),
                  std::string("perf_event_open: ") + std::strerror(error) + level);
}

} // namespace
} // namespace hashlane::test

extern "C" {
long __real_syscall(long number, ...);

// As the C library's own, it hands on six words whatever the call takes: AddressSanitizer is not to
// look. NOLINTNEXTLINE(bugprone-reserved-identifier): the linker's name for it.
__attribute__((no_sanitize("address"))) long __wrap_syscall(long number, ...)
{
    long words[6];
    std::va_list arguments;
    va_start(arguments, number);
    for (long &word : words)
        word = va_arg(arguments, long);
    va_end(arguments);
    using hashlane::test::GivenCounter;
    if (number != SYS_perf_event_open || GivenCounter::here == nullptr)
        return __real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    hashlane::test::Asked asked{.process = static_cast<int>(words[1]),
                                .cpu = static_cast<int>(words[2]),
                                .group = static_cast<int>(words[3]),
                                .flags = static_cast<unsigned long>(words[4])};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the system's interface has it so.
    std::memcpy(&asked.attributes, reinterpret_cast<const void *>(words[0]),
                sizeof asked.attributes);
    return GivenCounter::here->open(asked);
}
}
