// SPDX-License-Identifier: MIT
//
// --device: rows of devices, proven like the processor's; what is missing, dead or wrong is said
// and the others go on; and nothing of a device is opened unless it is asked for.

#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace hashlane::test {
namespace {

using nlohmann::json;

// With the loader of tests/gpu found before the system's; `problem` is what is wrong with it.
Ran with_fake(const std::string &arguments, const std::string &problem = "",
              const std::string &fake = "wrong")
{
    return shell("HASHLANE_FAKE_OPENCL='" + problem +
                 "' LD_LIBRARY_PATH='" HASHLANE_FAKE_DEVICES "/" + fake + "' exec \"$HASHLANE\" " +
                 arguments);
}

// With the fake loader, CUDA driver and NVRTC.
Ran with_all_fakes(const std::string &arguments)
{
    return shell("LD_LIBRARY_PATH='" HASHLANE_FAKE_DEVICES "/wrong:" HASHLANE_FAKE_DEVICES
                 "/fake_cuda:" HASHLANE_FAKE_DEVICES "/fake_nvrtc' exec \"$HASHLANE\" " +
                 arguments);
}

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

TEST(Devices, AreNotOpenedUnlessAskedFor)
{
    for (const char *command :
         {"run --min-time 0.001 --filter 'chain[.]ref' -q", "keccak 0 1 10 -q", "list", "info",
          "run --min-time 0.001 --filter 'chain[.]ref' -q --device none"}) {
        const Ran ran = with_all_fakes(command);
        EXPECT_EQ(ran.code, 0) << command << ran.err;
        EXPECT_FALSE(contains(ran.err, "was opened")) << command << ran.err;
    }
    const std::string opened = with_all_fakes("list --device all").err;
    EXPECT_TRUE(contains(opened, "fake OpenCL was opened"));
    EXPECT_TRUE(contains(opened, "fake CUDA was opened"));
    EXPECT_FALSE(contains(opened, "fake NVRTC was opened")) << "there is nothing to compile";
    EXPECT_FALSE(contains(opened, "made a context")) << "listing must not wake a device";
    EXPECT_FALSE(contains(with_all_fakes("list --device opencl:0").err, "CUDA"));
    EXPECT_FALSE(contains(with_all_fakes("list --device cuda:0").err, "OpenCL"));
}

TEST(Devices, AreListedWithTheirKernels)
{
    const Ran ran = with_fake("list --device opencl:0 --format json --filter opencl");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json lines = json::parse(ran.out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]["id"], "sha256-chain.opencl:0");
    EXPECT_EQ(lines[1]["id"], "keccak-chain.opencl:0");
    EXPECT_EQ(lines[1]["runnable"], true);
    EXPECT_EQ(lines[1]["idea"], "Fake device");
    const Ran info = with_fake("info --device opencl:0");
    EXPECT_TRUE(contains(info.out, "opencl:0       Fake device, 2 units, at most 2 MHz, 0.0 GiB; "
                                   "Fake"))
        << info.out;
}

TEST(Devices, ThatAreMissingAreSkippedWithTheReason)
{
    const std::pair<const char *, const char *> problems[] = {
        {"no platform", "libOpenCL.so.1 knows no platform"},
        {"no device", "libOpenCL.so.1 knows no device"}};
    for (const auto &[problem, reason] : problems) {
        const Ran run =
            with_fake("run -q --min-time 0.001 --filter 'chain[.]ref' --device all", problem);
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_TRUE(contains(run.out, reason)) << run.out;
        const Ran alone = with_fake("keccak 0 1 1 -q --device opencl:0", problem);
        EXPECT_EQ(alone.code, 3);
        EXPECT_TRUE(contains(alone.err, std::string("hashlane: opencl:0: ") + reason)) << alone.err;
    }
    const Ran old = with_fake("list --device all", "", "old");
    EXPECT_EQ(old.code, 0);
    EXPECT_TRUE(contains(old.out, "libOpenCL.so.1 has no clGetPlatformInfo")) << old.out;
    const Ran seventh = with_fake("keccak 0 1 1 -q --device opencl:7");
    EXPECT_EQ(seventh.code, 3);
    EXPECT_TRUE(contains(seventh.err, "opencl:7: there is no such device: opencl has 1"))
        << seventh.err;
}

