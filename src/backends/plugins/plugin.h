// SPDX-License-Identifier: MIT
//
// Foreign kernels, measured in a process of their own and checked in this one.
// docs/how-to/plugins.md explains the design.
#pragma once

#include "../../measure/runner.h"
#include "exchange.h"

#include "hashlane/plugin.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hashlane::backends {

/// The reason that a file is no plug-in, or no program, whose kernels can be measured: one line.
class Unusable : public machine::ChildFailure {
public:
    using machine::ChildFailure::ChildFailure;
};

/// A kernel of a file that was given with --plugin.
struct ForeignKernel : PluginKernel {
    std::string file;             ///< absolute
    std::size_t number = 0;       ///< among the file's
    double deadline_seconds = 10; ///< for any request
};

/// Returns "sha256-chain.plugin:mine.x4": no kernel of our own has a colon.
std::string plugin_kernel_id(const PluginKernel &kernel);

/// Asks the file for its kernels; nothing if it was stopped. Throws a ChildFailure where it crashes
/// or hangs, and an Unusable where it is none that this program can use.
std::optional<std::vector<ForeignKernel>>
open_plugin(const std::string &path, double deadline_seconds, const std::atomic<bool> &stop);

/// Makes the job of a kernel that is supported, measured in rounds like any job. `message` is there
/// for sha3, and only there. Each visit has a process of its own, starts from data of its own, and
/// is repeated by kernels of ours.
measure::Job plugin_job(const ForeignKernel &kernel,
                        const std::optional<results::Message> &message);

/// Runs the checks of WorkloadEntry::verify on such a kernel in a process of its own. Throws a
/// ChildFailure.
std::optional<measure::VisitFailure> verify_plugin(const ForeignKernel &kernel,
                                                   const std::atomic<bool> &stop);

// ---- Stretches of work: how they begin, and whether a claimed end is the right one.

/// Returns the size of the data of a kernel's lanes.
std::size_t data_bytes(Workload workload, unsigned lanes,
                       const std::optional<results::Message> &message);

/// Fills `data` from the seed: the same bytes for the same seed.
void draw_start(std::uint64_t seed, std::span<std::uint8_t> data);

/// Repeats the stretch with kernels of our own.
std::optional<results::Mismatch> find_wrong(const PluginKernel &kernel, const Claim &claim);

// ---- A plug-in in the process that runs it: opened, checked, called.

/// The program's only argument where it is to run a plug-in. It is no command of the user's.
constexpr const char *plugin_host_argument = "plugin-host";

/// Runs the whole process of a plug-in: reads one request, answers it, and ends the process.
/// Returns only if there is no request.
void host_plugin();

/// Returns the first kernel, or workload, and those that it links to. Throws an Unusable if one
/// cannot be used.
template <class Entry> std::vector<const Entry *> checked_entries(const Entry *first);

/// Reads a kernel's description of itself. Throws an Unusable if it counts unknown
/// instructions, or if the texts of a workload cannot be used.
PluginKernel describe(const hashlane_plugin &kernel);
PluginKernel describe(const hashlane_workload &workload);

// ---- Another hashlane program, whose kernels are measured in a process of it: two versions of
// hashlane in one run.

/// The program's only argument where it is to measure for another. It is no command of the user's.
constexpr const char *program_host_argument = "kernel-host";

/// Runs the whole process: reads one request, answers it, and ends the process. Returns only if
/// there is no request.
void host_kernels();

struct Program {
    std::string path; ///< as it is started: with a '/', or found on the PATH
    double deadline_seconds = 10;
    Offer offer;
};

/// Asks a program for its kernels that can run here; nothing if it was stopped. Throws an
/// Unusable.
std::optional<Program> open_program(const std::string &path, double deadline_seconds,
                                    const std::atomic<bool> &stop);

/// Makes the job of one of its kernels. Each visit has a process of its own, which checks every
/// result as `run` does. Precondition: results::find_work() knows the job's workload.
measure::Job program_job(const Program &program, const OfferedJob &offered);

} // namespace hashlane::backends
