// SPDX-License-Identifier: MIT
//
// A value that the first call makes, where that call never ends: as one that a signal handler has
// interrupted, or that the child of a fork lacks the thread of.

#include "lib/base/threads.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace hashlane::test {
namespace {

#if defined(__linux__)
bool memory_is_left = true;
#endif

TEST(Lazy, IsMadeWhileItIsBeingMade)
{
    static constinit Lazy<int> value;
    int inside = 0;
    const int &outside = value.get([&] {
        inside = value.get([] { return 7; });
        return 8;
    });
    EXPECT_EQ(inside, 7);
    EXPECT_EQ(outside, 7); // the one that was there first
    EXPECT_EQ(&outside, &value.get([] { return 9; }));
}

struct Copied;
constinit int copies_under_way = 0, most_copies = 41;
const Copied &made_during_copy();

// Its copy is interrupted, many times one within the other, by a call that needs the value.
struct Copied {
    int number = 0;
    Copied() = default;
    constexpr explicit Copied(int value) : number(value) {}
    Copied(const Copied &) = default;
    Copied &operator=(const Copied &other)
    {
        if (++copies_under_way < most_copies)
            seen = made_during_copy().number;
        number = other.number;
        return *this;
    }
    int seen = 0;
};

constinit Lazy<Copied> copied;
constinit Lazy<Copied> *copied_now = &copied;

const Copied &made_during_copy()
{
    return copied_now->get([] { return Copied(5); });
}

TEST(Lazy, IsMadeWhileItIsBeingKept)
{
    EXPECT_EQ(made_during_copy().number, 5);
    EXPECT_EQ(copies_under_way, 41);
}

#if defined(__linux__)

TEST(Lazy, IsMadeWhileItIsBeingKeptWhereNoMemoryIsLeft)
{
    const auto make = [] {
        alarm(60);
        memory_is_left = false;
        copies_under_way = 0;
        most_copies = 4;
        static constinit Lazy<Copied> own;
        copied_now = &own;
        const bool right = made_during_copy().number == 5 && copies_under_way == most_copies;
        _exit(right ? 0 : 1);
    };
    EXPECT_EXIT(make(), testing::ExitedWithCode(0), "");
}

#endif

TEST(Lazy, IsOneValueOnAllThreads)
{
    static constinit Lazy<int> value;
    std::vector<const int *> seen(16);
    std::vector<std::thread> threads;
    for (const int *&own : seen)
        threads.emplace_back([&own] {
            own = &value.get([] {
                std::this_thread::yield();
                return 3;
            });
        });
    for (std::thread &thread : threads)
        thread.join();
    for (const int *own : seen)
        EXPECT_EQ(own, seen.front());
    EXPECT_EQ(*seen.front(), 3);
}

} // namespace

#if defined(__linux__)

// The library calls it in place of the system's (--wrap).
extern "C" {
void *__real_mmap(void *, std::size_t, int, int, int, off_t);

void *__wrap_mmap(void *at, std::size_t bytes, int protection, int flags, int file, off_t offset)
{
    return memory_is_left ? __real_mmap(at, bytes, protection, flags, file, offset) : MAP_FAILED;
}
}

#endif

} // namespace hashlane::test
