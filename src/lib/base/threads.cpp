// SPDX-License-Identifier: MIT
#include "threads.h"

#include <cstdlib>

#if defined(_WIN32)
#include <windows.h>
#else
#include <ctime>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

namespace hashlane {

#if defined(_WIN32)

SteadyClock::time_point SteadyClock::now()
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    // In two parts: a machine that has been up for a month would overflow their product.
    const LONGLONG seconds = count.QuadPart / frequency.QuadPart;
    const LONGLONG rest = count.QuadPart % frequency.QuadPart;
    return time_point(std::chrono::seconds(seconds) +
                      std::chrono::nanoseconds(rest * 1'000'000'000 / frequency.QuadPart));
}

void yield_thread() { SwitchToThread(); }

void sleep_thread(std::chrono::microseconds time)
{
    Sleep(static_cast<DWORD>((time.count() + 999) / 1000)); // it counts whole milliseconds
}

#else

SteadyClock::time_point SteadyClock::now()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

void yield_thread() { sched_yield(); }

void sleep_thread(std::chrono::microseconds time)
{
    timespec left{};
    left.tv_sec = static_cast<std::time_t>(time.count() / 1'000'000);
    left.tv_nsec = static_cast<long>(time.count() % 1'000'000) * 1000;
    nanosleep(&left, nullptr);
}

#endif

namespace {

#if defined(_WIN32)
using ThreadHandle = HANDLE;
#else
using ThreadHandle = pthread_t;
#endif

struct Helper {
    ThreadHandle thread;
    void (*call)(void *context, unsigned index);
    void *context;
    unsigned index;

    void help() const { call(context, index); }
};

#if defined(_WIN32)

DWORD WINAPI help(void *helper)
{
    static_cast<const Helper *>(helper)->help();
    return 0;
}

bool start(Helper &helper)
{
    helper.thread = CreateThread(nullptr, 0, help, &helper, 0, nullptr);
    return helper.thread != nullptr;
}

void join(const Helper &helper)
{
    WaitForSingleObject(helper.thread, INFINITE);
    CloseHandle(helper.thread);
}

#else

extern "C" void *hashlane_help(void *helper)
{
    static_cast<const Helper *>(helper)->help();
    return nullptr;
}

bool start(Helper &helper)
{
    return pthread_create(&helper.thread, nullptr, hashlane_help, &helper) == 0;
}

void join(const Helper &helper) { pthread_join(helper.thread, nullptr); }

#endif

} // namespace

unsigned online_processors()
{
#if defined(_WIN32)
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
#else
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? static_cast<unsigned>(count) : 1;
}

void call_on_threads(unsigned count, void (*call)(void *context, unsigned index), void *context)
{
    auto *const helpers = static_cast<Helper *>(std::malloc(sizeof(Helper) * count));
    unsigned started = 0;
    for (unsigned i = 1; helpers != nullptr && i < count; ++i) {
        helpers[started] = {{}, call, context, i};
        if (!start(helpers[started]))
            break;
        ++started;
    }
    call(context, 0);
    while (started != 0)
        join(helpers[--started]);
    std::free(helpers);
}

} // namespace hashlane
