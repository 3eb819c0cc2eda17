// SPDX-License-Identifier: MIT
//
// Soaks of some milliseconds: right kernels, and kernels that are wrong on purpose, on one CPU.

#include "cluster/soak/soak.h"
#include "lib/core/registry.h"
#include "machine/system/cpus.h"
#include "support/slow_build.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

namespace hashlane::test {
namespace {

const std::atomic<bool> never = false;

const Kernel &kernel_named(std::string_view id)
{
    return *std::ranges::find(all_kernels(), id, &Kernel::id);
}

std::vector<const Kernel *> all_runnable()
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, this_cpu_features()))
            kernels.push_back(&kernel);
    return kernels;
}

cluster::SoakRequest short_request(std::vector<const Kernel *> kernels)
{
    cluster::SoakRequest request;
    request.kernels = std::move(kernels);
    request.cpus = {machine::allowed_cpus().front()};
    request.pattern = cluster::SoakPattern::steady;
    request.visit_seconds = 0.001;
    request.seed = 1;
    return request;
}

TEST(Soak, EveryKernelIsRightAndProven)
{
    const cluster::SoakTotals totals = cluster::soak(short_request(all_runnable()), {}, never);
    EXPECT_EQ(totals.wrong, 0U);
    EXPECT_TRUE(totals.found.empty());
    EXPECT_EQ(totals.passes, 1U);
    EXPECT_FALSE(totals.interrupted);
    for (const cluster::SoakKernel &kernel : totals.kernels)
        EXPECT_GT(kernel.hashes, 0U) << kernel.kernel;
    EXPECT_EQ(totals.cores.front().visits, std::vector<std::uint64_t>(totals.kernels.size(), 1));
    EXPECT_TRUE(totals.not_reached().empty());
}

// Alone on each of two cores would be twice as many visits before the first kernel is reached.
TEST(Soak, BeginsWithAllKernelsWhereTimeIsShort)
{
    cluster::SoakRequest request = short_request(all_runnable());
    request.cpus = machine::allowed_cpus();
    if (request.cpus.size() < 2)
        GTEST_SKIP() << "one core is never alone";
    request.cpus.resize(2);
    request.pattern = cluster::SoakPattern::mixed;
    request.in_haste = true;
    const cluster::SoakTotals totals = cluster::soak(request, {}, never);
    EXPECT_EQ(totals.alone_seconds, 0);
    for (const cluster::SoakCore &core : totals.cores) {
        EXPECT_EQ(core.idle_seconds, 0) << "without bursts";
        EXPECT_EQ(core.visits, std::vector<std::uint64_t>(totals.kernels.size(), 1));
    }
    request.passes = 2;
    EXPECT_GT(cluster::soak(request, {}, never).alone_seconds, 0) << "in the second pass";
}

TEST(Soak, AKernelIsReachedOnceEachCoreHasTestedIt)
{
    cluster::SoakTotals totals;
    totals.kernels = {{"a", "", 0, 0, 0}, {"b", "", 0, 0, 0}, {"c", "", 0, 0, 0}};
    totals.cores.resize(2);
    totals.cores[0].visits = {3, 2, 0};
    totals.cores[1].visits = {1, 0, 0};
    EXPECT_EQ(totals.least_visits(0), 1U);
    EXPECT_EQ(totals.not_reached(), (std::vector<std::string>{"b", "c"}));
    totals.devices.resize(1);
    totals.devices[0].device = "opencl:0";
    EXPECT_EQ(totals.not_reached().back(), "opencl:0");
}

// A chain kernel of sixteen lanes in which one bit of one lane is flipped once per given number of
// hashes, on one CPU.
struct Fault {
    std::uint64_t period = 0; ///< iterations
    std::uint64_t done = 0;
    std::uint64_t times = 0;
    int cpu = 0;
};
Fault fault;

constexpr unsigned faulty_lanes = 16;
constexpr std::size_t faulty_byte = 2 * sha256_digest_bytes + 5; // of lane 2

