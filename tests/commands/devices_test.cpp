// SPDX-License-Identifier: MIT
//
// --device: rows of devices, checked like the processor's; missing, dead or faulty devices
// are reported and the others go on; and nothing of a device is opened without the option.

#include "backends/gpu/hardware.h"
#include "support/leaks_of_drivers.h"
#include "support/program.h"
#include "support/skips.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

using nlohmann::json;

// Libraries of tests/gpu, found before the system's, and their faults.
struct Fakes {
    const char *opencl = "wrong", *opencl_problem = "";
    const char *nvml = "nvml", *nvml_problem = "";
};

Ran with_fakes(const Fakes &fakes, const std::string &arguments)
{
    const std::string folders = HASHLANE_FAKE_DEVICES;
    return shell(std::string("HASHLANE_FAKE_OPENCL='") + fakes.opencl_problem +
                 "' HASHLANE_FAKE_NVML='" + fakes.nvml_problem + "' LD_LIBRARY_PATH='" + folders +
                 "/" + fakes.opencl + ":" + folders + "/" + fakes.nvml + "' exec \"$HASHLANE\" " +
                 arguments);
}

// Devices that compute nothing.
Ran with_fake(const std::string &arguments, const char *problem = "", const char *fake = "wrong")
{
    return with_fakes({.opencl = fake, .opencl_problem = problem}, arguments);
}

// With a fake of every library that --device may open.
Ran with_all_fakes(const std::string &arguments)
{
    return shell("for fake in wrong nvml fake_cuda fake_nvrtc; do "
                 "folders=$folders:" HASHLANE_FAKE_DEVICES "/$fake; done; "
                 "LD_LIBRARY_PATH=$folders exec \"$HASHLANE\" " +
                 arguments);
}

TEST(Devices, AreNotOpenedUnlessAskedFor)
{
    for (const char *command :
         {"run --min-time 0.001 --filter 'chain[.]ref' -q", "keccak 0 1 10 -q", "list", "info",
          "run --min-time 0.001 --filter 'chain[.]ref' -q --device none", "sha256 -i 9 -q"}) {
        const Ran ran = with_all_fakes(command);
        EXPECT_EQ(ran.code, 0) << command << ran.err;
        EXPECT_FALSE(contains(ran.err, "was opened")) << command;
    }
    const std::string listed = with_all_fakes("list --device all").err;
    EXPECT_TRUE(contains(listed, "fake OpenCL was opened"));
    EXPECT_TRUE(contains(listed, "fake CUDA was opened"));
    EXPECT_FALSE(contains(listed, "fake NVRTC was opened")) << "there is nothing to compile";
    EXPECT_FALSE(contains(listed, "fake NVML was opened"))
        << "a list does not ask what a device does now";
    EXPECT_FALSE(contains(listed, "made a context")) << "listing must not wake a device";
    EXPECT_FALSE(contains(with_all_fakes("list --device opencl:0").err, "CUDA"));
    EXPECT_FALSE(contains(with_all_fakes("list --device cuda:0").err, "OpenCL"));
    EXPECT_TRUE(contains(with_all_fakes("info --device all").err, "fake NVML was opened"));
    EXPECT_TRUE(contains(with_all_fakes("info").out, "not searched; use --device all"));
}

TEST(Devices, OfADriverThatIsLoadedAreKnownWithoutIt)
{
    const std::filesystem::path root = scratch_path("gpu-root");
    std::filesystem::remove_all(root);
    EXPECT_FALSE(backends::has_gpu_driver(root));
    std::filesystem::create_directories(root / "proc/driver/nvidia");
    std::ofstream(root / "proc/driver/nvidia/version") << "NVRM";
    EXPECT_TRUE(backends::has_gpu_driver(root));
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root / "dev/kfd");
    EXPECT_TRUE(backends::has_gpu_driver(root));
    EXPECT_FALSE(backends::has_gpu_driver("")) << "no Linux";
}

