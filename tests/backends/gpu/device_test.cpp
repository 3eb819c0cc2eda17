// SPDX-License-Identifier: MIT
//
// The device kernels against the reference kernels: on each device under test, and in their CUDA
// form on the processor.

#include "backends/gpu/benchmark.h"
#include "backends/gpu/chain.h"
#include "backends/gpu/memory_pass.h"
#include "backends/gpu/verify.h"
#include "cuda_stand_in.h"
#include "devices_under_test.h"
#include "lib/keccak/keccak_suite.h"
#include "support/alone.h"
#include "support/chain_data.h"
#include "support/files.h"
#include "support/proof.h"
#include "support/skips.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

// Read by LeakSanitizer, if the tests are built with it: memory that PoCL and the compiler inside
// it keep, and the C library.
extern "C" const char *__lsan_default_suppressions()
{
    return "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:ld-linux\n"
           "leak:pthread_setspecific\n";
}

// GCC 12's LeakSanitizer can crash on the thread-local storage of PoCL's own threads. Without it,
// LeakSanitizer misses the C library's references from there.
extern "C" const char *__lsan_default_options() { return "use_tls=0"; }

namespace hashlane::test {
namespace {

// Lanes that neither fill a group nor divide by one, and one that does.
constexpr std::size_t lane_counts[] = {1, 3, 64, 65, 131};

TEST(CudaForm, KeccakEqualsTheReference)
{
    for (const std::size_t lanes : lane_counts)
        for (const std::uint32_t loops : {0U, 1U, 2U, 7U}) {
            const auto data = random_lane_data<KeccakLanes>(lanes, loops);
            auto states = data;
            cuda_keccak_chain(states.data(), static_cast<std::uint32_t>(lanes), loops,
                              grid_for(static_cast<std::uint32_t>(lanes)));
            EXPECT_EQ(states, by_reference<KeccakLanes>(data, loops)) << lanes << ", " << loops;
        }
}

TEST(CudaForm, Sha256EqualsTheReference)
{
    for (const std::size_t lanes : lane_counts)
        for (const std::uint32_t iterations : {0U, 1U, 2U, 7U}) {
            const auto data = random_lane_data<Sha256Lanes>(lanes, iterations);
            auto digests = data;
            cuda_sha256_chain(digests.data(), static_cast<std::uint32_t>(lanes), iterations,
                              grid_for(static_cast<std::uint32_t>(lanes)));
            EXPECT_EQ(digests, by_reference<Sha256Lanes>(data, iterations))
                << lanes << ", " << iterations;
        }
}

// Every test of a device runs on each that is there; without one it is skipped with the reason.
class OnDevices : public testing::Test {
protected:
    void SetUp() override
    {
        // PoCL keeps compiled programs; not in the user's home.
        setenv("POCL_CACHE_DIR", scratch_path("pocl").c_str(), 0);
        // Nor do compiled programs belong there.
        setenv("XDG_CACHE_HOME", scratch_path("cache").c_str(), 1);
        found_ = devices_under_test();
        if (found_.devices.empty() && skips_are_failures())
            FAIL() << "no device: the kernels ran nowhere";
        if (found_.devices.empty())
            GTEST_SKIP() << "no device: " << found_.missing.front().reason;
    }
    template <class Use> void on_each(Use use)
    {
        for (const auto &device : found_.devices) {
            SCOPED_TRACE(device->facts().id() + " " + device->facts().name);
            use(*device);
        }
    }
    template <class Chain> void expect_reference()
    {
        on_each([](backends::Device &device) {
            backends::DeviceChain chain(device, Chain::workload);
            for (const std::size_t lanes : lane_counts) {
                if (lanes > chain.most_lanes())
                    continue;
                const auto data = random_lane_data<Chain>(lanes, 5);
                auto result = data;
                chain.write(data.data(), lanes);
                for (const std::uint64_t iterations : {1U, 0U, 4U, 2U})
                    chain.advance(iterations);
                chain.read(result.data());
                EXPECT_EQ(result, by_reference<Chain>(data, 7)) << lanes << " lanes";
            }
        });
    }