void right(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    static const Kernel &best = *std::ranges::find_if(all_kernels(), [](const Kernel &kernel) {
        return kernel.workload == Workload::sha256_chain && faulty_lanes % kernel.lanes == 0 &&
               is_runnable(kernel, this_cpu_features());
    });
    for (unsigned lane = 0; lane < faulty_lanes; lane += best.lanes)
        function_of<Workload::sha256_chain>(best)(digests + lane * sha256_digest_bytes, iterations);
}

void faulty(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    if (machine::this_threads_cpu().value_or(fault.cpu) != fault.cpu)
        return right(digests, iterations);
    while (iterations != 0) {
        const std::uint64_t until_fault = fault.period - fault.done;
        const std::uint64_t now = std::min(iterations, until_fault);
        right(digests, now);
        iterations -= now;
        fault.done += now;
        if (fault.done < fault.period)
            continue;
        digests[faulty_byte] ^= 0x10;
        fault.done = 0;
        ++fault.times;
    }
}

Kernel faulty_kernel()
{
    Kernel kernel = kernel_named("sha256-chain.portable.x1");
    kernel.id = "sha256-chain.faulty.x16";
    kernel.lanes = faulty_lanes;
    kernel.function = faulty;
    return kernel;
}

// Returns seconds of the calling thread, with much room for other work of the machine.
double seconds_for(double hashes)
{
    constexpr std::uint64_t iterations = 1 << 18;
    constexpr double room = 20;
    std::vector<std::uint8_t> digests(faulty_lanes * sha256_digest_bytes);
    const auto begin = std::chrono::steady_clock::now();
    right(digests.data(), iterations);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return room * taken.count() * hashes / (faulty_lanes * iterations);
}

// The first fault is in the first batch, and the next one a milliard hashes later. With
// HASHLANE_TEST_FAULT_EVERY=1000000000 the first one is that rare, too, and ends the pass: minutes.
TEST(Soak, FindsARareFaultEachTime)
{
    const char *const every = std::getenv("HASHLANE_TEST_FAULT_EVERY");
    const double hashes = every != nullptr ? std::strtod(every, nullptr) : 1e9;
    const Kernel wrong = faulty_kernel();
    cluster::SoakRequest request = short_request({&wrong});
    if (every != nullptr)
        request.visit_seconds = seconds_for(hashes);
    else
        request.kernels.push_back(&kernel_named("sha256-chain.portable.x1"));
    for (request.seed = 0; request.seed < (slow_build ? 3 : 20); ++request.seed) {
        fault = {};
        fault.period = static_cast<std::uint64_t>(hashes / faulty_lanes);
        fault.done = every != nullptr ? 0 : fault.period - 1 - request.seed * 100;
        fault.cpu = request.cpus.front();
        unsigned told = 0;
        std::atomic<bool> enough = false;
        cluster::SoakWatch watch;
        watch.found = [&](const cluster::SoakWrong &) {
            ++told;
            enough = every != nullptr;
        };
        const cluster::SoakTotals totals = cluster::soak(request, watch, enough);
        ASSERT_GT(fault.times, 0U);
        ASSERT_FALSE(totals.found.empty()) << request.seed;
        EXPECT_EQ(told, totals.found.size());
        EXPECT_GE(totals.wrong, 1U);
        for (const cluster::SoakWrong &found : totals.found) {
            EXPECT_EQ(found.kernel, "sha256-chain.faulty.x16");
            EXPECT_EQ(found.cpu, request.cpus.front());
            EXPECT_EQ(found.lane, 2U);
            EXPECT_EQ(found.wrong_lanes, 1U);
            EXPECT_EQ(found.again_here, 0U);
            EXPECT_EQ(found.tries_here, 10U);
            EXPECT_EQ(found.tries_beside, 0U);
            EXPECT_FALSE(cluster::differing_bits(found).empty());
        }
        for (const cluster::SoakKernel &kernel : totals.kernels)
            EXPECT_EQ(kernel.wrong != 0, kernel.kernel == wrong.id) << kernel.kernel;
    }
}

} // namespace
} // namespace hashlane::test