TEST(Devices, AreListedWithTheirKernels)
{
    const json lines = json_of(with_fake("list --device all --format json --filter opencl"));
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0]["id"], "sha256-chain.opencl:0");
    EXPECT_EQ(lines[1]["id"], "sha256-chain.opencl:1");
    EXPECT_EQ(lines[2]["id"], "keccak-chain.opencl:0");
    EXPECT_EQ(lines[1]["runnable"], true);
    EXPECT_EQ(lines[1]["idea"], "Fake device");
    const Ran info = with_fake("info --device opencl:0");
    EXPECT_TRUE(contains(info.out, "opencl:0       Fake device, 2 units, at most 2 MHz, 0.0 GiB, "
                                   "ECC; Fake"));
    EXPECT_TRUE(contains(info.out, "now: 1500 MHz of at most 2000, 61 C, 512 W of at most 700"));
}

TEST(Devices, HaveNoCyclesPerByte)
{
    for (const char *const filter : {"", " --filter 'opencl|chain.ref'"}) {
        const Ran ran = with_fake(std::string("sha256 --device opencl:0 -m cpb -i 9") + filter);
        EXPECT_EQ(ran.code, 1);
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(contains(ran.err, "hashlane: --unit cpb: devices have no core cycles; take MH, "
                                      "MB or MiB\n"));
    }
}

TEST(Devices, ThatAreMissingAreSkippedWithTheReason)
{
    const std::pair<const char *, const char *> problems[] = {
        {"no platform", "libOpenCL.so.1 has no platform"},
        {"no device", "libOpenCL.so.1 has no device"}};
    for (const auto &[problem, reason] : problems) {
        const Ran run =
            with_fake("run -q --min-time 0.001 --filter 'chain[.]ref' --device all", problem);
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_TRUE(contains(run.out, reason));
        const Ran alone = with_fake("keccak 0 1 1 -q --device opencl:0", problem);
        EXPECT_EQ(alone.code, 3);
        EXPECT_TRUE(contains(alone.err, std::string("hashlane: opencl:0: ") + reason));
    }
    const Ran old = with_fake("list --device all", "", "old");
    EXPECT_EQ(old.code, 0);
    EXPECT_TRUE(contains(old.out, "libOpenCL.so.1 has no clGetPlatformInfo"));
    const Ran seventh = with_fake("keccak 0 1 1 -q --device opencl:7");
    EXPECT_EQ(seventh.code, 3);
    EXPECT_TRUE(contains(seventh.err, "opencl:7: there is no such device: opencl has 2"));
}

TEST(Devices, ThatFailAreSkippedAndTheOthersGoOn)
{
    const std::pair<const char *, const char *> problems[] = {
        {"dead", "clEnqueueNDRangeKernel answers CL_OUT_OF_RESOURCES"},
        {"no build", "clBuildProgram: fake error: no such type"}};
    for (const auto &[problem, reason] : problems)
        for (const char *command : {"keccak 0 8 10", "run --min-time 0.001"}) {
            const json report = json_of(with_fake(
                std::string(command) + " -q --format json --filter 'chain[.](ref|opencl)' "
                                       "--device opencl:0",
                problem));
            EXPECT_FALSE(report["benchmarks"].empty());
            ASSERT_FALSE(report["skipped"].empty());
            for (const json &skipped : report["skipped"])
                EXPECT_EQ(skipped["reason"], reason);
            EXPECT_EQ(with_fake("keccak 0 8 10 -q --device opencl:0", problem).code, 3);
        }
}

TEST(Devices, StopAtAnInterrupt)
{
    for (const char *command :
         {"keccak 0 1 1000000000000", "run --filter opencl --min-time 9999"}) {
        const Ran ran = shell(std::string("LD_LIBRARY_PATH='" HASHLANE_FAKE_DEVICES
                                          "/right' exec timeout --preserve-status -s INT 0.5 "
                                          "\"$HASHLANE\" ") +
                              command + " -q --device all");
        EXPECT_EQ(ran.code, 130) << ran.err;
    }
}

