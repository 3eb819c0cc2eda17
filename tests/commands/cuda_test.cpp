// SPDX-License-Identifier: MIT
//
// --device with CUDA: the fake driver computes the kernels' CUDA form, so that the program's whole
// way from the option to the sum is tested without a device.

#include "chain_files.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace hashlane::test {
namespace {

using nlohmann::json;

class CudaDevices : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove_all(cache_path()); }
    void TearDown() override { std::filesystem::remove_all(cache_path()); }

    // Runs with these fakes of tests/gpu; `problem` is the driver's fault.
    static Ran with_fakes(const std::string &arguments, const std::string &problem = "",
                          const std::string &driver = "fake_cuda",
                          const std::string &compiler = "fake_nvrtc")
    {
        return shell("HASHLANE_FAKE_CUDA='" + problem +
                     "' LD_LIBRARY_PATH='" HASHLANE_FAKE_DEVICES "/" + driver +
                     ":" HASHLANE_FAKE_DEVICES "/" + compiler + "' exec \"$HASHLANE\" " +
                     arguments);
    }
};

TEST_F(CudaDevices, AreListedWithTheirKernels)
{
    const json lines =
        json_of(with_fakes("list --device cuda:0,cuda:1 --format json --filter cuda"));
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0]["id"], "sha256-chain.cuda:0");
    EXPECT_EQ(lines[1]["id"], "sha256-chain.cuda:1");
    EXPECT_EQ(lines[3]["idea"], "Fake T");
    EXPECT_EQ(lines[3]["runnable"], true);
    EXPECT_TRUE(contains(with_fakes("info --device cuda:0").out,
                         "Fake H, 3 units, at most 1755 MHz, 0.1 GiB, ECC; CUDA driver 13.0"));
}

TEST_F(CudaDevices, GiveTheProcessorsSum)
{
    const json rows = rows_of(
        with_fakes("keccak 3 1000 7 -q --format json --filter 'keccak-chain[.](ref|cuda)' --device "
                   "cuda:1,cuda:0"));
    ASSERT_EQ(rows.size(), 3U);
    for (const json &row : rows)
        EXPECT_EQ(row["checksum"], rows[0]["checksum"]) << row["name"];
    EXPECT_EQ(rows[1]["name"], "keccak-chain.cuda:1");
    EXPECT_EQ(rows[1]["lanes"], 768);
    EXPECT_EQ(rows[2]["kernel"], "keccak-chain.cuda");
    EXPECT_EQ(rows[2]["lanes"], 997) << "one for each key";
    EXPECT_EQ(rows[2]["verified"], true);
    EXPECT_TRUE(contains(rows[2]["device"], "Fake H, CUDA driver 13.0"));
    EXPECT_TRUE(contains(rows[2]["device"],
                         "; 64 registers, 16 bytes of local memory, 128 per group, "
                         "NVRTC 13.0"));
}

TEST_F(CudaDevices, RunBothChains)
{
    const json rows =
        rows_of(with_fakes("run -q --min-time 0.01 --filter cuda --device cuda:0 --format json"));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["name"], "sha256-chain.cuda:0");
    EXPECT_EQ(rows[1]["name"], "keccak-chain.cuda:0");
    for (const json &row : rows)
        EXPECT_TRUE(contains(row["device"], "; 64 registers, "));
    for (const json &row : rows)
        EXPECT_EQ(row["verified"], true);
}

TEST_F(CudaDevices, OpenTheCompilerOnlyOnce)
{
    const std::string run = "keccak 0 9 4 -q --device cuda:0", opened = "fake NVRTC was opened";
    EXPECT_TRUE(contains(with_fakes(run).err, opened));
    const Ran warm = with_fakes(run);
    EXPECT_EQ(warm.code, 0);
    EXPECT_FALSE(contains(warm.err, opened));
    for (const auto &entry :
         std::filesystem::directory_iterator(cache_path() + "/hashlane/programs"))
        std::filesystem::resize_file(entry, 100);
    const Ran corrupt = with_fakes(run);
    EXPECT_EQ(corrupt.code, 0);
    EXPECT_TRUE(contains(corrupt.err, opened));
    EXPECT_FALSE(contains(with_fakes(run).err, opened));
}

