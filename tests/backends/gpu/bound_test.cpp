// SPDX-License-Identifier: MIT
//
// The bound of devices: its counts derived once more, and its values for devices as they are sold.

#include "backends/gpu/benchmark.h"
#include "support/fake_device.h"
#include "workloads/table.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

backends::DeviceFacts device(const std::string &architecture, unsigned multiprocessors)
{
    backends::DeviceFacts facts;
    facts.architecture = architecture;
    facts.compute_units = multiprocessors;
    return facts;
}

// Rotations that the even and the odd bits of a word need when it is rotated by r.
unsigned rotations_of_halves(unsigned r)
{
    const unsigned of_one = (r + 1) / 2 % 32, of_other = r / 2;
    return (of_one != 0 ? 1 : 0) + (of_other != 0 ? 1 : 0);
}

TEST(DeviceBound, KeccakOperationsAreThoseOfItsSteps)
{
    constexpr unsigned rho[] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    unsigned operations = 0, reads = 0, turned = 0;
    for (unsigned round = 0; round < 24; ++round) {
        const unsigned turn = round < 22 ? 20 : round == 22 ? 9 : 63;
        turned += turn;
        operations += 20 + 5 + 50; // θ: parities, rotations by 1, effect
        reads += 20 * 3 + 5 + 50 * 3;
        unsigned of_one = round < 23 ? 2 : 1; // ι; the last constant has no even bit
        for (const unsigned r : rho)
            of_one += rotations_of_halves((r + turn) % 64);
        operations += of_one + 50; // χ
        reads += of_one + 50 * 3;
    }
    EXPECT_EQ(turned % 64, 0U);
    EXPECT_EQ(workloads::entry_of(Workload::keccak_chain).device->register_reads, reads);
    EXPECT_EQ(*backends::device_bound_cycles_per_unit(device("sm_90", 1), Workload::keccak_chain),
              operations / 64.0);
}

TEST(DeviceBound, Sha256OperationsAreThoseOfItsSteps)
{
    const unsigned rounds = 63 * 10; // 6 rotations, 4 of logic; nothing is known after the first
    const unsigned sigma0 = 7 + 33;  // of words 1 to 7 and 16 to 48: the padding's are known
    const unsigned sigma1 = 61 - 15; // of words 16 to 61
    EXPECT_EQ(*backends::device_bound_cycles_per_unit(device("sm_90", 1), Workload::sha256_chain),
              (rounds + 4 * (sigma0 + sigma1)) / 64.0);
}

// Constants are no registers, nor is an addition's factor.
TEST(DeviceBound, Sha256ReadsAreThoseOfItsOperations)
{
    const unsigned rounds = 63 * (6 * 1 + 4 * 3) - 6; // choice and majority of the first rounds
    const unsigned sigmas = (7 + 33 + 61 - 15) * (3 * 1 + 3);
    const unsigned constants = 63 + 2  // of rounds
                               + 3 + 8 // of the initial hash: in the first rounds, at the end
                               + 6;    // the padding in words 17, 22, 23, 24, 30 and 31
    const auto operations = *workloads::entry_of(Workload::sha256_chain).device;
    EXPECT_EQ(operations.register_reads, rounds + sigmas + 2 * operations.additions - constants);
}

// By the busier pipe, by what is issued, and by what is read.
TEST(DeviceBound, IsTheTightestOfItsLimits)
{
    EXPECT_EQ(backends::multiprocessor_clocks({640, 64, 256}), 10);
    EXPECT_EQ(backends::multiprocessor_clocks({64, 640, 256}), 10);
    EXPECT_EQ(backends::multiprocessor_clocks({640, 640, 256}), 10);
    EXPECT_EQ(backends::multiprocessor_clocks({64, 64, 2560}), 10);
}

// 132 multiprocessors at 1.755 GHz: 231.66 G of their clocks a second, by 64.875 a permutation and
// 15.21875 a hash.
TEST(DeviceBound, OfAnH100)
{
    const backends::DeviceFacts h100 = device("sm_90", 132);
    EXPECT_NEAR(1.755e9 / *backends::device_bound_cycles_per_unit(h100, Workload::keccak_chain),
                3.5709e9, 1e5);
    EXPECT_NEAR(1.755e9 / *backends::device_bound_cycles_per_unit(h100, Workload::sha256_chain),
                15.2220e9, 1e5);
}

TEST(DeviceBound, IsNotGuessed)
{
    EXPECT_FALSE(backends::device_bound_cycles_per_unit(device("", 132), Workload::keccak_chain));
    EXPECT_FALSE(
        backends::device_bound_cycles_per_unit(device("sm_999", 132), Workload::keccak_chain));
    EXPECT_FALSE(
        backends::device_bound_cycles_per_unit(device("sm_90", 0), Workload::keccak_chain));
    EXPECT_FALSE(backends::device_bound_cycles_per_unit(device("sm_90", 132), Workload::sha3));
}

TEST(DeviceBound, StandsInTheRowsOfADevice)
{
    FakeDevice fake;
    EXPECT_FALSE(
        backends::make_device_row(fake, Workload::keccak_chain, 1).figures.bound_cycles_per_unit);
    fake.facts().architecture = "sm_80";
    fake.facts().compute_units = 108;
    EXPECT_EQ(
        backends::make_device_row(fake, Workload::keccak_chain, 1).figures.bound_cycles_per_unit,
        backends::device_bound_cycles_per_unit(fake.facts(), Workload::keccak_chain));
}

} // namespace
} // namespace hashlane::test
