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

// No draw is below the lowest visit, but the true quartile is, in 24 of 100 rows of five visits.
// The lower half is longer by what contained it in simulations of normal, exponential and uniform
// costs and of two states; from nine visits on nothing is missing that matters.
Interval95 with_few_visits(const Interval95 &interval, double value, std::size_t visits)
{
    constexpr double growth = 2.2;
    constexpr std::size_t least = 4; // no row of fewer is trusted
    const double few = static_cast<double>(enough_visits) /
                       static_cast<double>(std::clamp(visits, least, enough_visits));
    return {value - (value - interval.low) * std::pow(few, growth), interval.high};
}

} // namespace

double quantile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return quantile_of_sorted(values, share);
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
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

double mean_of_fastest(std::vector<double> durations)
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
    estimate.interval =
        with_few_visits(bootstrap(draws, [&] { return typical_visit(draw_visits(costs, random)); }),
                        estimate.value, costs.size());
    return estimate;
}

double middle_mean(std::vector<double> values)
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

bool is_beyond(double ratio, double threshold, bool slower)
{
    return slower ? ratio > 1 + threshold : ratio < 1 - threshold;
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
    std::mt19937_64 random(seed);
    const Interval95 ratio = bootstrap(draws, [&] {
        const double base_cost = drawn_cost(base, random);
        return drawn_cost(changed, random) / base_cost;
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
        if (!is_beyond(ratio, threshold, slower))
            return false;
    }
    return true;
}

// ---- Samples ----

double typical_cost(const Observations &observations)
{
    const std::size_t threads = observations.front().size();
    double rate = 0;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        CostSeries pooled;
        for (const auto &repetition : observations)
            pooled.insert(pooled.end(), repetition[thread].begin(), repetition[thread].end());
        rate += 1 / quantile(std::move(pooled), 0.5);
    }
    return static_cast<double>(threads) / rate;
}

std::size_t count(const Observations &observations)
{
    std::size_t sum = 0;
    for (const auto &repetition : observations)
        for (const CostSeries &stream : repetition)
            sum += stream.size();
    return sum;
}

namespace {

// The rule aims at the least squared error. An interval suffers more from blocks that are too
// short, and keep samples apart that belong together, than from those that are too long.
constexpr double margin = 1.5;

// Only the sides matter to a median, so an outlier cannot mask how samples hang together.
std::vector<double> sides_of_median(const CostSeries &stream)
{
    const double median = quantile(stream, 0.5);
    std::vector<double> sides;
    for (const double value : stream)
        sides.push_back(value > median ? 1 : value < median ? -1 : 0);
    return sides;
}

std::vector<double> autocovariances(std::vector<double> values, std::size_t lags)
{
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values)
        mean += value / n;
    for (double &value : values)
        value -= mean;
    std::vector<double> covariances;
    for (std::size_t lag = 0; lag <= lags; ++lag) {
        double sum = 0;
        for (std::size_t i = lag; i < values.size(); ++i)
            sum += values[i] * values[i - lag];
        covariances.push_back(sum / n);
    }
    return covariances;
}

// Returns the lag after which a run of `quiet` correlations is no larger than chance makes them.
std::size_t last_correlated_lag(const std::vector<double> &covariances, std::size_t quiet,
                                double chance)
{
    std::size_t in_a_row = 0;
    std::size_t last = 0;
    for (std::size_t lag = 1; lag < covariances.size() && in_a_row < quiet; ++lag) {
        const bool significant = std::abs(covariances[lag]) >= chance * covariances[0];
        in_a_row = significant ? 0 : in_a_row + 1;
        last = significant ? lag : last;
    }
    return last;
}

// The flat-top window: whole weight for the first half, then falling to nothing.
double weight(std::size_t lag, std::size_t window)
{
    return std::clamp(2 * (1 - static_cast<double>(lag) / static_cast<double>(window)), 0.0, 1.0);
}

} // namespace

std::size_t block_length(const CostSeries &stream)
{
    const auto n = static_cast<double>(stream.size());
    const double longest = std::max(1.0, std::min(3 * std::sqrt(n), n / 3));
    const std::size_t quiet =
        std::max<std::size_t>(5, static_cast<std::size_t>(std::ceil(std::sqrt(std::log10(n)))));
    const std::size_t lags =
        std::min(stream.size() - 1, static_cast<std::size_t>(std::ceil(std::sqrt(n))) + quiet);
    const std::vector<double> covariances = autocovariances(sides_of_median(stream), lags);
    if (lags == 0 || covariances[0] <= 0)
        return 1;
    const double chance = 2 * std::sqrt(std::log10(n) / n);
    const std::size_t window = std::min(
        lags, 2 * std::max<std::size_t>(1, last_correlated_lag(covariances, quiet, chance)));
    double spectrum = covariances[0];
    double bias = 0;
    for (std::size_t lag = 1; lag <= window; ++lag) {
        const double term = 2 * weight(lag, window) * covariances[lag];
        spectrum += term;
        bias += term * static_cast<double>(lag);
    }
    if (spectrum <= 0)
        return static_cast<std::size_t>(longest);
    const double length = margin * std::cbrt(1.5 * bias * bias / (spectrum * spectrum) * n);
    return static_cast<std::size_t>(std::clamp(std::ceil(length), 1.0, longest));
}

std::size_t longest_block(const Observations &observations)
{
    std::size_t longest = 1;
    for (const auto &repetition : observations)
        for (const CostSeries &stream : repetition)
            longest = std::max(longest, block_length(stream));
    return longest;
}

