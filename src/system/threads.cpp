// SPDX-License-Identifier: MIT
#include "threads.h"

#include "cpu_list.h"

#include <atomic>
#include <exception>
#include <thread>

namespace hashlane {

void on_threads(std::size_t count, const std::function<void(std::size_t)> &body)
{
    std::vector<std::exception_ptr> errors(count);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < count; ++i)
            threads.emplace_back([&, i] {
                try {
                    body(i);
                } catch (...) {
                    errors[i] = std::current_exception();
                }
            });
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
