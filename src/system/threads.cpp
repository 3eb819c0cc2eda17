// SPDX-License-Identifier: MIT
#include "threads.h"

#include "cpu_list.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <utility>

namespace hashlane {
namespace {

// Where threads wait until all have been started: they may wait for each other later, and would do
// so for ever if one were missing.
class Gate {
public:
    /// Returns whether the threads are to do their work.
    bool pass()
    {
        std::unique_lock lock(mutex_);
        moved_.wait(lock, [this] { return state_ != State::closed; });
        return state_ == State::open;
    }
    void open() { set(State::open); }
    void send_all_away() { set(State::away); }

private:
    enum class State { closed, open, away };
    void set(State state)
    {
        const std::scoped_lock lock(mutex_);
        state_ = state;
        moved_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable moved_;
    State state_ = State::closed;
};

std::jthread start_or_throw(const ThreadStarter &start, std::function<void()> body,
                            std::size_t index, std::size_t count)
{
    const auto fail = [&](const std::string &reason) {
        throw ThreadError("cannot start thread " + std::to_string(index + 1) + " of " +
                          std::to_string(count) + ": " + reason);
    };
    try {
        return start(std::move(body));
    } catch (const std::system_error &error) {
        fail(error.code().message());
    } catch (const std::bad_alloc &) {
        fail("no memory is left");
    }
    return {};
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
    Gate gate;
    {
        std::vector<std::jthread> threads;
        threads.reserve(count);
        try {
            for (std::size_t i = 0; i < count; ++i)
                threads.push_back(start_or_throw(
                    start,
                    [&, i] {
                        if (gate.pass())
                            run(i);
                    },
                    i, count));
        } catch (...) {
            gate.send_all_away();
            throw;
        }
        gate.open();
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

} // namespace hashlane
