// SPDX-License-Identifier: MIT
//
// Foreign kernels, measured in a process of their own and checked in this one.
// docs/how-to/plugins.md explains the design.
#ifndef HASHLANE_SRC_BACKENDS_PLUGINS_PLUGIN_H
#define HASHLANE_SRC_BACKENDS_PLUGINS_PLUGIN_H

#include "../../measure/runner.h"
#include "exchange.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace hashlane::backends {

/// A file that was given with --plugin.
struct PluginFile {
    std::string path;             ///< absolute
    double deadline_seconds = 10; ///< for any request
    std::vector<PluginKernel> kernels;
};

/// Returns "sha256-chain.plugin:mine.x4": no kernel of our own has a colon.
std::string plugin_kernel_id(const PluginKernel &kernel);

/// Asks the file for its kernels. Throws a ForeignFailure where it crashes or hangs, and a
/// PluginRefused (host.h) where it is none that this program can use.
std::variant<PluginFile, measure::Interrupted>
open_plugin(const std::string &path, double deadline_seconds, const std::atomic<bool> &stop);

/// Precondition of both: `kernel` is of the file, and supported. `message` is there for sha3, and
/// only there.

/// Makes the job of a kernel, measured in rounds like any job. Each visit has a process of its own,
/// starts from data of its own, and is repeated by kernels of ours.
measure::Job plugin_job(const PluginFile &file, std::size_t kernel,
                        const std::optional<results::Message> &message);

/// Does the same as verify_kernel(), in a process of its own. Throws a ForeignFailure.
std::optional<measure::VisitFailure> verify_plugin(const PluginFile &file, std::size_t kernel,
                                                   const std::atomic<bool> &stop);

/// Adds the environment of a visit of another process, which was not asked for it.
void add_environment(measure::Visit &visit);

// ---- Stretches of work: how they begin, and whether a claimed end is the right one.

/// Returns the size of the data of a kernel's lanes.
std::size_t data_bytes(Workload workload, unsigned lanes,
                       const std::optional<results::Message> &message);

/// Fills `data` from the seed: the same bytes for the same seed.
void draw_start(std::uint64_t seed, std::span<std::uint8_t> data);

/// Repeats the stretch with kernels of our own. `id` names the plug-in's kernel.
std::optional<results::Mismatch> find_wrong(const PluginKernel &kernel, const std::string &id,
                                            const Claim &claim);

} // namespace hashlane::backends

#endif
