// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_THREAD_POOL_H
#define HASHLANE_SRC_SYSTEM_THREAD_POOL_H

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hashlane {

/// Threads that wait for work. The thread that calls run() is one of them, worker 0.
class ThreadPool {
public:
    using Work = std::function<void(std::size_t index, std::size_t worker)>;

    /// `workers` ≥ 1. A thread that cannot be started is done without.
    explicit ThreadPool(std::size_t workers);
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;
    ~ThreadPool();

    std::size_t workers() const { return threads_.size() + 1; }

    /// Calls work(i, worker) for each i below `count`, begun in their order, and returns when all
    /// calls have returned. `work` throws nothing. One thread at a time may call this.
    void run(std::size_t count, const Work &work);

private:
    void wait_for_work(std::size_t worker);
    void take(std::size_t worker);

    std::mutex mutex_;
    std::condition_variable work_came_, work_ended_;
    const Work *work_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::size_t working_ = 0; ///< threads that have not finished this run yet
    std::size_t runs_ = 0;
    bool is_over_ = false;
    std::vector<std::thread> threads_;
};

} // namespace hashlane

#endif
