// SPDX-License-Identifier: MIT
#include "cpu_features.h"

#include "../base/threads.h"
#include "../base/x86.h"
#include "microarchitecture.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace hashlane {
FeatureSet arm64_features_of_hwcap(std::uint64_t hwcap)
{
    FeatureSet features = no_features;
    for (const Arm64Feature &f : arm64_features)
        if ((hwcap >> f.hwcap & 1U) != 0)
            features |= f.feature;
    return features;
}

namespace {

// The XCR0 bits that the operating system must set for a feature to be usable.
constexpr std::uint64_t nothing_saved = 0;
constexpr std::uint64_t ymm_saved = 0x06; // SSE and AVX state
constexpr std::uint64_t zmm_saved = 0xe6; // and opmask, upper halves, upper sixteen

struct FeatureBit {
    Feature feature;
    const char *name;
    std::uint32_t leaf;
    std::uint32_t CpuidRegisters::*where;
    std::uint32_t bits; ///< all of them
    std::uint64_t saved;
};

constexpr std::uint32_t bit(int number) { return 1U << number; }

constexpr FeatureBit feature_bits[] = {
    {ssse3, "SSSE3", 1, &CpuidRegisters::ecx, bit(9), nothing_saved},
    {sse41, "SSE4.1", 1, &CpuidRegisters::ecx, bit(19), nothing_saved},
    {avx, "AVX", 1, &CpuidRegisters::ecx, bit(28), ymm_saved},
    {avx2, "AVX2", 7, &CpuidRegisters::ebx, bit(5), ymm_saved},
    {bmi1, "BMI1", 7, &CpuidRegisters::ebx, bit(3), nothing_saved},
    {bmi2, "BMI2", 7, &CpuidRegisters::ebx, bit(8), nothing_saved},
    {sha, "SHA", 7, &CpuidRegisters::ebx, bit(29), nothing_saved},
    {avx512f, "AVX512F", 7, &CpuidRegisters::ebx, bit(16), zmm_saved},
    {avx512vl, "AVX512VL", 7, &CpuidRegisters::ebx, bit(31) | bit(30), zmm_saved},
};

struct SignBit {
    CoreSign sign;
    std::uint32_t subleaf; ///< of leaf 7
    std::uint32_t CpuidRegisters::*where;
    int bit;
};

constexpr SignBit sign_bits[] = {
    {with_sha, 0, &CpuidRegisters::ebx, 29},      {with_rdpid, 0, &CpuidRegisters::ecx, 22},
    {with_vaes, 0, &CpuidRegisters::ecx, 9},      {with_avx512, 0, &CpuidRegisters::ebx, 16},
    {with_avx_vnni, 1, &CpuidRegisters::eax, 4},  {with_avx_ifma, 1, &CpuidRegisters::eax, 23},
    {with_fp16, 0, &CpuidRegisters::edx, 23},     {with_amx, 0, &CpuidRegisters::edx, 24},
    {with_amx_fp16, 1, &CpuidRegisters::eax, 21},
};

constexpr int osxsave_bit = 27;
constexpr int hypervisor_bit = 31;
constexpr int hybrid_bit = 15;
constexpr std::uint32_t brand_leaf = 0x80000002;
constexpr std::uint32_t hybrid_leaf = 0x1a;
constexpr std::uint32_t hypervisor_leaf = 0x40000000;

// The signatures of hypervisors in their own leaf.
constexpr std::pair<std::string_view, const char *> hypervisor_signatures[] = {
    {"KVMKVMKVM", "KVM"},      {"Microsoft Hv", "Hyper-V"},   {"VMwareVMware", "VMware"},
    {"XenVMMXenVMM", "Xen"},   {"TCGTCGTCGTCG", "QEMU"},      {"VBoxVBoxVBox", "VirtualBox"},
    {"bhyve bhyve ", "bhyve"}, {"prl hyperv  ", "Parallels"}, {"ACRNACRNACRN", "ACRN"},
    {"Linux KVM Hv", "KVM"},   {"Jailhouse", "Jailhouse"},    {"QNXQVMBSQG", "QNX"},
};

bool bit_of(std::uint32_t word, int bit) { return (word >> bit & 1U) != 0; }

template <class Text> void append_register(Text &text, std::uint32_t word)
{
    for (int shift = 0; shift < 32; shift += 8)
        text += static_cast<char>(word >> shift & 0xff);
}

BrandText brand_of(const CpuidSource &source)
{
    if (source.cpuid(0x80000000, 0).eax < brand_leaf + 2)
        return "";
    BrandText brand;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const CpuidRegisters part = source.cpuid(brand_leaf + i, 0);
        for (const std::uint32_t word : {part.eax, part.ebx, part.ecx, part.edx})
            append_register(brand, word);
    }
    std::string_view text = brand.c_str(); // up to its first zero byte
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(' ') + 1));
    return text;
}

