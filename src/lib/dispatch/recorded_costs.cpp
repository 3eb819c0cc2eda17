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

std::string_view core_with_costs(const Microarchitecture *core)
{
    if (core == nullptr)
        return "";
    if (std::ranges::find(cores, core->name) != std::end(cores))
        return core->name;
    const auto *const relative = std::ranges::find_if(cores, [&](std::string_view name) {
        return find_microarchitecture(name)->relatives == core->relatives;
    });
    return relative == std::end(cores) ? "" : *relative;
}

} // namespace hashlane
