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

/// Returns a processor of this kind, without features.
inline CpuInfo cpu_like(const RecordedCore &core)
{
    CpuInfo cpu;
    constexpr std::string_view arm64 = "implementer ";
    if (core.vendor.starts_with(arm64)) {
        const std::string implementer(core.vendor.substr(arm64.size()));
        cpu.midr = std::stoul(implementer, nullptr, 16) << 24 | core.model << 4;
        return cpu;
    }
    cpu.vendor = core.vendor;
    cpu.family = core.family;
    cpu.model = core.model;
    return cpu;
}

} // namespace hashlane::test