std::vector<double> block_medians(const Observations &observations, std::size_t length)
{
    std::vector<double> medians;
    for (const auto &repetition : observations)
        for (const CostSeries &stream : repetition) {
            const std::size_t size = std::min(length, stream.size());
            for (std::size_t at = 0; at + size <= stream.size(); at += size) {
                const auto begin = stream.begin() + static_cast<std::ptrdiff_t>(at);
                medians.push_back(
                    quantile({begin, begin + static_cast<std::ptrdiff_t>(size)}, 0.5));
            }
        }
    return medians;
}

namespace {

// The engine's numbers are the standard's; those of its distributions differ between libraries.
std::size_t draw_below(std::size_t limit, std::mt19937_64 &random)
{
    return static_cast<std::size_t>(((random() >> 32) * limit) >> 32);
}

// One thread's costs of all repetitions. They are sorted once: a resample's median then needs
// only how often each was drawn.
class ThreadCosts {
public:
    ThreadCosts(const Observations &observations, std::size_t thread)
    {
        for (const auto &repetition : observations)
            sorted_.insert(sorted_.end(), repetition[thread].begin(), repetition[thread].end());
        std::ranges::sort(sorted_);
        drawn_.resize(sorted_.size());
        for (const auto &repetition : observations)
            runs_.push_back(run_of(repetition[thread]));
    }

    double blocks() const
    {
        double sum = 0;
        for (const Run &run : runs_)
            sum += static_cast<double>(run.ranks.size()) / static_cast<double>(run.block);
        return sum;
    }

    double resampled_median(const std::vector<std::size_t> &chosen_runs, std::mt19937_64 &random)
    {
        std::ranges::fill(drawn_, 0U);
        std::size_t total = 0;
        for (const std::size_t run : chosen_runs) {
            draw_blocks(runs_[run], random);
            total += runs_[run].ranks.size();
        }
        return (drawn_at((total - 1) / 2) + drawn_at(total / 2)) / 2;
    }

private:
    struct Run {
        std::vector<std::size_t> ranks; ///< in the order of taking
        std::size_t block = 1;
    };

    Run run_of(const CostSeries &stream) const
    {
        Run run{{}, block_length(stream)};
        for (const double cost : stream)
            run.ranks.push_back(static_cast<std::size_t>(std::ranges::lower_bound(sorted_, cost) -
                                                         sorted_.begin()));
        return run;
    }

    // Circular: a block that reaches the end goes on at the start, so all samples weigh the same.
    void draw_blocks(const Run &run, std::mt19937_64 &random)
    {
        const std::size_t size = run.ranks.size();
        for (std::size_t left = size; left > 0;) {
            const std::size_t length = std::min(run.block, left);
            std::size_t at = draw_below(size, random);
            for (std::size_t i = 0; i < length; ++i) {
                ++drawn_[run.ranks[at]];
                at = at + 1 < size ? at + 1 : 0;
            }
            left -= length;
        }
    }

    double drawn_at(std::size_t position) const
    {
        std::size_t rank = 0;
        for (std::size_t seen = drawn_[0]; seen <= position; seen += drawn_[rank])
            ++rank;
        return sorted_[rank];
    }

    std::vector<double> sorted_;
    std::vector<std::uint32_t> drawn_;
    std::vector<Run> runs_;
};

class Resampler {
public:
    explicit Resampler(const Observations &observations) : chosen_(observations.size())
    {
        for (std::size_t thread = 0; thread < observations.front().size(); ++thread)
            threads_.emplace_back(observations, thread);
    }

    /// About how many independent pieces of evidence there are.
    double blocks() const
    {
        double sum = 0;
        for (const ThreadCosts &thread : threads_)
            sum += thread.blocks();
        return sum;
    }

    double draw(std::mt19937_64 &random)
    {
        // Differences between repetitions (addresses, temperature, neighbours) are common to all
        // samples and threads of one, so whole repetitions are drawn first.
        for (std::size_t &run : chosen_)
            run = draw_below(chosen_.size(), random);
        double rate = 0;
        for (ThreadCosts &thread : threads_)
            rate += 1 / thread.resampled_median(chosen_, random);
        return static_cast<double>(threads_.size()) / rate;
    }

private:
    std::vector<std::size_t> chosen_;
    std::vector<ThreadCosts> threads_;
};

// A resample of few blocks spreads less than the truth does, and its spread is itself uncertain.
// The remedy is that of Hesterberg (2015) for the mean: Student's t in place of the normal
// quantile, here by the first terms of its expansion, which suffice from five blocks on.
double widening(double blocks)
{
    constexpr double z = 1.959964;
    const double freedom = std::max(1.0, blocks - 1);
    const double t = z + (std::pow(z, 3) + z) / (4 * freedom) +
                     (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * freedom * freedom);
    return t / z * std::sqrt((freedom + 1) / freedom);
}

} // namespace

Interval95 bootstrap_ratio(const Observations &base, const Observations &changed)
{
    Resampler base_costs(base), changed_costs(changed);
    std::mt19937_64 random(seed);
    const Interval95 drawn = bootstrap(draws, [&] {
        const double base_cost = base_costs.draw(random);
        return changed_costs.draw(random) / base_cost;
    });
    const double ratio = typical_cost(changed) / typical_cost(base);
    const double wider = widening(std::min(base_costs.blocks(), changed_costs.blocks()));
    return {ratio * std::pow(drawn.low / ratio, wider),
            ratio * std::pow(drawn.high / ratio, wider)};
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
