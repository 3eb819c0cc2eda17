// SPDX-License-Identifier: MIT
//
// The input of github-action-benchmark, of its tool customSmallerIsBetter: a list of values with
// names and units. The action knows no doubt, so values that cannot be trusted are left out.
#include "../../results/json.h"
#include "exporters.h"
#include "report.h"
#include "row_figures.h"

#include <fmt/format.h>

namespace hashlane::show {
namespace {

// Returns core cycles, or nanoseconds if there are no cycles.
ShownUnit cost_unit(const results::RowKey &key, double bytes_per_hash, compare::Measure measure)
{
    ShownUnit unit = cycles_unit(key.workload, bytes_per_hash);
    if (measure == compare::Measure::time)
        unit.name.replace(0, std::string_view("core cycles").size(), "ns");
    return unit;
}

results::Json element(const std::string &name, const ShownUnit &unit, double cost,
                      const std::optional<double> &doubt, const std::string &extra)
{
    results::Json json = {{"name", name},
                          {"unit", unit.name},
                          {"value", results::six_digits(cost * unit.factor)},
                          {"extra", extra}};
    if (doubt)
        json["range"] = fmt::format("± {:.2f} %", *doubt * 100);
    return json;
}

// The label of the row, and which of its repetitions it is.
std::string name_of(const results::Row &row)
{
    const results::Row::Identity &identity = row.identity;
    std::string name = results::key_of(row).label();
    if (identity.repetitions > 1)
        name += fmt::format(", {} of {}", identity.repetition + 1, identity.repetitions);
    return name;
}

// In the measure in which the assessment compares the cost.
std::string verdict_text(const compare::Assessment &assessment, const std::string &base)
{
    std::string text = fmt::format("{}: {:.4f} times {}", compare::verdict_name(assessment.verdict),
                                   assessment.ratio, base);
    if (const auto &interval = assessment.interval)
        text += fmt::format(" ({:.4f}-{:.4f})", interval->low, interval->high);
    return text;
}

} // namespace

std::string write_action_benchmark(const results::Report &report)
{
    results::Json json = results::Json::array();
    for (const results::Row &row : report.rows) {
        if (!results::is_trustworthy(row))
            continue;
        const bool cycles = results::has_core_cycles(row);
        const double ns = 1e9 * row.location.threads / row.figures.units_per_second;
        const ShownUnit unit =
            cost_unit(results::key_of(row), results::bytes_per_unit(row),
                      cycles ? compare::Measure::cycles : compare::Measure::time);
        json.push_back(element(name_of(row), unit, cycles ? results::cycles_of(row) : ns,
                               share_of_doubt(row), rate_text(row)));
    }
    return results::json_text(json);
}

std::string write_action_comparison(const compare::ComparisonReport &report)
{
    results::Json json = results::Json::array();
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        for (const compare::ComparedRow &row : report.comparisons[i].rows) {
            const compare::Assessment &assessment = row.assessments.front();
            if (!assessment.trustworthy)
                continue;
            const std::string &file = report.files[i + 1].path;
            json.push_back(element(
                row.key.label() + (report.comparisons.size() > 1 ? ", " + file : ""),
                cost_unit(row.key, row.bytes_per_hash, assessment.measure), assessment.changed_cost,
                std::nullopt, verdict_text(assessment, report.files.front().path)));
        }
    return results::json_text(json);
}

} // namespace hashlane::show
