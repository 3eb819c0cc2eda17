// SPDX-License-Identifier: MIT
//
// A machine with more CPUs than a cpu_set_t has room for: this program's calls of the kernel's
// affinity go through __wrap_sched_getaffinity and __wrap_sched_setaffinity.
#include "machine/system/cpus.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <sched.h>

namespace hashlane::test {
namespace {

// Such a machine while it lives. As Linux does, it refuses a set that is smaller than its own.
class ManyCpus {
public:
    ManyCpus() { here = this; }
    ~ManyCpus() { here = nullptr; }
    ManyCpus(const ManyCpus &) = delete;
    ManyCpus &operator=(const ManyCpus &) = delete;

    static constexpr std::size_t set_bytes = 8192 / 8;

    int get(std::size_t bytes, cpu_set_t *set) const
    {
        if (bytes < set_bytes) {
            errno = EINVAL;
            return -1;
        }
        CPU_ZERO_S(bytes, set);
        for (const int cpu : allowed)
            CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
        return 0;
    }

    int set(std::size_t bytes, const cpu_set_t *set)
    {
        for (const int cpu : allowed)
            if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set) &&
                CPU_COUNT_S(bytes, set) == 1) {
                pinned = cpu;
                return 0;
            }
        errno = EINVAL;
        return -1;
    }

    static inline ManyCpus *here = nullptr;
    std::vector<int> allowed = {5, 1023, 1024, 8191};
    int pinned = -1;
};

TEST(ManyCpus, AreAllAllowed)
{
    const ManyCpus machine;
    EXPECT_EQ(machine::allowed_cpus(), machine.allowed);
}

TEST(ManyCpus, CanBePinned)
{
    ManyCpus machine;
    for (const int cpu : machine.allowed) {
        EXPECT_TRUE(machine::pin_this_thread(cpu)) << cpu;
        EXPECT_EQ(machine.pinned, cpu);
    }
    for (const int cpu : {6, 8192, 65536, 1 << 30})
        EXPECT_FALSE(machine::pin_this_thread(cpu)) << cpu;
}

} // namespace

extern "C" {
int __real_sched_getaffinity(pid_t, std::size_t, cpu_set_t *);
int __real_sched_setaffinity(pid_t, std::size_t, const cpu_set_t *);

int __wrap_sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t *set)
{
    return ManyCpus::here != nullptr ? ManyCpus::here->get(bytes, set)
                                     : __real_sched_getaffinity(process, bytes, set);
}

int __wrap_sched_setaffinity(pid_t process, std::size_t bytes, const cpu_set_t *set)
{
    return ManyCpus::here != nullptr ? ManyCpus::here->set(bytes, set)
                                     : __real_sched_setaffinity(process, bytes, set);
}
}

} // namespace hashlane::test