TEST(Devices, ThatFailAreSkippedAndTheOthersGoOn)
{
    const std::pair<const char *, const char *> problems[] = {
        {"dead", "clEnqueueNDRangeKernel answers CL_OUT_OF_RESOURCES"},
        {"no build", "clBuildProgram: fake error: no such type"}};
    for (const auto &[problem, reason] : problems)
        for (const char *command : {"keccak 0 8 10", "run --min-time 0.001"}) {
            const Ran ran = with_fake(std::string(command) +
                                          " -q --format json --filter 'chain[.](ref|opencl)' "
                                          "--device opencl:0",
                                      problem);
            EXPECT_EQ(ran.code, 0) << ran.err;
            const json report = json::parse(ran.out);
            EXPECT_FALSE(report["benchmarks"].empty());
            ASSERT_FALSE(report["skipped"].empty());
            for (const json &skipped : report["skipped"])
                EXPECT_EQ(skipped["reason"], reason);
            EXPECT_EQ(with_fake("keccak 0 8 10 -q --device opencl:0", problem).code, 3);
        }
}

TEST(Devices, StopAtAnInterrupt)
{
    const Ran ran = shell("LD_LIBRARY_PATH='" HASHLANE_FAKE_DEVICES "/wrong' exec timeout "
                          "--preserve-status -s INT 0.5 \"$HASHLANE\" keccak 0 1 1000000000000 -q "
                          "--device opencl:0");
    EXPECT_EQ(ran.code, 130) << ran.err;
}

TEST(Devices, WithAWrongDigestAreExitTwoAndTheOthersGoOn)
{
    for (const char *command : {"keccak 0 8 10", "keccak 0 2 1048576", "run --min-time 0.001"}) {
        const Ran ran = with_fake(std::string(command) +
                                  " -q --format json --filter 'chain[.](portable|opencl)' "
                                  "--device opencl:0");
        EXPECT_EQ(ran.code, 2) << ran.err;
        const json report = json::parse(ran.out);
        EXPECT_FALSE(report["mismatches"].empty());
        ASSERT_FALSE(report["benchmarks"].empty());
        for (const json &row : report["benchmarks"])
            EXPECT_FALSE(contains(row["name"], "opencl")) << row["name"];
    }
}

TEST(Devices, ThatAreNoListAreOneLine)
{
    for (const char *list :
         {"opencl", "opencl:", "opencl:x", "opencl:0,", "gpu:0", "''", "all,none"}) {
        const Ran ran = hashlane(std::string("keccak 0 1 1 --device ") + list);
        EXPECT_EQ(ran.code, 1) << list;
        EXPECT_EQ(ran.err.rfind("hashlane: --device: '", 0), 0U) << ran.err;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    }
}

class OnTheDevice : public testing::Test {
protected:
    void SetUp() override
    {
        setenv("LSAN_OPTIONS",
               ("suppressions=" + test_path("support/leaks_of_drivers.txt")).c_str(), 0);
        const Ran list =
            hashlane("list --device opencl:0 --format json --filter keccak-chain[.]opencl");
        for (const json &line : json::parse(list.out))
            if (!line["runnable"])
                GTEST_SKIP() << "no device: " << line["obstacle"];
    }
};

TEST_F(OnTheDevice, KeccakGivesTheProcessorsSum)
{
    const Ran ran =
        hashlane("keccak 3 80 100 -q --format json --filter 'keccak-chain[.](ref|opencl)' "
                 "--device opencl:0");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json rows = json::parse(ran.out)["benchmarks"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["checksum"], rows[1]["checksum"]);
    const json &row = rows[1];
    EXPECT_EQ(row["name"], "keccak-chain.opencl:0");
    EXPECT_EQ(row["kernel"], "keccak-chain.opencl");
    EXPECT_EQ(row["lanes"], 77);
    EXPECT_EQ(row["cycle_source"], "none");
    EXPECT_FALSE(row.contains("cycles_per_hash"));
    EXPECT_FALSE(row["device"].get<std::string>().empty());
}

TEST_F(OnTheDevice, RunMeasuresBothChains)
{
    const Ran ran =
        hashlane("run -q --min-time 0.01 --filter opencl --device opencl:0 --format json");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json rows = json::parse(ran.out)["benchmarks"];
    ASSERT_GE(rows.size(), 2U);
    EXPECT_EQ(rows.front()["workload"], "sha256-chain");
    EXPECT_EQ(rows.back()["workload"], "keccak-chain");
    for (const json &row : rows) {
        EXPECT_EQ(row["verified"], true);
        EXPECT_GT(row["hashes_per_second"], 0);
        EXPECT_TRUE(row["cpus"].empty());
    }
}

} // namespace
} // namespace hashlane::test
