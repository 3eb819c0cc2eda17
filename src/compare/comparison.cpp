// SPDX-License-Identifier: MIT
#include "comparison.h"

#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "../results/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace hashlane::compare {
namespace {

std::vector<double> visits_of(const results::Row &row, Measure measure)
{
    return machine::each(row.sampling.visits, measure == Measure::cycles
                                                  ? &results::VisitFigures::cycles_per_unit
                                                  : &results::VisitFigures::ns_per_unit);
}

double median(const results::Row &row, Measure measure)
{
    return measure == Measure::cycles ? results::cycles_of(row)
                                      : row.location.threads * 1e9 / row.figures.units_per_second;
}

// The repetitions of one measurement in one run.
struct Series {
    results::RowKey key;
    // The rows that can be trusted, or all where none can.
    std::vector<const results::Row *> rows;
    std::size_t left_out = 0; // repetitions that cannot, where others can

    bool trustworthy() const { return results::is_trustworthy(*rows.front()); }

    // True if a verdict is possible: the values are trusted, or all that is wrong with them is that
    // enough visits disagree, and the interval is as wide as they do.
    bool can_be_judged() const
    {
        const auto disagrees = [](const results::Row *row) {
            return row->quality.noise == results::Noise::noisy &&
                   row->sampling.visits.size() >= least_values;
        };
        return trustworthy() || std::ranges::all_of(rows, disagrees);
    }
    bool has_measured_cycles() const
    {
        return std::ranges::all_of(
            rows, [](const results::Row *row) { return results::has_measured_cycles(*row); });
    }
    // Returns the median of the rows' own values.
    double cost(Measure measure) const
    {
        const auto cost_of = [&](const results::Row *row) { return median(*row, measure); };
        return statistics::quantile(machine::each(rows, cost_of), 0.5);
    }
    // A repetition without several visits, of a file that leaves them out, has its own value.
    statistics::VisitCosts visits(Measure measure) const
    {
        return machine::each(rows, [&](const results::Row *row) {
            return row->sampling.visits.size() > 1 ? visits_of(*row, measure)
                                                   : std::vector<double>{median(*row, measure)};
        });
    }
};

// Returns the series in the order in which they first appear. They refer to the file's rows.
std::vector<Series> series_of(const results::Report &file)
{
    std::vector<Series> all;
    KeyPlaces places;
    for (const results::Row &row : file.rows) {
        const auto [at, is_new] = places.try_emplace(results::key_of(row), all.size());
        if (is_new)
            all.push_back({at->first, {}});
        all[at->second].rows.push_back(&row);
    }
    const auto is_trusted = [](const results::Row *row) { return results::is_trustworthy(*row); };
    for (Series &series : all)
        if (std::ranges::any_of(series.rows, is_trusted))
            series.left_out = std::erase_if(series.rows, std::not_fn(is_trusted));
    return all;
}

KeyPlaces places_of(const std::vector<Series> &series)
{
    KeyPlaces places;
    for (const Series &one : series)
        places.emplace(one.key, places.size());
    return places;
}

constexpr double significance = 0.01;

std::size_t count_visits(const statistics::VisitCosts &runs)
{
    std::size_t count = 0;
    for (const std::vector<double> &run : runs)
        count += run.size();
    return count;
}

// Returns the visits up to 3 % above their run's cost. The slower ones were disturbed, and would
// outweigh the others in a test of ranks, whichever program they were of.
std::vector<double> undisturbed_visits(const statistics::VisitCosts &runs)
{
    constexpr double disturbed = 1.03;
    std::vector<double> costs;
    for (const std::vector<double> &run : runs)
        std::ranges::copy_if(run, std::back_inserter(costs),
                             [limit = statistics::visit_cost({run}) * disturbed](double cost) {
                                 return cost <= limit;
                             });
    return costs;
}

void set_costs(Assessment &assessment, double base, double changed)
{
    assessment.base_cost = base;
    assessment.changed_cost = changed;
    assessment.ratio = changed / base;
}

void assess_visits(Assessment &assessment, const statistics::VisitCosts &base,
                   const statistics::VisitCosts &changed, double threshold)
{
    set_costs(assessment, statistics::visit_cost(base), statistics::visit_cost(changed));
    if (std::min(count_visits(base), count_visits(changed)) < least_values)
        return;
    assessment.interval = statistics::bootstrap_visit_ratio(base, changed);
    assessment.p =
        statistics::mann_whitney_p(undisturbed_visits(base), undisturbed_visits(changed));
    const auto has_several = [](const std::vector<double> &run) { return run.size() > 1; };
    assessment.confirmed = !std::ranges::all_of(base, has_several) ||
                           !std::ranges::all_of(changed, has_several) ||
                           statistics::halves_confirm(base, changed, threshold);
}

// Without a test there is no significance; an optional without a value would be less than any.
bool is_significant(const Assessment &assessment)
{
    return assessment.p && *assessment.p < significance;
}

void judge(Assessment &assessment, double threshold)
{
    const double low = assessment.interval->low, high = assessment.interval->high;
    const bool beyond = high < 1 - threshold || low > 1 + threshold;
    if (low >= 1 - threshold && high <= 1 + threshold)
        assessment.verdict = Verdict::same;
    else if (beyond && !assessment.confirmed)
        assessment.reason = "only one half of the measurements confirms the change: measure again";
    else if (beyond && is_significant(assessment))
        assessment.verdict = low > 1 ? Verdict::slower : Verdict::faster;
    else if (beyond)
        assessment.reason = "too few measurements: measure longer";
    else
        assessment.reason = fmt::format(
            "the interval includes the threshold, {:g} %: measure longer or with more repetitions",
            threshold * 100);
}

std::string distrust_text(const results::Row &row, const std::string &path)
{
    const std::string note = results::whole_note(row);
    return fmt::format("{} in '{}'{}{}", results::noise_name(row.quality.noise), path,
                       note.empty() ? "" : ": ", note);
}

std::string too_few_text(const Series &series, Measure measure, const std::string &path)
{
    return fmt::format("no interval: '{}' has {}, and {} are needed", path,
                       machine::counted(count_visits(series.visits(measure)), "measurement"),
                       least_values);
}

/// Two runs that are compared.
struct Pair {
    const results::Report &base, &changed;
    double threshold;
    bool same_machine;
};

Assessment judged(const Series &base, const Series &changed, Measure measure, const Pair &pair)
{
    Assessment assessment;
    assessment.measure = measure;
    assess_visits(assessment, base.visits(measure), changed.visits(measure), pair.threshold);
    // Visits may be a few of the row's: its own value, which tables show, is that of all of them.
    set_costs(assessment, base.cost(measure), changed.cost(measure));
    assessment.trustworthy = base.trustworthy() && changed.trustworthy();
    if (auto &interval = assessment.interval) {
        const double ratio = assessment.ratio;
        *interval = {std::min(interval->low, ratio), std::max(interval->high, ratio)};
        // Visits disagree where a kernel has several states, and another run may meet other ones:
        // the interval is twice as wide.
        if (!assessment.trustworthy)
            *interval = {interval->low * interval->low / ratio,
                         interval->high * interval->high / ratio};
    }
    if (!base.can_be_judged())
        assessment.reason = distrust_text(*base.rows.front(), pair.base.path);
    else if (!changed.can_be_judged())
        assessment.reason = distrust_text(*changed.rows.front(), pair.changed.path);
    else if (assessment.interval)
        judge(assessment, pair.threshold);
    else if (count_visits(base.visits(measure)) < least_values)
        assessment.reason = too_few_text(base, measure, pair.base.path);
    else
        assessment.reason = too_few_text(changed, measure, pair.changed.path);
    return assessment;
}

ComparedRow compare_row(const Series &base, const Series &changed, const Pair &pair)
{
    ComparedRow row{base.key, {}};
    const bool cycles = base.has_measured_cycles() && changed.has_measured_cycles();
    if (cycles)
        row.assessments.push_back(judged(base, changed, Measure::cycles, pair));
    if (!cycles || !pair.same_machine)
        row.assessments.push_back(judged(base, changed, Measure::time, pair));
    return row;
}

void remark_on_left_out(std::vector<std::string> &remarks, const std::vector<Series> &all,
                        const std::string &path)
{
    for (const Series &series : all)
        if (series.left_out > 0)
            remarks.push_back(fmt::format(
                "{}: {} of {} repetitions in '{}' are left out: not trustworthy",
                series.key.label(), series.left_out, series.left_out + series.rows.size(), path));
}

} // namespace

