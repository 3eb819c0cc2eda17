// SPDX-License-Identifier: MIT
//
// Threads that start and stop together, and one that fails in each place.

#include "machine/system/threads.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace hashlane::test {
namespace {

using std::chrono::milliseconds;

TEST(Rendezvous, StartsTogetherAndGoesOnUntilAllHaveEnough)
{
    machine::Rendezvous rendezvous(3);
    std::atomic<int> ready = 0;
    std::atomic<bool> slow_is_done = false;
    machine::on_threads(3, [&](std::size_t i) {
        machine::Participant participant(rendezvous);
        std::this_thread::sleep_for(milliseconds(10 * i));
        ++ready;
        participant.start();
        EXPECT_EQ(ready, 3);
        if (i == 2) {
            std::this_thread::sleep_for(milliseconds(30));
            slow_is_done = true;
        }
        participant.mark_done();
        participant.mark_done();
        while (!participant.all_done())
            std::this_thread::yield();
        EXPECT_TRUE(slow_is_done);
        participant.end();
    });
}

// Before the start, after it, and before the end.
TEST(Rendezvous, OneThatFailsHoldsNobodyUp)
{
    for (int when = 0; when < 3; ++when) {
        machine::Rendezvous rendezvous(3);
        std::atomic<int> ended = 0;
        const auto measure = [&](std::size_t i) {
            machine::Participant participant(rendezvous);
            const auto fail_at = [&](int point) {
                if (i == 1 && point == when)
                    throw std::runtime_error("broken");
            };
            fail_at(0);
            participant.start();
            fail_at(1);
            participant.mark_done();
            while (!participant.all_done())
                std::this_thread::yield();
            fail_at(2);
            participant.end();
            ++ended;
        };
        EXPECT_THROW(machine::on_threads(3, measure), std::runtime_error);
        EXPECT_EQ(ended, 2) << when;
    }
}

TEST(Rendezvous, ActsOnceWhenAllAreReadyAndOnceWhenAllHaveEnough)
{
    std::atomic<int> ready = 0, done = 0, starts = 0, ends = 0;
    const auto on_start = [&] {
        EXPECT_EQ(ready, 3) << "before any starts";
        ++starts;
    };
    const auto when_done = [&] {
        EXPECT_EQ(done, 3);
        ++ends;
    };
    machine::Rendezvous rendezvous(3, on_start, when_done);
    machine::on_threads(3, [&](std::size_t) {
        machine::Participant participant(rendezvous);
        ++ready;
        participant.start();
        EXPECT_EQ(starts, 1);
        ++done;
        participant.mark_done();
    });
    EXPECT_EQ(starts, 1);
    EXPECT_EQ(ends, 1);
}

TEST(Rendezvous, AloneNobodyIsWaitedFor)
{
    machine::Rendezvous rendezvous(1);
    machine::Participant alone(rendezvous);
    alone.start();
    EXPECT_FALSE(alone.all_done());
    alone.mark_done();
    EXPECT_TRUE(alone.is_done());
    EXPECT_TRUE(alone.all_done());
    alone.end();
}

} // namespace
} // namespace hashlane::test
