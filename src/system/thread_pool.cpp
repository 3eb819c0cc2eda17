// SPDX-License-Identifier: MIT
#include "thread_pool.h"

#include <system_error>

namespace hashlane {

ThreadPool::ThreadPool(std::size_t workers)
{
    threads_.reserve(workers - 1);
    try {
        for (std::size_t worker = 1; worker < workers; ++worker)
            threads_.emplace_back([this, worker] { wait_for_work(worker); });
    } catch (const std::system_error &) { // NOLINT(bugprone-empty-catch)
        // The calling thread is there in any case.
    }
}

ThreadPool::~ThreadPool()
{
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    work_came_.notify_all();
    for (std::thread &thread : threads_)
        thread.join();
}

void ThreadPool::run(std::size_t count, const Work &work)
{
    {
        const std::scoped_lock lock(mutex_);
        work_ = &work;
        count_ = count;
        next_ = 0;
        working_ = threads_.size();
        ++runs_;
    }
    work_came_.notify_all();
    take(0);
    std::unique_lock lock(mutex_);
    work_ended_.wait(lock, [this] { return working_ == 0; });
}

void ThreadPool::wait_for_work(std::size_t worker)
{
    for (std::size_t run = 1;; ++run) {
        {
            std::unique_lock lock(mutex_);
            work_came_.wait(lock, [&] { return is_over_ || runs_ == run; });
            if (is_over_)
                return;
        }
        take(worker);
        const std::scoped_lock lock(mutex_);
        if (--working_ == 0)
            work_ended_.notify_one();
    }
}

void ThreadPool::take(std::size_t worker)
{
    for (std::size_t i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1))
        (*work_)(i, worker);
}

} // namespace hashlane