TEST(Devices, WithAWrongDigestAreExitTwoAndTheOthersGoOn)
{
    for (const char *command : {"keccak 0 8 10", "keccak 0 2 1048576", "run --min-time 0.001"}) {
        const json report =
            json_of(with_fake(std::string(command) +
                              " -q --format json --filter 'chain[.](portable|opencl)' "
                              "--device opencl:0"),
                    2);
        EXPECT_FALSE(report["mismatches"].empty());
        ASSERT_FALSE(report["benchmarks"].empty());
        for (const json &row : report["benchmarks"])
            EXPECT_FALSE(contains(row["name"], "opencl"));
    }
}

TEST(Devices, AreSoakedBesideTheCores)
{
    const std::string soak = "soak -q --visit 0.02 --filter 'sha256-chain[.](portable|opencl)' "
                             "--format jsonl --device opencl:0";
    const Ran wrong = with_fake(soak);
    EXPECT_EQ(wrong.code, 2) << wrong.err;
    EXPECT_TRUE(contains(wrong.out, R"("wrong":{"device":"opencl:0")"));
    const std::string out = scratch_path("devices.json");
    const Ran right = with_fake(soak + " --out " + out, "", "right");
    EXPECT_EQ(right.code, 0) << right.err;
    const json device = json::parse(read_file(out))["soak"]["devices"][0];
    EXPECT_EQ(device["device"], "opencl:0");
    EXPECT_GT(device["hashes"].get<double>(), 0);
    EXPECT_EQ(device["workloads"], json::array({"sha256-chain"}));
    const Ran again = with_fake("soak -q --resume --passes 2 --out " + out, "", "right");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_GT(json::parse(read_file(out))["soak"]["devices"][0]["hashes"], device["hashes"]);
    EXPECT_EQ(with_fake("soak -q --resume --device cuda:0 --out " + out).code, 1);
    for (const char *none : {"none", "all", "opencl:0,opencl:1"}) {
        json file = json::parse(read_file(out));
        file["soak"]["devices"][0]["device"] = none;
        std::ofstream(out + ".bad") << file.dump();
        expect_refused(with_fake("soak -q --resume --passes 3 --out " + out + ".bad"),
                       "is not one such as opencl:0");
    }
    EXPECT_EQ(with_fake("soak -q --device opencl:7").code, 3);
}

// As 'run' measures them.
TEST(Devices, AreSoakedAloneByAFilterForThem)
{
    const std::string out = scratch_path("devices-alone.json");
    const Ran alone =
        with_fake("soak -q --filter opencl --device opencl:0 --out " + out, "", "right");
    EXPECT_EQ(alone.code, 0) << alone.err;
    EXPECT_TRUE(contains(alone.out, "No wrong result: 1 of 1 device. ")) << alone.out;
    EXPECT_TRUE(contains(alone.out, "opencl:0 ")) << "no table of the devices\n" << alone.out;
    const json soak = json::parse(read_file(out))["soak"];
    EXPECT_TRUE(soak["kernels"].empty());
    EXPECT_GT(soak["devices"][0]["hashes"].get<double>(), 0);
    const Ran again = with_fake("soak -q --resume --passes 2 --out " + out, "", "right");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(with_fake("soak -q --filter opencl --device opencl:0").code, 2) << "it is wrong";
    const Ran nothing = with_fake("soak -q --filter nonesuch --device opencl:0");
    EXPECT_EQ(nothing.code, 1);
    EXPECT_TRUE(contains(nothing.err, "'nonesuch' matches no kernel;")) << nothing.err;
}

TEST(Devices, AreNamedByAFilterThatFindsThemAlone)
{
    for (const char *command : {"list", "run", "soak", "self-test"}) {
        const Ran ran = with_all_fakes(std::string(command) + " --filter cuda");
        EXPECT_EQ(ran.code, 1) << command;
        EXPECT_TRUE(contains(ran.err, "matches no kernel of the processor, but chains of devices"))
            << ran.err;
        EXPECT_FALSE(contains(ran.err, "was opened")) << command;
    }
}

TEST(Devices, ThatAreNoListAreOneLine)
{
    for (const char *list :
         {"opencl", "opencl:", "opencl:x", "opencl:0,", "gpu:0", "''", "all,none"}) {
        SCOPED_TRACE(list);
        expect_refused(hashlane(std::string("keccak 0 1 1 --device ") + list), "--device: ");
    }
}