    backends::FoundDevices found_;
};

TEST_F(OnDevices, SayWhatTheyAre)
{
    on_each([](backends::Device &device) {
        EXPECT_FALSE(device.facts().name.empty());
        EXPECT_FALSE(device.facts().driver.empty());
        EXPECT_GT(device.facts().compute_units, 0U);
        EXPECT_GT(device.facts().memory_bytes, 0U);
    });
}

TEST_F(OnDevices, KeccakEqualsTheReference) { expect_reference<KeccakLanes>(); }
TEST_F(OnDevices, Sha256EqualsTheReference) { expect_reference<Sha256Lanes>(); }

TEST_F(OnDevices, CompareWhatTheyWroteToMemory)
{
    on_each([](backends::Device &device) {
        const std::string source =
            std::string(backends::portable_source) + backends::memory_pass_source;
        std::vector<std::uint64_t> memory(8 + 1000), expected;
        memory[0] = 12345; // the first word's number
        memory[1] = 1000;
        memory[2] = ~std::uint64_t{0};
        expected = memory;
        cuda_memory_pass("memory_write", expected.data(), 64, 16, grid_for(64));
        const auto buffer = device.make_buffer(memory.size() * 8);
        buffer->write(memory.data(), memory.size() * 8);
        device.make_kernel(source, "memory_write")->run(*buffer, 64, 16);
        buffer->read(memory.data(), memory.size() * 8);
        EXPECT_EQ(memory, expected);
        memory[9] ^= 1;
        memory[1007] ^= 1;
        buffer->write(memory.data(), memory.size() * 8);
        device.make_kernel(source, "memory_compare")->run(*buffer, 64, 16);
        buffer->read(memory.data(), 64);
        EXPECT_EQ(memory[3], 2U) << "the number of wrong words";
    });
}

TEST_F(OnDevices, WithMemoryOfTheirOwnHaveNoWrongWord)
{
    const std::atomic<bool> never = false;
    on_each([&](backends::Device &device) {
        if (!device.facts().has_own_memory)
            return;
        const results::DeviceMemory pass = backends::check_memory(device, never);
        EXPECT_EQ(pass.wrong_words, 0U);
        EXPECT_GT(pass.bytes, 0U);
        EXPECT_LE(pass.bytes, device.facts().memory_bytes / 10 * 9);
    });
}

TEST_F(OnDevices, ASourceThatIsWrongIsAnError)
{
    on_each([](backends::Device &device) {
        EXPECT_THROW(device.make_kernel("no such language", "keccak_chain"), backends::DeviceError);
    });
}

std::uint64_t reference_sum(const workloads::KeyRange &range)
{
    std::uint64_t sum = 0;
    for (std::uint64_t key = range.first; key != range.last; ++key) {
        LaneData<KeccakLanes> state(keccak_state_words);
        keccak_suite_start(state.data(), key);
        sum ^= keccak_suite_checksum(by_reference<KeccakLanes>(state, range.loops).data());
    }
    return sum;
}

TEST_F(OnDevices, AnyRangeGivesTheSameSum)
{
    constexpr std::uint64_t top = UINT64_MAX;
    const workloads::KeyRange ranges[] = {{0, 1, 1}, {0, 8, 1000},       {5, 18, 333},
                                          {3, 4, 0}, {top - 3, top, 70}, {0, 10007, 3}};
    on_each([&](backends::Device &device) {
        for (const workloads::KeyRange &range : ranges) {
            Alone alone;
            const auto outcome = backends::run_key_range(device, {range, true}, false, alone);
            const auto *row = std::get_if<results::Row>(&outcome.outcome);
            ASSERT_NE(row, nullptr) << range.first << " to " << range.last;
            EXPECT_EQ(row->key_range->checksum, reference_sum(range))
                << range.first << " to " << range.last << ", " << range.loops << " loops";
            std::uint64_t sum = 0;
            for (const workloads::ChainEnd &chain : outcome.chains)
                sum ^= chain.checksum;
            EXPECT_EQ(outcome.chains.size(), range.last - range.first);
            EXPECT_EQ(sum, row->key_range->checksum);
        }
    });
}

TEST_F(OnDevices, StopWhenTheyAreTold)
{
    on_each([](backends::Device &device) {
        Alone first, second;
        EXPECT_TRUE(std::holds_alternative<measure::Interrupted>(
            backends::run_key_range(device, {{0, 1, 1000}, false}, true, first).outcome));
        EXPECT_TRUE(std::holds_alternative<measure::Interrupted>(
            backends::measure_device(device, Workload::sha256_chain, {}, true, second).outcome));
    });
}

TEST_F(OnDevices, ProveWhatTheyMeasure)
{
    on_each([](backends::Device &device) {
        for (const Workload workload : {Workload::sha256_chain, Workload::keccak_chain}) {
            Alone alone;
            const measure::Outcome outcome =
                backends::measure_device(device, workload, {.seconds = 0.01}, false, alone).outcome;
            const results::Row *row = std::get_if<results::Row>(&outcome);
            ASSERT_NE(row, nullptr);
            EXPECT_GT(row->figures.units_per_second, 0);
            EXPECT_EQ(row->figures.cycle_source, machine::CycleSource::none);
            EXPECT_FALSE(row->proof.text.empty());
        }
    });
}

// Next to the processor a slow device would get no segment.
TEST_F(OnDevices, VerifyChainsAlone)
{
    const Proof right = plain_proof(random_lengths(80, 60));
    Proof wrong = right;
    wrong[41].end[0] ^= 1;
    on_each([&](backends::Device &device) {
        backends::ChainVerifier verifier(0, {&device});
        hashlane_chain_result result;
        EXPECT_EQ(verifier.verify(views(right), {}, result), HASHLANE_OK);
        EXPECT_EQ(result.hashes, hashes_of(right));
        EXPECT_EQ(verifier.shares()[0].segments, right.size());
        EXPECT_EQ(verifier.verify(views(wrong), {}, result), HASHLANE_WRONG);
        EXPECT_EQ(result.wrong, 41U);
        EXPECT_EQ(verifier.shares()[0].error, "");
    });
}

} // namespace
} // namespace hashlane::test