TEST_F(CudaDevices, ThatAreMissingAreSkippedWithTheReason)
{
    const std::pair<const char *, const char *> problems[] = {
        {"no device", "libcuda.so.1 has no device"},
        {"no init", "cuInit answers 803"},
        {"broken", "cuDeviceGet answers CUDA_ERROR_DEVICE_UNAVAILABLE"}};
    for (const auto &[problem, reason] : problems) {
        const Ran alone = with_fakes("keccak 0 1 1 -q --device cuda:0", problem);
        EXPECT_EQ(alone.code, 3);
        EXPECT_TRUE(contains(alone.err, std::string("hashlane: cuda:0: ") + reason));
        const Ran all = with_fakes(
            "run -q --min-time 0.001 --filter 'chain[.](ref|cuda)' --device all", problem);
        EXPECT_EQ(all.code, 0) << all.err;
        EXPECT_TRUE(contains(all.out, reason));
    }
    const Ran old = with_fakes("keccak 0 1 1 -q --device cuda:0", "", "fake_cuda_old");
    EXPECT_EQ(old.code, 3);
    EXPECT_TRUE(contains(old.err, "libcuda.so.1 has no cuGetErrorName"));
    EXPECT_TRUE(contains(with_fakes("keccak 0 1 1 -q --device cuda:9").err,
                         "cuda:9: there is no such device: cuda has 2"));
}

TEST_F(CudaDevices, ThatFailAreSkippedAndTheOthersGoOn)
{
    const std::pair<const char *, const char *> problems[] = {
        {"busy", "cuDevicePrimaryCtxRetain answers CUDA_ERROR_DEVICE_UNAVAILABLE"},
        {"no memory", "cuMemAlloc answers CUDA_ERROR_OUT_OF_MEMORY"},
        {"refuses", "cuModuleLoadData (NVRTC 13.0) answers CUDA_ERROR_INVALID_IMAGE"},
        {"dies", "cuEventSynchronize answers CUDA_ERROR_LAUNCH_FAILED"}};
    for (const auto &[problem, reason] : problems) {
        const json report =
            json_of(with_fakes("keccak 0 2 2000 -q --format json --filter cuda --device "
                               "cuda:0,cuda:1",
                               problem));
        ASSERT_EQ(report["skipped"].size(), 1U) << problem;
        EXPECT_EQ(report["skipped"][0]["reason"], reason);
        ASSERT_EQ(report["benchmarks"].size(), 1U) << problem;
        EXPECT_EQ(report["benchmarks"][0]["name"], "keccak-chain.cuda:1");
        const Ran alone = with_fakes("keccak 0 2 2000 -q --device cuda:0", problem);
        EXPECT_EQ(alone.code, 3) << problem;
    }
}

TEST_F(CudaDevices, ThatAreWrongChangeNoVerdictOnAProof)
{
    const std::string file = created("--count 20 --every 50");
    for (const char *out : {"", " --out -"}) {
        const Ran ran = with_fakes("chain verify " + file + " --device cuda:0" + out, "wrong");
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(contains(ran.out, *out == 0 ? "\nverified\n" : "\"stop\": \"done\""));
        EXPECT_TRUE(contains(ran.err, "hashlane: cuda:0 failed; the processor did its share: "
                                      "wrong result in lane "));
    }
}

TEST_F(CudaDevices, WithoutACompilerSayWhatIsMissing)
{
    const Ran ran = with_fakes("keccak 0 1 1 -q --format json --device cuda:0", "", "fake_cuda",
                               "fake_nvrtc_old");
    EXPECT_EQ(ran.code, 3);
    const std::string reason = json::parse(ran.out)["skipped"][0]["reason"];
    EXPECT_TRUE(contains(reason, "NVRTC, the compiler, is missing: libnvrtc.so.13 has no "
                                 "nvrtcVersion; install it"));
}

TEST_F(CudaDevices, WithAWrongDigestAreExitTwoAndTheOthersGoOn)
{
    for (const char *command : {"keccak 0 8 10", "run --min-time 0.001"}) {
        const json report =
            json_of(with_fakes(std::string(command) +
                                   " -q --format json --filter cuda --device cuda:0,cuda:1",
                               "wrong"),
                    2);
        EXPECT_FALSE(report["mismatches"].empty());
        ASSERT_FALSE(report["benchmarks"].empty());
        for (const json &row : report["benchmarks"])
            EXPECT_TRUE(contains(row["name"], "cuda:1"));
    }
}

} // namespace
} // namespace hashlane::test
