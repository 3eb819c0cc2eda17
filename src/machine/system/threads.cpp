// SPDX-License-Identifier: MIT
#include "threads.h"

#include "cpus.h"

#include <fmt/format.h>

#include <new>
#include <string>
#include <system_error>

namespace hashlane::machine {
namespace {

std::jthread start_or_throw(const ThreadStarter &start, std::function<void()> body,
                            std::size_t index, std::size_t count)
{
    std::string reason;
    try {
        return start(std::move(body));
    } catch (const std::system_error &error) {
        reason = error.code().message();
    } catch (const std::bad_alloc &) {
        reason = "no memory is left";
    }
    throw ThreadError(fmt::format("cannot start thread {} of {}: {}", index + 1, count, reason));
}

} // namespace

std::jthread start_thread(std::function<void()> body) { return std::jthread(std::move(body)); }

std::jthread start_watcher(std::function<void(const std::stop_token &)> body)
{
    try {
        return std::jthread(std::move(body));
    } catch (const std::system_error &error) {
        throw ThreadError("cannot start a thread: " + error.code().message());
    }
}

bool sleep_unless_stopped(const std::stop_token &stop, std::chrono::nanoseconds time)
{
    std::mutex unshared; // nobody notifies it
    std::condition_variable_any sleep;
    std::unique_lock lock(unshared);
    return !sleep.wait_for(lock, stop, time, [&] { return stop.stop_requested(); });
}

void on_threads(std::size_t count, const std::function<void(std::size_t)> &body,
                const ThreadStarter &start)
{
    std::vector<std::exception_ptr> errors(count);
    const auto run = [&](std::size_t i) {
        try {
            body(i);
        } catch (...) {
            errors[i] = std::current_exception();
        }
    };
    // Threads wait until all have been started: they may wait for each other later, and would do so
    // for ever if one were missing.
    std::mutex gate;
    bool all_started = false;
    {
        std::vector<std::jthread> threads;
        threads.reserve(count);
        const std::scoped_lock closed(gate);
        for (std::size_t i = 0; i < count; ++i)
            threads.push_back(start_or_throw(
                start,
                [&, i] {
                    {
                        const std::scoped_lock passed(gate);
                        if (!all_started)
                            return;
                    }
                    run(i);
                },
                i, count));
        all_started = true;
    }
    for (const std::exception_ptr &error : errors)
        if (error)
            std::rethrow_exception(error);
}

bool on_pinned_threads(const std::vector<int> &cpus, const std::function<void(std::size_t)> &body)
{
    std::atomic<bool> pinned = true;
    on_threads(cpus.size(), [&](std::size_t i) {
        if (!pin_this_thread(cpus[i]))
            pinned = false;
        body(i);
    });
    return pinned;
}

Rendezvous::Rendezvous(std::size_t participants, Action when_all_are_ready, Action when_all_done)
    : when_all_are_ready_(std::move(when_all_are_ready)),
      when_all_done_(std::move(when_all_done)),
      missing_at_start_(participants),
      missing_at_end_(participants),
      not_done_(participants)
{
}

void Rendezvous::arrive(std::size_t &missing, const Action &when_all_have)
{
    const std::scoped_lock lock(mutex_);
    --missing;
    if (missing != 0)
        return;
    when_all_have();
    all_have_arrived_.notify_all();
}

void Rendezvous::wait_for(const std::size_t &missing)
{
    std::unique_lock lock(mutex_);
    all_have_arrived_.wait(lock, [&] { return missing == 0; });
}

Participant::~Participant()
{
    if (!started_)
        rendezvous_.arrive(rendezvous_.missing_at_start_, rendezvous_.when_all_are_ready_);
    mark_done();
    if (!ended_)
        rendezvous_.arrive(rendezvous_.missing_at_end_);
}

void Participant::start()
{
    started_ = true;
    rendezvous_.arrive(rendezvous_.missing_at_start_, rendezvous_.when_all_are_ready_);
    rendezvous_.wait_for(rendezvous_.missing_at_start_);
}

void Participant::mark_done()
{
    if (done_)
        return;
    done_ = true;
    if (--rendezvous_.not_done_ == 0)
        rendezvous_.when_all_done_();
}

void Participant::end()
{
    ended_ = true;
    rendezvous_.arrive(rendezvous_.missing_at_end_);
    rendezvous_.wait_for(rendezvous_.missing_at_end_);
}

namespace {

struct PoolRun {
    const ThreadPool::Work &work;
    std::size_t count;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex{};
    std::exception_ptr failure{}; ///< the first

    void take(std::size_t worker)
    try {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1))
            work(i, worker);
    } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!failure)
            failure = std::current_exception();
        next = count; // nothing else begins
    }
};

} // namespace

void ThreadPool::run(std::size_t count, const Work &work) const
{
    PoolRun run{work, count};
    const auto take = [](void *shared, std::size_t worker) {
        static_cast<PoolRun *>(shared)->take(worker);
    };
    if (pool_.run != nullptr)
        pool_.run(pool_.context, take, &run, workers());
    else
        take(&run, 0);
    if (run.failure)
        std::rethrow_exception(run.failure);
}

} // namespace hashlane::machine