const char *hypervisor_of(const CpuidSource &source)
{
    const CpuidRegisters leaf = source.cpuid(hypervisor_leaf, 0);
    FixedText<12> signature;
    for (const std::uint32_t word : {leaf.ebx, leaf.ecx, leaf.edx})
        append_register(signature, word);
    for (const auto &[known, name] : hypervisor_signatures)
        if (signature.c_str() == known) // up to its first zero byte
            return name;
    return "unknown";
}

unsigned family_in(std::uint32_t eax)
{
    const unsigned base_family = eax >> 8 & 0xf;
    return base_family == 0xf ? base_family + (eax >> 20 & 0xff) : base_family;
}

unsigned model_in(std::uint32_t eax)
{
    const unsigned base_family = eax >> 8 & 0xf;
    const unsigned extended = base_family == 0xf || base_family == 6 ? eax >> 16 & 0xf : 0;
    return extended << 4 | (eax >> 4 & 0xf);
}

} // namespace

FixedText<256> feature_names(FeatureSet features)
{
    FixedText<256> names;
    const auto append = [&](FeatureSet feature, const char *name) {
        if (features & feature) {
            names += names.empty() ? "" : ", ";
            names += name;
        }
    };
    for (const FeatureBit &f : feature_bits)
        append(f.feature, f.name);
    for (const Arm64Feature &f : arm64_features)
        append(f.feature, f.name);
    if (names.empty())
        names = "none";
    return names;
}

CpuInfo detect_cpu(const CpuidSource &source)
{
    CpuInfo info;
    const CpuidRegisters basic = source.cpuid(0, 0);
    if (basic.eax == 0)
        return info;
    const CpuidRegisters leaf1 = source.cpuid(1, 0);
    const CpuidRegisters leaf7 = basic.eax >= 7 ? source.cpuid(7, 0) : CpuidRegisters{};
    const CpuidRegisters subleaf1 = leaf7.eax >= 1 ? source.cpuid(7, 1) : CpuidRegisters{};
    for (const std::uint32_t word : {basic.ebx, basic.edx, basic.ecx})
        append_register(info.vendor, word);
    info.family = family_in(leaf1.eax);
    info.model = model_in(leaf1.eax);
    info.stepping = leaf1.eax & 0xf;
    if (bit_of(leaf1.ecx, hypervisor_bit))
        info.hypervisor = hypervisor_of(source);
    info.hybrid = bit_of(leaf7.edx, hybrid_bit);
    info.kind = detect_core_kind(source);
    info.brand = brand_of(source);
    for (const SignBit &s : sign_bits)
        if (bit_of((s.subleaf == 0 ? leaf7 : subleaf1).*s.where, s.bit))
            info.signs |= s.sign;
    info.core = identify_core(info);
    const std::uint64_t saved = bit_of(leaf1.ecx, osxsave_bit) ? source.xcr0() : 0;
    for (const FeatureBit &f : feature_bits) {
        const CpuidRegisters &leaf = f.leaf == 1 ? leaf1 : leaf7;
        if ((leaf.*f.where & f.bits) == f.bits && (saved & f.saved) == f.saved)
            info.features |= f.feature;
    }
    if (info.core != nullptr)
        info.features |= info.core->traits;
    if ((info.features & avx512f) == 0)
        info.features &= ~FeatureSet{split_zmm};
    return info;
}

