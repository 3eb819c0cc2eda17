// SPDX-License-Identifier: MIT
//
// What an ARM64 processor says of itself. Pure functions but for the last, so that every host can
// test them on recorded values.
#ifndef HASHLANE_SRC_CORE_ARM64_FEATURES_H
#define HASHLANE_SRC_CORE_ARM64_FEATURES_H

#include "cpu_features.h"

#include <cstdint>
#include <string_view>

namespace hashlane {

struct Arm64Feature {
    Feature feature;
    const char *name;   ///< as Linux's /proc/cpuinfo and the manual write it, in capitals
    int hwcap;          ///< bit of Linux's AT_HWCAP (arch/arm64/include/uapi/asm/hwcap.h)
    const char *sysctl; ///< macOS's, "Determining Instruction Set Characteristics"
};

constexpr Arm64Feature arm64_features[] = {
    {asimd, "ASIMD", 1, "hw.optional.AdvSIMD"},
    {arm_sha2, "SHA2", 6, "hw.optional.arm.FEAT_SHA256"},
    {arm_sha3, "SHA3", 17, "hw.optional.arm.FEAT_SHA3"},
};

/// The features whose bits are set.
FeatureSet arm64_features_of_hwcap(std::uint64_t hwcap);

/// The features for which `has` is true; it says whether the sysctl of that name exists and is
/// not 0.
template <class Has> FeatureSet arm64_features_of_sysctl(const Has &has)
{
    FeatureSet features = no_features;
    for (const Arm64Feature &f : arm64_features)
        if (has(f.sysctl))
            features |= f.feature;
    return features;
}

/// Fields of MIDR_EL1 (Arm Architecture Reference Manual, D19.2.110).
constexpr std::uint32_t midr_implementer(std::uint32_t midr) { return midr >> 24; }
constexpr std::uint32_t midr_part(std::uint32_t midr) { return midr >> 4 & 0xfff; }

/// Who made the core and what it is called: "Arm Neoverse N1"; empty where the table knows no
/// such core.
std::string_view arm64_core_name(std::uint32_t midr);

/// "implementer 0x41 part 0xd0c variant 3 revision 1"
FixedText<64> arm64_identity(std::uint32_t midr);

/// The calling thread's core; all empty on another architecture.
CpuInfo detect_arm64();

/// Its features alone: allocates nothing.
FeatureSet detect_arm64_features();

/// Its main ID register, where the system lets it be read.
std::optional<std::uint32_t> this_midr();

} // namespace hashlane

#endif
