// SPDX-License-Identifier: MIT
#include "pool.h"

#include "pages.h"
#include "threads.h"

#include <atomic>
#include <bit>
#include <new>

#if defined(_WIN32)
#include <windows.h>
#else
#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#endif

namespace hashlane {
namespace {

#if defined(_WIN32)

unsigned usable_processors()
{
    // A process's set is of one group of 64; with several of them, all processors count.
    DWORD_PTR process = 0, system = 0;
    if (GetActiveProcessorGroupCount() == 1 &&
        GetProcessAffinityMask(GetCurrentProcess(), &process, &system) != 0 && process != 0)
        return static_cast<unsigned>(std::popcount(std::uint64_t{process}));
    return std::max<DWORD>(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS), 1);
}

class Lock {
public:
    void take() { AcquireSRWLockExclusive(&lock_); }
    bool try_take() { return TryAcquireSRWLockExclusive(&lock_) != 0; }
    void give() { ReleaseSRWLockExclusive(&lock_); }

private:
    friend class Event;
    SRWLOCK lock_ = SRWLOCK_INIT;
};

class Event {
public:
    void wait(Lock &held) { SleepConditionVariableSRW(&event_, &held.lock_, INFINITE, 0); }
    void tell_all() { WakeAllConditionVariable(&event_); }

private:
    CONDITION_VARIABLE event_ = CONDITION_VARIABLE_INIT;
};

using Thread = HANDLE;

struct Unsignalled {};

int this_process() { return 0; } // no pool is copied into another one

bool is_this_thread(Thread /*thread*/) { return false; } // no handler runs on a pool's

void yield() { SwitchToThread(); }

DWORD WINAPI serve_pool(void *pool);

bool start(Thread &thread, void *pool)
{
    thread = CreateThread(nullptr, 0, serve_pool, pool, 0, nullptr);
    return thread != nullptr;
}

void join(Thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

#else

unsigned usable_processors()
{
#if defined(__linux__)
    // Linux refuses a set that is smaller than its own, and one cpu_set_t ends at 1024 CPUs.
    cpu_set_t set[64] = {};
    if (sched_getaffinity(0, sizeof set, set) == 0)
        return static_cast<unsigned>(CPU_COUNT_S(sizeof set, set));
#endif
    return static_cast<unsigned>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

// Statically initialised, these own nothing that has to be given back.
class Lock {
public:
    void take() { pthread_mutex_lock(&lock_); }
    bool try_take() { return pthread_mutex_trylock(&lock_) == 0; }
    void give() { pthread_mutex_unlock(&lock_); }

private:
    friend class Event;
    pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
};

class Event {
public:
    void wait(Lock &held) { pthread_cond_wait(&event_, &held.lock_); }
    void tell_all() { pthread_cond_broadcast(&event_); }

private:
    pthread_cond_t event_ = PTHREAD_COND_INITIALIZER;
};

using Thread = pthread_t;

// No handler of a signal runs on a thread that the calling one starts meanwhile: signals are for
// the program's own threads. Those for a fault of the thread itself, and profilers', are left
// alone.
class Unsignalled {
public:
    Unsignalled()
    {
        sigset_t most;
        sigfillset(&most);
        for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF})
            sigdelset(&most, own);
        pthread_sigmask(SIG_BLOCK, &most, &before_);
    }
    Unsignalled(const Unsignalled &) = delete;
    Unsignalled &operator=(const Unsignalled &) = delete;
    ~Unsignalled() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

pid_t this_process() { return getpid(); }

bool is_this_thread(Thread thread) { return pthread_equal(thread, pthread_self()) != 0; }

void yield() { sched_yield(); }

extern "C" void *hashlane_serve_pool(void *pool);

// Four times what hashlane.h promises that a call takes: glibc has thread-local variables there,
// and handlers of faults and of profilers their frames. The default may be 16 KiB.
constexpr std::size_t least_stack_bytes = 256 << 10;

bool start(Thread &thread, void *pool)
{
    pthread_attr_t attributes;
    std::size_t stack_bytes = 0;
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &stack_bytes);
    pthread_attr_setstacksize(&attributes, std::max(stack_bytes, least_stack_bytes));
    const bool started = pthread_create(&thread, &attributes, hashlane_serve_pool, pool) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

void join(Thread thread) { pthread_join(thread, nullptr); }

#endif

// The child of a fork has a copy without the threads, and with locks and events in any state: it
// touches nothing of it. Its copy is zeros; where the system cannot do that, the child is known by
// its number, which it may have in common with its parent if it is in another namespace. A run is
// open from its begin until its last call has been taken, and ends when no thread is inside. A
// thread that wakes up after that is not waited for.
class Pool {
public:
    using Work = void (*)(void *argument, std::size_t index);

    // More would not help on any existing machine.
    static constexpr unsigned most_threads = 8192;

    // Each takes about 0.3 µs.
    static constexpr int most_yields = 200;

    // Null if there is no memory.
    static Pool *make()
    {
        void *const memory = new_pages(sizeof(Pool));
        if (memory == nullptr)
            return nullptr;
        wipe_pages_on_fork(memory, sizeof(Pool));
        return new (memory) Pool;
    }

    // Returns the pool's threads, the caller's included.
    unsigned start_threads(unsigned threads)
    {
        [[maybe_unused]] const Unsignalled unsignalled;
        while (started_ + 1 < threads && start(threads_[started_], this))
            ++started_;
        return started_ + 1;
    }

    bool is_of_this_process() const { return process_ == this_process(); }

    // Waits for the end of another thread's run.
    void end()
    {
        [[maybe_unused]] const Uncancelled uncancelled;
        lock_.take();
        while (busy_)
            ended_.wait(lock_);
        busy_ = true;
        over_ = true;
        lock_.give();
        opened_.tell_all();
        while (started_ != 0)
            join(threads_[--started_]);
    }

    void run(Work work, void *argument, std::size_t count)
    {
        [[maybe_unused]] const Uncancelled uncancelled;
        if (!is_of_this_process() || !open(work, argument, count)) {
            for (std::size_t i = 0; i < count; ++i)
                work(argument, i);
            return;
        }
        opened_.tell_all();
        take_calls();
        await_last_calls();
        lock_.take();
        open_ = false;
        while (inside_ != 0)
            ended_.wait(lock_);
        busy_ = false;
        ended_.tell_all(); // before the lock is given: end() may then free this object
        lock_.give();
    }

    void serve()
    {
        lock_.take();
        for (;;) {
            while (!open_ && !over_)
                opened_.wait(lock_);
            if (over_)
                break;
            ++inside_;
            lock_.give();
            take_calls();
            lock_.take();
            open_ = false;
            if (--inside_ == 0)
                ended_.tell_all();
        }
        lock_.give();
    }

private:
    // False where another thread's run, or a call of one that runs here again, would have to be
    // waited for; or what the handler of a signal has interrupted: who holds the lock, or a thread
    // of the pool, which may be within its event.
    bool open(Work work, void *argument, std::size_t count)
    {
        if (busy_ || std::any_of(threads_, threads_ + started_, is_this_thread))
            return false;
        for (int i = 0; !lock_.try_take(); ++i, yield())
            if (i == most_yields)
                return false;
        const bool opens = !busy_;
        if (opens) {
            busy_ = true;
            work_ = work;
            argument_ = argument;
            count_ = count;
            next_.store(0, std::memory_order_relaxed);
            open_ = true;
        }
        lock_.give();
        return opens;
    }

    void take_calls()
    {
        for (std::size_t i = take_one(); i < count_; i = take_one())
            work_(argument_, i);
    }
    std::size_t take_one() { return next_.fetch_add(1, std::memory_order_relaxed); }

    // Other threads are in their last calls: to sleep and to be woken would take as long.
    void await_last_calls() const
    {
        for (int i = 0; i < most_yields && inside_ != 0; ++i)
            yield();
    }

    const decltype(this_process()) process_ = this_process(); // whose threads they are
    Lock lock_;                                               // guards what follows, but next_
    std::atomic<bool> busy_ = false;                          // read without it, too
    Event opened_, ended_;
    bool open_ = false, over_ = false;
    std::atomic<unsigned> inside_ = 0; // written by who has the lock
    Work work_ = nullptr;
    void *argument_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_ = 0;
    unsigned started_ = 0;
    Thread threads_[most_threads]; // pages that are not written take no memory
};

#if defined(_WIN32)
DWORD WINAPI serve_pool(void *pool)
{
    static_cast<Pool *>(pool)->serve();
    return 0;
}
#else
extern "C" void *hashlane_serve_pool(void *pool)
{
    static_cast<Pool *>(pool)->serve();
    return nullptr;
}
#endif

void run_pool(void *context, Pool::Work work, void *argument, std::size_t count)
{
    static_cast<Pool *>(context)->run(work, argument, count);
}

} // namespace

void start_pool(hashlane_pool &pool, unsigned threads)
{
    threads = std::min(threads == 0 ? usable_processors() : threads, Pool::most_threads);
    pool = {nullptr, nullptr, 1, {}};
    Pool *const made = threads > 1 ? Pool::make() : nullptr;
    if (made != nullptr)
        pool = {run_pool, made, made->start_threads(threads), {}};
}

void stop_pool(hashlane_pool &pool)
{
    if (pool.run == run_pool) {
        Pool *const stopped = static_cast<Pool *>(pool.context);
        if (stopped->is_of_this_process())
            stopped->end();
        delete_pages(stopped, sizeof(Pool));
    }
    pool = {nullptr, nullptr, 1, {}};
}

} // namespace hashlane
