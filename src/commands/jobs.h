// SPDX-License-Identifier: MIT
//
// From the options of a command to what it measures, where, and for how long.
#pragma once

#include "../backends/gpu/device.h"
#include "../backends/plugins/plugin.h"
#include "../cli/settings.h"
#include "../lib/core/kernel.h"
#include "../lib/dispatch/tuning.h"
#include "../machine/topology/placement.h"
#include "../measure/run_in_rounds.h"
#include "../results/run.h"
#include "../workloads/table.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hashlane::commands {

/// --workload, of a command that works on kernels alone: all of them if it is not given.
void add_workloads(CLI::App &app, std::vector<Workload> &workloads);

/// Benchmarks of the table.
using Benchmarks = std::vector<const workloads::Benchmark *>;

/// Returns the workload's own.
const workloads::Benchmark *own_benchmark(Workload workload);

/// Adds the benchmarks that the text of the option `name` names, without repeats.
void add_benchmarks(Benchmarks &work, const std::string &name, const std::string &text);

/// Returns true if `filter` finds a kernel of the workloads. If it finds none, it may be meant for
/// a command's other implementations: devices, plug-ins, other libraries.
bool finds_kernel(const cli::IdFilter &filter, std::span<const Workload> workloads = all_workloads);

/// Kernels of the workloads whose id `filter` finds, in the manifest's order. Throws a CommandError
/// when it finds none.
std::vector<const Kernel *> matching_kernels(const cli::IdFilter &filter,
                                             std::span<const Workload> workloads);

struct Selection {
    std::vector<const Kernel *> runnable;
    std::vector<results::Skipped> skipped;
};

/// The matching kernels that can run here, and those that cannot. Throws a CommandError as well
/// when none can.
Selection select_kernels(const cli::IdFilter &filter, std::span<const Workload> workloads);

/// Returns the devices of --device; none if it is not given.
backends::FoundDevices find_requested(const cli::DeviceRequest &request);

/// Returns the devices of --device of a command that measures: throws a CommandError with
/// exit_absent if a device that is named is missing. Of "all" some may be missing.
backends::FoundDevices require_requested(const cli::DeviceRequest &request);

/// require_requested(), which throws as well if "all" are missing.
backends::FoundDevices require_a_device(const cli::DeviceRequest &request);

/// The first call makes dispatch use what `hashlane tune` measured on this processor, if it did; if
/// the file cannot be used, one line on stderr says so. Returns what was found.
const LoadedTuning &use_tuning();

struct Plugins {
    std::vector<backends::ForeignKernel> kernels; ///< that can run here
    std::vector<results::Skipped> skipped;        ///< kernels that report that they cannot
    std::vector<results::Skipped> failed; ///< files that crashed or hung when they were opened
};

/// Opens the files, and takes the kernels whose id `finds` finds. Throws a CommandError where a
/// file is no plug-in, two kernels have one id, or this system has none of what plug-ins need.
Plugins open_plugins(const std::vector<std::string> &paths, const cli::IdFilter &finds);

// ---- The choice of a command that measures

/// A workload, and the devices that it is measured on.
struct DeviceJob {
    Workload workload{};
    std::vector<backends::Device *> devices;
};

struct WhatToMeasure {
    Benchmarks work = {}; ///< empty: what is measured by default, and all of plug-ins' own
    cli::IdFilter filter = {};
    std::vector<std::string> plugins = {}; ///< files
    cli::DeviceRequest devices = {};
    bool peers = false;
    std::vector<unsigned> lanes = {}; ///< only kernels with as many; empty: any number
    /// The command is for one workload alone: devices are measured instead of kernels.
    bool one_workload = false;
};

struct Chosen {
    std::vector<const Kernel *> kernels; ///< hashlane's, whose jobs are among the jobs
    std::vector<measure::Job> jobs;      ///< of a workload's table hashlane's kernels first
    std::vector<std::unique_ptr<backends::Device>> devices; ///< those of device_jobs, and others
    std::vector<DeviceJob> device_jobs;
    std::vector<results::Skipped> skipped;
    std::string failure; ///< the message about a plug-in's file at the end of the run; or empty
};

/// Chooses what to measure. Throws a CommandError if a device that is named is missing, a plug-in
/// cannot be used, or nothing is found.
Chosen choose(const WhatToMeasure &asked);

/// Returns a job for each kernel and message of the plug-ins, whatever its workload.
Chosen plugin_jobs(const std::vector<std::string> &paths, const cli::IdFilter &finds);

/// Asks another hashlane program for its kernels. Throws a CommandError.
backends::Program open_other_program(const std::string &path);

/// Returns a job for each of a program's kernels that the filter finds, of `work`, or of what is
/// measured by default if that is empty.
Chosen program_jobs(const backends::Program &program, const cli::IdFilter &finds,
                    const Benchmarks &work);

// ---- Where, and for how long

/// If nothing else is asked for: on a core of each kind, or of the fastest kind only.
enum class Kinds { each, fastest };

/// Chooses where to measure: one placement, or one for each kind of core (placement.h). Watches the
/// load of the CPUs for a moment if there is a choice. Throws a CommandError for a request that
/// cannot be met.
std::vector<machine::Placement> choose_placements(machine::PlacementRequest request,
                                                  Kinds kinds = Kinds::each);

/// Returns a plan for `rows` rows: for the time of --budget or --quick, or else of --min-time for
/// each row, or `seconds` by default, and as much again for those that need it. Throws a
/// CommandError if --budget is too short for one round.
measure::RunPlan timed_plan(const cli::MeasureSettings &measure, std::size_t rows, double seconds);

struct Planned {
    std::vector<machine::Placement> placements; ///< that were asked for
    std::vector<measure::WantedRow> rows;       ///< of jobs that must outlive them
    measure::RunPlan plan;
};

/// The user who chose kernels knows what to measure.
enum class AllCores { left_out, measured };

/// Plans the jobs' rows in every placement, --repetitions times, with the timed plan.
///
/// With AllCores::measured, rows on all cores follow: for each workload the kernel that dispatch
/// chooses, on its longest message, or the widest kernel if there is none of ours. It is not the
/// one that this run finds to be the best: these rows are visited in the same rounds as the others,
/// in the same minutes, and those of two runs can be compared. There are none if there is but one
/// core, or if CPUs were chosen: the user then knows on what to measure.
///
/// Call it before there is a session, so that what is wrong is the only line.
Planned plan_rows(const std::vector<measure::Job> &jobs, const cli::MeasureSettings &measure,
                  double seconds, AllCores all_cores = AllCores::left_out);
Planned plan_rows(std::vector<measure::Job> &&, const cli::MeasureSettings &, double,
                  AllCores = {}) = delete;

} // namespace hashlane::commands
