// SPDX-License-Identifier: MIT
#include "block_length.h"

#include "statistics.h"

#include <algorithm>
#include <cmath>

namespace hashlane {
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

// The lag after which a run of `quiet` correlations is no larger than chance makes them.
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

} // namespace hashlane
