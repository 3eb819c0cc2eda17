// SPDX-License-Identifier: MIT
//
// The things that can be written, and their formats: write_as(format, report_exporters, report,
// style). A command allows the formats_of() its table. Each table is in the file of its writers.
#pragma once

#include "../../cluster/fleet/fleet_report.h"
#include "../../compare/comparison.h"
#include "../../lib/core/kernel.h"
#include "../../lib/dispatch/tuning.h"
#include "../../machine/clock/instruction_timing.h"
#include "../../machine/system/lists.h"
#include "../../measure/noise_report.h"
#include "../../measure/run_in_rounds.h"
#include "../../results/run.h"
#include "../known/published.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hashlane::show {

/// The rate column of a sha256-chain table. A hash counts 64 bytes, its block.
enum class Sha256Unit { mega_hashes, mega_bytes, mebi_bytes, cycles_per_byte };

/// The look of text for people.
struct Style {
    unsigned width = 80; ///< columns that a table should fit
    bool color = false;
    bool bars = false; ///< draw shares as bars if there is room for them
    Sha256Unit sha256_unit = Sha256Unit::mega_hashes;
    bool markdown = false; ///< GitHub-flavoured, instead of columns: write_as() decides it
};

/// The format of a written result.
enum class Format {
    table,
    csv,
    json,
    jsonl,
    markdown,
    classic,
    prometheus,
    nodeset,
    github_action_benchmark,
};

/// Returns the name for --format.
constexpr std::string_view format_name(Format format)
{
    constexpr std::string_view names[] = {"table",      "csv",      "json",
                                          "jsonl",      "markdown", "classic",
                                          "prometheus", "nodeset",  "github-action-benchmark"};
    return names[static_cast<std::size_t>(format)];
}

/// One format in which things of a kind are written.
template <class Thing> struct Exporter {
    Format format;
    std::string (*write)(const Thing &thing, const Style &style);
};

template <class Thing> using Exporters = std::initializer_list<Exporter<Thing>>;

/// Lists the formats that a command allows: those with a writer.
template <class Thing> std::vector<Format> formats_of(Exporters<Thing> exporters)
{
    return machine::each(exporters, &Exporter<Thing>::format);
}

/// Precondition: the format is one of formats_of(exporters).
template <class Thing>
std::string write_as(Format format, Exporters<Thing> exporters,
                     const std::type_identity_t<Thing> &thing, Style style)
{
    style.markdown = format == Format::markdown;
    style.bars = style.bars && !style.markdown;
    return std::ranges::find(exporters, format, &Exporter<Thing>::format)->write(thing, style);
}

/// Makes a writer of a function that does not depend on the terminal.
template <auto write, class Thing> std::string plain(const Thing &thing, const Style &)
{
    return write(thing);
}

/// Makes a writer of one for the report that a thing holds.
template <auto write, class Thing> std::string of_report(const Thing &thing, const Style &style)
{
    return write(thing.report, style);
}

/// The results of the command 'keccak'.
struct KeyRangeReport {
    const results::Report &report;
    const std::string &classic; ///< write_classic() of each kernel's chains
};

/// The tables of a sweep, as studies of lanes and threads publish them. For each scope: throughput
/// per 0.1 GHz of the clock; its uplift over the fewest lanes; a core's cycles per hash or
/// permutation; their change; and scaling against one thread, on several cores. A row for each
/// count of lanes, a column for each count of threads. In CSV a line for each cell, in base units,
/// with the problem in the last field.
struct SweepReport {
    Workload workload;
    const std::vector<measure::SweepTable> &tables;
    const results::Report &report; ///< has all their rows
};

/// The results of 'hashlane tune': the kernels that dispatch takes now, and the built-in choice.
/// docs/reference/json.md describes its JSON.
struct TuningReport {
    struct Kind {
        int cpu = 0; ///< where it was measured
        std::vector<results::Row> rows;
        TuningSection section;
    };
    TuningKey key;
    std::vector<Kind> kinds;
    std::string stored; ///< the file; empty when nothing was stored
    CpuInfo cpu = {};   ///< the processor that was measured
};

/// A kernel of the processor, or a workload of a device: a line of 'hashlane list'.
struct KernelLine {
    std::string id;
    Workload workload{};
    std::string isa;                    ///< a device's interface
    std::string role = {};              ///< empty for a device
    std::optional<unsigned> lanes = {}; ///< none for a device: they are chosen when it is measured
    std::string summary = {};
    std::string obstacle = {}; ///< the reason that it cannot run here; empty if it can
    bool preferred = false;    ///< dispatch's choice for many lanes
};

/// Each instruction's latency and reciprocal throughput in core cycles, or the feature that the
/// processor lacks for it: 'hashlane info --instructions'.
struct InstructionList {
    machine::InstructionTimes times;
    FeatureSet features;
};

/// Names and values in two columns: 'hashlane info' on a machine. In JSON facts are an
/// object of texts; one with several values becomes an array.
struct Fact {
    std::string name; ///< empty: one more value of the fact before
    std::string value;
};

using Facts = std::vector<Fact>;

/// A core's noise, and the machine of the core. Its JSON has the slowdown in steps of a tenth of a
/// second.
struct WatchedMachine {
    measure::NoiseReport noise;
    std::string cpu_model;
    std::string hypervisor; ///< empty on bare metal
    std::string emulator;   ///< empty where a processor runs the program
};

extern const Exporters<results::Report> report_exporters;
extern const Exporters<results::Report> sha3_exporters; ///< its CSV is a line for each function
extern const Exporters<KeyRangeReport> key_range_exporters;
extern const Exporters<SweepReport> sweep_exporters;
extern const Exporters<compare::ComparisonReport> comparison_exporters;
extern const Exporters<compare::Matrix> matrix_exporters;
extern const Exporters<cluster::FleetReport> fleet_exporters;
extern const Exporters<TuningReport> tuning_exporters;
extern const Exporters<std::vector<KernelLine>> kernel_exporters;
extern const Exporters<PublishedResults> known_exporters; ///< tables name each source below
extern const Exporters<Facts> fact_exporters;
extern const Exporters<InstructionList> instruction_exporters;
extern const Exporters<WatchedMachine> noise_exporters;

} // namespace hashlane::show
