// SPDX-License-Identifier: MIT
#pragma once

#include "lib/core/registry.h"
#include "lib/dispatch/recorded_costs.h"
#include "lib/dispatch/tuning.h"

#include <random>
#include <string>

namespace hashlane::test {

/// A cost for every candidate that these features can run, as a measurement could give.
inline CallCosts random_calls(FeatureSet features, std::mt19937 &random)
{
    std::uniform_int_distribution<int> thousandths(1'000, 1'000'000); // as a file keeps them
    CallCosts calls;
    for (const Kernel &kernel : all_kernels())
        if (is_candidate(kernel, features))
            calls.push_back({&kernel, thousandths(random) / 1000.0});
    return calls;
}

/// Returns a processor that no costs are recorded of.
inline CpuInfo unknown_cpu(FeatureSet features)
{
    CpuInfo cpu;
    cpu.features = features;
    return cpu;
}

/// Returns a processor with this core, without features.
inline CpuInfo cpu_with(std::string_view core, FeatureSet features = no_features)
{
    CpuInfo cpu;
    cpu.core = find_microarchitecture(core);
    cpu.features = features;
    return cpu;
}

} // namespace hashlane::test
