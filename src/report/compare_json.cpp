// SPDX-License-Identifier: MIT
#include "compare_report.h"

#include "json_value.h"
#include "workload_units.h"

namespace hashlane {
namespace {

Json assessment_json(const ComparedRow &row, const Assessment &assessment)
{
    const ShownAssessment figures = shown(row, assessment);
    Json json = {{"measure",
                  assessment.measure == Measure::cycles ? "cycles_per_hash" : "hashes_per_second"},
                 {"old", six_digits(figures.base)},
                 {"new", six_digits(figures.changed)},
                 {"ratio", six_digits(figures.ratio)},
                 {"interval", nullptr},
                 {"p", nullptr},
                 {"verdict", verdict_name(assessment.verdict)},
                 {"reason", assessment.reason}};
    if (figures.interval)
        json["interval"] =
            std::vector{six_digits(figures.interval->low), six_digits(figures.interval->high)};
    if (assessment.p)
        json["p"] = six_digits(*assessment.p);
    return json;
}

Json row_json(const ComparedRow &row)
{
    Json json = {{"name", row.key.name},
                 {"workload", row.key.workload},
                 {"threads", row.key.threads},
                 {"cpus", row.key.cpus},
                 {"measures", Json::array()}};
    if (!row.key.core_kind.empty())
        json["core_kind"] = row.key.core_kind;
    for (const Assessment &assessment : row.assessments)
        json["measures"].push_back(assessment_json(row, assessment));
    return json;
}

Json comparison_json(const ComparisonReport &report, std::size_t index)
{
    const Comparison &comparison = report.comparisons[index];
    Json json = {{"old", report.files[0].path},
                 {"new", report.files[index + 1].path},
                 {"same_machine", comparison.same_machine},
                 {"rows", Json::array()},
                 {"only_in_old", comparison.only_in_base},
                 {"only_in_new", comparison.only_in_changed},
                 {"remarks", comparison.remarks}};
    for (const ComparedRow &row : comparison.rows)
        json["rows"].push_back(row_json(row));
    return json;
}

} // namespace

std::string write_comparison_json(const ComparisonReport &report)
{
    Json json = {{"files", Json::array()},
                 {"differences", Json::array()},
                 {"threshold", report.threshold},
                 {"comparisons", Json::array()}};
    for (const ResultFile &file : report.files)
        json["files"].push_back({{"path", file.path}, {"date", file.date}});
    for (const Difference &difference : context_differences(report.files))
        json["differences"].push_back({{"what", difference.what}, {"values", difference.values}});
    for (std::size_t i = 0; i < report.comparisons.size(); ++i)
        json["comparisons"].push_back(comparison_json(report, i));
    return json_text(json);
}

} // namespace hashlane
