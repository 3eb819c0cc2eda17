// SPDX-License-Identifier: MIT
#include "recorded_costs.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace hashlane {
namespace {

constexpr RecordedCore cores[] = {
#define HASHLANE_CORE(vendor, family, model, features) {vendor, family, model, features},
#define HASHLANE_COST(core, kernel, cycles, one_block)
#include "recorded_costs.def"
#undef HASHLANE_CORE
#undef HASHLANE_COST
};

constexpr RecordedCost costs[] = {
#define HASHLANE_CORE(vendor, family, model, features)
#define HASHLANE_COST(core, kernel, cycles, one_block) {core, kernel, cycles, one_block},
#include "recorded_costs.def"
#undef HASHLANE_CORE
#undef HASHLANE_COST
};

static_assert(std::ranges::is_sorted(costs, {}, &RecordedCost::core));

// A processor's identity in the terms of RecordedCore.
struct Identity {
    FixedText<31> vendor;
    unsigned family, model;
};

Identity identity_of(const CpuInfo &cpu)
{
    if (!cpu.midr)
        return {std::string_view(cpu.vendor), cpu.family, cpu.model};
    char vendor[32];
    std::snprintf(vendor, sizeof vendor, "implementer 0x%02x", midr_implementer(*cpu.midr));
    return {vendor, 0, midr_part(*cpu.midr)};
}

unsigned distance(unsigned a, unsigned b) { return a < b ? b - a : a - b; }

} // namespace

std::span<const RecordedCore> recorded_cores() { return cores; }

std::span<const RecordedCost> costs_of(const RecordedCore &core)
{
    const auto found = std::ranges::equal_range(costs, static_cast<std::size_t>(&core - cores), {},
                                                &RecordedCost::core);
    return {found.begin(), found.end()};
}

const RecordedCore *most_similar_core(const CpuInfo &cpu)
{
    const Identity identity = identity_of(cpu);
    const FixedText<256> features = feature_names(cpu.features);
    const auto distance_to = [&](const RecordedCore &core) {
        return std::tuple(distance(core.family, identity.family),
                          distance(core.model, identity.model));
    };
    const RecordedCore *nearest = nullptr;
    for (const RecordedCore &core : cores) {
        const bool similar = identity.vendor == core.vendor &&
                             (core.family == identity.family || features == core.features);
        if (similar && (nearest == nullptr || distance_to(core) < distance_to(*nearest)))
            nearest = &core;
    }
    return nearest;
}

bool is_same_kind(const RecordedCore &core, const CpuInfo &cpu)
{
    const Identity identity = identity_of(cpu);
    return identity.vendor == core.vendor && core.family == identity.family &&
           core.model == identity.model;
}

} // namespace hashlane
