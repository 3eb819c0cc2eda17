// SPDX-License-Identifier: MIT
#include "order.h"

#include "../statistics/shuffle.h"

#include <numeric>

namespace hashlane {
namespace {

std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64 &random)
{
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    shuffle(numbers, random);
    return numbers;
}

bool has_bursts(SoakPattern pattern, std::mt19937_64 &random)
{
    return pattern == SoakPattern::bursts || (pattern == SoakPattern::mixed && random() % 2 == 0);
}

} // namespace

std::uint64_t seed_of_pass(const SoakRequest &request, std::uint64_t pass)
{
    std::seed_seq mix{static_cast<std::uint32_t>(request.seed),
                      static_cast<std::uint32_t>(request.seed >> 32),
                      static_cast<std::uint32_t>(pass), static_cast<std::uint32_t>(pass >> 32)};
    return std::mt19937_64(mix)();
}

std::vector<PlannedVisit> order_of_pass(const SoakRequest &request, std::uint64_t pass)
{
    std::mt19937_64 random(seed_of_pass(request, pass));
    std::vector<PlannedVisit> visits;
    if (request.cpus.size() > 1)
        for (const std::size_t core : shuffled(request.cpus.size(), random))
            for (const std::size_t kernel : shuffled(request.kernels.size(), random))
                visits.push_back({core, kernel, false, random()});
    for (const std::size_t kernel : shuffled(request.kernels.size(), random)) {
        const bool bursts = has_bursts(request.pattern, random);
        visits.push_back({std::nullopt, kernel, bursts, random()});
    }
    return visits;
}

} // namespace hashlane
