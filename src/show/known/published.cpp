// SPDX-License-Identifier: MIT
#include "published.h"

#include "../../machine/system/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlane::show {
namespace {

// clang-format off
#define HASHLANE_PUBLISHED(source, machine, core, workload, message, lanes, implementation, figure, \
                           unit, ghz)                                                              \
    {PublishedSource::source, machine, core, workload, message, lanes, implementation, figure,     \
     #figure, PublishedUnit::unit, ghz},
#define HASHLANE_OWN_1(machine, core, workload, message, unit, lanes, kernel, figure)              \
    HASHLANE_PUBLISHED(own, machine, core, workload, message, lanes, "hashlane, " kernel, figure,  \
                       unit, 0)
#define HASHLANE_OWN_2(machine, core, workload, message, unit, lanes, kernel, figure, lanes_2,     \
                       kernel_2, figure_2)                                                         \
    HASHLANE_OWN_1(machine, core, workload, message, unit, lanes, kernel, figure)                  \
    HASHLANE_OWN_1(machine, core, workload, message, unit, lanes_2, kernel_2, figure_2)
#define HASHLANE_SHA3_OF(machine, core, backend, message, figure)                                  \
    HASHLANE_PUBLISHED(sha3_bench, machine, core, "sha3", message, 1, "backend " backend, figure,  \
                       cycles_per_byte, 0)
#define HASHLANE_SHA3_BENCH(machine, core, backend, function, of_64, of_256, of_1024, of_4096,     \
                            of_16384)                                                              \
    HASHLANE_SHA3_OF(machine, core, backend, function "/64", of_64)                                \
    HASHLANE_SHA3_OF(machine, core, backend, function "/256", of_256)                              \
    HASHLANE_SHA3_OF(machine, core, backend, function "/1024", of_1024)                            \
    HASHLANE_SHA3_OF(machine, core, backend, function "/4096", of_4096)                            \
    HASHLANE_SHA3_OF(machine, core, backend, function "/16384", of_16384)
// clang-format on

constexpr PublishedResult results[] = {
#include "documents.def"
#include "own.def"
};

// Closer than this is the same: published figures have three digits.
constexpr double same = 0.001;

// True if it is a result of docs/results whose file has this identity.
bool is_of(const PublishedResult &result, std::string_view identity)
{
    constexpr std::pair<std::string_view, std::string_view> machines[] = {
#include "own_machines.def"
    };
    return result.source == PublishedSource::own &&
           std::ranges::find(machines, std::pair(result.machine, identity)) != std::end(machines);
}

// "1st", "12th".
std::string ordinal(std::size_t place)
{
    constexpr const char *ends[] = {"th", "st", "nd", "rd"};
    const bool teen = place / 10 % 10 == 1;
    return std::to_string(place) + ends[teen || place % 10 > 3 ? 0 : place % 10];
}

} // namespace

std::string_view citation(PublishedSource source)
{
    constexpr std::string_view texts[] = {
        "Fast Recursive SHA256, benchmark",
        "Fast Recursive SHA256, pipelined, benchmark (BENCHMARK.md)",
        "Fast Recursive SHA256, pipelined, results (RESULTS.md)",
        "SHA-3 library 'bench', README, with libcpucycles",
        "hashlane, docs/results",
    };
    return texts[static_cast<std::size_t>(source)];
}

std::string_view unit_name(PublishedUnit unit)
{
    constexpr std::string_view texts[] = {"MH/s", "MH/s at 0.1 GHz", "cycles", "cycles/byte"};
    return texts[static_cast<std::size_t>(unit)];
}

double PublishedResult::cycles() const
{
    constexpr double tenth_ghz_in_mega = 100, ghz_in_mega = 1000;
    return unit == PublishedUnit::mega_hashes                ? ghz * ghz_in_mega / figure
           : unit == PublishedUnit::mega_hashes_at_tenth_ghz ? tenth_ghz_in_mega / figure
                                                             : figure;
}

std::span<const PublishedResult> published_results() { return results; }

PublishedResults best_of_cores(std::string_view workload, std::string_view message, Use use,
                               std::string_view own_identity)
{
    PublishedResults cores;
    for (const PublishedResult &result : published_results()) {
        if (result.workload != workload || result.message != message ||
            (use == Use::one_chain && result.lanes != 1) || is_of(result, own_identity))
            continue;
        const auto known = std::ranges::find(cores, result.core, &PublishedResult::core);
        if (known == cores.end())
            cores.push_back(result);
        else if (result.cycles() < known->cycles())
            *known = result;
    }
    std::ranges::stable_sort(cores, {}, &PublishedResult::cycles);
    return cores;
}

Rank rank_of(const PublishedResults &cores, double cycles)
{
    Rank rank;
    for (const PublishedResult &core : cores)
        (core.cycles() < cycles * (1 - same)    ? rank.ahead
         : core.cycles() <= cycles * (1 + same) ? rank.level
                                                : rank.behind)
            .push_back(core);
    return rank;
}

std::string rank_text(const Rank &rank)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> parts;
    if (!rank.ahead.empty())
        parts.push_back("behind " + cores_text(rank.ahead, most));
    if (!rank.level.empty())
        parts.push_back("level with " + cores_text(rank.level, most));
    if (parts.empty())
        parts.push_back("ahead of " + cores_text(rank.behind, most));
    const std::size_t all = rank.ahead.size() + rank.level.size() + rank.behind.size() + 1;
    return fmt::format("{} of {}: {}", ordinal(rank.ahead.size() + 1), all, fmt::join(parts, ", "));
}

std::string cores_text(const PublishedResults &cores, std::size_t most)
{
    const std::span shown(cores.data(), std::min(most, cores.size()));
    return machine::joined(machine::each(shown, [](const PublishedResult &one) {
        return fmt::format("{} {:.2f}", one.core, one.cycles());
    }));
}

} // namespace hashlane::show
