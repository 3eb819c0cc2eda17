// SPDX-License-Identifier: MIT
//
// The tables of formats: each has a writer of its own, and a command allows no other.
#include "show/tables/exporters.h"

#include "compare/comparison.h"
#include "lib/core/registry.h"
#include "show/tables/report.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

#include <set>

namespace hashlane::test {
namespace {

using Formats = std::vector<show::Format>;

TEST(Exporters, EveryKindHasItsFormats)
{
    const Formats text = {show::Format::table, show::Format::json, show::Format::markdown};
    const Formats with_csv = {show::Format::table, show::Format::csv, show::Format::json,
                              show::Format::markdown};
    const Formats with_lines = {show::Format::table, show::Format::csv, show::Format::json,
                                show::Format::jsonl, show::Format::markdown};
    Formats of_runs = with_lines, of_comparisons = text;
    of_runs.push_back(show::Format::github_action_benchmark);
    of_comparisons.push_back(show::Format::github_action_benchmark);
    EXPECT_EQ(show::formats_of(show::report_exporters), of_runs);
    EXPECT_EQ(show::formats_of(show::sha3_exporters), with_csv);
    EXPECT_EQ(show::formats_of(show::sweep_exporters), with_lines);
    EXPECT_EQ(show::formats_of(show::matrix_exporters), with_csv);
    EXPECT_EQ(show::formats_of(show::kernel_exporters), with_csv);
    EXPECT_EQ(show::formats_of(show::known_exporters), with_csv);
    EXPECT_EQ(show::formats_of(show::comparison_exporters), of_comparisons);
    EXPECT_EQ(show::formats_of(show::tuning_exporters), text);
    EXPECT_EQ(show::formats_of(show::fact_exporters), text);
    EXPECT_EQ(show::formats_of(show::instruction_exporters), text);
    EXPECT_EQ(show::formats_of(show::noise_exporters), text);
    Formats of_ranges = with_csv;
    of_ranges.push_back(show::Format::classic);
    EXPECT_EQ(show::formats_of(show::key_range_exporters), of_ranges);
}

TEST(Exporters, AFormatsWriterIsTaken)
{
    const results::Report report = sample_report();
    EXPECT_EQ(show::write_as(show::Format::table, show::report_exporters, report, {}),
              show::write_table(report, {}));
    EXPECT_EQ(show::write_as(show::Format::csv, show::report_exporters, report, {}),
              show::write_csv(report));
    EXPECT_EQ(show::write_as(show::Format::json, show::report_exporters, report, {}),
              results::write_json(report));
    EXPECT_EQ(show::write_as(show::Format::markdown, show::report_exporters, report, {}),
              show::write_table(report, {.markdown = true}));
}

template <class Thing>
void expect_different_texts(show::Exporters<Thing> exporters, const Thing &thing)
{
    std::set<std::string> texts;
    for (const show::Format format : show::formats_of(exporters))
        texts.insert(show::write_as(format, exporters, thing, {}));
    EXPECT_EQ(texts.size(), exporters.size());
}

TEST(Exporters, NoTwoFormatsAreOne)
{
    const results::Report report = sample_report();
    const std::string classic = "_S_";
    expect_different_texts(show::report_exporters, report);
    expect_different_texts(show::key_range_exporters, {report, classic});
    const std::vector<measure::Job> jobs = {measure::kernel_job(all_kernels().front())};
    const std::vector<measure::SweepTable> tables = {
        measure::plan_sweep({"core 0", {{0}}}, jobs, {1})};
    expect_different_texts(show::sweep_exporters, {all_kernels().front().workload, tables, report});
    expect_different_texts(show::fact_exporters, {{"processor", "Example"}});
    show::KernelLine line;
    line.id = "sha3.test.x1";
    line.isa = "test";
    expect_different_texts(show::kernel_exporters, {line});
    expect_different_texts(show::instruction_exporters, {{}, no_features});
    expect_different_texts(show::noise_exporters, {{}, "Example", "", ""});
}

} // namespace
} // namespace hashlane::test
