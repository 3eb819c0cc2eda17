// SPDX-License-Identifier: MIT
#include "mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace hashlane {
namespace {

constexpr std::size_t most_for_exact = 20;

// Twice the rank of each value of a, then of b: ties share the mean rank, twice which is whole.
struct Ranks {
    std::vector<std::size_t> doubled;
    double tie_cubes = 0; ///< the sum of t^3 - t over groups of t equal values
};

Ranks rank(const std::vector<double> &a, const std::vector<double> &b)
{
    std::vector<double> values = a;
    values.insert(values.end(), b.begin(), b.end());
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    Ranks ranks;
    for (const double value : values) {
        const auto [first, last] = std::ranges::equal_range(sorted, value);
        const auto below = static_cast<std::size_t>(first - sorted.begin());
        const auto up_to = static_cast<std::size_t>(last - sorted.begin());
        ranks.doubled.push_back(below + 1 + up_to);
        const auto ties = static_cast<double>(up_to - below);
        ranks.tie_cubes += ties * ties - 1; // once for each of the group's members
    }
    return ranks;
}

// Of all ways to choose `size` of the ranks: the share with a sum of at most `sum`, doubled for
// two sides.
double exact_p(const std::vector<std::size_t> &doubled, std::size_t size, std::size_t sum)
{
    const std::size_t most = std::accumulate(doubled.begin(), doubled.end(), std::size_t{0});
    // ways[k][s]: how many choices of k ranks add up to s.
    std::vector<std::vector<double>> ways(size + 1, std::vector<double>(most + 1));
    ways[0][0] = 1;
    for (const std::size_t rank : doubled)
        for (std::size_t k = size; k > 0; --k)
            for (std::size_t s = rank; s <= most; ++s)
                ways[k][s] += ways[k - 1][s - rank];
    double all = 0, at_most = 0, at_least = 0;
    for (std::size_t s = 0; s <= most; ++s) {
        all += ways[size][s];
        at_most += s <= sum ? ways[size][s] : 0;
        at_least += s >= sum ? ways[size][s] : 0;
    }
    return std::min(1.0, 2 * std::min(at_most, at_least) / all);
}

double normal_p(double n_a, double n_b, double rank_sum, double tie_cubes)
{
    const double n = n_a + n_b;
    const double variance = n_a * n_b / 12 * (n + 1 - tie_cubes / (n * (n - 1)));
    if (variance <= 0)
        return 1; // all values are equal
    const double distance = std::abs(rank_sum - n_a * (n + 1) / 2);
    const double z = std::max(0.0, distance - 0.5) / std::sqrt(variance);
    return std::erfc(z / std::numbers::sqrt2);
}

} // namespace

double mann_whitney_p(const std::vector<double> &a, const std::vector<double> &b)
{
    const Ranks ranks = rank(a, b);
    const auto end_of_a = ranks.doubled.begin() + static_cast<std::ptrdiff_t>(a.size());
    const std::size_t doubled_sum =
        std::accumulate(ranks.doubled.begin(), end_of_a, std::size_t{0});
    if (a.size() <= most_for_exact && b.size() <= most_for_exact)
        return exact_p(ranks.doubled, a.size(), doubled_sum);
    return normal_p(static_cast<double>(a.size()), static_cast<double>(b.size()),
                    static_cast<double>(doubled_sum) / 2, ranks.tie_cubes);
}

} // namespace hashlane