const char *verdict_name(Verdict verdict)
{
    constexpr const char *names[] = {"faster", "slower", "same", "uncertain"};
    return names[static_cast<std::size_t>(verdict)];
}

Assessment judge_runs(const std::vector<double> &base, const std::vector<double> &changed,
                      double threshold)
{
    const auto alone = [](double cost) { return std::vector<double>{cost}; };
    Assessment assessment;
    assess_visits(assessment, machine::each(base, alone), machine::each(changed, alone), threshold);
    judge(assessment, threshold);
    return assessment;
}

bool is_regression(const Assessment &assessment, double limit)
{
    return assessment.trustworthy && assessment.interval && assessment.interval->low > 1 + limit &&
           assessment.confirmed && is_significant(assessment);
}

bool is_within(const Assessment &assessment, double limit)
{
    return assessment.interval && assessment.interval->high <= 1 + limit &&
           (assessment.trustworthy || assessment.verdict != Verdict::uncertain);
}

const Assessment *ComparedRow::find(Measure measure) const
{
    const auto found = std::ranges::find(assessments, measure, &Assessment::measure);
    return found == assessments.end() ? nullptr : &*found;
}

Comparison compare(const results::Report &base_run, const results::Report &changed_run,
                   double threshold)
{
    Comparison result;
    result.same_machine = results::are_same_processor(base_run.context, changed_run.context);
    const Pair pair{base_run, changed_run, threshold, result.same_machine};
    const std::vector<Series> base = series_of(base_run), changed = series_of(changed_run);
    const KeyPlaces of_base = places_of(base), of_changed = places_of(changed);
    for (const Series &series : base)
        if (const auto other = of_changed.find(series.key); other != of_changed.end())
            result.rows.push_back(compare_row(series, changed[other->second], pair));
        else
            result.only_in_base.push_back(series.key.label());
    for (const Series &series : changed)
        if (!of_base.contains(series.key))
            result.only_in_changed.push_back(series.key.label());
    remark_on_left_out(result.remarks, base, base_run.path);
    remark_on_left_out(result.remarks, changed, changed_run.path);
    const auto few = [](const Series &series) { return series.rows.size() < least_values; };
    if (std::ranges::any_of(base, few) || std::ranges::any_of(changed, few))
        result.remarks.push_back(fmt::format(
            "fewer than {} runs show little of the variation from one run of the program to the "
            "next: the intervals allow {:g} % for it",
            least_values, statistics::allowed_between_runs * 100));
    return result;
}

