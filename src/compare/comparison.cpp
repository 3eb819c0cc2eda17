// SPDX-License-Identifier: MIT
#include "comparison.h"

#include "../statistics/block_length.h"
#include "../statistics/mann_whitney.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double significance = 0.01;

// The range of fewer values than these holds the true median less than 15 times in 16.
constexpr std::size_t least_values = 5;

std::string distrust_text(const ResultRow &row, const std::string &path)
{
    return fmt::format("{} in '{}'{}{}", row.noise, path, row.noise_note.empty() ? "" : ": ",
                       row.noise_note);
}

std::string too_few_text(const Series &series, Measure measure, const std::string &path)
{
    const std::size_t values = count(series.observations(measure));
    if (series.has_samples(measure))
        return fmt::format("no interval: '{}' has {} samples, and {} are needed", path, values,
                           least_values);
    return fmt::format(
        "no interval: '{}' has no samples, and {} of the {} repetitions needed without them", path,
        values, least_values);
}

void judge(Assessment &assessment, double threshold)
{
    const double low = assessment.interval->low, high = assessment.interval->high;
    const bool beyond = high < 1 - threshold || low > 1 + threshold;
    if (low >= 1 - threshold && high <= 1 + threshold)
        assessment.verdict = Verdict::same;
    else if (beyond && assessment.p < significance)
        assessment.verdict = low > 1 ? Verdict::slower : Verdict::faster;
    else if (beyond)
        assessment.reason = "too few independent samples: measure longer";
    else
        assessment.reason = fmt::format(
            "the interval includes the threshold, {:g} %: measure longer or with more repetitions",
            threshold * 100);
}

Assessment assess(const Series &base, const Series &changed, Measure measure)
{
    const Observations base_costs = base.observations(measure);
    const Observations changed_costs = changed.observations(measure);
    Assessment assessment;
    assessment.measure = measure;
    assessment.base_cost = typical_cost(base_costs);
    assessment.changed_cost = typical_cost(changed_costs);
    assessment.ratio = assessment.changed_cost / assessment.base_cost;
    if (std::min(count(base_costs), count(changed_costs)) < least_values)
        return assessment;
    assessment.interval = bootstrap_ratio(base_costs, changed_costs);
    // The test takes its values for independent, which samples are not, but medians of blocks are.
    const std::size_t block = std::max(longest_block(base_costs), longest_block(changed_costs));
    assessment.p =
        mann_whitney_p(block_medians(base_costs, block), block_medians(changed_costs, block));
    return assessment;
}

class Comparer {
public:
    Comparer(const ResultFile &base, const ResultFile &changed, double threshold)
        : base_(base), changed_(changed), threshold_(threshold)
    {
        result_.same_machine = base.fact("CPU") == changed.fact("CPU") &&
                               base.fact("CPU identity") == changed.fact("CPU identity");
    }

    Comparison compare()
    {
        const std::vector<Series> base = series_of(base_), changed = series_of(changed_);
        for (const Series &series : base)
            if (const Series *const other = find_series(changed, series.key))
                result_.rows.push_back(compare_row(series, *other));
            else
                result_.only_in_base.push_back(series.key.label());
        for (const Series &series : changed)
            if (find_series(base, series.key) == nullptr)
                result_.only_in_changed.push_back(series.key.label());
        remark_on_left_out(base, base_.path);
        remark_on_left_out(changed, changed_.path);
        remark_on_repetitions(base, changed);
        return result_;
    }

private:
    ComparedRow compare_row(const Series &base, const Series &changed) const
    {
        ComparedRow row{base.key, base.bytes_per_hash, {}};
        const bool cycles = base.has_core_cycles() && changed.has_core_cycles();
        if (cycles)
            row.assessments.push_back(judged(base, changed, Measure::cycles));
        if (!cycles || !result_.same_machine)
            row.assessments.push_back(judged(base, changed, Measure::time));
        return row;
    }

    Assessment judged(const Series &base, const Series &changed, Measure measure) const
    {
        Assessment assessment = assess(base, changed, measure);
        assessment.trustworthy = base.trustworthy() && changed.trustworthy();
        if (!base.trustworthy())
            assessment.reason = distrust_text(*base.rows.front(), base_.path);
        else if (!changed.trustworthy())
            assessment.reason = distrust_text(*changed.rows.front(), changed_.path);
        else if (assessment.interval)
            judge(assessment, threshold_);
        else if (count(base.observations(measure)) < least_values)
            assessment.reason = too_few_text(base, measure, base_.path);
        else
            assessment.reason = too_few_text(changed, measure, changed_.path);
        return assessment;
    }

    void remark_on_left_out(const std::vector<Series> &all, const std::string &path)
    {
        for (const Series &series : all)
            if (series.left_out > 0)
                result_.remarks.push_back(
                    fmt::format("{}: {} of {} repetitions in '{}' left out: not trustworthy",
                                series.key.label(), series.left_out,
                                series.left_out + series.rows.size(), path));
    }

    void remark_on_repetitions(const std::vector<Series> &base, const std::vector<Series> &changed)
    {
        const auto few = [](const Series &series) { return series.rows.size() < least_values; };
        if (std::ranges::any_of(base, few) || std::ranges::any_of(changed, few))
            result_.remarks.push_back(
                fmt::format("with fewer than {} repetitions the intervals include little of what "
                            "differs from one run of the program to the next",
                            least_values));
    }

    const ResultFile &base_;
    const ResultFile &changed_;
    double threshold_;
    Comparison result_;
};

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

const Assessment *ComparedRow::find(Measure measure) const
{
    const auto found = std::ranges::find(assessments, measure, &Assessment::measure);
    return found == assessments.end() ? nullptr : &*found;
}

Comparison compare(const ResultFile &base, const ResultFile &changed, double threshold)
{
    return Comparer(base, changed, threshold).compare();
}

ComparisonReport compare_all(std::vector<ResultFile> files, double threshold)
{
    ComparisonReport report{threshold, std::move(files), {}};
    for (std::size_t i = 1; i < report.files.size(); ++i)
        report.comparisons.push_back(compare(report.files[0], report.files[i], threshold));
    if (std::ranges::all_of(report.comparisons,
                            [](const Comparison &one) { return one.rows.empty(); }))
        throw BadFile(fmt::format("'{}' and '{}' have no kernel in common with the same threads",
                                  report.files[0].path, report.files[1].path));
    return report;
}

bool is_regression(const Assessment &assessment, double limit)
{
    return assessment.trustworthy && assessment.interval && assessment.interval->low > 1 + limit &&
           assessment.p < significance;
}

} // namespace hashlane
