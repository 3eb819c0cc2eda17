// SPDX-License-Identifier: MIT
//
// Lanes, launches and what a row says of them, on a device whose truth is known.

#include "gpu/benchmark.h"
#include "gpu/key_range.h"
#include "gpu/launches.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace hashlane::test {
namespace {

TEST(DeviceChainTest, NamesKernelsAndRows)
{
    const FakeDevice device;
    EXPECT_EQ(device_kernel_id(device, Workload::keccak_chain), "keccak-chain.fake");
    EXPECT_EQ(device_row_name(device, Workload::sha256_chain), "sha256-chain.fake:3");
    EXPECT_FALSE(runs_on_devices(Workload::sha3));
}

TEST(DeviceChainTest, TakesAsManyLanesAsFillItAndFit)
{
    FakeDevice device;
    EXPECT_EQ(DeviceChain(device, Workload::sha256_chain).most_lanes(), 100U);
    device.facts().memory_bytes = 8 * 200 * 10;
    EXPECT_EQ(DeviceChain(device, Workload::keccak_chain).most_lanes(), 10U);
    device.facts().memory_bytes = 0;
    EXPECT_EQ(DeviceChain(device, Workload::keccak_chain).most_lanes(), 1U);
}

TEST(DeviceChainTest, LaunchesGrowToATimeAndShrinkWhenTheDeviceSlowsDown)
{
    FakeDevice device;
    DeviceChain chain(device, Workload::sha256_chain);
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

TEST(DeviceChainTest, NothingComputedIsAMismatch)
{
    FakeDevice device;
    const auto range = run_key_range(device, {5, 7, 100}, false, false);
    ASSERT_TRUE(std::holds_alternative<Mismatch>(range));
    EXPECT_EQ(describe(std::get<Mismatch>(range)),
              "keccak-chain.fake:3: wrong result in lane 0 at iteration 4 (key 5)");
    const Outcome outcome = measure_device(device, Workload::sha256_chain, 0.001, false);
    ASSERT_TRUE(std::holds_alternative<Mismatch>(outcome));
    EXPECT_EQ(std::get<Mismatch>(outcome).kernel, "sha256-chain.fake:3");
}

Row summarised(const std::vector<double> &ns)
{
    std::vector<Launch> launches;
    for (const double one : ns)
        launches.push_back({10, 100, one});
    Row row;
    summarise_launches(row, launches);
    return row;
}

TEST(Launches, ShortOnesAreLeftOut)
{
    const Row row = summarised({1, 2, 4, 1000, 1000, 1000, 1000, 1000, 400});
    EXPECT_EQ(row.kept_samples, 5U);
    EXPECT_EQ(row.units_per_second, 1e9);
    EXPECT_EQ(row.noise, Noise::clean);
    EXPECT_TRUE(row.trustworthy);
    EXPECT_EQ(row.samples.front().ns_per_unit.size(), 5U);
}

TEST(Launches, TooFewAreNotTrusted)
{
    const Row row = summarised({1000, 1000, 1000, 1000});
    EXPECT_EQ(row.noise, Noise::noisy);
    EXPECT_FALSE(row.trustworthy);
}

TEST(Launches, OfTwoModesTheFasterIsReported)
{
    const Row row = summarised({1000, 1000, 1000, 1000, 1000, 1000, 1500, 1500, 1500, 1500});
    EXPECT_EQ(row.noise, Noise::contended);
    EXPECT_EQ(row.units_per_second, 1e9);
    EXPECT_EQ(row.samples.front().verdicts, "kkkkkkssss");
}

TEST(Launches, WithoutACleanModeAreNotTrusted)
{
    const Row row = summarised({1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700});
    EXPECT_EQ(row.noise, Noise::noisy);
    EXPECT_FALSE(row.trustworthy);
}

} // namespace
} // namespace hashlane::test