ComparisonReport compare_all(std::vector<results::Report> files, double threshold)
{
    ComparisonReport report{threshold, std::move(files), {}};
    for (std::size_t i = 1; i < report.files.size(); ++i)
        report.comparisons.push_back(compare(report.files[0], report.files[i], threshold));
    if (std::ranges::all_of(report.comparisons,
                            [](const Comparison &one) { return one.rows.empty(); }))
        throw results::BadFile(
            fmt::format("'{}' and '{}' have no kernel in common with the same threads",
                        report.files[0].path, report.files[1].path));
    return report;
}

// ---- Kernels against files.

std::vector<std::string> distinct_labels(const std::vector<results::Report> &files)
{
    const std::function<std::string(const results::Report &)> namings[] = {
        [](const results::Report &file) { // without the distribution's part: " (3)"
            const std::string &compiler = file.context.compiler;
            return compiler.substr(0, compiler.find(" ("));
        },
        [](const results::Report &file) { return file.context.cpu_model; },
        [](const results::Report &file) { return results::processor_name(file.context); },
        [](const results::Report &file) { return machine::file_name(file.path); },
        [](const results::Report &file) { return file.path; }};
    std::vector<std::string> labels;
    for (const auto &naming : namings) {
        labels = machine::each(files, naming);
        if (std::set<std::string>(labels.begin(), labels.end()).size() == files.size())
            break;
    }
    return labels;
}

Matrix make_matrix(const std::vector<results::Report> &files)
{
    Matrix matrix;
    matrix.labels = distinct_labels(files);
    matrix.paths = machine::each(files, &results::Report::path);
    KeyPlaces places;
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const Series &series : series_of(files[i])) {
            const auto [at, is_new] = places.try_emplace(series.key, places.size());
            if (is_new)
                matrix.lines.push_back(
                    {series.key, std::vector<std::optional<Matrix::Cell>>(files.size())});
            Matrix::Cell &cell = matrix.lines[at->second].cells[i].emplace();
            cell.hashes_per_second = series.key.threads * 1e9 / series.cost(Measure::time);
            if (series.has_measured_cycles()) {
                cell.cycles_per_hash = series.cost(Measure::cycles);
                cell.hashes_per_second_at_tenth_ghz =
                    series.key.threads * 1e8 / *cell.cycles_per_hash;
            }
            cell.trustworthy = series.trustworthy();
        }
    return matrix;
}

} // namespace hashlane::compare
