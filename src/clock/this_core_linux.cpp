// SPDX-License-Identifier: MIT
#include "this_core.h"

#include "../machine/sensors.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace hashlane {
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
    // A pinned event counts always, or there is nothing to read: never a scaled guess. On a kind of
    // core that it is not for it pauses all the same; the times tell.
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

} // namespace hashlane
