// SPDX-License-Identifier: MIT
//
// Rows with any figures, written by every writer of a run, and read again from their JSON.
#include "show/tables/report.h"
#include "drawn.h"
#include "results/json.h"
#include "target.h"
#include "written.h"

namespace hashlane::fuzz::report_target {
namespace {

results::Report read_again(const results::Report &report)
{
    try {
        const results::JsonDocument document(results::write_json(report), "written");
        results::Report file = results::read_run(document, "written");
        require(file.rows.size() <= report.rows.size(), "more rows than were written");
        return file;
    } catch (const results::BadFile &bad) {
        throw Finding("what was written is not read: " + std::string(bad.what()));
    }
}

void run(Input &input)
{
    const results::Report report = drawn_report(input);
    const show::Style style = drawn_style(input);
    for (const show::Exporter<results::Report> &exporter : show::report_exporters)
        exporter.write(report, style);
    const results::Report file = read_again(report);
    require_all_written(show::report_exporters, file, style);
    if (std::ranges::all_of(
            file.rows, [](const results::Row &row) { return row.identity.message.has_value(); }))
        require_all_written(show::sha3_exporters, file, style);
}

const Target target("report", run);

} // namespace
} // namespace hashlane::fuzz::report_target
