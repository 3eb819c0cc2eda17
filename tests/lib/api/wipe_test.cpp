// SPDX-License-Identifier: MIT
//
// Checks that no secret is left on the stack after the function that held it has returned. Compiled
// with -O3, with which compilers leave out stores that nothing reads.

#include "hashlane/sha256.h"
#include "hashlane/wipe.h"
#include "lib/base/wipe.h"

#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

namespace hashlane::test {
namespace {

constexpr std::size_t secret_bytes = 256;
constexpr std::size_t stack_bytes = std::size_t{1} << 20; // ThreadSanitizer takes most of it

enum class Wiper { nothing, library, in_place };

// The values must not be in the program: a compiler could make them again instead of storing.
std::array<std::uint8_t, secret_bytes> secret_values()
{
    std::array<std::uint8_t, secret_bytes> values;
    std::iota(values.begin(), values.end(), std::uint8_t{77});
    std::ranges::for_each(
        values, [](std::uint8_t &value) { value = static_cast<std::uint8_t>(value * 167U); });
    return values;
}

template <Wiper wiper> HASHLANE_NOINLINE void hold_secret(const std::uint8_t *values)
{
    std::uint8_t secret[secret_bytes];
    std::copy_n(values, secret_bytes, secret);
    asm volatile("" : : "r"(secret) : "memory"); // a use of it
    if constexpr (wiper == Wiper::library)
        hashlane_wipe(secret, sizeof secret);
    if constexpr (wiper == Wiper::in_place)
        wipe(secret, sizeof secret);
}

template <Wiper wiper> void *thread_of(void *values)
{
    hold_secret<wiper>(static_cast<const std::uint8_t *>(values));
    return nullptr;
}

// Runs it on a thread whose stack is this function's to read afterwards.
bool leaves_secret(void *(*run)(void *values))
{
    static auto values = secret_values();
    std::vector<std::uint8_t> memory(stack_bytes + 4096);
    void *start = memory.data();
    std::size_t bytes = memory.size();
    start = std::align(4096, stack_bytes, start, bytes);
    pthread_attr_t attributes;
    pthread_t thread;
    EXPECT_EQ(pthread_attr_init(&attributes), 0);
    EXPECT_EQ(pthread_attr_setstack(&attributes, start, stack_bytes), 0);
    EXPECT_EQ(pthread_create(&thread, &attributes, run, values.data()), 0);
    EXPECT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
    // 16 bytes of it are too many already.
    for (std::size_t at = 0; at < secret_bytes; at += 16)
        if (std::search(memory.begin(), memory.end(), values.begin() + static_cast<long>(at),
                        values.begin() + static_cast<long>(at) + 16) != memory.end())
            return true;
    return false;
}

TEST(Wipe, LeavesNothing)
{
    // Or the other answers would mean nothing.
    ASSERT_TRUE(leaves_secret(thread_of<Wiper::nothing>));
    EXPECT_FALSE(leaves_secret(thread_of<Wiper::library>));
    EXPECT_FALSE(leaves_secret(thread_of<Wiper::in_place>));
}

// A message's last bytes are copied, to be padded. These are 48 of each, and of many messages more
// than the processor has lanes for.
void *hash_one(void *values)
{
    std::uint8_t digest[32];
    hashlane_sha256(static_cast<const std::uint8_t *>(values), 64 + 48, digest);
    return nullptr;
}

void *hash_many(void *values)
{
    constexpr std::size_t count = 100;
    static std::uint8_t digests[32 * count];
    static const std::uint8_t *messages[count];
    static std::size_t bytes[count];
    for (std::size_t i = 0; i < count; ++i) {
        messages[i] = static_cast<const std::uint8_t *>(values) + i % 8;
        bytes[i] = i % 3 * 64 + 48;
    }
    hashlane_sha256_many(messages, bytes, count, digests);
    return nullptr;
}

// Messages of 64 bytes are copied whole, and again where they do not fill the last lanes.
void *hash_nodes(void *values)
{
    constexpr std::size_t count = 99;
    static std::uint8_t digests[32 * count];
    static const std::uint8_t *messages[count];
    static std::size_t bytes[count];
    for (std::size_t i = 0; i < count; ++i) {
        messages[i] = static_cast<const std::uint8_t *>(values) + i % 100;
        bytes[i] = 64;
    }
    for (const std::size_t part : {1U, 2U, 3U, 7U, 15U, 99U})
        hashlane_sha256_many(messages, bytes, part, digests);
    return nullptr;
}

void *hash_pieces(void *values)
{
    static hashlane_sha256_context context;
    static std::uint8_t digest[32];
    for (const std::size_t bytes : {48U, 60U, 130U}) {
        hashlane_sha256_init(&context);
        hashlane_sha256_update(&context, static_cast<const std::uint8_t *>(values), bytes);
        hashlane_sha256_final(&context, digest);
    }
    return nullptr;
}

// Parts of two columns are joined in copies, for lanes without a message too.
void *hash_columns(void *values)
{
    constexpr std::size_t most = 33;
    static std::uint8_t digests[32 * most];
    const auto *const first = static_cast<const std::uint8_t *>(values);
    for (const std::size_t bytes : {48U, 100U, 200U}) {
        const hashlane_column columns[] = {{first, 1, 17}, {first + 17, 1, bytes - 17}};
        for (std::size_t count = most; count != 0;
             --count) // or more lanes would hide what few leave
            hashlane_sha256_columns(columns, 2, count, digests, 32);
    }
    return nullptr;
}

TEST(Wipe, HashingLeavesNoEndOfAMessage)
{
    // A kernel's schedule is not wiped: words that it loaded are a message's bytes there.
    if constexpr (std::endian::native == std::endian::big)
        GTEST_SKIP()
            << "on a big-endian machine the schedule that kernels leave looks like the message";
#if !defined(NDEBUG)
    GTEST_SKIP() << "what a debugging compiler keeps on the stack is not the library's";
#endif
    EXPECT_FALSE(leaves_secret(hash_one));
    EXPECT_FALSE(leaves_secret(hash_many));
    EXPECT_FALSE(leaves_secret(hash_nodes));
    EXPECT_FALSE(leaves_secret(hash_pieces));
    EXPECT_FALSE(leaves_secret(hash_columns));
}

TEST(Wipe, KeepsToItsBytes)
{
    std::array<std::uint8_t, 40> bytes;
    bytes.fill(1);
    hashlane_wipe(bytes.data() + 3, 20);
    EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 20);
    EXPECT_EQ(std::accumulate(bytes.begin() + 3, bytes.begin() + 23, 0), 0);
    hashlane_wipe(bytes.data(), 0);
    hashlane_wipe(nullptr, 0);
    EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 20);
}

} // namespace
} // namespace hashlane::test
