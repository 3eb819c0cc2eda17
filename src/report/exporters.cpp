// SPDX-License-Identifier: MIT
#include "exporters.h"

#include "compare_report.h"
#include "facts.h"
#include "fleet_writers.h"
#include "instruction_list.h"
#include "json_lines.h"
#include "kernel_list.h"
#include "known_list.h"
#include "matrix_report.h"
#include "noise_facts.h"
#include "report.h"
#include "sweep_report.h"
#include "tuning_report.h"

namespace hashlane {
namespace {

// A writer to which the terminal does not matter.
template <auto write, class Thing> std::string plain(const Thing &thing, const Style &)
{
    return write(thing);
}

template <auto write> std::string of_report(const KeyRangeReport &range, const Style &style)
{
    return write(range.report, style);
}

std::string write_with_conclusions(const Report &report, const Style &style)
{
    return write_rows(report.rows, style) + write_conclusions(report, style);
}

constexpr Exporter<Report> reports[] = {
    {Format::table, write_with_conclusions},
    {Format::csv, plain<write_csv>},
    {Format::json, plain<write_json>},
    {Format::jsonl, plain<end_line>}, // the rows were written while they were measured
    {Format::markdown, write_markdown},
};

constexpr Exporter<Report> sha3_reports[] = {
    {Format::table, write_table},
    {Format::csv, [](const Report &report, const Style &) { return write_sha3_csv(report.rows); }},
    {Format::json, plain<write_json>},
    {Format::markdown, write_markdown},
};

constexpr Exporter<KeyRangeReport> key_ranges[] = {
    {Format::table, of_report<write_table>},
    {Format::csv, of_report<plain<write_csv, Report>>},
    {Format::json, of_report<plain<write_json, Report>>},
    {Format::markdown, of_report<write_markdown>},
    {Format::classic, [](const KeyRangeReport &range, const Style &) { return range.classic; }},
};

constexpr Exporter<MeasuredSweep> sweeps[] = {
    {Format::table, [](const MeasuredSweep &measured,
                       const Style &style) { return write_sweep_table(measured.sweep, style); }},
    {Format::csv,
     [](const MeasuredSweep &measured, const Style &) { return write_sweep_csv(measured.sweep); }},
    {Format::json,
     [](const MeasuredSweep &measured, const Style &) { return write_json(measured.report); }},
    {Format::jsonl,
     [](const MeasuredSweep &measured, const Style &) { return end_line(measured.report); }},
    {Format::markdown, [](const MeasuredSweep &measured,
                          const Style &) { return write_sweep_markdown(measured.sweep); }},
};

constexpr Exporter<ComparisonReport> comparisons[] = {
    {Format::table, write_comparison_table},
    {Format::json, plain<write_comparison_json>},
    {Format::markdown, plain<write_comparison_markdown>},
};

constexpr Exporter<Matrix> matrices[] = {
    {Format::table, write_matrix_table},
    {Format::csv, plain<write_matrix_csv>},
    {Format::json, plain<write_matrix_json>},
    {Format::markdown, plain<write_matrix_markdown>},
};

constexpr Exporter<FleetReport> fleets[] = {
    {Format::table, write_fleet_table},
    {Format::csv, plain<write_fleet_csv>},
    {Format::json, plain<write_fleet_json>},
    {Format::jsonl, plain<write_fleet_lines>},
    {Format::prometheus, plain<write_fleet_prometheus>},
    {Format::nodeset, plain<write_fleet_nodeset>},
};

constexpr Exporter<TuningReport> tunings[] = {
    {Format::table, write_tuning_table},
    {Format::json, plain<write_tuning_json>},
    {Format::markdown, write_tuning_markdown},
};

constexpr Exporter<std::vector<KernelLine>> kernels[] = {
    {Format::table, write_kernels_table},
    {Format::csv, plain<write_kernels_csv>},
    {Format::json, plain<write_kernels_json>},
    {Format::markdown, plain<write_kernels_markdown>},
};

constexpr Exporter<KnownList> known[] = {
    {Format::table, write_known_table},
    {Format::csv, plain<write_known_csv>},
    {Format::json, plain<write_known_json>},
    {Format::markdown, plain<write_known_markdown>},
};

constexpr Exporter<Facts> facts[] = {
    {Format::table, write_facts_table},
    {Format::json, plain<write_facts_json>},
    {Format::markdown, plain<write_facts_markdown>},
};

constexpr Exporter<InstructionList> instructions[] = {
    {Format::table,
     [](const InstructionList &list, const Style &style) {
         return draw_table(instruction_grid(list.times, list.features), style);
     }},
    {Format::json,
     [](const InstructionList &list, const Style &) {
         return write_instructions_json(list.times, list.features);
     }},
    {Format::markdown,
     [](const InstructionList &list, const Style &) {
         return draw_markdown(instruction_grid(list.times, list.features));
     }},
};

constexpr Exporter<WatchedMachine> noises[] = {
    {Format::table, write_noise_table},
    {Format::json, plain<write_noise_json>},
    {Format::markdown, plain<write_noise_markdown>},
};

} // namespace

constinit const Exporters<Report> report_exporters = reports;
constinit const Exporters<Report> sha3_exporters = sha3_reports;
constinit const Exporters<KeyRangeReport> key_range_exporters = key_ranges;
constinit const Exporters<MeasuredSweep> sweep_exporters = sweeps;
constinit const Exporters<ComparisonReport> comparison_exporters = comparisons;
constinit const Exporters<Matrix> matrix_exporters = matrices;
constinit const Exporters<FleetReport> fleet_exporters = fleets;
constinit const Exporters<TuningReport> tuning_exporters = tunings;
constinit const Exporters<std::vector<KernelLine>> kernel_exporters = kernels;
constinit const Exporters<std::vector<PublishedResult>> known_exporters = known;
constinit const Exporters<std::vector<Fact>> fact_exporters = facts;
constinit const Exporters<InstructionList> instruction_exporters = instructions;
constinit const Exporters<WatchedMachine> noise_exporters = noises;

} // namespace hashlane
