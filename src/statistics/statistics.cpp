// SPDX-License-Identifier: MIT
#include "statistics.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace hashlane::statistics {
namespace {

double quantile_of_sorted(const std::vector<double> &sorted, double share)
{
    const double position = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = position - static_cast<double>(below);
    return sorted[below] * (1 - part) + sorted[above] * part;
}

// Returns the 95 % interval of a bootstrap: the range between the outer fortieths of `draws` draws.
Interval95 bootstrap(int draws, const std::function<double()> &draw)
{
    std::vector<double> values(static_cast<std::size_t>(draws));
    std::ranges::generate(values, draw);
    std::ranges::sort(values);
    return {quantile_of_sorted(values, 0.025), quantile_of_sorted(values, 0.975)};
}

// Returns the cost where disturbances only add: the lower quartile.
double typical_visit(std::vector<double> costs)
{
    constexpr double location = 0.25;
    return quantile(std::move(costs), location);
}

// Draws as many of the costs, with replacement.
std::vector<double> draw_visits(const std::vector<double> &costs, std::mt19937_64 &random)
{
    std::vector<double> drawn(costs.size());
    // The engine's numbers are the standard's; those of its distributions differ between libraries.
    for (double &cost : drawn)
        cost = costs[static_cast<std::size_t>(random() % costs.size())];
    return drawn;
}

} // namespace

