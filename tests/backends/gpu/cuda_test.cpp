// SPDX-License-Identifier: MIT
//
// Devices of CUDA, with the fake driver and compiler: their descriptions of themselves, their
// failures, and the use of the compiler. device_test.cpp runs on them as well, for the digests.

#include "backends/gpu/benchmark.h"
#include "backends/gpu/chain.h"
#include "backends/gpu/device.h"
#include "backends/gpu/verify.h"
#include "devices_under_test.h"
#include "fake_cuda.h"
#include "machine/system/shared_object.h"
#include "support/alone.h"
#include "support/chain_data.h"
#include "support/error_text.h"
#include "support/files.h"
#include "support/proof.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

namespace hashlane::test {

backends::FoundDevices devices_under_test() { return backends::find_cuda_devices(); }

namespace {

namespace fs = std::filesystem;

std::string source()
{
    return std::string(backends::portable_source) + backends::sha256_chain_source;
}

std::unique_ptr<backends::DeviceKernel> make_kernel(backends::Device &device)
{
    return device.make_kernel(source(), "sha256_chain");
}

template <class Use> std::string why_not(const Use &use)
{
    return error_text<backends::DeviceError>(use);
}

// With lanes that need no other form of the kernel.
bool computes(backends::Device &device)
{
    constexpr std::size_t lanes = 401;
    backends::DeviceChain chain(device, Workload::sha256_chain);
    const auto data = random_lane_data<Sha256Lanes>(lanes, 1);
    auto result = data;
    chain.write(data.data(), lanes);
    chain.advance(3);
    chain.read(result.data());
    return result == by_reference<Sha256Lanes>(data, 3);
}

class Cuda : public testing::Test {
protected:
    void SetUp() override
    {
        be_wrong_with("");
        setenv("HASHLANE_FAKE_NVRTC", "", 1);
        setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
        fs::remove_all(cache_);
    }
    void TearDown() override
    {
        SetUp();
        EXPECT_EQ(fake_cuda_live(), 0) << "something was not released";
    }
    static void be_wrong_with(const char *what) { setenv("HASHLANE_FAKE_CUDA", what, 1); }
    fs::path only_entry() const
    {
        const std::vector<fs::path> all{fs::directory_iterator(cache_ + "/hashlane/programs"),
                                        fs::directory_iterator()};
        EXPECT_EQ(all.size(), 1U);
        return all.at(0);
    }

    const std::string cache_ = scratch_path("cuda-cache");
};

TEST_F(Cuda, DevicesSayWhatTheyAreWithoutBeingWoken)
{
    const int contexts = fake_cuda_contexts();
    const backends::FoundDevices found = backends::find_cuda_devices();
    ASSERT_EQ(found.devices.size(), 2U);
    const backends::DeviceFacts &facts = found.devices[0]->facts();
    EXPECT_EQ(facts.id(), "cuda:0");
    EXPECT_EQ(facts.name, "Fake H");
    EXPECT_EQ(facts.driver.rfind("CUDA driver 13.0", 0), 0U) << facts.driver;
    EXPECT_EQ(facts.compute_units, 3U);
    EXPECT_EQ(facts.clock_mhz, 1755U);
    EXPECT_EQ(facts.memory_bytes, 64U << 20);
    EXPECT_EQ(facts.architecture, "sm_90");
    EXPECT_EQ(facts.pci_address, "0000:0a:00.0");
    EXPECT_EQ(facts.ecc, true);
    EXPECT_EQ(found.devices[1]->facts().id(), "cuda:1");
    EXPECT_EQ(found.devices[1]->facts().architecture, "sm_75");
    EXPECT_EQ(found.devices[1]->facts().ecc, false);
    EXPECT_EQ(fake_cuda_contexts(), contexts);
}

TEST_F(Cuda, WhatADriverNoLongerTellsIsLeftOut)
{
    be_wrong_with("no clock");
    EXPECT_EQ(backends::find_cuda_devices().devices[0]->facts().clock_mhz, 0U);
    be_wrong_with("no ecc");
    EXPECT_EQ(backends::find_cuda_devices().devices[0]->facts().ecc, std::nullopt);
}

TEST_F(Cuda, WithoutADeviceIsAbsent)
{
    be_wrong_with("no device");
    EXPECT_EQ(error_text<machine::LibraryUnavailable>(backends::find_cuda_devices),
              "libcuda.so.1 has no device");
    be_wrong_with("no init"); // of a name that is unknown to the driver too
    EXPECT_EQ(why_not(backends::find_cuda_devices), "cuInit answers 803");
}

TEST_F(Cuda, ABrokenDeviceDoesNotTakeTheOthersNumber)
{
    be_wrong_with("broken");
    const backends::FoundDevices found =
        backends::find_devices({{"cuda", 0}, {"cuda", 1}, {"cuda", 2}});
    ASSERT_EQ(found.devices.size(), 1U);
    EXPECT_EQ(found.devices[0]->facts().name, "Fake T");
    ASSERT_EQ(found.missing.size(), 2U);
    EXPECT_EQ(found.missing[0].name, "cuda:0");
    EXPECT_EQ(found.missing[0].reason, "cuDeviceGet answers CUDA_ERROR_DEVICE_UNAVAILABLE");
    EXPECT_EQ(found.missing[1].reason, "there is no such device: cuda has 1");
}

TEST_F(Cuda, KernelsFillTheDevice)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = make_kernel(*found.devices[0]);
    EXPECT_EQ(kernel->resident_items(), 3U * 256);
    const std::optional<backends::KernelFacts> facts = kernel->facts();
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->registers, 64U);
    EXPECT_EQ(facts->local_bytes, 16U);
    EXPECT_EQ(facts->group_items, 256U);
    EXPECT_EQ(facts->compiler, "NVRTC 13.0");
}

