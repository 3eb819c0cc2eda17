// SPDX-License-Identifier: MIT
#include "standing.h"

#include "../statistics/sort_by.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// Closer than this is the same: published figures have three digits.
constexpr double same = 0.001;

bool belongs(const PublishedResult &result, std::string_view workload, std::string_view message,
             Use use)
{
    return result.workload == workload && result.message == message && result.cycles() &&
           (use == Use::one_core || (result.lanes == 1 && result.threads == 1));
}

} // namespace

std::vector<KnownCore> known_cores(std::string_view workload, std::string_view message, Use use)
{
    std::vector<KnownCore> cores;
    for (const PublishedResult &result : published_results()) {
        if (!belongs(result, workload, message, use))
            continue;
        const auto known = std::ranges::find_if(
            cores, [&](const KnownCore &core) { return core.best->core == result.core; });
        if (known == cores.end())
            cores.push_back({&result, *result.cycles()});
        else if (*result.cycles() < known->cycles)
            *known = {&result, *result.cycles()};
    }
    sort_by(cores, &KnownCore::cycles);
    return cores;
}

std::string rank_text(const std::vector<KnownCore> &cores, double cycles)
{
    const auto fewer = std::ranges::count_if(
        cores, [&](const KnownCore &core) { return core.cycles < cycles * (1 - same); });
    const bool tied = cores.front().cycles <= cycles * (1 + same);
    if (cores.size() == 1)
        return fmt::format("{} the one published core", fewer > 0 ? "more than"
                                                        : tied    ? "as few as"
                                                                  : "fewer than");
    const auto all = static_cast<std::ptrdiff_t>(cores.size());
    if (fewer == 0)
        return fmt::format("{} {} published cores",
                           tied ? "as few as the best of" : "fewer than all of", all);
    if (fewer == all)
        return fmt::format("more than all of {} published cores", all);
    return fmt::format("fewer than {} of {} published cores", all - fewer, all);
}

std::string cores_text(const std::vector<KnownCore> &cores, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(most, cores.size()); ++i)
        text += fmt::format("{}{} {:.{}f}", i == 0 ? "" : ", ", cores[i].best->core,
                            cores[i].cycles, cores[i].cycles < 30 ? 2 : 1);
    return text;
}

} // namespace hashlane