// Two devices that compute right results, each with its address.
const Fakes right = {.opencl = "right"};

// The file is written, and read by everything that reads such files.
TEST(Devices, AreSubmittedWithARun)
{
    const std::string file = scratch_path("submitted-devices.json");
    const std::string page = scratch_path("submitted-devices.html");
    const Ran ran =
        with_fakes(right, "run -q --min-time 0.2 --filter 'sha256-chain[.](portable[.]x1|opencl)' "
                          "--device all --submit '" +
                              file + "'");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json rows = json::parse(read_file(file))["benchmarks"];
    std::vector<std::string> names;
    for (const json &row : rows) {
        names.push_back(row["name"]);
        EXPECT_FALSE(row.contains("device_state")) << "serial numbers are private";
        EXPECT_EQ(row["verified"], true);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"sha256-chain.portable.x1", "sha256-chain.opencl:0",
                                               "sha256-chain.opencl:1", "sha256-chain.devices"}));
    const Ran text = hashlane("report --format text '" + file + "'");
    EXPECT_EQ(text.code, 0) << text.err;
    const Ran written = hashlane("report '" + file + "' --out '" + page + "'");
    EXPECT_EQ(written.code, 0) << written.err;
    for (const std::string &name : names) {
        const std::string kernel = name.substr(name.find('.') + 1);
        EXPECT_TRUE(contains(text.out, kernel)) << text.out;
        EXPECT_TRUE(contains(read_file(page), kernel)) << name;
    }
    EXPECT_EQ(hashlane("compare '" + file + "' '" + file + "'").code, 0);
    for (const std::string &made : {file, page})
        std::remove(made.c_str());
}

TEST(Devices, SideBySideAreShownSinglyAndSummed)
{
    const Ran ran = with_fakes(right, "run -q --min-time 0.8 --filter sha256-chain[.]opencl "
                                      "--device all --format json");
    const json rows = rows_of(ran);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0]["name"], "sha256-chain.opencl:0");
    EXPECT_EQ(rows[1]["name"], "sha256-chain.opencl:1");
    EXPECT_EQ(rows[2]["name"], "sha256-chain.devices");
    EXPECT_EQ(rows[2]["device"], "opencl:0 + opencl:1");
    EXPECT_EQ(rows[2]["thread_hashes_per_second"].size(), 2U);
    EXPECT_NEAR(rows[2]["hashes_per_second"].get<double>(),
                rows[0]["hashes_per_second"].get<double>() * 2, 1);
    EXPECT_FALSE(rows[2].contains("device_state"));
    EXPECT_FALSE(rows[2].contains("clock_hz"));
}

TEST(Devices, ThatAreOnePieceOfHardwareAreNotSummed)
{
    const Fakes same = {.opencl = "right", .opencl_problem = "same slot"};
    const json rows = rows_of(with_fakes(
        same, "run -q --min-time 0.01 --filter keccak-chain[.]opencl --device all --format json"));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1]["name"], "keccak-chain.opencl:1");
}

TEST(Devices, OneThatFailsLeavesTheOthers)
{
    const Fakes second = {.opencl = "right", .opencl_problem = "second dead"};
    for (const char *command : {"keccak 0 8 4", "run --min-time 0.01", "sha256 -i 4"}) {
        const json report =
            json_of(with_fakes(second, std::string(command) + " -q --device all --filter opencl "
                                                              "--format json"));
        for (const json &row : report["benchmarks"])
            EXPECT_EQ(row["name"].get<std::string>().substr(12), ".opencl:0");
        ASSERT_FALSE(report["benchmarks"].empty());
        ASSERT_FALSE(report["skipped"].empty());
        EXPECT_TRUE(contains(report["skipped"].back()["kernel"], "opencl:1"));
    }
}

