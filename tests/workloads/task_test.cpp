// SPDX-License-Identifier: MIT
//
// The proofs themselves: right kernels pass them, a single wrong bit does not.

#include "support/kernel_param.h"
#include "workloads/table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

std::optional<results::Mismatch> verified(const Kernel &kernel)
{
    return workloads::entry_of(kernel.workload).verify(kernel);
}

std::string unique_name(const testing::TestParamInfo<const Kernel *> &info)
{
    std::string name =
        std::string(workload_name(info.param->workload)) + "_" + kernel_test_name(info);
    std::ranges::replace(name, '-', '_');
    return name;
}

std::unique_ptr<workloads::Task> task_of(const Kernel &kernel)
{
    const workloads::WorkloadEntry &entry = workloads::entry_of(kernel.workload);
    if (entry.message == nullptr)
        return workloads::make_task(kernel);
    return workloads::make_task(kernel, entry.message(entry.benchmarks.front().function, 200));
}

class Proof : public KernelTest {};

TEST_P(Proof, PassesARightKernel)
{
    const auto task = task_of(*GetParam());
    const std::uint64_t segment = task->segment(64);
    for (int round = 0; round < 2; ++round) {
        task->advance(segment / 2);
        task->advance(segment - segment / 2);
        EXPECT_FALSE(task->check(segment));
        task->reset();
    }
}

TEST_P(Proof, FailsWhenAnIterationIsMissing)
{
    const auto task = task_of(*GetParam());
    task->advance(task->segment(64) - 1);
    const auto mismatch = task->check(task->segment(64));
    ASSERT_TRUE(mismatch);
    EXPECT_EQ(mismatch->kernel, GetParam()->id);
}

TEST_P(Proof, VerifyPasses) { EXPECT_FALSE(verified(*GetParam())); }

INSTANTIATE_TEST_SUITE_P(Registry, Proof, testing::ValuesIn(kernels_of_this_architecture()),
                         unique_name);

const Kernel &ref_of(Workload workload) { return *kernels_of(workload).back(); }

// Each is right but for one bit at the end of a call.
extern "C" {
void wrong_sha256(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    function_of<Workload::sha256_chain>(ref_of(Workload::sha256_chain))(digests, iterations);
    digests[31] ^= iterations != 0 ? 1 : 0;
}
void wrong_keccak(std::uint64_t *states, std::uint64_t loops) noexcept
{
    function_of<Workload::keccak_chain>(ref_of(Workload::keccak_chain))(states, loops);
    states[24] ^= loops != 0 ? 1 : 0;
}
void wrong_absorb(std::uint64_t *states, const std::uint8_t *const *blocks, std::uint64_t rate,
                  std::uint64_t count, unsigned rounds) noexcept
{
    function_of<Workload::sha3>(ref_of(Workload::sha3))(states, blocks, rate, count, rounds);
    states[24] ^= 1;
}
void wrong_blocks(std::uint32_t *states, const std::uint8_t *const *blocks,
                  std::uint64_t count) noexcept
{
    function_of<Workload::sha256>(ref_of(Workload::sha256))(states, blocks, count);
    states[7] ^= 1;
}
void wrong_nodes(std::uint8_t *digests, const std::uint8_t *nodes, std::uint64_t count) noexcept
{
    function_of<Workload::sha256_nodes>(ref_of(Workload::sha256_nodes))(digests, nodes, count);
    digests[31] ^= count != 0 ? 1 : 0;
}
}

// A single chunk, the ends of one, and several: the check hashes by the standard, piece by piece.
TEST(Kt128Proof, PassesTheLibrarysFunctionAtAnyLength)
{
    const workloads::WorkloadEntry &entry = workloads::entry_of(Workload::sha3);
    const workloads::Benchmark &kt128 =
        *std::ranges::find(entry.benchmarks, "kt128", &workloads::Benchmark::name);
    for (const std::size_t bytes : {32U, 8191U, 8192U, 8193U, 16383U, 16384U, 70000U}) {
        const auto task = kt128.make_library_task("kt128", entry.message(kt128.name, bytes), 0);
        task->advance(3);
        EXPECT_FALSE(task->check(3)) << bytes;
        task->reset();
        task->advance(2);
        EXPECT_TRUE(task->check(3)) << bytes;
    }
}

TEST(Verify, FindsOneWrongBit)
{
    Kernel sha256 = ref_of(Workload::sha256_chain);
    sha256.function = &wrong_sha256;
    EXPECT_TRUE(verified(sha256));
    Kernel keccak = ref_of(Workload::keccak_chain);
    keccak.function = &wrong_keccak;
    EXPECT_TRUE(verified(keccak));
    Kernel sha3 = ref_of(Workload::sha3);
    sha3.function = &wrong_absorb;
    EXPECT_TRUE(verified(sha3));
    Kernel blocks = ref_of(Workload::sha256);
    blocks.function = &wrong_blocks;
    EXPECT_TRUE(verified(blocks));
    Kernel nodes = ref_of(Workload::sha256_nodes);
    nodes.function = kernel_function<Workload::sha256_nodes>(&wrong_nodes);
    EXPECT_TRUE(verified(nodes));
}

} // namespace
} // namespace hashlane::test
