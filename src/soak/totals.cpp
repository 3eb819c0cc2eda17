// SPDX-License-Identifier: MIT
//
// What follows from the plain data of soak.h.
#include "soak.h"

#include <algorithm>
#include <iterator>

namespace hashlane {
namespace {

constexpr std::string_view pattern_names[] = {"steady", "bursts", "mixed"};

} // namespace

std::string_view soak_pattern_name(SoakPattern pattern)
{
    return pattern_names[static_cast<std::size_t>(pattern)];
}

std::optional<SoakPattern> find_soak_pattern(std::string_view name)
{
    const auto *const found = std::ranges::find(pattern_names, name);
    if (found == std::end(pattern_names))
        return std::nullopt;
    return static_cast<SoakPattern>(found - std::begin(pattern_names));
}

std::vector<std::size_t> differing_bits(const SoakWrong &wrong)
{
    constexpr std::size_t byte_bits = 8;
    std::vector<std::size_t> bits;
    for (std::size_t bit = 0; bit < byte_bits * wrong.got.size(); ++bit) {
        const unsigned byte = wrong.got[bit / byte_bits] ^ wrong.expected[bit / byte_bits];
        if ((byte >> bit % byte_bits & 1U) != 0)
            bits.push_back(bit);
    }
    return bits;
}

bool SoakTotals::device_failed() const
{
    return std::ranges::any_of(devices, [](const SoakDevice &one) { return !one.failure.empty(); });
}

double SoakTotals::proven_share(const SoakCore &core) const
{
    const double busy = seconds - core.idle_seconds;
    return busy > 0 ? core.proven_seconds / busy : 0;
}

double SoakTotals::proven_share() const
{
    double least = 1;
    for (const SoakCore &core : cores)
        least = std::min(least, proven_share(core));
    return cores.empty() ? 0 : least;
}

double SoakTotals::rate_share() const
{
    double least = 1;
    for (const SoakCore &core : cores) {
        const double busy = seconds - core.idle_seconds;
        least = std::min(least, busy > 0 ? core.plain_seconds / busy : 0);
    }
    return cores.empty() ? 0 : least;
}

} // namespace hashlane
