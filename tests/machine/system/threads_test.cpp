// SPDX-License-Identifier: MIT

#include "machine/system/threads.h"

#include "machine/system/cpus.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace hashlane::test {
namespace {

TEST(Threads, EachIsCalledOnce)
{
    std::atomic<int> sum = 0;
    machine::on_threads(4, [&](std::size_t i) { sum += 1 << (8 * i); });
    EXPECT_EQ(sum, 0x01010101);
    machine::on_threads(0, [&](std::size_t) { sum = 0; });
    EXPECT_EQ(sum, 0x01010101);
}

TEST(Threads, AnExceptionIsTheCallers)
{
    EXPECT_THROW(machine::on_threads(2,
                                     [](std::size_t i) {
                                         if (i == 1)
                                             throw std::logic_error("a mistake");
                                     }),
                 std::logic_error);
}

TEST(Threads, ArePinnedIfTheirCpusExist)
{
    const int cpu = machine::allowed_cpus().back();
    std::atomic<int> called = 0;
    std::optional<int> seen;
    const bool is_pinned = machine::on_pinned_threads({cpu}, [&](std::size_t) {
        seen = machine::this_threads_cpu();
        ++called;
    });
    EXPECT_TRUE(!is_pinned || seen.value_or(cpu) == cpu) << *seen;
    constexpr int of_no_machine = 60'000;
    EXPECT_FALSE(machine::on_pinned_threads({cpu, of_no_machine}, [&](std::size_t) { ++called; }));
    EXPECT_EQ(called, 3) << "all work, pinned or not";
}

// The first two would wait for the third for ever.
template <class Error> void fail_at_the_third(const Error &error_of_third)
{
    machine::Rendezvous rendezvous(4);
    std::atomic<int> called = 0;
    int started = 0;
    const auto start = [&](std::function<void()> body) {
        if (++started == 3)
            throw error_of_third;
        return machine::start_thread(std::move(body));
    };
    const auto body = [&](std::size_t) {
        ++called;
        machine::Participant participant(rendezvous);
        participant.start();
    };
    try {
        machine::on_threads(4, body, start);
        FAIL() << "no error";
    } catch (const machine::ThreadError &error) {
        EXPECT_EQ(std::string(error.what()).find("cannot start thread 3 of 4: "), 0U)
            << error.what();
    }
    EXPECT_EQ(started, 3);
    EXPECT_EQ(called, 0);
}

TEST(Threads, OneThatCannotBeStartedIsAnError)
{
    fail_at_the_third(
        std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)));
    fail_at_the_third(std::bad_alloc());
}

TEST(ThreadPool, CallsEachIndexOnceInEveryRun)
{
    for (const std::size_t workers : {1u, 2u, 5u}) {
        machine::ThreadPool pool(workers);
        for (const std::size_t count : {0u, 1u, 4u, 1000u}) {
            std::vector<std::atomic<int>> calls(count);
            pool.run(count, [&](std::size_t i, std::size_t worker) {
                EXPECT_LT(worker, workers);
                ++calls[i];
            });
            for (const std::atomic<int> &number : calls)
                EXPECT_EQ(number, 1);
        }
    }
}

// On the thread that calls run(), and on one that waits for work.
TEST(ThreadPool, AnExceptionIsTheCallersOnceAllCallsHaveEnded)
{
    machine::ThreadPool pool(2);
    ASSERT_EQ(pool.workers(), 2U);
    for (const std::size_t thrower : {0u, 1u}) {
        std::atomic<std::size_t> begun = 0, ended = 0;
        const auto work = [&](std::size_t, std::size_t worker) {
            ++begun;
            while (begun < 2) // each has one call
                std::this_thread::yield();
            if (worker == thrower)
                throw std::bad_alloc();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++ended;
        };
        EXPECT_THROW(pool.run(1000, work), std::bad_alloc);
        EXPECT_EQ(begun, ended + 1) << "a call went on after run() had returned";
        EXPECT_LT(begun, 1000U);
        pool.run(1, [&](std::size_t, std::size_t) { ++ended; });
        EXPECT_EQ(begun, ended) << "the pool goes on to work";
    }
}

} // namespace
} // namespace hashlane::test