double quantile(std::vector<double> values, double share)
{
    const double position = share * static_cast<double>(values.size() - 1);
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(position);
    std::ranges::nth_element(values, below);
    const double part = position - std::floor(position);
    const auto above = std::min_element(below + 1, values.end());
    return above == values.end() ? *below : *below * (1 - part) + *above * part;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double sigma_of(std::vector<double> deviations)
{
    constexpr double normal = 1.4826;
    return normal * median(std::move(deviations));
}

Summary summarise(std::vector<double> values)
{
    std::ranges::sort(values);
    Summary summary;
    summary.median = quantile_of_sorted(values, 0.5);
    summary.min = values.front();
    summary.p90 = quantile_of_sorted(values, 0.9);
    for (double &value : values)
        value = std::abs(value - summary.median);
    summary.mad = quantile(std::move(values), 0.5);
    return summary;
}

double trimmed_mean(std::vector<double> durations)
{
    std::ranges::sort(durations);
    durations.resize(durations.size() - durations.size() / 10);
    return std::accumulate(durations.begin(), durations.end(), 0.0) /
           static_cast<double>(durations.size());
}

double mean_of_undisturbed(std::vector<double> durations)
{
    constexpr double margin = 1.02;
    const auto lower = durations.begin() + static_cast<std::ptrdiff_t>((durations.size() - 1) / 4);
    std::ranges::nth_element(durations, lower);
    const double usual = *lower;
    double sum = 0, count = 0;
    for (const double duration : durations)
        if (usual / margin <= duration && duration <= usual * margin) {
            sum += duration;
            ++count;
        }
    return sum / count;
}

std::optional<double> lowest_confirmed(std::vector<double> values, double differ)
{
    std::ranges::sort(values);
    for (std::size_t i = 2; i < values.size(); ++i)
        if (values[i] <= values[i - 2] * (1 + differ))
            return values[i - 1];
    return std::nullopt;
}

Estimate estimate_cost(const std::vector<double> &costs)
{
    Estimate estimate{typical_visit(costs), std::nullopt};
    if (costs.size() < 2)
        return estimate;
    constexpr int draws = 400;
    std::mt19937_64 random(costs.size());
    const Interval95 drawn =
        bootstrap(draws, [&] { return typical_visit(draw_visits(costs, random)); });
    // No draw is below the lowest visit, but the true quartile is, in 24 of 100 rows of five
    // visits. The lower half is longer by what contained it in simulations of normal, exponential
    // and uniform costs and of two states; from nine visits on nothing is missing that matters. It
    // grows as a ratio: visits may differ by any factor, but none costs less than nothing.
    constexpr double growth = 2.2;
    constexpr std::size_t least = 4; // no row of fewer is trusted
    const double few = static_cast<double>(enough_visits) /
                       static_cast<double>(std::clamp(costs.size(), least, enough_visits));
    const double below = std::pow(drawn.low / estimate.value, std::pow(few, growth));
    estimate.interval = {estimate.value * below, drawn.high};
    return estimate;
}

double interquartile_mean(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto outer = static_cast<std::ptrdiff_t>(values.size() / 4);
    const auto begin = values.begin() + outer, end = values.end() - outer;
    return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

// ---- Ratios ----

namespace {

// Draws for an interval, and their seed: the same data give the same interval.
constexpr int draws = 2000;
constexpr std::uint64_t seed = 20150313;

// ---- Visits ----

constexpr std::size_t enough_runs = 5;

// Returns at most `most` of the things, evenly spread.
template <class Thing>
std::vector<Thing> spread_evenly(const std::vector<Thing> &all, std::size_t most)
{
    const std::size_t count = std::min(most, all.size());
    std::vector<Thing> some;
    for (std::size_t i = 0; i < count; ++i)
        some.push_back(all[i * all.size() / count]);
    return some;
}

// A file may claim any number of visits; no more than these make the interval narrower by what
// anybody could see.
VisitCosts enough_to_draw_from(const VisitCosts &runs)
{
    constexpr std::size_t most_drawn = 1000;
    std::size_t count = 0;
    for (const std::vector<double> &run : runs)
        count += run.size();
    if (count <= most_drawn)
        return runs;
    VisitCosts some = spread_evenly(runs, most_drawn);
    for (std::vector<double> &run : some)
        run = spread_evenly(run, most_drawn / some.size());
    return some;
}

double drawn_cost(const VisitCosts &runs, std::mt19937_64 &random)
{
    std::vector<double> costs;
    for (std::size_t i = 0; i < runs.size(); ++i)
        costs.push_back(typical_visit(
            draw_visits(runs[static_cast<std::size_t>(random() % runs.size())], random)));
    return quantile(std::move(costs), 0.5);
}

// Returns the first or the second half of each run's visits.
VisitCosts half_of(const VisitCosts &runs, bool second)
{
    VisitCosts half;
    for (const std::vector<double> &run : runs) {
        const auto middle = run.begin() + static_cast<std::ptrdiff_t>(run.size() / 2);
        half.push_back(second ? std::vector<double>(middle, run.end())
                              : std::vector<double>(run.begin(), middle));
    }
    return half;
}

} // namespace

double visit_cost(const VisitCosts &runs)
{
    std::vector<double> costs;
    std::ranges::transform(runs, std::back_inserter(costs), typical_visit);
    return quantile(std::move(costs), 0.5);
}

Interval95 bootstrap_visit_ratio(const VisitCosts &base, const VisitCosts &changed)
{
    const VisitCosts of_base = enough_to_draw_from(base), of_changed = enough_to_draw_from(changed);
    std::mt19937_64 random(seed);
    const Interval95 ratio = bootstrap(draws, [&] {
        const double base_cost = drawn_cost(of_base, random);
        return drawn_cost(of_changed, random) / base_cost;
    });
    const bool few = std::min(base.size(), changed.size()) < enough_runs;
    const double more = few ? allowed_between_runs : 0;
    return {ratio.low * (1 - more), ratio.high * (1 + more)};
}

bool halves_confirm(const VisitCosts &base, const VisitCosts &changed, double threshold)
{
    const bool slower = visit_cost(changed) > visit_cost(base);
    for (const bool second : {false, true}) {
        const double ratio =
            visit_cost(half_of(changed, second)) / visit_cost(half_of(base, second));
        if (!(slower ? ratio > 1 + threshold : ratio < 1 - threshold))
            return false;
    }
    return true;
}

// ---- Ranks ----

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

// Returns, over all ways to choose `size` of the ranks, the share with a sum of at most `sum`,
// doubled for two sides.
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

} // namespace hashlane::statistics