// 384 threads a multiprocessor are three blocks of 128, or one of 256.
TEST_F(Cuda, BlocksAreLargerOnlyWhereAsManyThreadsFit)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = found.devices[0]->make_kernel(
        std::string(backends::portable_source) + backends::keccak_chain_source, "keccak_chain");
    EXPECT_EQ(kernel->facts()->group_items, 128U);
    EXPECT_EQ(kernel->resident_items(), 3U * 384);
}

TEST_F(Cuda, FewLanesAreSpreadOverTheMultiprocessors)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = make_kernel(*found.devices[0]);
    const auto buffer = found.devices[0]->make_buffer(768 * 32);
    const std::pair<std::uint32_t, FakeCudaGrid> grids[] = {
        {1, {1, 32}}, {40, {2, 32}}, {96, {3, 32}}, {200, {3, 96}}, {768, {3, 256}}};
    for (const auto &[lanes, grid] : grids) {
        kernel->run(*buffer, lanes, 0);
        EXPECT_EQ(fake_cuda_last_grid().blocks, grid.blocks) << lanes;
        EXPECT_EQ(fake_cuda_last_grid().threads, grid.threads) << lanes;
    }
}

TEST_F(Cuda, TimeIsNeverNothing)
{
    be_wrong_with("no time");
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = make_kernel(*found.devices[0]);
    const auto buffer = found.devices[0]->make_buffer(32);
    EXPECT_GT(kernel->run(*buffer, 1, 0), 0);
}

TEST_F(Cuda, AnyThreadMayUseADevice)
{
    backends::FoundDevices found = backends::find_cuda_devices();
    auto chain = std::make_unique<backends::DeviceChain>(*found.devices[0], Workload::sha256_chain);
    EXPECT_TRUE(computes(*found.devices[1])) << "another context in between";
    const std::vector<std::uint8_t> data(32);
    chain->write(data.data(), 1);
    std::thread([&] { chain->advance(1); }).join();
    std::thread([&] { chain.reset(); }).join();
    std::thread([&] { EXPECT_TRUE(computes(*found.devices[0])); }).join();
    std::thread([&] { found.devices.clear(); }).join();
}

