// SPDX-License-Identifier: MIT
#include "bootstrap.h"

#include "block_length.h"
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace hashlane {
namespace {

constexpr int replicates = 2000;
constexpr std::uint64_t seed = 20150313;

// The engine's numbers are the standard's; those of its distributions differ between libraries.
class Dice {
public:
    std::size_t below(std::size_t limit)
    {
        return static_cast<std::size_t>(((engine_() >> 32) * limit) >> 32);
    }

private:
    std::mt19937_64 engine_{seed};
};

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

    double resampled_median(const std::vector<std::size_t> &chosen_runs, Dice &dice)
    {
        std::ranges::fill(drawn_, 0U);
        std::size_t total = 0;
        for (const std::size_t run : chosen_runs) {
            draw_blocks(runs_[run], dice);
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
    void draw_blocks(const Run &run, Dice &dice)
    {
        const std::size_t size = run.ranks.size();
        for (std::size_t left = size; left > 0;) {
            const std::size_t length = std::min(run.block, left);
            std::size_t at = dice.below(size);
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

    double draw(Dice &dice)
    {
        // What differs between repetitions (addresses, temperature, neighbours) is common to all
        // samples and threads of one, so whole repetitions are drawn first.
        for (std::size_t &run : chosen_)
            run = dice.below(chosen_.size());
        double rate = 0;
        for (ThreadCosts &thread : threads_)
            rate += 1 / thread.resampled_median(chosen_, dice);
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

RatioInterval bootstrap_ratio(const Observations &base, const Observations &changed)
{
    Resampler base_costs(base), changed_costs(changed);
    Dice dice;
    std::vector<double> ratios;
    for (int i = 0; i < replicates; ++i) {
        const double base_cost = base_costs.draw(dice);
        ratios.push_back(changed_costs.draw(dice) / base_cost);
    }
    const double ratio = typical_cost(changed) / typical_cost(base);
    const double wider = widening(std::min(base_costs.blocks(), changed_costs.blocks()));
    return {ratio * std::pow(quantile(ratios, 0.025) / ratio, wider),
            ratio * std::pow(quantile(ratios, 0.975) / ratio, wider)};
}

} // namespace hashlane
