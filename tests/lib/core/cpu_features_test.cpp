// SPDX-License-Identifier: MIT
#include "lib/base/files.h"
#include "lib/core/cpu_features.h"
#include "lib/dispatch/dispatch_table.h"
#include "support/costs.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

namespace hashlane::test {
namespace {

// A dump as tests/lib/core/cpuid/README.md describes it.
class RecordedProcessor final : public CpuidSource {
public:
    explicit RecordedProcessor(const std::string &name)
    {
        std::istringstream lines(read_file(test_path("lib/core/cpuid/" + name + ".txt")));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream fields(line);
            std::string first, subleaf;
            fields >> first >> std::hex;
            if (first == "xcr0:") {
                fields >> xcr0_;
                may_read_xcr0_ = true;
                continue;
            }
            CpuidRegisters r;
            fields >> subleaf >> r.eax >> r.ebx >> r.ecx >> r.edx;
            leaves_[static_cast<std::uint32_t>(std::stoul(first, nullptr, 16))] = r;
        }
    }
    CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t) const override
    {
        const auto found = leaves_.find(leaf);
        return found == leaves_.end() ? CpuidRegisters{} : found->second;
    }
    std::uint64_t xcr0() const override
    {
        EXPECT_TRUE(may_read_xcr0_) << "XGETBV would fault on this system";
        return xcr0_;
    }

private:
    std::map<std::uint32_t, CpuidRegisters> leaves_;
    std::uint64_t xcr0_ = 0;
    bool may_read_xcr0_ = false;
};

CpuInfo recorded(const std::string &name) { return detect_cpu(RecordedProcessor(name)); }

TEST(CpuFeatures, EverythingUnderAHypervisor)
{
    const CpuInfo cpu = recorded("turin");
    EXPECT_EQ(feature_names(cpu.features),
              "SSSE3, SSE4.1, AVX, AVX2, BMI1, BMI2, SHA, AVX512F, AVX512VL");
    EXPECT_EQ(cpu.vendor, "AuthenticAMD");
    EXPECT_EQ(cpu.brand, "AMD EPYC");
    EXPECT_EQ(cpu.family, 26U);
    EXPECT_EQ(cpu.model, 2U);
    EXPECT_EQ(cpu.stepping, 1U);
    EXPECT_EQ(cpu.hypervisor, "KVM");
    EXPECT_FALSE(cpu.hybrid);
}

TEST(CpuFeatures, VectorPipes)
{
    EXPECT_TRUE(recorded("turin").features & four_vector_pipes);
    EXPECT_TRUE(recorded("genoa").features & split_zmm);
    EXPECT_FALSE(recorded("genoa_no_zmm").features & split_zmm);
    for (const char *name : {"genoa", "tiger_lake", "alder_lake", "tremont", "nehalem"})
        EXPECT_FALSE(recorded(name).features & four_vector_pipes) << name;
    for (const char *name : {"turin", "tiger_lake", "alder_lake", "tremont", "nehalem"})
        EXPECT_FALSE(recorded(name).features & split_zmm) << name;
}

TEST(CpuFeatures, Avx512NeedsTheSystemToSaveItsRegisters)
{
    EXPECT_TRUE(recorded("tiger_lake").features & avx512f);
    const CpuInfo cpu = recorded("tiger_lake_no_zmm");
    EXPECT_FALSE(cpu.features & (avx512f | avx512vl));
    EXPECT_TRUE(cpu.features & avx2);
}

TEST(CpuFeatures, NoVectorsWithoutOsxsave)
{
    const CpuInfo cpu = recorded("no_osxsave");
    EXPECT_FALSE(cpu.features & (avx | avx2 | avx512f | avx512vl));
    EXPECT_TRUE(cpu.features & sha);
    EXPECT_TRUE(cpu.features & bmi2);
}

// Whichever that is: the first kernel of the manifest for which nothing is missing.
void expect_first_runnable(FeatureSet features, Workload workload)
{
    const auto first = std::ranges::find_if(all_kernels(), [&](const Kernel &kernel) {
        return kernel.workload == workload && is_runnable(kernel, features);
    });
    EXPECT_EQ(built_in_dispatch(unknown_cpu(features)).kernel(workload).id, first->id);
}

