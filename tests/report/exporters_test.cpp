// SPDX-License-Identifier: MIT
//
// The tables of formats: each has a writer of its own, and a command allows no other.
#include "report/exporters.h"

#include "core/registry.h"
#include "report/compare_report.h"
#include "report/facts.h"
#include "report/instruction_list.h"
#include "report/kernel_list.h"
#include "report/matrix_report.h"
#include "report/noise_facts.h"
#include "report/report.h"
#include "report/sweep_report.h"
#include "report/tuning_report.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

#include <set>

namespace hashlane::test {
namespace {

using Formats = std::vector<Format>;

TEST(Exporters, EveryKindHasItsFormats)
{
    const Formats text = {Format::table, Format::json, Format::markdown};
    const Formats with_csv = {Format::table, Format::csv, Format::json, Format::markdown};
    const Formats with_lines = {Format::table, Format::csv, Format::json, Format::jsonl,
                                Format::markdown};
    EXPECT_EQ(formats_of(report_exporters), with_lines);
    EXPECT_EQ(formats_of(sha3_exporters), with_csv);
    EXPECT_EQ(formats_of(sweep_exporters), with_lines);
    EXPECT_EQ(formats_of(matrix_exporters), with_csv);
    EXPECT_EQ(formats_of(kernel_exporters), with_csv);
    EXPECT_EQ(formats_of(comparison_exporters), text);
    EXPECT_EQ(formats_of(tuning_exporters), text);
    EXPECT_EQ(formats_of(fact_exporters), text);
    EXPECT_EQ(formats_of(instruction_exporters), text);
    EXPECT_EQ(formats_of(noise_exporters), text);
    Formats of_ranges = with_csv;
    of_ranges.push_back(Format::classic);
    EXPECT_EQ(formats_of(key_range_exporters), of_ranges);
}

TEST(Exporters, AFormatsWriterIsTaken)
{
    const Report report = sample_report();
    EXPECT_EQ(write_as(Format::table, report_exporters, report, {}),
              write_rows(report.rows, {}) + write_conclusions(report, {}));
    EXPECT_EQ(write_as(Format::table, sha3_exporters, report, {}), write_table(report, {}));
    EXPECT_EQ(write_as(Format::csv, report_exporters, report, {}), write_csv(report));
    EXPECT_EQ(write_as(Format::json, report_exporters, report, {}), write_json(report));
    EXPECT_EQ(write_as(Format::markdown, report_exporters, report, {}), write_markdown(report, {}));
}

template <class Thing> void expect_different_texts(Exporters<Thing> exporters, const Thing &thing)
{
    std::set<std::string> texts;
    for (const Format format : formats_of(exporters))
        texts.insert(write_as(format, exporters, thing, {}));
    EXPECT_EQ(texts.size(), exporters.size());
}

TEST(Exporters, NoTwoFormatsAreOne)
{
    const Report report = sample_report();
    const std::string classic = "_S_";
    expect_different_texts(report_exporters, report);
    expect_different_texts(key_range_exporters, {report, classic});
    const SweepReport sweep{
        all_kernels().front().workload,
        {plan_sweep({"core 0", {{0}}}, {chain_job(all_kernels().front())}, {1})}};
    expect_different_texts(sweep_exporters, {sweep, report});
    expect_different_texts(fact_exporters, {{"processor", "Example"}});
    KernelLine line;
    line.id = "sha3.test.x1";
    line.isa = "test";
    expect_different_texts(kernel_exporters, {line});
    expect_different_texts(instruction_exporters, {{}, no_features});
    expect_different_texts(noise_exporters, {{}, "Example", "", ""});
}

} // namespace
} // namespace hashlane::test
