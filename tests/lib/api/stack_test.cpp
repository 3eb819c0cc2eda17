// SPDX-License-Identifier: MIT
//
// The stack that calls take, as hashlane.h promises it.

#include "hashlane/hashlane.h"

#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hashlane::test {
namespace {

constexpr std::size_t kib = 1024;
constexpr std::size_t one = 8 * kib, many = 32 * kib, most = 64 * kib;
constexpr std::uint8_t paint = 0xa5;
constexpr std::size_t messages = 100, most_bytes = 16 << 20;

std::vector<std::uint8_t> long_bytes(most_bytes);
const std::uint8_t *const long_message = long_bytes.data();
std::uint8_t room[messages * 200];
const std::uint8_t *pointers[messages];
std::size_t lengths[messages];
std::uint64_t states[messages * 25];

const hashlane_column column = {long_message, 500, 500};

void prepare_messages()
{
    for (std::size_t i = 0; i < messages; ++i) {
        pointers[i] = long_message;
        lengths[i] = i * 50;
    }
}

struct Use {
    const char *name;
    std::size_t most; // bytes of stack
    void (*call)();
};

void *run_use(void *use)
{
    static_cast<const Use *>(use)->call();
    return nullptr;
}

// Runs it on a thread whose stack was painted, and counts from its lowest changed byte on.
std::size_t bytes_touched(Use use)
{
    constexpr std::size_t stack_bytes = 1024 * kib, page_bytes = 4096;
    std::vector<std::uint8_t> memory(stack_bytes + page_bytes, paint);
    std::uint8_t *const stack =
        memory.data() + page_bytes - reinterpret_cast<std::uintptr_t>(memory.data()) % page_bytes;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    EXPECT_EQ(pthread_attr_setstack(&attributes, stack, stack_bytes), 0);
    pthread_t thread;
    EXPECT_EQ(pthread_create(&thread, &attributes, run_use, &use), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    const auto *const touched =
        std::find_if(stack, stack + stack_bytes, [](std::uint8_t byte) { return byte != paint; });
    return static_cast<std::size_t>(stack + stack_bytes - touched);
}

void run_in_turn(void * /*context*/, void (*work)(void *argument, size_t index), void *argument,
                 size_t count)
{
    for (size_t i = 0; i < count; ++i)
        work(argument, i);
}

const hashlane_pool pool = {run_in_turn, nullptr, 2, {}};

const Use uses[] = {
    {"the first call", most, [] { hashlane_sha256(long_message, 1, room); }},
    {"sha256", one, [] { hashlane_sha256(long_message, most_bytes, room); }},
    {"sha256_nodes", many, [] { hashlane_sha256_nodes(long_message, 63, room); }},
    {"sha3_hash", one,
     [] { hashlane_sha3_hash(HASHLANE_SHA3_256, long_message, most_bytes, room, 32); }},
    {"turboshake_hash", one,
     [] {
         hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, 1, long_message, most_bytes, room, 64);
     }},
    {"kmac", one,
     [] {
         hashlane_kmac(HASHLANE_KMAC128, long_message, 32, nullptr, 0, long_message, most_bytes,
                       room, 32);
     }},
    {"sha256_many", many, [] { hashlane_sha256_many(pointers, lengths, messages, room); }},
    {"sha3_hash_many", many,
     [] { hashlane_sha3_hash_many(HASHLANE_SHA3_256, pointers, lengths, messages, room, 64, 32); }},
    {"sha3_hash_equal", many,
     [] { hashlane_sha3_hash_equal(HASHLANE_SHA3_256, pointers, 500, messages, room, 64, 32); }},
    {"sha256_columns", many, [] { hashlane_sha256_columns(&column, 1, messages, room, 32); }},
    {"sha3_hash_columns", many,
     [] { hashlane_sha3_hash_columns(HASHLANE_SHA3_256, &column, 1, messages, room, 32, 32); }},
    {"sha256_salted", many, [] { hashlane_sha256_salted(room, long_message, messages, 2); }},
    {"sha256_chain", many, [] { hashlane_sha256_chain(room, messages, 2); }},
    {"keccak_f1600", many, [] { hashlane_keccak_f1600(states, messages - 1); }},
    {"keccak_f1600_interleaved", many,
     [] { hashlane_keccak_f1600_interleaved(states, messages - 1); }},
    {"kangarootwelve_hash", most,
     [] {
         hashlane_kangarootwelve_hash(HASHLANE_KT128, long_message, most_bytes, nullptr, 0, room,
                                      32);
     }},
    {"kangarootwelve_hash with a pool", most,
     [] {
         hashlane_kangarootwelve_hash_pool(HASHLANE_KT128, long_message, most_bytes, nullptr, 0,
                                           room, 32, &pool);
     }},
    {"parallel_hash", most,
     [] {
         hashlane_parallel_hash(HASHLANE_PARALLEL_HASH128, 8192, nullptr, 0, long_message,
                                most_bytes, room, 32);
     }},
    {"chain_verify", most,
     [] {
         const hashlane_chain_segment segment = {room, room + 32, 1000, nullptr, nullptr};
         const std::vector<hashlane_chain_segment> segments(messages, segment);
         room[0] = static_cast<std::uint8_t>(
             hashlane_chain_verify(segments.data(), messages, nullptr, nullptr));
     }},
    {"load_tuning", most, [] { hashlane_tuning_load("/dev/null"); }},
};

} // namespace

TEST(Stack, IsNoMoreThanPromised)
{
    prepare_messages();
    const std::size_t thread_itself = bytes_touched({"nothing", 0, [] {}});
    for (const Use &use : uses) {
        // The first call of a kind of work chooses its kernels.
        EXPECT_LE(bytes_touched(use) - thread_itself, most) << use.name << ", first";
        EXPECT_LE(bytes_touched(use) - thread_itself, use.most) << use.name;
    }
}

} // namespace hashlane::test
