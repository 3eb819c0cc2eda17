// SPDX-License-Identifier: MIT
//
// In which formats each result is written: write_as(format, report_exporters, report, style). A
// command allows the formats_of() its table.
#ifndef HASHLANE_SRC_REPORT_EXPORTERS_H
#define HASHLANE_SRC_REPORT_EXPORTERS_H

#include "exporter.h"

#include <string>
#include <vector>

namespace hashlane {

struct ComparisonReport;
struct Fact;
struct FleetReport;
struct InstructionList;
struct KernelLine;
struct PublishedResult;
struct Matrix;
struct Report;
struct SweepReport;
struct TuningReport;
struct WatchedMachine;

/// Of the command 'keccak'.
struct KeyRangeReport {
    const Report &report;
    const std::string &classic; ///< write_classic() of each kernel's chains
};

/// A sweep's tables, and the report that holds all their rows.
struct MeasuredSweep {
    const SweepReport &sweep;
    const Report &report;
};

extern const Exporters<Report> report_exporters;
extern const Exporters<Report> sha3_exporters; ///< its CSV is a line for each function
extern const Exporters<KeyRangeReport> key_range_exporters;
extern const Exporters<MeasuredSweep> sweep_exporters;
extern const Exporters<ComparisonReport> comparison_exporters;
extern const Exporters<Matrix> matrix_exporters;
extern const Exporters<FleetReport> fleet_exporters;
extern const Exporters<TuningReport> tuning_exporters;
extern const Exporters<std::vector<KernelLine>> kernel_exporters;
extern const Exporters<std::vector<PublishedResult>> known_exporters;
extern const Exporters<std::vector<Fact>> fact_exporters;
extern const Exporters<InstructionList> instruction_exporters;
extern const Exporters<WatchedMachine> noise_exporters;

} // namespace hashlane

#endif
