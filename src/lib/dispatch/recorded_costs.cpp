// SPDX-License-Identifier: MIT
#include "recorded_costs.h"

#include <algorithm>
#include <iterator>

namespace hashlane {
namespace {

constexpr std::string_view cores[] = {
#define HASHLANE_CORES(...) __VA_ARGS__
#define HASHLANE_COST(kernel, ...)
#define HASHLANE_ONE_BLOCK(kernel, ...)
#include "recorded_costs.def"
#undef HASHLANE_CORES
#undef HASHLANE_COST
};

struct Costs {
    std::string_view kernel;
    double cycles[std::size(cores)];
};

constexpr double none = 0;
constexpr double estimate(double cycles) { return cycles; }

constexpr Costs costs[] = {
#define HASHLANE_CORES(...)
#define HASHLANE_COST(kernel, ...) {kernel, {__VA_ARGS__}},
#include "recorded_costs.def"
#undef HASHLANE_COST
#undef HASHLANE_ONE_BLOCK
};

constexpr Costs one_block_costs[] = {
#define HASHLANE_COST(kernel, ...)
#define HASHLANE_ONE_BLOCK(kernel, ...) {kernel, {__VA_ARGS__}},
#include "recorded_costs.def"
#undef HASHLANE_CORES
#undef HASHLANE_COST
#undef HASHLANE_ONE_BLOCK
};

// Cores without equals in docs/results, by the word for their relatives, and the core whose pipes
// are most like theirs.
struct Similar {
    std::string_view relatives, core;
};
constexpr Similar similar_cores[] = {
    {"haswell", "Golden Cove"},   {"skylake", "Golden Cove"},    {"skylake-x", "Golden Cove"},
    {"palm-cove", "Golden Cove"}, {"sunny-cove", "Golden Cove"}, {"lion-cove", "Golden Cove"},
    {"zen-2", "Zen 3"},           {"zen-5-mobile", "Zen 5"},     {"zen-6", "Zen 5"},
};

double cost_in(std::span<const Costs> rows, std::size_t core, std::string_view kernel)
{
    const auto row = std::ranges::find(rows, kernel, &Costs::kernel);
    return row == rows.end() ? none : row->cycles[core];
}

} // namespace

std::span<const std::string_view> recorded_cores() { return cores; }

double recorded_cost(std::string_view core, std::string_view kernel, RecordedCall call)
{
    const auto *const found = std::ranges::find(cores, core);
    if (found == std::end(cores))
        return none;
    const auto index = static_cast<std::size_t>(found - cores);
    const double one_block =
        call == RecordedCall::one_block ? cost_in(one_block_costs, index, kernel) : none;
    return one_block != none ? one_block : cost_in(costs, index, kernel);
}

LentCosts costs_for(const Microarchitecture *core)
{
    if (core == nullptr)
        return {};
    if (std::ranges::find(cores, core->name) != std::end(cores))
        return {core->name, Kinship::same};
    const auto *const relative = std::ranges::find_if(cores, [&](std::string_view name) {
        return find_microarchitecture(name)->relatives == core->relatives;
    });
    if (relative != std::end(cores))
        return {*relative, Kinship::relative};
    const auto *const similar =
        std::ranges::find(similar_cores, core->relatives, &Similar::relatives);
    if (similar == std::end(similar_cores) ||
        std::ranges::find(cores, similar->core) == std::end(cores))
        return {};
    return {similar->core, Kinship::similar};
}

} // namespace hashlane
