// SPDX-License-Identifier: MIT
#include "comparison.h"

#include "../statistics/visit_ratio.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

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
        Assessment assessment = assess(base, changed, measure, threshold_);
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
        if (std::ranges::none_of(base, few) && std::ranges::none_of(changed, few))
            return;
        const auto visited = [](const Series &one) { return one.has_visits(Measure::time); };
        if (std::ranges::all_of(base, visited) && std::ranges::all_of(changed, visited))
            result_.remarks.push_back(fmt::format(
                "of what differs from one run of the program to the next, fewer than {} runs show "
                "little: the intervals allow {:g} % for it",
                least_values, allowed_between_runs * 100));
        else
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

} // namespace hashlane
