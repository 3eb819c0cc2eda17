// SPDX-License-Identifier: MIT
//
// The designs of cores, and which of them a processor has.
#pragma once

#include "cpu_features.h"

#include <string_view>

namespace hashlane {

struct Microarchitecture {
    std::string_view name; ///< "Golden Cove", "Zen 4", "Arm Neoverse N1"
    /// Cores with the same word here have vectors of equal width and equal units: where no costs
    /// are recorded of one, those of another serve it (src/lib/dispatch/recorded_costs.h).
    std::string_view relatives;
    std::string_view vendor;      ///< as CPUID has it; empty on ARM64
    CoreSigns signs;              ///< all that such a core can have
    FeatureSet traits;            ///< what its pipes suit (variants.def)
    std::uint32_t arm64_part = 0; ///< implementer and part of MIDR_EL1
};

/// Returns the core with this name; null if there is none.
const Microarchitecture *find_microarchitecture(std::string_view name);

/// Returns the core with the processor's vendor, family, model and kind or, on ARM64, with its
/// MIDR. Null if that number is not listed.
///
/// A hypervisor may show the number of another model. It may hide features, too, but it cannot add
/// any: a sign that is missing is no evidence, but if there is one that the core of this number
/// cannot have, the oldest core of this vendor that can have all of them is taken.
const Microarchitecture *identify_core(const CpuInfo &cpu);

} // namespace hashlane