TEST_F(Cuda, WhatADeviceRefusesIsAnErrorOfItsOwn)
{
    const std::pair<const char *, const char *> problems[] = {
        {"busy", "cuDevicePrimaryCtxRetain answers CUDA_ERROR_DEVICE_UNAVAILABLE"},
        {"no memory", "cuMemAlloc answers CUDA_ERROR_OUT_OF_MEMORY"},
        {"refuses", "cuModuleLoadData (NVRTC 13.0) answers CUDA_ERROR_INVALID_IMAGE"}};
    for (const auto &[problem, reason] : problems) {
        be_wrong_with(problem);
        const backends::FoundDevices found = backends::find_cuda_devices();
        EXPECT_EQ(why_not([&] { computes(*found.devices[0]); }), reason);
        EXPECT_TRUE(computes(*found.devices[1])) << problem;
    }
    be_wrong_with("busy");
    const backends::FoundDevices found = backends::find_cuda_devices();
    const int compilations = fake_nvrtc_compilations();
    EXPECT_THROW(found.devices[0]->make_kernel(source() + "//", "sha256_chain"),
                 backends::DeviceError);
    EXPECT_EQ(fake_nvrtc_compilations(), compilations) << "compiled for nothing";
    EXPECT_EQ(why_not([&] { found.devices[1]->make_kernel(source(), "no_such_kernel"); }),
              "cuModuleGetFunction answers CUDA_ERROR_NOT_FOUND");
}

TEST_F(Cuda, ADeviceThatDiesStaysDead)
{
    be_wrong_with("dies");
    const std::string lost = " answers CUDA_ERROR_LAUNCH_FAILED";
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = make_kernel(*found.devices[0]);
    const auto buffer = found.devices[0]->make_buffer(32);
    for (int launch = 1; launch < 4; ++launch)
        kernel->run(*buffer, 1, 1);
    EXPECT_EQ(why_not([&] { kernel->run(*buffer, 1, 1); }), "cuEventSynchronize" + lost);
    EXPECT_EQ(why_not([&] { kernel->run(*buffer, 1, 1); }), "cuLaunchKernel" + lost);
    std::uint8_t bytes[32] = {};
    EXPECT_EQ(why_not([&] { buffer->write(bytes, 32); }), "cuMemcpyHtoDAsync" + lost);
    EXPECT_EQ(why_not([&] { buffer->read(bytes, 32); }), "cuMemcpyDtoHAsync" + lost);
    EXPECT_EQ(why_not([&] { found.devices[0]->make_buffer(32); }), "cuMemAlloc" + lost);
    EXPECT_EQ(why_not([&] { make_kernel(*found.devices[0]); }),
              "cuModuleLoadData (NVRTC 13.0)" + lost);
    EXPECT_TRUE(computes(*found.devices[1]));
}

TEST_F(Cuda, ChainsAreVerifiedWhileTheyAreCopied)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const int before = fake_cuda_copies_beside_launches();
    const Proof proof = plain_proof(random_lengths(2000, 40));
    backends::ChainVerifier verifier(0, {found.devices[0].get()});
    EXPECT_EQ(verifier.most_lanes(), 768U);
    hashlane_chain_result result;
    EXPECT_EQ(verifier.verify(views(proof), {}, result), HASHLANE_OK);
    EXPECT_EQ(result.hashes, hashes_of(proof));
    EXPECT_GT(fake_cuda_copies_beside_launches(), before + 4);
}

// The driver is gone with the memory and the kernel that its launch used.
TEST_F(Cuda, ALaunchThatIsUnderWayEndsBeforeItsBufferIsReleased)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const auto kernel = make_kernel(*found.devices[0]);
    auto buffer = found.devices[0]->make_buffer(32);
    kernel->start(*buffer, 1, 1);
    buffer.reset();
    buffer = found.devices[0]->make_buffer(32);
    EXPECT_GT(kernel->run(*buffer, 1, 1), 0);
}

TEST_F(Cuda, WrongDigestsAreAMismatch)
{
    be_wrong_with("wrong");
    const backends::FoundDevices found = backends::find_cuda_devices();
    Alone alone;
    const measure::Outcome outcome =
        backends::measure_device(*found.devices[0], Workload::keccak_chain, {.seconds = 0.001},
                                 false, alone)
            .outcome;
    ASSERT_TRUE(std::holds_alternative<results::Mismatch>(outcome));
    EXPECT_EQ(std::get<results::Mismatch>(outcome).lane, 1151U);
}

