// SPDX-License-Identifier: MIT
//
// Devices side by side: they start and stop together, one that fails delays nobody, and the sum is
// of those that ran.

#include "backends/gpu/benchmark.h"
#include "cuda_stand_in.h"
#include "machine/system/lists.h"
#include "support/alone.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <chrono>
#include <list>
#include <thread>

namespace hashlane::test {
namespace {

using std::chrono::milliseconds;
using Addresses = std::vector<std::string>;
using Groups = std::vector<std::vector<unsigned>>;

// Devices that compute right results.
class Devices {
public:
    explicit Devices(const Addresses &addresses)
    {
        for (const std::string &address : addresses) {
            FakeDevice &device = devices_.emplace_back();
            device.facts().index = static_cast<unsigned>(devices_.size() - 1);
            device.facts().pci_address = address;
            device.resident_items = 2;
            device.on_launch = compute;
        }
    }
    FakeDevice &operator[](std::ptrdiff_t index) { return *std::next(devices_.begin(), index); }
    std::vector<backends::MonitoredDevice> all(backends::DeviceMonitor *monitor = nullptr)
    {
        std::vector<backends::MonitoredDevice> monitored;
        for (FakeDevice &device : devices_)
            monitored.emplace_back(device, monitor);
        return monitored;
    }
    static void compute(const std::string &function, std::byte *states, std::uint32_t lanes,
                        std::uint32_t iterations)
    {
        if (function == "keccak_chain")
            cuda_keccak_chain(reinterpret_cast<std::uint64_t *>(states), lanes, iterations,
                              grid_for(lanes));
        else
            cuda_sha256_chain(reinterpret_cast<std::uint8_t *>(states), lanes, iterations,
                              grid_for(lanes));
    }

private:
    std::list<FakeDevice> devices_;
};

const results::Row *row_of(const std::variant<measure::Outcome, backends::DeviceError> &outcome)
{
    const measure::Outcome *measured = std::get_if<measure::Outcome>(&outcome);
    return measured == nullptr ? nullptr : std::get_if<results::Row>(measured);
}

// Returns the indices of the devices.
Groups groups_of(const Addresses &addresses)
{
    Devices devices(addresses);
    return machine::each(backends::groups_at_once(devices.all()), [](const auto &group) {
        return machine::each(group, [](const auto &one) { return one.device->facts().index; });
    });
}

TEST(SideBySide, OnePieceOfHardwareRunsOnceAtATime)
{
    EXPECT_EQ(groups_of({"a", "b", "a", "", "", "a"}), (Groups{{0, 1, 3, 4}, {2}, {5}}));
    EXPECT_EQ(groups_of({"a"}), Groups{{0}});
    EXPECT_TRUE(groups_of({}).empty());
}

// tests/machine/system/rendezvous_test.cpp covers how the others go on.
TEST(SideBySide, OneThatFailsIsTold)
{
    const auto outcomes = backends::measure_side_by_side<int>(
        3, [&](std::size_t i, machine::Participant &participant) -> int {
            if (i == 1)
                throw backends::DeviceError("broken");
            participant.start();
            participant.end();
            return 7;
        });
    EXPECT_EQ(std::get<int>(outcomes[0]), 7);
    EXPECT_STREQ(std::get<backends::DeviceError>(outcomes[1]).what(), "broken");
    EXPECT_EQ(std::get<int>(outcomes[2]), 7);
}

TEST(SideBySide, ThreadsThatCannotBeStartedAreTold)
{
    const auto outcomes =
        backends::measure_side_by_side<int>(2, [](std::size_t, machine::Participant &) -> int {
            throw machine::ThreadError("cannot start thread 2");
        });
    for (const auto &outcome : outcomes)
        EXPECT_STREQ(std::get<backends::DeviceError>(outcome).what(), "cannot start thread 2");
}

TEST(SideBySide, AnotherExceptionIsTheCallers)
{
    EXPECT_THROW(
        backends::measure_side_by_side<int>(2,
                                            [&](std::size_t i, machine::Participant &participant) {
                                                if (i == 0)
                                                    throw std::logic_error("a mistake");
                                                participant.start();
                                                participant.end();
                                                return 1;
                                            }),
        std::logic_error);
}

TEST(SideBySide, RowsAreShownSinglyAndSummed)
{
    Devices devices({"a", "b"});
    devices[1].ns_per_iteration = 2e6;
    const backends::DeviceOutcomes outcomes =
        backends::measure_devices(devices.all(), Workload::sha256_chain, {.seconds = 1.2}, false);
    const results::Row *first = row_of(outcomes.devices[0]), *second = row_of(outcomes.devices[1]);
    ASSERT_TRUE(first != nullptr && second != nullptr && outcomes.sum);
    EXPECT_NEAR(first->figures.units_per_second, 2000, 1);
    EXPECT_NEAR(second->figures.units_per_second, 1000, 1);
    const results::Row &sum = *outcomes.sum;
    EXPECT_NEAR(sum.figures.units_per_second, 3000, 2);
    EXPECT_EQ(sum.identity.name, "sha256-chain.devices");
    EXPECT_EQ(sum.identity.device, "fake:0 + fake:1");
    EXPECT_EQ(sum.location.threads, 2U);
    EXPECT_EQ(sum.identity.lanes, 4U);
    EXPECT_EQ(sum.sampling.threads.size(), 2U);
    EXPECT_TRUE(sum.quality.trustworthy);
}

TEST(SideBySide, TheSumIsOfThoseThatAreLeft)
{
    Devices devices({"a", "b", "c"});
    const std::vector<backends::MonitoredDevice> all = devices.all();
    devices[1].on_launch = [](auto &&...) { throw backends::DeviceError("lost"); };
    // One launch is enough for either, and for the later of them it is the last.
    const backends::DeviceOutcomes two =
        backends::measure_devices(all, Workload::keccak_chain, {.seconds = 1e-9}, false);
    EXPECT_NE(row_of(two.devices[0]), nullptr);
    EXPECT_STREQ(std::get<backends::DeviceError>(two.devices[1]).what(), "lost");
    ASSERT_TRUE(two.sum);
    EXPECT_EQ(two.sum->identity.device, "fake:0 + fake:2");
    EXPECT_FALSE(two.sum->quality.trustworthy) << "as little as a device's with few launches";
    EXPECT_EQ(two.sum->quality.note.substr(0, 5), "fake:");
    EXPECT_EQ(two.sum->quality.note.find(": fewer than five full launches"), 6U)
        << two.sum->quality.note;
    devices[2].on_launch = [](auto &&...) {};
    const backends::DeviceOutcomes one =
        backends::measure_devices(all, Workload::keccak_chain, {.seconds = 0.01}, false);
    EXPECT_TRUE(
        std::holds_alternative<results::Mismatch>(std::get<measure::Outcome>(one.devices[2])));
    EXPECT_FALSE(one.sum);
}

TEST(SideBySide, StopsWhenItIsTold)
{
    Devices devices({"a", "b"});
    const backends::DeviceOutcomes outcomes =
        backends::measure_devices(devices.all(), Workload::keccak_chain, {}, true);
    for (const auto &outcome : outcomes.devices)
        EXPECT_TRUE(
            std::holds_alternative<measure::Interrupted>(std::get<measure::Outcome>(outcome)));
    EXPECT_FALSE(outcomes.sum);
}

TEST(SideBySide, TheSumIsOverTheTimeInWhichAllRan)
{
    const auto launch = [](double start_ns, double ns) {
        return backends::Launch{1, 1, ns, start_ns, start_ns + 10, {}};
    };
    results::Row row;
    row.identity.workload = Workload::keccak_chain;
    row.identity.name = "keccak-chain.a:0";
    // Alone before 20 and after 50, and faster there.
    const results::Row sum =
        backends::sum_of({{row,
                           {launch(0, 1), launch(10, 1), launch(20, 4), launch(30, 4),
                            launch(50, 1), launch(60, 1), launch(70, 1)}},
                          {row, {launch(20, 2), launch(30, 2), launch(40, 2)}}});
    EXPECT_EQ(sum.figures.thread_units_per_second, (std::vector<double>{0.25e9, 0.5e9}));
}

TEST(SideBySide, CountsOfIterationsAreExact)
{
    Devices devices({"a", "b"});
    std::atomic<std::uint32_t> done = 0;
    devices[1].on_launch = [&](const std::string &function, std::byte *states, std::uint32_t lanes,
                               std::uint32_t iterations) {
        done += iterations;
        Devices::compute(function, states, lanes, iterations);
    };
    const backends::DeviceOutcomes outcomes = backends::measure_devices(
        devices.all(), Workload::sha256_chain, {.iterations = 1001}, false);
    EXPECT_NE(row_of(outcomes.devices[1]), nullptr);
    EXPECT_EQ(done, 1001U);
}

// Launches take real time, for a monitor to see.
void take_time(FakeDevice &device)
{
    device.ns_per_iteration = 30e6;
    device.on_launch = [](const std::string &function, std::byte *states, std::uint32_t lanes,
                          std::uint32_t iterations) {
        std::this_thread::sleep_for(milliseconds(iterations == 0 ? 0 : 60));
        Devices::compute(function, states, lanes, iterations);
    };
}

TEST(SideBySide, ThrottledLaunchesAreRunAgainForSoLong)
{
    Devices devices({"a"});
    take_time(devices[0]);
    FakeMonitor monitor;
    monitor.limits = backends::limit_heat;
    Alone alone;
    const backends::DeviceMeasurement measured = backends::measure_device(
        {devices[0], &monitor}, Workload::sha256_chain, {.seconds = 0.5}, false, alone);
    const results::Row &row = std::get<results::Row>(measured.outcome);
    EXPECT_EQ(row.quality.noise, results::Noise::slowed);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_GE(row.sampling.kept, 8U) << "twice half a second of 0.12 s";
    EXPECT_EQ(row.figures.clock_hz, 1.5e9);
}

TEST(SideBySide, OnlyLaunchesAtTheUsualClockAreEnough)
{
    Devices devices({"a"});
    take_time(devices[0]);
    FakeMonitor monitor;
    const auto usual = devices[0].on_launch;
    std::atomic<int> launches = 0;
    devices[0].on_launch = [&](const std::string &function, std::byte *states, std::uint32_t lanes,
                               std::uint32_t iterations) {
        monitor.limits = ++launches % 4 == 0 ? backends::limit_power_brake : 0;
        usual(function, states, lanes, iterations);
    };
    Alone alone;
    const backends::DeviceMeasurement measured = backends::measure_device(
        {devices[0], &monitor}, Workload::sha256_chain, {.seconds = 0.7}, false, alone);
    const results::Row &row = std::get<results::Row>(measured.outcome);
    EXPECT_EQ(row.quality.noise, results::Noise::slowed);
    EXPECT_TRUE(row.quality.trustworthy);
    EXPECT_GE(row.sampling.kept, 6U) << row.sampling.threads.front().verdicts.size();
    EXPECT_GE(row.sampling.discarded, 1U) << row.sampling.threads.front().verdicts.size();
}

TEST(SideBySide, RangesSideBySideGiveOneSum)
{
    Devices devices({"a", "b"});
    const std::vector<backends::MonitoredDevice> all = devices.all();
    const auto outcomes = backends::measure_side_by_side<backends::KeyRangeOutcome>(
        2, [&](std::size_t i, machine::Participant &participant) {
            return backends::run_key_range(all[i], {{3, 8, 50}, false}, false, participant);
        });
    const auto row = [&](std::size_t i) {
        return std::get<results::Row>(std::get<backends::KeyRangeOutcome>(outcomes[i]).outcome);
    };
    EXPECT_EQ(row(0).key_range->checksum, row(1).key_range->checksum);
    EXPECT_EQ(row(0).device_state->copies.to_device_bytes, 5U * 200);
}

TEST(SideBySide, ARangeThatDoesNotFillItsDeviceHasNoBound)
{
    Devices devices({"a"});
    devices[0].resident_items = 8;
    devices[0].facts().architecture = "sm_90";
    devices[0].facts().compute_units = 1;
    const auto row_of_keys = [&](std::uint64_t end) {
        Alone alone;
        return std::get<results::Row>(
            backends::run_key_range(devices.all().front(), {{0, end, 50}, false}, false, alone)
                .outcome);
    };
    EXPECT_TRUE(row_of_keys(8).figures.bound_cycles_per_unit);
    const results::Row few = row_of_keys(5);
    EXPECT_FALSE(few.figures.bound_cycles_per_unit);
    EXPECT_TRUE(few.identity.device.ends_with("no bound, as 5 of 8 lanes do not fill the device"));
}

} // namespace
} // namespace hashlane::test
