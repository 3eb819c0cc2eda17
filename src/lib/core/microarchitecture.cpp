// SPDX-License-Identifier: MIT
//
// Sources of the numbers: the lists of processors in Linux, for x86 and for ARM64.
#include "microarchitecture.h"

#include <algorithm>
#include <iterator>

namespace hashlane {
namespace {

constexpr std::string_view intel = "GenuineIntel", amd = "AuthenticAMD", hygon = "HygonGenuine",
                           arm64 = "";

constexpr CoreSigns no_signs = 0, all_signs = ~CoreSigns{0};
constexpr CoreSigns sunny_signs = with_sha | with_rdpid | with_vaes | with_avx512;
constexpr CoreSigns golden_signs = sunny_signs | with_avx_vnni | with_fp16 | with_amx;
constexpr CoreSigns gracemont_signs = with_sha | with_rdpid | with_vaes | with_avx_vnni;
constexpr CoreSigns crestmont_signs = gracemont_signs | with_avx_ifma;
constexpr CoreSigns zen3_signs = with_sha | with_rdpid | with_vaes;
constexpr CoreSigns zen4_signs = zen3_signs | with_avx512;
constexpr CoreSigns zen5_signs = zen4_signs | with_avx_vnni;
constexpr FeatureSet zen5_traits = four_vector_pipes | compact_sha;

// Not relatives, although similar: Haswell shifts vectors on one port, Skylake on two; Zen 1 has
// vectors of 128 bits, Zen 2 one pipe for shifts, Zen 3 two; Zen 5 in most mobile processors splits
// operations of 512 bits.
constexpr Microarchitecture cores[] = {
    {"Haswell", "haswell", intel, no_signs, no_features},
    {"Broadwell", "haswell", intel, no_signs, no_features},
    {"Skylake", "skylake", intel, no_signs, no_features},
    {"Skylake-X", "skylake-x", intel, with_avx512, no_features},
    {"Sunny Cove", "sunny-cove", intel, sunny_signs, no_features},
    {"Willow Cove", "sunny-cove", intel, sunny_signs, no_features},
    {"Cypress Cove", "sunny-cove", intel, sunny_signs, no_features},
    {"Palm Cove", "palm-cove", intel, with_sha | with_avx512, no_features},
    {"Golden Cove", "golden-cove", intel, golden_signs, no_features},
    {"Raptor Cove", "golden-cove", intel, golden_signs, no_features},
    {"Redwood Cove", "golden-cove", intel, golden_signs | with_amx_fp16, no_features},
    {"Lion Cove", "lion-cove", intel, crestmont_signs, no_features},
    {"Cougar Cove", "lion-cove", intel, crestmont_signs, no_features},
    {"Goldmont", "goldmont", intel, with_sha, no_features},
    {"Goldmont Plus", "goldmont", intel, with_sha | with_rdpid, no_features},
    {"Tremont", "tremont", intel, with_sha | with_rdpid, no_features},
    {"Gracemont", "gracemont", intel, gracemont_signs, compact_sha},
    {"Crestmont", "gracemont", intel, crestmont_signs, compact_sha},
    {"Skymont", "skymont", intel, crestmont_signs, compact_sha},
    {"Darkmont", "skymont", intel, crestmont_signs, compact_sha},
    {"Zen 1", "zen", amd, with_sha, no_features},
    {"Zen+", "zen", amd, with_sha, no_features},
    {"Zen 2", "zen-2", amd, with_sha | with_rdpid, no_features},
    {"Zen 3", "zen-3", amd, zen3_signs, no_features},
    {"Zen 4", "zen-4", amd, zen4_signs, split_zmm},
    {"Zen 4c", "zen-4", amd, zen4_signs, split_zmm},
    {"Zen 5", "zen-5", amd, zen5_signs, zen5_traits},
    {"Zen 5c", "zen-5", amd, zen5_signs, zen5_traits},
    {"Zen 5 mobile", "zen-5-mobile", amd, zen5_signs, zen5_traits | split_zmm},
    {"Zen 6", "zen-6", amd, all_signs, zen5_traits},
    {"Arm Cortex-A53", "a53", arm64, no_signs, no_features, 0x41d03},
    {"Arm Cortex-A35", "a35", arm64, no_signs, no_features, 0x41d04},
    {"Arm Cortex-A55", "a55", arm64, no_signs, no_features, 0x41d05},
    {"Arm Cortex-A57", "a57", arm64, no_signs, no_features, 0x41d07},
    {"Arm Cortex-A72", "a72", arm64, no_signs, no_features, 0x41d08},
    {"Arm Cortex-A73", "a73", arm64, no_signs, no_features, 0x41d09},
    {"Arm Cortex-A75", "a75", arm64, no_signs, no_features, 0x41d0a},
    {"Arm Cortex-A76", "a76", arm64, no_signs, no_features, 0x41d0b},
    {"Arm Neoverse N1", "a76", arm64, no_signs, no_features, 0x41d0c},
    {"Arm Cortex-A77", "a77", arm64, no_signs, no_features, 0x41d0d},
    {"Arm Neoverse V1", "x1", arm64, no_signs, no_features, 0x41d40},
    {"Arm Cortex-A78", "a78", arm64, no_signs, no_features, 0x41d41},
    {"Arm Cortex-X1", "x1", arm64, no_signs, no_features, 0x41d44},
    {"Arm Cortex-A510", "a510", arm64, no_signs, no_features, 0x41d46},
    {"Arm Cortex-A710", "a710", arm64, no_signs, no_features, 0x41d47},
    {"Arm Cortex-X2", "x2", arm64, no_signs, no_features, 0x41d48},
    {"Arm Neoverse N2", "a710", arm64, no_signs, no_features, 0x41d49},
    {"Arm Cortex-A715", "a715", arm64, no_signs, no_features, 0x41d4d},
    {"Arm Cortex-X3", "x3", arm64, no_signs, no_features, 0x41d4e},
    {"Arm Neoverse V2", "x3", arm64, no_signs, no_features, 0x41d4f},
    {"Arm Cortex-A520", "a520", arm64, no_signs, no_features, 0x41d80},
    {"Arm Cortex-A720", "a720", arm64, no_signs, no_features, 0x41d81},
    {"Arm Cortex-X4", "x4", arm64, no_signs, no_features, 0x41d82},
    {"Arm Neoverse V3", "x4", arm64, no_signs, no_features, 0x41d84},
    {"Arm Neoverse N3", "a725", arm64, no_signs, no_features, 0x41d8e},
    {"Fujitsu A64FX", "a64fx", arm64, no_signs, no_features, 0x46001},
    {"HiSilicon TSV110", "tsv110", arm64, no_signs, no_features, 0x48d01},
    {"Qualcomm Oryon", "oryon", arm64, no_signs, no_features, 0x51001},
    {"Apple Icestorm", "icestorm", arm64, no_signs, no_features, 0x61022},
    {"Apple Firestorm", "firestorm", arm64, no_signs, no_features, 0x61023},
    {"Apple Blizzard", "icestorm", arm64, no_signs, no_features, 0x61032},
    {"Apple Avalanche", "firestorm", arm64, no_signs, no_features, 0x61033},
    {"Ampere-1", "ampere-1", arm64, no_signs, no_features, 0xc0ac3},
};

// Models of family 6 with the same cores.
struct IntelModels {
    std::string_view core, atom; // the cores of a hybrid processor
    unsigned models[6];
};

constexpr IntelModels intel_models[] = {
    {"Haswell", "", {60, 63, 69, 70}},
    {"Broadwell", "", {61, 71, 79, 86}},
    {"Skylake", "", {78, 94, 142, 158, 165, 166}},
    {"Skylake-X", "", {85}},
    {"Palm Cove", "", {102}},
    {"Sunny Cove", "", {106, 108, 125, 126, 157}},
    {"Sunny Cove", "Tremont", {138}},
    {"Willow Cove", "", {140, 141}},
    {"Cypress Cove", "", {167}},
    {"Golden Cove", "Gracemont", {143, 151, 154}},
    {"Raptor Cove", "Gracemont", {183, 186, 191, 207, 215}},
    {"Redwood Cove", "Crestmont", {170, 172, 173, 174, 181}},
    {"Lion Cove", "Skymont", {189, 197, 198}},
    {"Cougar Cove", "Darkmont", {204, 213}},
    {"Goldmont", "", {92, 95}},
    {"Goldmont Plus", "", {122}},
    {"Tremont", "", {134, 150, 156}},
    {"Gracemont", "", {190}},
    {"Crestmont", "", {175, 182}},
    {"Darkmont", "", {221}},
};

// The first that fits counts.
struct AmdModels {
    std::string_view core, vendor;
    unsigned family, first, last;
};

constexpr AmdModels amd_models[] = {
    {"Zen+", amd, 0x17, 0x08, 0x0f},         {"Zen+", amd, 0x17, 0x18, 0x1f},
    {"Zen 1", amd, 0x17, 0x00, 0x2f},        {"Zen 1", amd, 0x17, 0x50, 0x5f},
    {"Zen 2", amd, 0x17, 0x30, 0xff},        {"Zen 1", hygon, 0x18, 0x00, 0x03},
    {"Zen 4", amd, 0x19, 0x10, 0x1f},        {"Zen 4", amd, 0x19, 0x60, 0x9f},
    {"Zen 4c", amd, 0x19, 0xa0, 0xaf},       {"Zen 3", amd, 0x19, 0x00, 0xff},
    {"Zen 5", amd, 0x1a, 0x00, 0x0f},        {"Zen 5c", amd, 0x1a, 0x10, 0x1f},
    {"Zen 5 mobile", amd, 0x1a, 0x20, 0x2f}, {"Zen 5", amd, 0x1a, 0x40, 0x4f},
    {"Zen 5 mobile", amd, 0x1a, 0x60, 0x6f}, {"Zen 5", amd, 0x1a, 0x70, 0x7f},
    {"Zen 6", amd, 0x1a, 0x50, 0x5f},        {"Zen 6", amd, 0x1a, 0x80, 0xaf},
    {"Zen 6", amd, 0x1a, 0xc0, 0xcf},
};

std::string_view name_by_number(const CpuInfo &cpu)
{
    if (cpu.vendor == intel && cpu.family == 6)
        for (const IntelModels &line : intel_models)
            if (std::ranges::find(line.models, cpu.model) != std::end(line.models))
                return cpu.kind == CoreKind::atom && !line.atom.empty() ? line.atom : line.core;
    for (const AmdModels &line : amd_models)
        if (cpu.vendor == line.vendor && cpu.family == line.family && line.first <= cpu.model &&
            cpu.model <= line.last)
            return line.core;
    return "";
}

bool can_have(const Microarchitecture &core, CoreSigns signs) { return (signs & ~core.signs) == 0; }

const Microarchitecture *or_null(const Microarchitecture *core)
{
    return core == std::end(cores) ? nullptr : core;
}

} // namespace

const Microarchitecture *find_microarchitecture(std::string_view name)
{
    return or_null(std::ranges::find(cores, name, &Microarchitecture::name));
}

const Microarchitecture *identify_core(const CpuInfo &cpu)
{
    if (cpu.midr)
        return or_null(std::ranges::find(cores,
                                         midr_implementer(*cpu.midr) << 12 | midr_part(*cpu.midr),
                                         &Microarchitecture::arm64_part));
    const Microarchitecture *const core = find_microarchitecture(name_by_number(cpu));
    if (core == nullptr || can_have(*core, cpu.signs))
        return core;
    return or_null(std::ranges::find_if(cores, [&](const Microarchitecture &other) {
        return other.vendor == core->vendor && can_have(other, cpu.signs);
    }));
}

} // namespace hashlane