// Every launch takes twice as long, with one mode.
TEST_F(Cuda, AnotherProgramsTurnsAreSeenInTheTimeOfLaunches)
{
    const auto measured = [](const char *way) {
        be_wrong_with(way);
        const backends::FoundDevices found = backends::find_cuda_devices();
        Alone alone;
        return std::get<results::Row>(backends::measure_device(*found.devices[0],
                                                               Workload::sha256_chain,
                                                               {.seconds = 0.8}, false, alone)
                                          .outcome);
    };
    const results::Row alone = measured("steady"), beside = measured("turns");
    EXPECT_EQ(alone.quality.noise, results::Noise::clean) << alone.quality.note;
    EXPECT_TRUE(alone.quality.trustworthy);
    EXPECT_EQ(beside.quality.noise, results::Noise::shared);
    EXPECT_FALSE(beside.quality.trustworthy);
    EXPECT_NE(beside.quality.note.find("times as long as short ones"), std::string::npos);
    EXPECT_NEAR(beside.figures.units_per_second, alone.figures.units_per_second / 2,
                alone.figures.units_per_second / 50);
}

TEST_F(Cuda, ProgramsAreCompiledOnceForADeviceAndSource)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    const int before = fake_nvrtc_compilations();
    EXPECT_TRUE(computes(*found.devices[0]));
    EXPECT_TRUE(computes(*found.devices[0]));
    EXPECT_EQ(fake_nvrtc_compilations(), before + 1);
    for (int i = 0; i < 2; ++i) // the form for few lanes
        EXPECT_EQ(make_kernel(*found.devices[0])->facts()->compiler, "NVRTC 13.0");
    EXPECT_EQ(fake_nvrtc_compilations(), before + 2);
    EXPECT_TRUE(computes(*found.devices[1]));
    found.devices[0]->make_kernel(source() + "// other", "sha256_chain");
    EXPECT_EQ(fake_nvrtc_compilations(), before + 4);
}

TEST_F(Cuda, ACorruptProgramIsCompiledAnew)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    EXPECT_TRUE(computes(*found.devices[0]));
    const fs::path entry = only_entry();
    const std::string whole = read_file(entry);
    for (const std::string &bad : {whole.substr(0, whole.size() - 1), std::string("nothing")}) {
        std::ofstream(entry, std::ios::binary) << bad;
        const int before = fake_nvrtc_compilations();
        EXPECT_TRUE(computes(*found.devices[0]));
        EXPECT_EQ(fake_nvrtc_compilations(), before + 1);
        EXPECT_EQ(read_file(only_entry()), whole);
    }
}

TEST_F(Cuda, WithoutACacheDirectoryEverythingIsCompiled)
{
    const backends::FoundDevices found = backends::find_cuda_devices();
    std::ofstream(cache_) << "no folder";
    const int before = fake_nvrtc_compilations();
    EXPECT_TRUE(computes(*found.devices[0]));
    EXPECT_TRUE(computes(*found.devices[0]));
    EXPECT_EQ(fake_nvrtc_compilations(), before + 2);
}

TEST_F(Cuda, WhatTheDriverRefusesIsNotKept)
{
    be_wrong_with("refuses");
    const backends::FoundDevices found = backends::find_cuda_devices();
    const int before = fake_nvrtc_compilations();
    for (int i = 0; i < 2; ++i)
        EXPECT_THROW(make_kernel(*found.devices[0]), backends::DeviceError);
    EXPECT_EQ(fake_nvrtc_compilations(), before + 2);
}

TEST_F(Cuda, WhatTheCompilerRefusesIsItsFirstLine)
{
    EXPECT_EQ(why_not([] { backends::find_cuda_devices().devices[0]->make_kernel("u32 x;", "x"); }),
              "nvrtcCompileProgram: fake error: no such language");
}

TEST_F(Cuda, ACompilerThatIsOlderThanTheDeviceLeavesTheRestToTheDriver)
{
    setenv("HASHLANE_FAKE_NVRTC", "old", 1);
    EXPECT_TRUE(computes(*backends::find_cuda_devices().devices[0]));
}

TEST_F(Cuda, ACompilerThatForgotTheDeviceSaysSo)
{
    setenv("HASHLANE_FAKE_NVRTC", "new", 1);
    EXPECT_EQ(why_not([] { make_kernel(*backends::find_cuda_devices().devices[0]); }),
              "NVRTC 13.0 no longer compiles for sm_90: install an older one");
}

} // namespace
} // namespace hashlane::test
