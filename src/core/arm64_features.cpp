// SPDX-License-Identifier: MIT
#include "arm64_features.h"

#include <algorithm>
#include <cstdio>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace hashlane {
namespace {

struct Core {
    std::uint32_t implementer, part;
    const char *name;
};

// The parts that Linux knows (arch/arm64/include/asm/cputype.h), as far as they are of interest.
constexpr Core cores[] = {
    {0x41, 0xd03, "Arm Cortex-A53"},   {0x41, 0xd04, "Arm Cortex-A35"},
    {0x41, 0xd05, "Arm Cortex-A55"},   {0x41, 0xd07, "Arm Cortex-A57"},
    {0x41, 0xd08, "Arm Cortex-A72"},   {0x41, 0xd09, "Arm Cortex-A73"},
    {0x41, 0xd0a, "Arm Cortex-A75"},   {0x41, 0xd0b, "Arm Cortex-A76"},
    {0x41, 0xd0c, "Arm Neoverse N1"},  {0x41, 0xd0d, "Arm Cortex-A77"},
    {0x41, 0xd40, "Arm Neoverse V1"},  {0x41, 0xd41, "Arm Cortex-A78"},
    {0x41, 0xd44, "Arm Cortex-X1"},    {0x41, 0xd46, "Arm Cortex-A510"},
    {0x41, 0xd47, "Arm Cortex-A710"},  {0x41, 0xd48, "Arm Cortex-X2"},
    {0x41, 0xd49, "Arm Neoverse N2"},  {0x41, 0xd4d, "Arm Cortex-A715"},
    {0x41, 0xd4e, "Arm Cortex-X3"},    {0x41, 0xd4f, "Arm Neoverse V2"},
    {0x41, 0xd80, "Arm Cortex-A520"},  {0x41, 0xd81, "Arm Cortex-A720"},
    {0x41, 0xd82, "Arm Cortex-X4"},    {0x41, 0xd84, "Arm Neoverse V3"},
    {0x41, 0xd8e, "Arm Neoverse N3"},  {0x46, 0x001, "Fujitsu A64FX"},
    {0x48, 0xd01, "HiSilicon TSV110"}, {0x51, 0x001, "Qualcomm Oryon"},
    {0x61, 0x022, "Apple Icestorm"},   {0x61, 0x023, "Apple Firestorm"},
    {0x61, 0x032, "Apple Blizzard"},   {0x61, 0x033, "Apple Avalanche"},
    {0xc0, 0xac3, "Ampere-1"},
};

#if defined(__aarch64__) && defined(__linux__)
// The system then answers reads of the ID registers.
constexpr int hwcap_cpuid = 11;
#endif

#if defined(__aarch64__) && defined(__APPLE__)
bool sysctl_is_set(const char *name)
{
    int value = 0;
    std::size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, nullptr, 0) == 0 && value != 0;
}

BrandText sysctl_text(const char *name)
{
    char text[128] = {};
    std::size_t size = sizeof text - 1;
    return sysctlbyname(name, text, &size, nullptr, 0) == 0 ? text : "";
}
#endif

} // namespace

FeatureSet arm64_features_of_hwcap(std::uint64_t hwcap)
{
    FeatureSet features = no_features;
    for (const Arm64Feature &f : arm64_features)
        if ((hwcap >> f.hwcap & 1U) != 0)
            features |= f.feature;
    return features;
}

std::string_view arm64_core_name(std::uint32_t midr)
{
    const auto *const core = std::ranges::find_if(cores, [&](const Core &c) {
        return c.implementer == midr_implementer(midr) && c.part == midr_part(midr);
    });
    return core == std::end(cores) ? "" : core->name;
}

FixedText<64> arm64_identity(std::uint32_t midr)
{
    char text[65];
    std::snprintf(text, sizeof text, "implementer 0x%02x part 0x%03x variant %u revision %u",
                  midr_implementer(midr), midr_part(midr), midr >> 20 & 0xf, midr & 0xf);
    return text;
}

#if defined(__aarch64__) && defined(__linux__)
std::optional<std::uint32_t> this_midr()
{
    if ((getauxval(AT_HWCAP) >> hwcap_cpuid & 1U) == 0)
        return std::nullopt;
    std::uint64_t midr = 0;
    asm("mrs %0, midr_el1" : "=r"(midr));
    return static_cast<std::uint32_t>(midr);
}
FeatureSet detect_arm64_features() { return arm64_features_of_hwcap(getauxval(AT_HWCAP)); }
CpuInfo detect_arm64()
{
    CpuInfo info;
    info.features = detect_arm64_features();
    info.midr = this_midr();
    if (info.midr)
        info.brand = arm64_core_name(*info.midr);
    return info;
}
#elif defined(__aarch64__) && defined(__APPLE__)
std::optional<std::uint32_t> this_midr() { return std::nullopt; }
FeatureSet detect_arm64_features() { return arm64_features_of_sysctl(sysctl_is_set); }
CpuInfo detect_arm64()
{
    CpuInfo info;
    info.features = detect_arm64_features();
    info.vendor = "Apple";
    info.brand = sysctl_text("machdep.cpu.brand_string");
    return info;
}
#else
std::optional<std::uint32_t> this_midr() { return std::nullopt; }
FeatureSet detect_arm64_features() { return no_features; }
CpuInfo detect_arm64() { return {}; }
#endif

} // namespace hashlane
