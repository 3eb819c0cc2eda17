// SPDX-License-Identifier: MIT
//
// Lanes, launches and copies on a device whose truth is known.

#include "backends/gpu/benchmark.h"
#include "support/alone.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hashlane::test {
namespace {

TEST(DeviceChainTest, NamesKernelsAndRows)
{
    const FakeDevice device;
    EXPECT_EQ(backends::device_kernel_id(device, Workload::keccak_chain), "keccak-chain.fake");
    EXPECT_EQ(backends::device_row_name(device, Workload::sha256_chain), "sha256-chain.fake:3");
}

TEST(DeviceChainTest, TakesAsManyLanesAsFillItAndFit)
{
    FakeDevice device;
    EXPECT_EQ(backends::DeviceChain(device, Workload::sha256_chain).most_lanes(), 100U);
    device.facts().memory_bytes = 8 * 200 * 10;
    EXPECT_EQ(backends::DeviceChain(device, Workload::keccak_chain).most_lanes(), 10U);
    device.facts().memory_bytes = 0;
    EXPECT_EQ(backends::DeviceChain(device, Workload::keccak_chain).most_lanes(), 1U);
}

TEST(DeviceChainTest, LaunchesGrowToATimeAndShrinkWhenTheDeviceSlowsDown)
{
    FakeDevice device;
    backends::DeviceChain chain(device, Workload::sha256_chain);
    const std::array<std::uint8_t, sha256_digest_bytes> digest{};
    chain.write(digest.data(), 1);
    for (int i = 0; i < 20; ++i)
        EXPECT_LE(chain.advance(chain.chunk()).ns, 0.2e9);
    EXPECT_GE(chain.advance(chain.chunk()).ns, 0.1e9);
    const std::uint64_t chunk = chain.chunk();
    chain.advance(1);
    EXPECT_EQ(chain.chunk(), chunk) << "a short rest says nothing";
    device.ns_per_iteration *= 10;
    for (int i = 0; i < 4; ++i)
        chain.advance(chain.chunk());
    EXPECT_LE(chain.advance(chain.chunk()).ns, 0.2e9);
    device.ns_per_iteration = 1e9;
    for (int i = 0; i < 8; ++i)
        chain.advance(chain.chunk());
    EXPECT_EQ(chain.chunk(), 1U);
}

// True if this number of lanes ran in the form for few.
bool ran_as_few(FakeDevice &device, backends::DeviceChain &chain, std::size_t lanes)
{
    const std::vector<std::uint8_t> states(lanes * 200);
    chain.write(states.data(), lanes);
    chain.advance(1);
    return device.launched_source().starts_with("#define FEW_LANES\n");
}

TEST(DeviceChainTest, LanesThatDoNotFillADeviceHaveAFormOfTheirOwn)
{
    FakeDevice device;
    device.resident_items = 1000;
    device.facts().memory_bytes = 1 << 30;
    device.facts().compute_units = 3;
    device.facts().architecture = "sm_90";
    backends::DeviceChain chain(device, Workload::sha256_chain);
    EXPECT_TRUE(ran_as_few(device, chain, 3 * 128));
    EXPECT_FALSE(ran_as_few(device, chain, 3 * 128 + 1));
    EXPECT_NE(device.launched_source().find("#define UNIFORM_FACTOR\n"), std::string::npos);
    EXPECT_FALSE(ran_as_few(device, chain, 1000));
    EXPECT_TRUE(ran_as_few(device, chain, 1));
    EXPECT_NE(device.launched_source().find("#define UNIFORM_FACTOR\n"), std::string::npos);
    backends::DeviceChain keccak(device, Workload::keccak_chain);
    EXPECT_FALSE(ran_as_few(device, keccak, 1)) << "its text has one form";
    device.facts().architecture = "sm_80";
    backends::DeviceChain older(device, Workload::sha256_chain);
    EXPECT_FALSE(ran_as_few(device, older, 1)) << "it was not measured there";
    EXPECT_EQ(device.launched_source().find("#define UNIFORM_FACTOR\n"), std::string::npos);
}

TEST(DeviceChainTest, NothingComputedIsAMismatch)
{
    FakeDevice device;
    Alone first, second;
    const measure::Outcome range =
        backends::run_key_range(device, {{5, 7, 100}, false}, false, first).outcome;
    ASSERT_TRUE(std::holds_alternative<results::Mismatch>(range));
    EXPECT_EQ(results::describe(std::get<results::Mismatch>(range)),
              "keccak-chain.fake:3: wrong result in lane 0 at iteration 4 (key 5)");
    const measure::Outcome outcome =
        backends::measure_device(device, Workload::sha256_chain, {.seconds = 0.001}, false, second)
            .outcome;
    ASSERT_TRUE(std::holds_alternative<results::Mismatch>(outcome));
    EXPECT_EQ(std::get<results::Mismatch>(outcome).kernel, "sha256-chain.fake:3");
}

TEST(DeviceChainTest, CopiesAreCountedApart)
{
    FakeDevice device;
    backends::DeviceChain chain(device, Workload::sha256_chain);
    std::array<std::uint8_t, 3 * sha256_digest_bytes> digests{};
    chain.write(digests.data(), 3);
    chain.read(digests.data());
    chain.read(digests.data());
    EXPECT_EQ(chain.copies().to_device_bytes, 96U);
    EXPECT_EQ(chain.copies().from_device_bytes, 192U);
    EXPECT_GT(chain.copies().to_device_ns, 0);
    EXPECT_GT(chain.copies().from_device_ns, 0);
}

} // namespace
} // namespace hashlane::test