TEST(CpuFeatures, ShaWithoutAvx)
{
    const CpuInfo cpu = recorded("tremont");
    EXPECT_TRUE(cpu.features & sha);
    EXPECT_FALSE(cpu.features & avx);
    expect_first_runnable(cpu.features, Workload::sha256_chain);
}

TEST(CpuFeatures, Hybrid)
{
    const CpuInfo cpu = recorded("alder_lake");
    EXPECT_TRUE(cpu.hybrid);
    EXPECT_EQ(cpu.model, 0x9aU);
    EXPECT_FALSE(cpu.features & avx512f);
    expect_first_runnable(cpu.features, Workload::keccak_chain);
}

TEST(CpuFeatures, KindsOfCore)
{
    const auto kind_in = [](const std::string &name) {
        return core_kind_name(detect_core_kind(RecordedProcessor(name)));
    };
    EXPECT_EQ(kind_in("alder_lake"), "core");
    EXPECT_EQ(kind_in("alder_lake_atom"), "atom");
    for (const char *name : {"turin", "tiger_lake", "tremont", "nehalem"})
        EXPECT_EQ(kind_in(name), "all") << name;
}

// A hypervisor may keep the hybrid bit and hide the leaf behind it.
TEST(CpuFeatures, HybridWithoutItsLeafIsAnotherKind)
{
    class Masked final : public CpuidSource {
    public:
        CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
        {
            const CpuidRegisters r = whole_.cpuid(leaf, subleaf);
            return leaf == 0 ? CpuidRegisters{7, r.ebx, r.ecx, r.edx} : r;
        }
        std::uint64_t xcr0() const override { return whole_.xcr0(); }

    private:
        RecordedProcessor whole_{"alder_lake"};
    };
    EXPECT_EQ(detect_core_kind(Masked{}), CoreKind::other);
}

// The turin dump with another signature.
std::string hypervisor_signed(const std::string &signature)
{
    class Signed final : public CpuidSource {
    public:
        explicit Signed(const std::string &signature) { signature.copy(text_, sizeof text_); }
        CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
        {
            CpuidRegisters r = whole_.cpuid(leaf, subleaf);
            if (leaf == 0x40000000) {
                r.ebx = word(0);
                r.ecx = word(4);
                r.edx = word(8);
            }
            return r;
        }
        std::uint64_t xcr0() const override { return whole_.xcr0(); }

    private:
        std::uint32_t word(std::size_t at) const
        {
            std::uint32_t value = 0;
            for (std::size_t i = 4; i-- != 0;)
                value = value << 8 | static_cast<unsigned char>(text_[at + i]);
            return value;
        }
        RecordedProcessor whole_{"turin"};
        char text_[12] = {};
    };
    return detect_cpu(Signed(signature)).hypervisor;
}

TEST(CpuFeatures, HypervisorsSignThemselves)
{
    EXPECT_EQ(hypervisor_signed("KVMKVMKVM"), "KVM");
    EXPECT_EQ(hypervisor_signed("Microsoft Hv"), "Hyper-V");
    EXPECT_EQ(hypervisor_signed("VMwareVMware"), "VMware");
    EXPECT_EQ(hypervisor_signed("XenVMMXenVMM"), "Xen");
    EXPECT_EQ(hypervisor_signed(""), "unknown");
    EXPECT_EQ(hypervisor_signed("SomethingNew"), "unknown");
    EXPECT_EQ(recorded("tiger_lake").hypervisor, "");
}

TEST(CpuFeatures, Identity)
{
    EXPECT_EQ(cpu_identity(recorded("turin")), "AuthenticAMD family 26 model 2 stepping 1");
    EXPECT_EQ(cpu_identity(CpuInfo{}), "");
}

TEST(Microcode, IsTheFirstCpus)
{
    EXPECT_EQ(microcode_in("processor\t: 0\nmicrocode\t: 0xb4\ncpu MHz\t\t: 1\n\n"
                           "processor\t: 1\nmicrocode\t: 0xb5\n"),
              "0xb4");
    for (const char *text :
         {"", "processor\t: 0\nFeatures\t: aes\n", "\nmicrocode\t: 0x1", "\nmicrocode\t: \n"})
        EXPECT_EQ(microcode_in(text), "unknown") << text;
}