TEST(Devices, EachComputeTheWholeRange)
{
    const Ran ran = with_fakes(right, "keccak 0 8 4 -q --device all --format json --filter "
                                      "'keccak-chain[.](ref|opencl)'");
    const json rows = rows_of(ran);
    ASSERT_EQ(rows.size(), 3U);
    for (const json &row : rows)
        EXPECT_EQ(row["checksum"], rows[0]["checksum"]);
}

TEST(Devices, TellClockHeatAndPower)
{
    const Fakes at_its_cap = {.opencl = "right", .nvml_problem = "4"};
    const std::string command =
        "run -q --min-time 0.8 --filter sha256-chain[.]opencl --device opencl:0";
    const Ran ran = with_fakes(at_its_cap, command + " --format json");
    const json row = rows_of(ran)[0];
    EXPECT_EQ(row["clock_hz"], 1.5e9);
    EXPECT_FALSE(row.contains("cycles_per_hash"));
    const json &state = row["device_state"];
    EXPECT_EQ(state["temperature_celsius"], 61);
    EXPECT_EQ(state["watts"], 512);
    EXPECT_EQ(state["power_limit_watts"], 700);
    EXPECT_EQ(state["clock_limits"], json({"power cap"}));
    EXPECT_EQ(state["no_telemetry"], "");
    EXPECT_EQ(state["copy_to_device_bytes"], 16 * 32);
    EXPECT_GT(state["copy_to_device_ns"], 0);
    EXPECT_EQ(row["noise"], "clean");
    const Ran table = with_fakes(at_its_cap, command);
    EXPECT_TRUE(contains(table.out, "1.50"));
    EXPECT_TRUE(contains(table.out, "61 C, 512 W of at most 700, clock held down"));
}

TEST(Devices, ThatAreThrottledAreNotTrusted)
{
    const Ran ran = with_fakes({.opencl = "right", .nvml_problem = "20"},
                               "sha256 -q --min-time 0.5 --device opencl:0 --strict --format json");
    const json row = rows_of(ran, 4)[0];
    EXPECT_EQ(row["noise"], "slowed");
    EXPECT_EQ(row["device_state"]["clock_limits"], json({"heat"}));
    EXPECT_GE(row["device_state"]["throttled_launches"], 5);
}

TEST(Devices, ThatOthersUseAreNotTrusted)
{
    const std::string command = "sha256 -q --min-time 0.1 --device opencl:0 --format json";
    const json shared =
        rows_of(with_fakes({.opencl = "right", .nvml_problem = "shared"}, command))[0];
    EXPECT_EQ(shared["noise"], "shared");
    EXPECT_EQ(shared["trustworthy"], false);
    EXPECT_TRUE(contains(shared["noise_note"], ": pid "));
    EXPECT_EQ(shared["device_state"]["other_processes"].size(), 1U);
    const json alone = rows_of(with_fakes({.opencl = "right"}, command))[0];
    EXPECT_NE(alone["noise"], "shared");
    EXPECT_EQ(alone["device_state"]["other_processes"], json::array());
    const Fakes not_known = {.opencl = "right", .nvml_problem = "no processes"};
    const json unknown = rows_of(with_fakes(not_known, command))[0];
    EXPECT_NE(unknown["noise"], "shared");
    EXPECT_TRUE(unknown["device_state"]["other_processes"].is_null());
    EXPECT_TRUE(contains(with_fakes(not_known, "info --device opencl:0").out, "not known"));
}

