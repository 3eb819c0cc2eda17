// SPDX-License-Identifier: MIT
//
// Pools of threads, and every function that takes one: against the oracle, for any number of
// threads.

#include "fuzz/spec.h"
#include "support/hex.h"
#include "support/oracle.h"
#include "support/random_bytes.h"
#include "support/slow_build.h"

#include "hashlane/hashlane.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#if !defined(_WIN32)
#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace hashlane::test {
namespace {

#if defined(__linux__)
pid_t same_number = 0;           // of every process, if it is one
std::vector<int> usable_of_many; // processors of a machine of 8192, if there are any
std::atomic<const hashlane_pool *> pool_of_handler = nullptr;
int signal_of_handler = 0;
// The thread of a pool that is about to wait has a signal handled, once the pool is known.
std::atomic<bool> signals_waiter = false;
#endif

class Pool {
public:
    explicit Pool(unsigned threads) { hashlane_pool_start(&pool_, threads); }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;
    ~Pool() { hashlane_pool_stop(&pool_); }
    const hashlane_pool *get() const { return &pool_; }

private:
    hashlane_pool pool_;
};

// Calls work(i), by the function that is in the structure.
template <class Work> void run(const hashlane_pool &pool, std::size_t count, const Work &work)
{
    pool.run(
        pool.context,
        [](void *argument, std::size_t i) { (*static_cast<const Work *>(argument))(i); },
        const_cast<Work *>(&work), count);
}

struct Messages {
    std::vector<Bytes> owned;
    std::vector<const std::uint8_t *> at;
    std::vector<std::size_t> bytes;

