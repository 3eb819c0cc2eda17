// SPDX-License-Identifier: MIT
#include "assessment.h"

#include "../statistics/block_length.h"
#include "../statistics/mann_whitney.h"
#include "../statistics/visit_ratio.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double significance = 0.01;

std::vector<double> all_visits(const VisitCosts &runs)
{
    std::vector<double> all;
    for (const std::vector<double> &run : runs)
        all.insert(all.end(), run.begin(), run.end());
    return all;
}

// Visits are independent of each other, as samples of one visit are not.
void assess_visits(Assessment &assessment, const VisitCosts &base, const VisitCosts &changed,
                   double threshold)
{
    assessment.base_cost = visit_cost(base);
    assessment.changed_cost = visit_cost(changed);
    assessment.ratio = assessment.changed_cost / assessment.base_cost;
    const std::vector<double> base_visits = all_visits(base), changed_visits = all_visits(changed);
    if (std::min(base_visits.size(), changed_visits.size()) < least_values)
        return;
    assessment.interval = bootstrap_visit_ratio(base, changed);
    assessment.p = mann_whitney_p(base_visits, changed_visits);
    assessment.confirmed = halves_confirm(base, changed, threshold);
}

void assess_samples(Assessment &assessment, const Observations &base, const Observations &changed)
{
    assessment.base_cost = typical_cost(base);
    assessment.changed_cost = typical_cost(changed);
    assessment.ratio = assessment.changed_cost / assessment.base_cost;
    if (std::min(count(base), count(changed)) < least_values)
        return;
    assessment.interval = bootstrap_ratio(base, changed);
    // The test takes its values for independent, which samples are not, but medians of blocks are.
    const std::size_t block = std::max(longest_block(base), longest_block(changed));
    assessment.p = mann_whitney_p(block_medians(base, block), block_medians(changed, block));
}

} // namespace

const char *verdict_name(Verdict verdict)
{
    switch (verdict) {
    case Verdict::faster:
        return "faster";
    case Verdict::slower:
        return "slower";
    case Verdict::same:
        return "same";
    case Verdict::uncertain:
        break;
    }
    return "uncertain";
}

Assessment assess(const Series &base, const Series &changed, Measure measure, double threshold)
{
    Assessment assessment;
    assessment.measure = measure;
    if (base.has_visits(measure) && changed.has_visits(measure))
        assess_visits(assessment, base.visits(measure), changed.visits(measure), threshold);
    else
        assess_samples(assessment, base.observations(measure), changed.observations(measure));
    return assessment;
}

void judge(Assessment &assessment, double threshold)
{
    const double low = assessment.interval->low, high = assessment.interval->high;
    const bool beyond = high < 1 - threshold || low > 1 + threshold;
    if (low >= 1 - threshold && high <= 1 + threshold)
        assessment.verdict = Verdict::same;
    else if (beyond && !assessment.confirmed)
        assessment.reason = "only one half of the visits shows it: measure again";
    else if (beyond && assessment.p < significance)
        assessment.verdict = low > 1 ? Verdict::slower : Verdict::faster;
    else if (beyond)
        assessment.reason = "too few independent samples: measure longer";
    else
        assessment.reason = fmt::format(
            "the interval includes the threshold, {:g} %: measure longer or with more repetitions",
            threshold * 100);
}

bool is_regression(const Assessment &assessment, double limit)
{
    return assessment.trustworthy && assessment.interval && assessment.interval->low > 1 + limit &&
           assessment.confirmed && assessment.p < significance;
}

} // namespace hashlane