TEST(Devices, WithoutTelemetryAreMeasuredAllTheSame)
{
    const std::pair<Fakes, const char *> problems[] = {
        {{.opencl = "right", .nvml_problem = "no driver"},
         "libnvidia-ml.so.1 does not start: the driver is not loaded"},
        {{.opencl = "right", .nvml_problem = "no permission"}, "NVML: no permission"},
        {{.opencl = "right", .nvml = "nvml_old"}, "libnvidia-ml.so.1 has no nvmlShutdown"}};
    for (const auto &[fakes, reason] : problems) {
        const Ran ran = with_fakes(fakes, "sha256 -q -i 4 --device opencl:0 --format json");
        const json row = rows_of(ran)[0];
        EXPECT_EQ(row["device_state"]["no_telemetry"], reason);
        EXPECT_FALSE(row.contains("clock_hz"));
        EXPECT_FALSE(row["device_state"].contains("watts"));
        const Ran info = with_fakes(fakes, "info --device all --format json");
        const json facts = json::parse(info.out);
        EXPECT_EQ(facts["telemetry"], std::string("opencl:0, opencl:1: none (") + reason + ")");
    }
    const Fakes no_limits = {.opencl = "right", .nvml_problem = "no clock limits"};
    const Ran ran = with_fakes(no_limits, "sha256 -q --min-time 0.1 --device opencl:0 "
                                          "--format json");
    EXPECT_EQ(rows_of(ran)[0]["clock_hz"], 1.5e9);
    EXPECT_TRUE(rows_of(ran)[0]["device_state"]["clock_limits"].empty());
}

TEST(Devices, RunSha256ByCountOrByTime)
{
    const std::string options = " -q --device opencl:0 --format json";
    const Ran counted = with_fakes(right, "sha256 -i 10" + options);
    ASSERT_EQ(counted.code, 0) << counted.err;
    ASSERT_EQ(rows_of(counted).size(), 1U);
    const std::string verdict = rows_of(counted)[0]["samples"][0]["verdict"];
    EXPECT_EQ(verdict.size(), 3U) << "launches of 4, 4 and 2";
    const Ran timed = with_fakes(right, "sha256 --min-time 0.4" + options);
    EXPECT_EQ(rows_of(timed)[0]["samples"][0]["verdict"], "kkk");
    const Ran repeated = with_fakes(right, "sha256 -i 4 --repetitions 3" + options);
    ASSERT_EQ(rows_of(repeated).size(), 3U);
    EXPECT_EQ(rows_of(repeated)[2]["repetition_index"], 2);
    const Ran both =
        with_fakes(right, "sha256 -i 4 --filter 'sha256-chain[.](ref|opencl)'" + options);
    EXPECT_EQ(rows_of(both).size(), 2U);
    EXPECT_TRUE(
        contains(with_fakes(right, "sha256 -m MiB -i 4 -q --device opencl:0").out, "MiB/s"));
    EXPECT_EQ(with_fakes(right, "sha256 -q --device opencl:5").code, 3);
}

class OnTheDevice : public testing::Test {
protected:
    void SetUp() override
    {
        forgive_leaks_of_drivers();
        const Ran list =
            hashlane("list --device opencl:0 --format json --filter keccak-chain[.]opencl");
        for (const json &line : json::parse(list.out))
            if (!line["runnable"] && skips_are_failures())
                FAIL() << "no OpenCL device: " << line["obstacle"];
            else if (!line["runnable"])
                GTEST_SKIP() << "no device: " << line["obstacle"];
    }
};

TEST_F(OnTheDevice, KeccakGivesTheProcessorsSum)
{
    const json rows =
        rows_of(hashlane("keccak 3 80 100 -q --format json --filter 'keccak-chain[.](ref|opencl)' "
                         "--device opencl:0"));
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
    const json rows =
        rows_of(hashlane("run -q --min-time 0.01 --filter opencl --device opencl:0 --format json"));
    ASSERT_GE(rows.size(), 2U);
    EXPECT_EQ(rows.front()["workload"], "sha256-chain");
    EXPECT_EQ(rows.back()["workload"], "keccak-chain");
    for (const json &row : rows) {
        EXPECT_EQ(row["verified"], true);
        EXPECT_GT(row["hashes_per_second"], 0);
        EXPECT_TRUE(row["cpus"].empty());
    }
}

TEST_F(OnTheDevice, SoakProvesAChain)
{
    const std::string out = scratch_path("soaked-device.json");
    const Ran ran =
        hashlane("soak -q --filter 'sha256-chain[.]opencl' --device opencl:0 --out " + out);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const json device = json::parse(read_file(out))["soak"]["devices"][0];
    EXPECT_EQ(device["wrong"], 0);
    EXPECT_GT(device["hashes"], 0);
}

} // namespace
} // namespace hashlane::test