// A dump in which something is changed.
class Changed final : public CpuidSource {
public:
    using Change = std::function<void(std::uint32_t leaf, CpuidRegisters &registers)>;
    Changed(const std::string &name, Change change, std::uint64_t saved = ~std::uint64_t{0})
        : whole_(name), change_(std::move(change)), saved_(saved)
    {
    }
    CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
    {
        CpuidRegisters registers = whole_.cpuid(leaf, subleaf);
        change_(leaf, registers);
        return registers;
    }
    std::uint64_t xcr0() const override { return whole_.xcr0() & saved_; }

private:
    RecordedProcessor whole_;
    Change change_;
    std::uint64_t saved_;
};

// Intel SDM volume 2A, CPUID: the bits of leaves 1 and 7 for features that kernels need.
TEST(CpuFeatures, EachIsItsBitsOfALeaf)
{
    const std::map<std::pair<std::uint32_t, int>, std::string> named = {
        {{1, 9}, "SSSE3"},     {{1, 19}, "SSE4.1"},  {{1, 28}, "AVX"},     {{7, 3}, "BMI1"},
        {{7, 5}, "AVX2"},      {{7, 8}, "BMI2"},     {{7, 16}, "AVX512F"}, {{7, 29}, "SHA"},
        {{7, 31}, "AVX512VL"}, {{7, 30}, "AVX512VL"}}; // AVX512BW
    const FeatureSet all = recorded("turin").features;
    for (const std::uint32_t leaf : {1U, 7U})
        for (int bit = 0; bit < 32; ++bit) {
            if (leaf == 1 && bit == 27)
                continue; // OSXSAVE: NoVectorsWithoutOsxsave
            const Changed without("turin", [&](std::uint32_t asked, CpuidRegisters &registers) {
                if (asked == leaf)
                    (leaf == 1 ? registers.ecx : registers.ebx) &= ~(1U << bit);
            });
            const auto name = named.find({leaf, bit});
            EXPECT_EQ(feature_names(all & ~detect_cpu(without).features),
                      name == named.end() ? "none" : name->second)
                << leaf << " " << bit;
        }
}

// Intel SDM volume 1, 15.2: opmask, upper halves and upper sixteen registers, and those below.
TEST(CpuFeatures, EveryRegisterStateMustBeSaved)
{
    const auto without = [](int bit) {
        return detect_cpu(
                   Changed(
                       "turin", [](std::uint32_t, CpuidRegisters &) {}, ~(std::uint64_t{1} << bit)))
            .features;
    };
    for (const int bit : {1, 2, 5, 6, 7})
        EXPECT_FALSE(without(bit) & (avx512f | avx512vl)) << bit;
    for (const int bit : {1, 2})
        EXPECT_FALSE(without(bit) & (avx | avx2)) << bit;
    for (const int bit : {5, 6, 7})
        EXPECT_TRUE(without(bit) & avx2) << bit;
    EXPECT_TRUE(without(0) & avx512f);
}

// Asked for a leaf beyond its last, a processor may answer with another's.
TEST(CpuFeatures, LeavesBeyondTheLastAreNotBelieved)
{
    const auto with_last = [](std::uint32_t of, std::uint32_t last) {
        return detect_cpu(Changed("turin", [=](std::uint32_t leaf, CpuidRegisters &registers) {
            if (leaf == of)
                registers.eax = last;
        }));
    };
    EXPECT_EQ(feature_names(with_last(0, 6).features), "SSSE3, SSE4.1, AVX");
    EXPECT_TRUE(with_last(0, 7).features & avx512f);
    EXPECT_EQ(with_last(0x80000000, 0x80000003).brand, "");
    EXPECT_EQ(with_last(0x80000000, 0x80000004).brand, "AMD EPYC");
}

TEST(CpuFeatures, BeforeLeaf7)
{
    const CpuInfo cpu = recorded("nehalem");
    EXPECT_EQ(feature_names(cpu.features), "SSSE3, SSE4.1");
    EXPECT_EQ(cpu.family, 6U);
    EXPECT_EQ(cpu.model, 0x1aU);
    EXPECT_EQ(cpu.brand, "");
}

} // namespace
} // namespace hashlane::test
