// SPDX-License-Identifier: MIT
//
// Threads that are started together, threads that meet, and threads that wait for work.
#pragma once

#include "hashlane/pool.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace hashlane::machine {

/// "cannot start thread 3 of 4: Resource temporarily unavailable".
class ThreadError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Starts a thread; throws a std::system_error where the system has none left. Tests put one in its
/// place that fails.
using ThreadStarter = std::function<std::jthread(std::function<void()>)>;
std::jthread start_thread(std::function<void()> body);

/// Starts a thread that runs until it is destroyed, in parallel to the one that works; throws a
/// ThreadError if it cannot be started.
std::jthread start_watcher(std::function<void(const std::stop_token &)> body);

/// Sleeps for that time, or until a stop is requested. Returns false if one was.
bool sleep_unless_stopped(const std::stop_token &stop, std::chrono::nanoseconds time);

/// Calls body(index) on `count` new threads, once all have been started, and waits for all. An
/// exception in a thread is thrown here. Throws a ThreadError when one cannot be started; body is
/// then not called at all.
void on_threads(std::size_t count, const std::function<void(std::size_t)> &body,
                const ThreadStarter &start = start_thread);

/// Calls on_threads() with a thread for each of `cpus`, pinned to it. Returns true if every thread
/// could be pinned.
bool on_pinned_threads(const std::vector<int> &cpus, const std::function<void(std::size_t)> &body);

/// State shared by threads that measure at the same time: they start together once all are ready,
/// each goes on until all are done, and the work of one after that disturbs none. A thread that
/// fails delays nobody. It outlives its participants.
class Rendezvous {
public:
    using Action = std::function<void()>;

    /// The last participant to be ready calls `when_all_are_ready` before any of them starts, the
    /// last one to be done calls `when_all_done`. Neither may throw.
    explicit Rendezvous(
        std::size_t participants, Action when_all_are_ready = [] {}, Action when_all_done = [] {});

private:
    friend class Participant;

    // A std::barrier of one phase, which MinGW-w64's GCC 12 does not always wake up from, is a
    // number of participants that are missing yet.
    void arrive(std::size_t &missing, const Action &when_all_have = [] {});
    void wait_for(const std::size_t &missing);

    const Action when_all_are_ready_, when_all_done_;
    std::mutex mutex_; ///< guards the next two
    std::size_t missing_at_start_, missing_at_end_;
    std::condition_variable all_have_arrived_;
    std::atomic<std::size_t> not_done_; ///< participants that are not done yet
};

/// One thread's part in a rendezvous. When it is destroyed, the others no longer wait for it,
/// however far it has come.
class Participant {
public:
    explicit Participant(Rendezvous &rendezvous) : rendezvous_(rendezvous) {}
    ~Participant();
    Participant(const Participant &) = delete;
    Participant &operator=(const Participant &) = delete;

    /// Declares that it is ready, and waits until the others are. Called once.
    void start();
    /// Declares that it has measured enough; may be called again.
    void mark_done();
    bool is_done() const { return done_; }
    /// True if all participants that have not dropped out are done.
    bool all_done() const { return rendezvous_.not_done_ == 0; }
    /// Declares that it has stopped, and waits until the others have, so that later work disturbs
    /// none. Called once, or by the destructor.
    void end();

private:
    Rendezvous &rendezvous_;
    bool started_ = false, done_ = false, ended_ = false;
};

/// Threads that wait for work: a pool of the library. The thread that calls run() is one of them.
class ThreadPool {
public:
    using Work = std::function<void(std::size_t index, std::size_t worker)>;

    /// Starts `workers` ≥ 1 threads. A thread that cannot be started is skipped.
    explicit ThreadPool(std::size_t workers)
    {
        hashlane_pool_start(&pool_, static_cast<unsigned>(workers));
    }
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;
    ~ThreadPool() { hashlane_pool_stop(&pool_); }

    std::size_t workers() const { return pool_.threads; }

    /// For the library's functions.
    const hashlane_pool &pool() const { return pool_; }

    /// Calls work(i, worker) for each i below `count`, begun in their order, and returns when all
    /// calls have returned. No two calls with one worker, below workers(), are under way at once.
    /// Once a call has thrown, no other begins, and the first exception is thrown here when all
    /// have ended.
    void run(std::size_t count, const Work &work) const;

private:
    hashlane_pool pool_;
};

} // namespace hashlane::machine