namespace {

#if HASHLANE_X86_64
class ThisProcessor final : public CpuidSource {
public:
    CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
    {
        std::uint32_t r[4];
        x86::cpuid(leaf, subleaf, r);
        return {r[0], r[1], r[2], r[3]};
    }
    std::uint64_t xcr0() const override { return x86::xcr0(); }
};
#else
class ThisProcessor final : public CpuidSource {};
#endif

#if defined(__aarch64__) && defined(__linux__)

FeatureSet detect_this_cpu_features() { return arm64_features_of_hwcap(getauxval(AT_HWCAP)); }

CpuInfo detect_this_cpu()
{
    CpuInfo info;
    info.features = detect_this_cpu_features();
    info.midr = this_midr();
    info.core = identify_core(info);
    if (info.core != nullptr)
        info.brand = info.core->name;
    return info;
}

#elif defined(__aarch64__) && defined(__APPLE__)

FeatureSet detect_this_cpu_features()
{
    return arm64_features_of_sysctl([](const char *name) {
        int value = 0;
        std::size_t size = sizeof value;
        return sysctlbyname(name, &value, &size, nullptr, 0) == 0 && value != 0;
    });
}

CpuInfo detect_this_cpu()
{
    CpuInfo info;
    info.features = detect_this_cpu_features();
    info.vendor = "Apple";
    char brand[128] = {};
    std::size_t size = sizeof brand - 1;
    if (sysctlbyname("machdep.cpu.brand_string", brand, &size, nullptr, 0) == 0)
        info.brand = brand;
    return info;
}

#else

CpuInfo detect_this_cpu() { return detect_cpu(ThisProcessor{}); }

#endif

} // namespace

std::optional<std::uint32_t> this_midr()
{
#if defined(__aarch64__) && defined(__linux__)
    constexpr int hwcap_cpuid = 11; // the system answers reads of the ID registers
    if ((getauxval(AT_HWCAP) >> hwcap_cpuid & 1U) != 0) {
        std::uint64_t midr = 0;
        asm("mrs %0, midr_el1" : "=r"(midr));
        return static_cast<std::uint32_t>(midr);
    }
#endif
    return std::nullopt;
}

const CpuInfo &this_cpu()
{
    static constinit Lazy<CpuInfo> info;
    return info.get(detect_this_cpu);
}

FeatureSet this_cpu_features() { return this_cpu().features; }

FixedText<127> cpu_identity(const CpuInfo &cpu)
{
    char text[128];
    if (cpu.midr) {
        std::snprintf(text, sizeof text, "implementer 0x%02x part 0x%03x variant %u revision %u",
                      midr_implementer(*cpu.midr), midr_part(*cpu.midr), *cpu.midr >> 20 & 0xf,
                      *cpu.midr & 0xf);
        return text;
    }
    if (cpu.vendor.empty())
        return "";
    std::snprintf(text, sizeof text, "%s family %u model %u stepping %u", cpu.vendor.c_str(),
                  cpu.family, cpu.model, cpu.stepping);
    return text;
}

std::string_view core_kind_name(CoreKind kind)
{
    constexpr std::string_view names[] = {"all", "core", "atom", "other"};
    return names[static_cast<std::size_t>(kind)];
}

CoreKind detect_core_kind(const CpuidSource &source)
{
    const std::uint32_t last_leaf = source.cpuid(0, 0).eax;
    if (last_leaf < 7 || !bit_of(source.cpuid(7, 0).edx, hybrid_bit))
        return CoreKind::all;
    const std::uint32_t type = last_leaf < hybrid_leaf ? 0 : source.cpuid(hybrid_leaf, 0).eax >> 24;
    if (type == 0x40)
        return CoreKind::core;
    return type == 0x20 ? CoreKind::atom : CoreKind::other;
}

CoreKind this_core_kind() { return detect_core_kind(ThisProcessor{}); }

} // namespace hashlane
