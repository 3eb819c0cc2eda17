// SPDX-License-Identifier: MIT
#include "registry.h"

#include <algorithm>

namespace hashlane {
namespace {

#define HASHLANE_ISA(tag, architecture, features)                                                  \
    constexpr Isa isa_##tag{#tag, architecture, static_cast<FeatureSet>(features)};
#include "isas.def"
#undef HASHLANE_ISA

// What a (family, role) pair of the manifest means.
#define HASHLANE_SIGNATURE_sha256_chain Sha256Chain
#define HASHLANE_SIGNATURE_keccak_chain KeccakChain
#define HASHLANE_SIGNATURE_sha3_absorb Sha3Absorb
#define HASHLANE_NAME_sha256_chain "sha256-chain"
#define HASHLANE_NAME_keccak_chain "keccak-chain"
#define HASHLANE_NAME_sha3_absorb "sha3"
#define HASHLANE_WORKLOAD_sha256_chain Workload::sha256_chain
#define HASHLANE_WORKLOAD_keccak_chain Workload::keccak_chain
#define HASHLANE_WORKLOAD_sha3_absorb Workload::sha3

} // namespace

#define HASHLANE_KERNEL(family, role, isa, lanes, idea)                                            \
    extern "C" HASHLANE_SIGNATURE_##family##_##role hashlane_##family##_##role##_##isa##_x##lanes;
#include "kernels.def"
#undef HASHLANE_KERNEL

namespace {

// The build defines HASHLANE_BUILT_<isa> as 1 where the ISA's files are compiled, else as 0; a
// kernel that is not compiled must not be referred to, or the program would not link.
#define HASHLANE_SYMBOL_1(symbol) symbol
#define HASHLANE_SYMBOL_0(symbol) nullptr
#define HASHLANE_SYMBOL_IF(built, symbol) HASHLANE_SYMBOL_##built(symbol)
#define HASHLANE_SYMBOL(built, symbol) HASHLANE_SYMBOL_IF(built, symbol)

#define HASHLANE_KERNEL(family, role, tag, lanes, idea)                                            \
    Kernel{HASHLANE_NAME_##family##_##role "." #tag ".x" #lanes,                                   \
           HASHLANE_WORKLOAD_##family##_##role,                                                    \
           isa_##tag,                                                                              \
           lanes,                                                                                  \
           idea,                                                                                   \
           static_cast<HASHLANE_SIGNATURE_##family##_##role *>(HASHLANE_SYMBOL(                    \
               HASHLANE_BUILT_##tag, hashlane_##family##_##role##_##tag##_x##lanes))},
constexpr Kernel registry[] = {
#include "kernels.def"
};
#undef HASHLANE_KERNEL

static_assert(std::ranges::all_of(registry, [](const Kernel &kernel) {
    return kernel.lanes >= 1 && kernel.lanes <= max_lanes;
}));

constexpr std::string_view runs_anywhere[] = {"ref", "portable"};

const Kernel &single_lane(Workload workload, std::string_view tag)
{
    return *std::ranges::find_if(registry, [&](const Kernel &kernel) {
        return kernel.workload == workload && kernel.isa.tag == tag && kernel.lanes == 1;
    });
}

} // namespace

std::string_view workload_name(Workload workload)
{
    switch (workload) {
    case Workload::sha256_chain:
        return HASHLANE_NAME_sha256_chain;
    case Workload::keccak_chain:
        return HASHLANE_NAME_keccak_chain;
    case Workload::sha3:
        return HASHLANE_NAME_sha3_absorb;
    }
    return "";
}

std::span<const Kernel> all_kernels() { return registry; }

bool is_runnable(const Kernel &kernel, FeatureSet features)
{
    return kernel.built() && (kernel.isa.features & ~features) == 0;
}

std::string why_not_runnable(const Kernel &kernel, FeatureSet features)
{
    if (!kernel.built())
        return "needs " + std::string(kernel.isa.architecture);
    const FeatureSet missing = kernel.isa.features & ~features;
    return missing == no_features ? "" : "needs " + feature_names(missing);
}

const Kernel &independent_kernel(const Kernel &kernel)
{
    return single_lane(kernel.workload,
                       kernel.isa.tag == runs_anywhere[0] ? runs_anywhere[1] : runs_anywhere[0]);
}

const Kernel &reference_kernel(Workload workload)
{
    return single_lane(workload, runs_anywhere[0]);
}

} // namespace hashlane
