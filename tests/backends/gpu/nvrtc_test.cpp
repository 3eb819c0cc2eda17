// SPDX-License-Identifier: MIT
//
// Tests which NVRTC is opened and with which options; and, if there is one, that it compiles the
// kernels for every architecture that the documents name.

#include "backends/gpu/chain.h"
#include "backends/gpu/cuda_program.h"
#include "backends/gpu/device.h"
#include "machine/system/shared_object.h"
#include "support/error_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

std::string why_not(const std::string &source, int capability,
                    const std::vector<const char *> &names)
{
    return error_text<backends::DeviceError>(
        [&] { backends::compile_cuda(source, capability, names); });
}

TEST(Nvrtc, TheDriversOwnIsOpenedBeforeAnother)
{
    const auto first = [](unsigned driver) {
        return std::string(backends::nvrtc_names(driver).front());
    };
    EXPECT_EQ(first(14), "libnvrtc.so.13");
    EXPECT_EQ(first(13), "libnvrtc.so.13");
    EXPECT_EQ(first(12), "libnvrtc.so.12");
    EXPECT_EQ(first(11), "libnvrtc.so.11.2");
    for (const unsigned driver : {11U, 12U, 13U}) {
        const std::vector<const char *> names = backends::nvrtc_names(driver);
        EXPECT_EQ(names.size(), 5U);
        EXPECT_STREQ(names.back(), "/usr/local/cuda/lib64/libnvrtc.so");
    }
}

TEST(Nvrtc, CompilesForTheDeviceOrTheNewestOlderOne)
{
    EXPECT_EQ(backends::nvrtc_architecture({75, 80, 90, 100}, 90), "--gpu-architecture=sm_90");
    EXPECT_EQ(backends::nvrtc_architecture({75, 80, 90}, 100), "--gpu-architecture=compute_90");
    EXPECT_EQ(backends::nvrtc_architecture({86, 75, 80, 90}, 89), "--gpu-architecture=compute_86");
    EXPECT_EQ(backends::nvrtc_architecture({75, 80}, 70), "");
    EXPECT_EQ(backends::nvrtc_architecture({}, 70), "");
}

TEST(Nvrtc, ThatIsMissingSaysWhatToInstall)
{
    EXPECT_EQ(why_not("", 90, {"libnothing-like-this.so.1", "libnothing-like-this.so.2"}),
              "NVRTC, the compiler, is missing: cannot open libnothing-like-this.so.1, "
              "libnothing-like-this.so.2; install it from NVIDIA's CUDA toolkit (package "
              "cuda-nvrtc-…), or name its folder in LD_LIBRARY_PATH");
}

class RealNvrtc : public testing::Test {
protected:
    void SetUp() override
    {
        try {
            const machine::SharedObject library(names_);
        } catch (const machine::LibraryUnavailable &absent) {
            GTEST_SKIP() << "no NVRTC: " << absent.what();
        }
    }
    const std::vector<const char *> names_ = backends::nvrtc_names(13);
};

TEST_F(RealNvrtc, CompilesEveryKernelForEveryArchitecture)
{
    const std::string portable = backends::portable_source;
    for (const std::string &source :
         {portable + backends::keccak_chain_source, portable + backends::sha256_chain_source,
          "#define UNIFORM_FACTOR\n" + portable + backends::sha256_chain_source,
          "#define FEW_LANES\n#define UNIFORM_FACTOR\n" + portable + backends::sha256_chain_source})
        for (const int capability : {75, 80, 90, 100}) {
            const backends::CudaProgram program =
                backends::compile_cuda(source, capability, names_);
            EXPECT_EQ(program.image.substr(1, 3), "ELF") << capability;
            EXPECT_EQ(program.compiler.rfind("NVRTC ", 0), 0U) << program.compiler;
        }
}

TEST_F(RealNvrtc, CompilesForADeviceThatItDoesNotKnow)
{
    const backends::CudaProgram program = backends::compile_cuda(
        std::string(backends::portable_source) + backends::sha256_chain_source, 999, names_);
    EXPECT_NE(program.image.find("\n.target sm_"), std::string::npos);
    EXPECT_EQ(program.image.back(), '\0');
}

TEST_F(RealNvrtc, NamesWhatIsWrong)
{
    EXPECT_EQ(why_not("no_such_type x;", 90, names_),
              "nvrtcCompileProgram: hashlane.cu(1): error: identifier \"no_such_type\" is "
              "undefined");
    EXPECT_NE(why_not("", 20, names_).find(" no longer compiles for sm_20: install an older one"),
              std::string::npos);
}

} // namespace
} // namespace hashlane::test
