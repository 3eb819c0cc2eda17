// SPDX-License-Identifier: MIT
//
// From --workload, --filter, --plugin and other programs to kernels, and to jobs.
#pragma once

#include "../backends/plugins/plugin.h"
#include "../cli/settings.h"
#include "../lib/core/kernel.h"
#include "../lib/dispatch/tuning.h"
#include "../results/run.h"
#include "../workloads/table.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hashlane::commands {

/// --workload, of a command that works on kernels alone: all of them if it is not given.
void add_workloads(CLI::App &app, std::vector<Workload> &workloads);

/// A workload, or a further function over its kernels.
struct Work {
    Workload workload; ///< whose kernels, and whose table
    const workloads::Benchmark *benchmark;

    std::string_view name() const { return benchmark->name; }
    bool is_workload() const { return name() == workload_name(workload); }
    /// True if each kernel is measured, and not the library's function.
    bool has_kernels() const { return benchmark->make_library_task == nullptr; }
    bool operator==(const Work &) const = default;
};

/// Returns all of them, in the order of the workloads.
std::vector<Work> all_work();

/// Adds the work that the text of the option `name` names, without repeats.
void add_work(std::vector<Work> &work, const std::string &name, const std::string &text);

/// Returns the workloads of those that have kernels.
std::vector<Workload> workloads_of(const std::vector<Work> &work);

/// Returns the workloads that are measured by default; or, if a filter finds none of their kernels
/// but others, all workloads.
std::vector<Work> usual_work(const cli::IdFilter &finds);

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

/// The first call makes dispatch use what `hashlane tune` measured on this processor, if it did; if
/// the file cannot be used, one line on stderr says so. Returns what was found.
const LoadedTuning &use_tuning();

/// A kernel of a plug-in that can run here.
struct PluginChoice {
    backends::PluginFile file;
    std::size_t kernel = 0;

    const backends::PluginKernel &described() const { return file.kernels.at(kernel); }
    std::string id() const { return backends::plugin_kernel_id(described()); }
};

struct Plugins {
    std::vector<PluginChoice> kernels;
    std::vector<results::Skipped> skipped; ///< kernels that report that they cannot run here
    std::vector<results::Skipped> failed;  ///< files that crashed or hung when they were opened
};

/// Opens the files, and takes the kernels whose id `finds` finds. Throws a CommandError where a
/// file is no plug-in, two kernels have one id, or this system has none of what plug-ins need.
Plugins open_plugins(const std::vector<std::string> &paths, const cli::IdFilter &finds);

/// The jobs of a command, and those that it leaves out.
struct Jobs {
    std::vector<measure::Job> jobs;
    std::vector<results::Skipped> skipped = {};
    std::string failure =
        ""; ///< the message about a plug-in's file at the end of the run; or empty

    void add(Jobs other);
};

/// Those of the plug-ins' kernels that `takes` takes, as `run` measures them.
Jobs plugin_jobs(const std::vector<std::string> &paths, const cli::IdFilter &finds,
                 const std::function<bool(const backends::PluginKernel &)> &takes);

/// Asks another hashlane program for its kernels. Throws a CommandError.
backends::Program open_other_program(const std::string &path);

/// Those of a program's kernels that the filter finds, of the work, or of the usual if that is
/// empty.
Jobs program_jobs(const backends::Program &program, const cli::IdFilter &finds,
                  const std::vector<Work> &work);

} // namespace hashlane::commands
