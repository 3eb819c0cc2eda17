// SPDX-License-Identifier: MIT
//
// Soaks with devices that compute right results unless a test breaks them.

#include "cluster/soak/soak.h"
#include "lib/core/registry.h"
#include "machine/system/cpus.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

const std::atomic<bool> no_stop = false;

constexpr std::size_t lanes = 70; // more than there are segments

const Kernel &portable(Workload workload)
{
    return *std::ranges::find_if(all_kernels(), [&](const Kernel &kernel) {
        return kernel.workload == workload && kernel.id.ends_with(".portable.x1");
    });
}

void compute(const std::string &function, std::byte *states, std::uint32_t count,
             std::uint32_t iterations)
{
    for (std::uint32_t lane = 0; lane < count; ++lane)
        if (function == "keccak_chain")
            function_of<Workload::keccak_chain>(portable(Workload::keccak_chain))(
                reinterpret_cast<std::uint64_t *>(states) + lane * keccak_state_words, iterations);
        else
            function_of<Workload::sha256_chain>(portable(Workload::sha256_chain))(
                reinterpret_cast<std::uint8_t *>(states) + lane * sha256_digest_bytes, iterations);
}

class DeviceSoakTest : public testing::Test {
protected:
    DeviceSoakTest()
    {
        device_.resident_items = lanes;
        device_.on_launch = compute;
    }

    cluster::SoakTotals soak_with(std::vector<Workload> workloads,
                                  const cluster::SoakTotals *so_far = nullptr,
                                  std::uint64_t passes = 1)
    {
        cluster::SoakRequest request;
        request.kernels = {&portable(Workload::sha256_chain)};
        request.cpus = {machine::allowed_cpus().front()};
        request.devices = {{backends::MonitoredDevice(device_, &monitor_), std::move(workloads)}};
        request.pattern = cluster::SoakPattern::steady;
        request.visit_seconds = 0.001;
        request.passes = passes;
        cluster::SoakWatch watch;
        watch.found = [&](const cluster::SoakWrong &) { ++told_; };
        watch.failed = [&](const cluster::SoakDevice &device) {
            failed_.push_back(device.failure);
        };
        return cluster::soak(request, watch, no_stop, so_far);
    }

    FakeDevice device_;
    FakeMonitor monitor_;
    unsigned told_ = 0;
    std::vector<std::string> failed_;
};

const std::vector<Workload> both = {Workload::sha256_chain, Workload::keccak_chain};

TEST_F(DeviceSoakTest, ProvesEveryLaneBesideTheCores)
{
    const cluster::SoakTotals totals = soak_with(both);
    EXPECT_EQ(totals.wrong, 0U);
    EXPECT_EQ(told_, 0U);
    ASSERT_EQ(totals.devices.size(), 1U);
    const cluster::SoakDevice &device = totals.devices.front();
    EXPECT_EQ(device.device, "fake:3");
    EXPECT_EQ(device.workloads, both);
    EXPECT_GT(device.hashes, 0U);
    EXPECT_EQ(device.hashes % lanes, 0U);
    EXPECT_EQ(device.proven_share(), 1.0);
    EXPECT_GT(totals.kernels.front().hashes, 0U) << "the cores compute, too";
}

TEST_F(DeviceSoakTest, FindsOneBitOfOneLane)
{
    constexpr std::uint32_t wrong_lane = 66;
    device_.on_launch = [](const std::string &function, std::byte *states, std::uint32_t count,
                           std::uint32_t iterations) {
        compute(function, states, count, iterations);
        if (function == "keccak_chain" && count == lanes)
            states[wrong_lane * keccak_state_words * sizeof(std::uint64_t) + 5] ^= std::byte{8};
    };
    const cluster::SoakTotals totals = soak_with(both);
    EXPECT_GE(totals.wrong, 1U);
    EXPECT_EQ(totals.devices.front().wrong, totals.wrong);
    EXPECT_GT(totals.devices.front().hashes, 0U) << "of the other workload";
    ASSERT_FALSE(totals.found.empty());
    EXPECT_EQ(told_, totals.found.size());
    for (const cluster::SoakWrong &wrong : totals.found) {
        EXPECT_EQ(wrong.device, "fake:3");
        EXPECT_EQ(wrong.kernel, "keccak-chain.fake");
        EXPECT_EQ(wrong.unit, "device");
        EXPECT_EQ(wrong.lane, wrong_lane);
        EXPECT_EQ(wrong.wrong_lanes, 1U);
        EXPECT_EQ(wrong.again_here, 3U);
        EXPECT_EQ(wrong.tries_here, 3U);
        EXPECT_EQ(wrong.celsius, 61.0);
        EXPECT_FALSE(cluster::differing_bits(wrong).empty());
    }
}

TEST_F(DeviceSoakTest, OneThatGivesUpIsToldOnceAndTheCoresGoOn)
{
    device_.on_launch = [](const std::string &function, std::byte *states, std::uint32_t count,
                           std::uint32_t iterations) {
        static int launches = 0;
        if (++launches > 4)
            throw backends::DeviceError("fake:3: fell off the bus");
        compute(function, states, count, iterations);
    };
    const cluster::SoakTotals totals = soak_with({Workload::sha256_chain}, nullptr, 3);
    EXPECT_EQ(failed_, std::vector<std::string>{"fake:3: fell off the bus"});
    EXPECT_TRUE(totals.device_failed());
    EXPECT_EQ(totals.passes, 3U);
    EXPECT_EQ(totals.wrong, 0U);
}

TEST_F(DeviceSoakTest, GoesOnWithWhatWasDone)
{
    cluster::SoakTotals before = soak_with(both);
    before.devices.front().failure = "a failure of before";
    const cluster::SoakTotals after = soak_with(both, &before, 2);
    EXPECT_EQ(after.passes, 2U);
    EXPECT_GT(after.devices.front().hashes, before.devices.front().hashes);
    EXPECT_EQ(after.devices.front().failure, "a failure of before");
    EXPECT_TRUE(failed_.empty()) << "that was told before";
}

} // namespace
} // namespace hashlane::test