    Messages(const Messages &) = delete;
    Messages &operator=(const Messages &) = delete;
    Messages(std::size_t count, std::size_t most)
    {
        for (std::size_t i = 0; i < count; ++i)
            owned.push_back(random_bytes(i * 797'003 % (most + 1), i));
        for (const Bytes &message : owned) {
            at.push_back(message.data());
            bytes.push_back(message.size());
        }
    }
    Bytes digests(const std::string &function) const
    {
        Bytes all;
        for (const Bytes &message : owned)
            std::ranges::copy(oracle_digest(function, message), std::back_inserter(all));
        return all;
    }
};

// ---- The pool ----

TEST(Pool, CallsEachIndexOnceInEveryRun)
{
    for (const unsigned threads : {2U, 3U, 9U}) {
        const Pool pool(threads);
        ASSERT_EQ(pool.get()->threads, threads);
        for (std::size_t count = 0; count < 300; count += 1 + count / 2) {
            std::vector<std::atomic<int>> calls(count);
            run(*pool.get(), count, [&](std::size_t i) { ++calls[i]; });
            for (const std::atomic<int> &number : calls)
                EXPECT_EQ(number, 1);
        }
    }
}

TEST(Pool, UsesItsThreads)
{
    const Pool pool(3);
    std::atomic<int> here = 0;
    run(*pool.get(), 3, [&](std::size_t) {
        ++here;
        while (here < 3) // each waits for the others
            std::this_thread::yield();
    });
    EXPECT_EQ(here, 3);
}

TEST(Pool, OfOneThreadHasNone)
{
    const Pool pool(1);
    EXPECT_EQ(pool.get()->run, nullptr);
    EXPECT_EQ(pool.get()->threads, 1U);
    const Pool all(0);
    EXPECT_GE(all.get()->threads, 1U);
}

// A run within a run, and runs of other threads meanwhile, end: on their own threads.
TEST(Pool, IsNeverWaitedFor)
{
    const Pool pool(2);
    std::atomic<int> calls = 0;
    const auto count = [&](std::size_t) { ++calls; };
    const auto nested = [&](std::size_t) { run(*pool.get(), 5, count); };
    std::thread other([&] {
        for (int i = 0; i < 100; ++i)
            run(*pool.get(), 4, nested);
    });
    for (int i = 0; i < 100; ++i)
        run(*pool.get(), 4, nested);
    other.join();
    EXPECT_EQ(calls, 2 * 100 * 4 * 5);
}

// The caller's own part is the last to end, when no other thread is at work any more.
TEST(Pool, IsStoppedAfterItsWork)
{
    hashlane_pool pool;
    hashlane_pool_start(&pool, 3);
    const hashlane_pool used = pool;
    std::atomic<int> calls = 0, begun = 0;
    std::thread other([&] {
        const std::thread::id caller = std::this_thread::get_id();
        run(used, 3, [&](std::size_t) {
            ++begun;
            while (begun < 3) // a thread each
                std::this_thread::yield();
            if (std::this_thread::get_id() == caller)
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
            ++calls;
        });
    });
    while (begun == 0)
        std::this_thread::yield();
    hashlane_pool_stop(&pool);
    EXPECT_EQ(calls, 3);
    other.join();
}

#if !defined(_WIN32)

// The caller has nothing left to do and waits for the other thread when it is cancelled.
TEST(Pool, IsWholeAfterItsCallerWasCancelled)
{
    const Pool pool(2);
    std::atomic<int> here = 0;
    std::thread caller([&] {
        const pthread_t self = pthread_self();
        run(*pool.get(), 2, [&](std::size_t) {
            ++here;
            while (here < 2)
                std::this_thread::yield();
            if (pthread_equal(self, pthread_self()) == 0) {
                pthread_cancel(self);
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
        });
    });
    caller.join();
    std::atomic<int> calls = 0;
    run(*pool.get(), 3, [&](std::size_t) { ++calls; });
    EXPECT_EQ(calls, 3);
}

// Returns the child's exit status, or less than 0 if a signal ended it; SIGALRM, if it hangs.
template <class Work> int in_child(const Work &work)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(work());
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Uses and stops a parent's pool in its child; 0 if all of it is right.
int use_and_stop(hashlane_pool pool)
{
    int calls = 0; // not atomic: of this thread alone
    if (pool.run != nullptr)
        run(pool, 7, [&](std::size_t) { ++calls; });
    hashlane_pool_stop(&pool);
    const bool stopped = pool.run == nullptr && pool.threads == 1;
    hashlane_pool_stop(&pool);
    return (calls == 0 || calls == 7) && stopped ? 0 : 1;
}

TEST(Pool, OutlivesAFork)
{
    for (const unsigned threads : {1U, 2U, 4U, 16U, 64U}) {
        const Pool pool(threads);
        EXPECT_EQ(in_child([&] { return use_and_stop(*pool.get()); }), 0) << threads;
        const auto fork_again = [&] {
            const int below = in_child([&] { return use_and_stop(*pool.get()); });
            return below != 0 ? below : use_and_stop(*pool.get());
        };
        EXPECT_EQ(in_child(fork_again), 0) << threads;
        if (threads == 1)
            continue;
        std::atomic<unsigned> here = 0;
        run(*pool.get(), threads, [&](std::size_t) { // the threads are still the parent's
            ++here;
            while (here < threads)
                std::this_thread::yield();
        });
    }
}

// Signals of the process go to its own threads, and those of a fault to where it was.
TEST(Pool, ItsThreadsHandleNoSignals)
{
    const Pool pool(2);
    const pthread_t self = pthread_self();
    std::atomic<int> here = 0;
    run(*pool.get(), 2, [&](std::size_t) {
        ++here;
        while (here < 2)
            std::this_thread::yield();
        sigset_t blocked;
        pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
        const int is_pools = pthread_equal(self, pthread_self()) == 0;
        for (const int signal : {SIGALRM, SIGINT, SIGTERM, SIGUSR1, SIGCHLD})
            EXPECT_EQ(sigismember(&blocked, signal), is_pools) << signal;
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
            EXPECT_EQ(sigismember(&blocked, signal), 0) << signal;
    });
}

#if defined(__linux__)

// A child in another namespace, and one that gets the number of a process that is gone, may have
// the number of the process that started the pool.
TEST(Pool, OutlivesAForkToTheSameNumber)
{
    void *const page = mmap(nullptr, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool can_wipe = madvise(page, 1, MADV_WIPEONFORK) == 0;
    munmap(page, 1);
    if (!can_wipe)
        GTEST_SKIP() << "this system does not wipe pages in the child of a fork";
    same_number = getpid();
    const Pool pool(4);
    EXPECT_EQ(in_child([&] { return use_and_stop(*pool.get()); }), 0);
    same_number = 0;
}

std::atomic<int> handled = 0;

void use_in_handler(int)
{
    const hashlane_pool *const pool =
        pool_of_handler.exchange(nullptr); // no further signal meanwhile
    run(*pool, 3, [](std::size_t) { ++handled; });
    pool_of_handler = pool;
}

// Also where a run is over, and the thread still has the pool's lock.
TEST(Pool, IsUsedByAHandlerOfSignals)
{
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer ends a child of several threads that starts one";
#endif
    const auto use = [] {
        const Pool pool(2);
        pool_of_handler = pool.get();
        signal(signal_of_handler, use_in_handler);
        std::atomic<int> calls = 0;
        run(*pool.get(), 4, [&](std::size_t) { ++calls; });
        pool_of_handler = nullptr;
        return calls == 4 && handled == 2 * 3 ? 0 : 1;
    };
    for (const int number : {SIGUSR1, SIGPROF, SIGTRAP}) {
        signal_of_handler = number;
        EXPECT_EQ(in_child(use), 0) << number;
    }
}

// A profiler's timer may interrupt a thread of the pool that has its lock, and no run is on.
TEST(Pool, IsUsedByAHandlerOnItsOwnThreads)
{
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer ends a child of several threads that starts one";
#endif
    const auto use = [] {
        signal_of_handler = SIGPROF;
        signal(SIGPROF, use_in_handler);
        signals_waiter = true;
        const Pool pool(2);
        pool_of_handler = pool.get();
        while (handled != 3)
            std::this_thread::yield();
        pool_of_handler = nullptr;
        std::atomic<int> calls = 0;
        run(*pool.get(), 4, [&](std::size_t) { ++calls; });
        return calls == 4 ? 0 : 1;
    };
    EXPECT_EQ(in_child(use), 0);
}

#if defined(__GLIBC__)

// The default of a process with many small threads.
TEST(Pool, ItsThreadsHaveAStackForEveryFunction)
{
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer ends a child of several threads that starts one";
#endif
    const auto use = [] {
        pthread_attr_t smallest;
        pthread_attr_init(&smallest);
        pthread_attr_setstacksize(&smallest,
                                  static_cast<std::size_t>(sysconf(_SC_THREAD_STACK_MIN)));
        if (pthread_setattr_default_np(&smallest) != 0)
            return 1;
        const Pool pool(3);
        if (pool.get()->threads != 3)
            return 2;
        const Messages list(400, 900);
        const Bytes expected = list.digests("sha3-256");
        std::atomic<int> here = 0, right = 0;
        run(*pool.get(), 3, [&](std::size_t) {
            ++here;
            while (here < 3) // a thread each
                std::this_thread::yield();
            Bytes digests(expected.size());
            hashlane_sha3_hash_many(HASHLANE_SHA3_256, list.at.data(), list.bytes.data(),
                                    list.at.size(), digests.data(), 32, 32);
            right += digests == expected;
        });
        return right == 3 ? 0 : 3;
    };
    EXPECT_EQ(in_child(use), 0);
}

#endif

TEST(Pool, OfNoNumberHasAThreadForEachUsableProcessor)
{
    usable_of_many = {3, 1023, 1024, 5000, 8191};
    const Pool pool(0);
    usable_of_many.clear();
    EXPECT_EQ(pool.get()->threads, 5U);
}

#endif

TEST(Pool, OutlivesAForkWhileItWorks)
{
    const Pool pool(4);
    std::atomic<bool> over = false;
    std::thread other([&] {
        while (!over)
            run(*pool.get(), 64, [](std::size_t) {});
    });
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(in_child([&] { return use_and_stop(*pool.get()); }), 0);
    over = true;
    other.join();
}

TEST(Pool, IsStartedInAChild)
{
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer ends a child of several threads that starts one";
#endif
    const Pool pool(4);
    const auto start = [&] {
        const Pool own(4);
        std::atomic<int> calls = 0;
        run(*own.get(), 9, [&](std::size_t) { ++calls; });
        const int below = in_child([&] { return use_and_stop(*own.get()); });
        return calls == 9 && below == 0 ? 0 : 1;
    };
    EXPECT_EQ(in_child(start), 0);
}

#endif

// ---- What takes one ----

// Calls check(pool) for pools of one to five threads, for none, and for one of the caller's, which
// works backwards. Returns the number of parts that this one was given.
template <class Check> std::size_t with_every_pool(const Check &check)
{
    check(nullptr);
    for (unsigned threads = 1; threads <= 5; ++threads) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        const Pool pool(threads);
        check(pool.get());
    }
    std::size_t parts = 0;
    const auto run_backwards = [](void *context, void (*work)(void *, std::size_t), void *argument,
                                  std::size_t count) {
        *static_cast<std::size_t *>(context) += count;
        while (count != 0)
            work(argument, --count);
    };
    const hashlane_pool own = {run_backwards, &parts, 3, {}};
    check(&own);
    return parts;
}

TEST(Pool, OfMoreThreadsThanThereAreGetsWork)
{
    const std::vector<std::uint8_t> message(1 << 20);
    const std::vector<const std::uint8_t *> pointers(40, message.data());
    const std::vector<std::size_t> lengths(40, message.size());
    std::vector<std::uint8_t> digests(40 * 32);
    std::size_t parts = 0;
    const auto count_parts = [](void *context, void (*work)(void *, std::size_t), void *argument,
                                std::size_t count) {
        *static_cast<std::size_t *>(context) += count;
        for (std::size_t i = 0; i < count; ++i)
            work(argument, i);
    };
    constexpr std::size_t half = SIZE_MAX / 2 + 1;
    for (const std::size_t threads : {std::size_t{1000}, half, half / 2, half / 2 + 1, SIZE_MAX}) {
        const hashlane_pool own = {count_parts, &parts, threads, {}};
        parts = 0;
        hashlane_sha256_many_pool(pointers.data(), lengths.data(), pointers.size(), digests.data(),
                                  &own);
        EXPECT_GT(parts, 1U) << threads;
    }
}

// None, one, short ones that are not divided, fewer than threads and long, some, and enough for
// parts of whole lanes.
constexpr std::pair<std::size_t, std::size_t> lists[] = {{0, 0},       {1, 500},      {777, 500},
                                                         {3, 900'000}, {141, 20'000}, {2'777, 900}};
constexpr std::size_t lists_divided = 3;

TEST(Pool, Sha256Many)
{
    std::size_t divided = 0;
    for (const auto &[count, most] : lists) {
        const Messages list(count, most);
        const Bytes expected = list.digests("sha256");
        divided += 1 < with_every_pool([&](const hashlane_pool *pool) {
                       Bytes digests(expected.size());
                       hashlane_sha256_many_pool(list.at.data(), list.bytes.data(), list.at.size(),
                                                 digests.data(), pool);
                       EXPECT_EQ(digests, expected) << list.at.size() << " messages";
                   });
    }
    EXPECT_EQ(divided, lists_divided);
}

TEST(Pool, Sha3Many)
{
    std::size_t divided = 0;
    for (const auto &[count, most] : lists) {
        const Messages list(count, most);
        const Bytes expected = list.digests("sha3-256");
        divided += 1 < with_every_pool([&](const hashlane_pool *pool) {
                       Bytes digests(expected.size());
                       EXPECT_EQ(hashlane_sha3_hash_many_pool(HASHLANE_SHA3_256, list.at.data(),
                                                              list.bytes.data(), list.at.size(),
                                                              digests.data(), 32, 32, pool),
                                 HASHLANE_OK);
                       EXPECT_EQ(digests, expected) << list.at.size() << " messages";
                   });
    }
    EXPECT_EQ(divided, lists_divided);
    EXPECT_EQ(hashlane_sha3_hash_many_pool(HASHLANE_SHA3_256, nullptr, nullptr, 0, nullptr, 31, 31,
                                           nullptr),
              HASHLANE_BAD_ARGUMENT);
}

// Functions that other tests compare with the oracle, without a pool and on it.
TEST(Pool, OtherFunctionsGiveTheSame)
{
    const Messages list(2'777, 900);
    const auto *const at = list.at.data();
    const auto *const bytes = list.bytes.data();
    const std::size_t count = list.at.size();
    const Bytes long_message = random_bytes(3'000'000, 1);
    std::vector<const std::uint8_t *> equal;
    for (std::size_t i = 0; i < count; ++i)
        equal.push_back(long_message.data() + 997 * i);
    hashlane_sha256_seed seed;
    ASSERT_EQ(hashlane_sha256_seed_init(&seed, long_message.data(), 128), HASHLANE_OK);
    const auto same = [](std::size_t digests_count, const auto &alone, const auto &on_pool) {
        Bytes expected(32 * digests_count);
        alone(expected.data());
        EXPECT_GT(with_every_pool([&](const hashlane_pool *pool) {
                      Bytes digests(32 * digests_count);
                      on_pool(digests.data(), pool);
                      EXPECT_EQ(digests, expected);
                  }),
                  1U);
    };
    constexpr std::size_t nodes = 40'000;
    same(
        nodes, [&](auto *to) { hashlane_sha256_nodes(long_message.data(), nodes, to); },
        [&](auto *to, auto *pool) {
            hashlane_sha256_nodes_pool(long_message.data(), nodes, to, pool);
        });
    same(
        count, [&](auto *to) { hashlane_sha256_seeded_many(&seed, at, bytes, count, to); },
        [&](auto *to, auto *pool) {
            hashlane_sha256_seeded_many_pool(&seed, at, bytes, count, to, pool);
        });
    same(
        count, [&](auto *to) { hashlane_sha256d_many(at, bytes, count, to); },
        [&](auto *to, auto *pool) { hashlane_sha256d_many_pool(at, bytes, count, to, pool); });
    same(
        count, [&](auto *to) { hashlane_merkle_rfc9162_leaves(at, bytes, count, to); },
        [&](auto *to, auto *pool) {
            hashlane_merkle_rfc9162_leaves_pool(at, bytes, count, to, pool);
        });
    same(
        count,
        [&](auto *to) {
            hashlane_sha3_hash_equal(HASHLANE_SHA3_256, equal.data(), 700, count, to, 32, 32);
        },
        [&](auto *to, auto *pool) {
            hashlane_sha3_hash_equal_pool(HASHLANE_SHA3_256, equal.data(), 700, count, to, 32, 32,
                                          pool);
        });
    same(
        count,
        [&](auto *to) {
            hashlane_turboshake_hash_many(HASHLANE_TURBOSHAKE128, 7, at, bytes, count, to, 32, 32);
        },
        [&](auto *to, auto *pool) {
            hashlane_turboshake_hash_many_pool(HASHLANE_TURBOSHAKE128, 7, at, bytes, count, to, 32,
                                               32, pool);
        });
    same(
        count,
        [&](auto *to) {
            hashlane_parallel_hash(HASHLANE_PARALLEL_HASH128, 8192, nullptr, 0, long_message.data(),
                                   long_message.size(), to, 32);
        },
        [&](auto *to, auto *pool) {
            hashlane_parallel_hash_pool(HASHLANE_PARALLEL_HASH128, 8192, nullptr, 0,
                                        long_message.data(), long_message.size(), to, 32, pool);
        });
}

// All levels above the leaves, node by node. SSZ has the depth that the leaves need and one more.
Bytes right_levels(const hashlane_merkle_tree &tree, Bytes level)
{
    const bool twice = tree.kind == HASHLANE_MERKLE_BITCOIN;
    Bytes all, empty(32);
    const auto node = [&](Bytes pair) {
        if (tree.kind == HASHLANE_MERKLE_KECCAK_256_SORTED) {
            if (std::lexicographical_compare(pair.begin() + 32, pair.end(), pair.begin(),
                                             pair.begin() + 32))
                std::rotate(pair.begin(), pair.begin() + 32, pair.end());
            return fuzz::spec::sponge(136, 24, pair, 0x01, 32);
        }
        if (tree.kind == HASHLANE_MERKLE_RFC9162)
            pair.insert(pair.begin(), 0x01);
        const Bytes digest = oracle_digest("sha256", pair);
        return twice ? oracle_digest("sha256", digest) : digest;
    };
    for (unsigned height = 0; level.size() > 32 || height < tree.depth; ++height) {
        const Bytes last(level.end() - 32, level.end());
        if (level.size() % 64 != 0 && tree.kind == HASHLANE_MERKLE_SSZ)
            level.insert(level.end(), empty.begin(), empty.end());
        else if (level.size() % 64 != 0 && twice)
            level.insert(level.end(), last.begin(), last.end());
        Bytes above;
        for (auto at = level.begin(); at != level.end(); at += std::min<long>(64, level.end() - at))
            std::ranges::copy(level.end() - at >= 64 ? node(Bytes(at, at + 64)) : last,
                              std::back_inserter(above));
        Bytes two = empty;
        two.insert(two.end(), empty.begin(), empty.end());
        empty = node(two);
        all.insert(all.end(), above.begin(), above.end());
        level = above;
    }
    return all;
}

// Counts around the leaves that a thread takes at once, 4096; the last has a level that is divided.
TEST(Pool, MerkleTrees)
{
    for (const auto kind : {HASHLANE_MERKLE_PLAIN, HASHLANE_MERKLE_RFC9162, HASHLANE_MERKLE_BITCOIN,
                            HASHLANE_MERKLE_SSZ, HASHLANE_MERKLE_KECCAK_256_SORTED})
        for (const std::size_t count : {1U, 4096U, 4097U, 9000U, 16'400U}) {
            SCOPED_TRACE(std::to_string(kind) + ": " + std::to_string(count) + " leaves");
            const hashlane_merkle_tree tree{kind, kind == HASHLANE_MERKLE_SSZ ? 15U : 0U, count};
            const Bytes leaves = random_bytes(32 * count, count);
            const Bytes expected = right_levels(tree, leaves);
            const Bytes right_root(expected.empty() ? leaves.end() - 32 : expected.end() - 32,
                                   expected.empty() ? leaves.end() : expected.end());
            const std::size_t parts = with_every_pool([&](const hashlane_pool *pool) {
                Bytes root(32), scratch((count + 1) / 2 * 32 + 1, 0xa5), own = leaves;
                hashlane_merkle_root_pool(&tree, leaves.data(), scratch.data(), root.data(), pool);
                EXPECT_EQ(root, right_root);
                EXPECT_EQ(scratch.back(), 0xa5);
                hashlane_merkle_root_pool(&tree, own.data(), own.data(), own.data(), pool);
                EXPECT_TRUE(std::equal(right_root.begin(), right_root.end(), own.begin()));
                Bytes levels(32 * hashlane_merkle_nodes(&tree));
                hashlane_merkle_levels_pool(&tree, leaves.data(), levels.data(), pool);
                EXPECT_EQ(levels, expected);
            });
            // Two roots, of pieces of 4096 leaves, and a level of more than 8192 pairs.
            constexpr std::size_t pieces_of_two_roots = 2 * 5;
            EXPECT_EQ(parts > pieces_of_two_roots, count == 16'400);
        }
}

// RFC 9861, 5: messages of 17^5 and 17^6 bytes, 174 and 2947 leaves.
TEST(Pool, KangarooTwelve)
{
    const struct {
        hashlane_kangarootwelve_function function;
        std::size_t bytes;
        const char *output;
    } vectors[] = {{HASHLANE_KT128, 1'419'857,
                    "844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682"},
                   {HASHLANE_KT256, 1'419'857,
                    "9473831d76a4c7bf77ace45b59f1458b1673d64bcd877a7c66b2664aa6dd149e"
                    "60eab71b5c2bab858c074ded81ddce2b4022b5215935c0d4d19bf511aeeb0772"},
                   {HASHLANE_KT128, 24'137'569,
                    "3c390782a8a4e89fa6367f72feaaf13255c8d95878481d3cd8ce85f58e880af8"}};
    for (const auto &vector : vectors) {
        if (slow_build && vector.bytes > 2'000'000)
            continue;
        const Bytes message = pattern(vector.bytes);
        const std::size_t parts = with_every_pool([&](const hashlane_pool *pool) {
            Bytes output(vector.function == HASHLANE_KT128 ? 32 : 64);
            EXPECT_EQ(hashlane_kangarootwelve_hash_pool(vector.function, message.data(),
                                                        message.size(), nullptr, 0, output.data(),
                                                        output.size(), pool),
                      HASHLANE_OK);
            EXPECT_EQ(to_hex(output), vector.output);
        });
        EXPECT_GT(parts, 1U);
    }
}

// NIST SP 800-185, 6.3.1, from the digests of blocks; three times as many as are in work at once.
TEST(Pool, ParallelHash)
{
    constexpr std::size_t block_bytes = 2000, blocks = 1500;
    const Bytes message = random_bytes(block_bytes * blocks + 9, 1);
    hashlane_cshake_context inside;
    const auto *const name = reinterpret_cast<const std::uint8_t *>("ParallelHash");
    ASSERT_EQ(hashlane_cshake_init(&inside, HASHLANE_CSHAKE128, name, 12, nullptr, 0), HASHLANE_OK);
    const auto absorb = [&inside](const Bytes &bytes) {
        hashlane_cshake_update(&inside, bytes.data(), bytes.size());
    };
    absorb({2, block_bytes >> 8, block_bytes & 0xff});
    for (std::size_t at = 0; at < message.size(); at += block_bytes)
        absorb(oracle_digest(
            "shake128", std::span(message).subspan(at, std::min(block_bytes, message.size() - at)),
            32));
    absorb({(blocks + 1) >> 8, (blocks + 1) & 0xff, 2, 256 >> 8, 256 & 0xff, 2});
    Bytes expected(32);
    hashlane_cshake_squeeze(&inside, expected.data(), expected.size());
    const std::size_t parts = with_every_pool([&](const hashlane_pool *pool) {
        hashlane_parallel_hash_context hash;
        hashlane_parallel_hash_init(&hash, HASHLANE_PARALLEL_HASH128, block_bytes, nullptr, 0);
        EXPECT_EQ(hashlane_parallel_hash_update_pool(&hash, message.data(), message.size(), pool),
                  HASHLANE_OK);
        Bytes output(32);
        EXPECT_EQ(hashlane_parallel_hash_final(&hash, output.data(), output.size()), HASHLANE_OK);
        EXPECT_EQ(output, expected);
    });
    EXPECT_GT(parts, 1U);
}

} // namespace

#if defined(__linux__)

// The library calls these in place of the system's (--wrap).
extern "C" {
pid_t __real_getpid();
int __real_sched_getaffinity(pid_t, std::size_t, cpu_set_t *);

int __real_pthread_cond_broadcast(pthread_cond_t *);

int __wrap_pthread_cond_broadcast(pthread_cond_t *event)
{
    if (pool_of_handler != nullptr && gettid() == getpid())
        pthread_kill(pthread_self(), signal_of_handler);
    return __real_pthread_cond_broadcast(event);
}

int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);

int __wrap_pthread_cond_wait(pthread_cond_t *event, pthread_mutex_t *held)
{
    if (signals_waiter.exchange(false)) {
        while (pool_of_handler == nullptr)
            std::this_thread::yield();
        pthread_kill(pthread_self(), SIGPROF);
    }
    return __real_pthread_cond_wait(event, held);
}

pid_t __wrap_getpid() { return same_number != 0 ? same_number : __real_getpid(); }

int __wrap_sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t *set)
{
    if (usable_of_many.empty())
        return __real_sched_getaffinity(process, bytes, set);
    if (bytes < 8192 / 8) { // as Linux does with a set that is smaller than its own
        errno = EINVAL;
        return -1;
    }
    CPU_ZERO_S(bytes, set);
    for (const int cpu : usable_of_many)
        CPU_SET_S(static_cast<std::size_t>(cpu), bytes, set);
    return 0;
}
}

#endif

} // namespace hashlane::test
