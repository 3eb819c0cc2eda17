// SPDX-License-Identifier: MIT
//
// What this processor, under this operating system, lets a kernel use.
#pragma once

#include "../base/fixed_text.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hashlane {

/// One bit each. A vector feature is present only when the processor has it and the operating
/// system saves its registers.
enum Feature : std::uint32_t {
    no_features = 0,
    ssse3 = 1U << 0,
    sse41 = 1U << 1,
    avx = 1U << 2,
    avx2 = 1U << 3,
    bmi1 = 1U << 4,
    bmi2 = 1U << 5,
    sha = 1U << 6,
    avx512f = 1U << 7,
    avx512vl = 1U << 8, ///< and AVX512BW, which no processor has alone
    asimd = 1U << 9,
    arm_sha2 = 1U << 10, ///< FEAT_SHA256
    arm_sha3 = 1U << 11, ///< FEAT_SHA3: EOR3, RAX1, XAR, BCAX
    // Not instructions, but pipes that a kernel is better or worse for. Nothing fails to run
    // without them, and no list names them.
    four_vector_pipes = 1U << 12,
    split_zmm = 1U << 13,   ///< a 512-bit operation takes two turns of a pipe
    compact_sha = 1U << 14, ///< SHA kernels with the fewest instructions are the better ones
};

using FeatureSet = std::uint32_t;

/// A feature by which the core is told from others (microarchitecture.h), whether or not the system
/// saves the registers for it.
enum CoreSign : std::uint32_t {
    with_sha = 1U << 0,
    with_rdpid = 1U << 1,
    with_vaes = 1U << 2,
    with_avx512 = 1U << 3,
    with_avx_vnni = 1U << 4,
    with_avx_ifma = 1U << 5,
    with_fp16 = 1U << 6, ///< AVX512_FP16
    with_amx = 1U << 7,  ///< AMX-TILE
    with_amx_fp16 = 1U << 8,
};

using CoreSigns = std::uint32_t;

/// The kinds of cores of a hybrid processor; on any other every core is of the kind `all`.
enum class CoreKind { all, core, atom, other };

constexpr CoreKind all_core_kinds[] = {CoreKind::all, CoreKind::core, CoreKind::atom,
                                       CoreKind::other};

struct Microarchitecture;

/// Returns the names of a set, as Linux and the manuals write them: "SHA, AVX512F"; "none" if
/// empty.
FixedText<256> feature_names(FeatureSet features);

struct CpuidRegisters {
    std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

/// The source that detection reads from: the processor, or in tests a recorded dump. This class is
/// of a processor without CPUID: the library, which has no C++ runtime below it, has no class that
/// cannot be instantiated.
class CpuidSource {
public:
    virtual CpuidRegisters cpuid(std::uint32_t /*leaf*/, std::uint32_t /*subleaf*/) const
    {
        return {};
    }
    /// Returns XCR0, the register states that the operating system saves. Called only if CPUID
    /// allows XGETBV.
    virtual std::uint64_t xcr0() const { return 0; }

protected:
    ~CpuidSource() = default; // nobody owns one by its base
};

using BrandText = FixedText<127>;

struct CpuInfo {
    FeatureSet features = no_features;
    FixedText<15> vendor; ///< "GenuineIntel", "AuthenticAMD", …; empty without CPUID
    BrandText brand;      ///< marketing name; empty if unknown
    unsigned family = 0, model = 0, stepping = 0; ///< with the extended fields added
    std::optional<std::uint32_t> midr; ///< ARM64's main ID register, where it may be read
    bool hybrid = false;               ///< cores of more than one kind
    CoreKind kind = CoreKind::all;     ///< of the core that was asked
    CoreSigns signs = 0;
    const Microarchitecture *core = nullptr; ///< null if it is not known
    FixedText<15> hypervisor; ///< "KVM", "unknown" where it hides; empty on bare metal
};

/// Sources: Intel SDM volume 2A, CPUID; volume 1, 14.3 and 15.2 (XCR0); AMD APM volume 3, E.
CpuInfo detect_cpu(const CpuidSource &source);

/// The processor that this process runs on; detected at the first call, thread-safe. Of a hybrid
/// processor `core` is that which made the first call.
const CpuInfo &this_cpu();

/// Returns its features.
FeatureSet this_cpu_features();

/// Returns "AuthenticAMD family 26 model 2 stepping 1", "implementer 0x41 part 0xd0c variant 3
/// revision 1"; empty if the processor does not identify itself.
FixedText<127> cpu_identity(const CpuInfo &cpu);

/// Returns "all", "core", "atom" as the manual calls them, "other".
std::string_view core_kind_name(CoreKind kind);

/// Returns the kind of the core that answers. Source: Intel SDM volume 2A, CPUID leaf 1AH.
CoreKind detect_core_kind(const CpuidSource &source);

/// Returns the kind of the core that the calling thread runs on now.
CoreKind this_core_kind();

// ---- An ARM64 processor's own description ----

// Pure functions but for the last, so that every host can test them on recorded values.

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

/// Returns the features whose bits are set.
FeatureSet arm64_features_of_hwcap(std::uint64_t hwcap);

/// Returns the features for which `has` is true: has(name) is true if the sysctl of that name
/// exists and is not 0.
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

/// Returns the main ID register of the calling thread's core, if the system lets it be read.
std::optional<std::uint32_t> this_midr();

} // namespace hashlane
