// SPDX-License-Identifier: MIT
//
// What a command line asks for, as values: one structure for each subcommand. command_line.h fills
// them.
#ifndef HASHLANE_SRC_CLI_SETTINGS_H
#define HASHLANE_SRC_CLI_SETTINGS_H

#include "../clock/cycle_clock.h"
#include "../core/workload.h"
#include "../gpu/enumerate.h"
#include "../machine/placement.h"
#include "../measure/keys.h"
#include "../report/format.h"
#include "../report/style.h"
#include "id_filter.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hashlane {

struct BenchmarkWork;

enum class ColorUse { automatic, always, never };

/// How a result is shown.
struct OutputSettings {
    Format format = Format::table;
    ColorUse color = ColorUse::automatic;
    Sha256Unit sha256_unit = Sha256Unit::mega_hashes;
};

/// --device: those named, in that order.
struct DeviceRequest {
    bool all = false;
    std::vector<DeviceName> names;

    bool any() const { return all || !names.empty(); }
};

/// Where and how the processor is measured.
struct MeasureSettings {
    IdFilter filter;
    std::string out;    ///< --out; empty for none
    std::string submit; ///< --submit; empty for none
    PlacementRequest placement;
    ClockRequest clock;
    std::optional<double> seconds; ///< --min-time
    std::optional<double> budget;  ///< --budget: seconds for all rows together
    bool quick = false;
    bool samples = false; ///< in JSON every sample, not only what each visit says
    unsigned repetitions = 1;
    bool strict = false;
    bool quiet = false;
};

struct RunSettings {
    MeasureSettings measure;
    OutputSettings output;
    DeviceRequest devices;
    std::vector<const BenchmarkWork *> work; ///< --workload; empty: the usual
    std::vector<std::string> plugins;        ///< files
    bool peers = false;
};

struct Sha256Settings {
    MeasureSettings measure;
    OutputSettings output;
    DeviceRequest devices;
    std::optional<std::uint64_t> iterations; ///< of each chain
};

struct KeccakSettings {
    MeasureSettings measure;
    OutputSettings output;
    DeviceRequest devices;
    KeyRange range;
};

struct Sha3Settings {
    MeasureSettings measure;
    OutputSettings output;
    std::uint64_t trials = 2000; ///< samples of each function and length
};

/// Which cores a sweep uses; at most one of the four.
struct SweepPlaces {
    std::optional<std::size_t> core;
    std::string core_kind;
    bool all_cores = false;
    std::vector<int> cpus;
};

struct SweepSettings {
    MeasureSettings measure;
    OutputSettings output;
    Workload workload = Workload::sha256_chain;
    SweepPlaces places;
    std::vector<unsigned> lanes;   ///< empty: all there are
    std::vector<unsigned> threads; ///< empty: 1, 2, 4, … and a thread for each CPU
    std::vector<std::string> plugins;
};

struct CompareSettings {
    OutputSettings output;
    IdFilter filter;
    std::vector<std::string> files;
    double threshold = 0.01;         ///< ignore changes below this
    std::optional<double> fail_over; ///< a loss surely above this is exit 5
    bool matrix = false;
    std::size_t pool = 1;             ///< files in a row that are runs of one program
    std::vector<std::string> plugins; ///< files that are measured now, against the one of results
};

enum class ReportFormat { html, svg, text };

struct ReportSettings {
    std::vector<std::string> files;
    std::string out; ///< empty for standard output
    ReportFormat format = ReportFormat::html;
    std::string plot; ///< the name of one; empty for all
    bool open = false;
};

inline std::vector<Workload> every_workload()
{
    return {std::begin(all_workloads), std::end(all_workloads)};
}

struct KnownSettings {
    OutputSettings output;
    IdFilter filter;
};

struct ListSettings {
    OutputSettings output;
    IdFilter filter;
    std::vector<Workload> workloads = every_workload();
    DeviceRequest devices;
};

struct InfoSettings {
    OutputSettings output;
    DeviceRequest devices;
    bool instructions = false;
    std::optional<double> noise_seconds; ///< --noise
    std::vector<int> cpus;               ///< --cpu: where noise is watched; empty: anywhere
};

struct TuneSettings {
    MeasureSettings measure;
    OutputSettings output;
    bool dry_run = false;
};

struct VerifySettings {
    IdFilter filter;
    std::vector<Workload> workloads = every_workload();
    std::vector<std::string> plugins;
};

} // namespace hashlane

#endif
