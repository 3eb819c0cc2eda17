// SPDX-License-Identifier: MIT
//
// A node of a cluster as `hashlane node` sees it: each of its cores is measured alone, then all
// together, in a time that is given.
#pragma once

#include "../../backends/gpu/telemetry.h"
#include "../../machine/clock/cycle_clock.h"
#include "../../machine/sensors/system_state.h"
#include "../../machine/system/file_lock.h"
#include "../../machine/topology/topology.h"
#include "../../measure/run_in_rounds.h"
#include "../../results/run.h"
#include "../fleet/node_file.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace hashlane::cluster {

/// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const char *name)>;

// ---- A node's name in its job, its results, and their file.

struct NodeName {
    std::string name;            ///< the host's, or Slurm's name for it
    std::string job, task;       ///< empty outside a job
    std::string local_task = {}; ///< its number among the job's tasks on this node, from 0

    /// True unless the job has an earlier task on this node.
    bool is_first_here() const { return local_task.empty() || local_task == "0"; }
};

std::string environment_variable(const char *name);

/// Finds node and task of a job in the environment variables of Slurm, Open MPI and PMI; nothing of
/// theirs is linked. The name is `host` if no variable has it. Characters that do not belong in a
/// file's name become
/// '_'.
NodeName node_name(const std::string &host, const Environment &environment = environment_variable);

/// Tries to lock the node against a second process that measures it: the file of the variable
/// HASHLANE_NODE_LOCK, or the node's name between all users of this machine.
std::unique_ptr<const machine::FileLock> lock_node(const NodeName &name,
                                                   const Environment &environment);

/// Puts the node's name, job and task in the place of %h, %j and %t, and % in that of %%. Nothing
/// if another character follows a %.
std::optional<std::string> fill_placeholders(const std::string &pattern, const NodeName &name);

/// Returns a node before it is measured: its name, processor and settings.
NodeFile unmeasured_node(const NodeName &name, const results::Context &context);

/// The results of measuring a node.
struct NodeRun {
    NodeFile node;
    results::Report report; ///< a row of each kernel on one core, and on all together
    bool interrupted = false;
};

/// Writes a result file, as of `hashlane run`, with "node" in its context.hashlane. node_file_of()
/// reads run.node back.
std::string write_node(const NodeRun &run);

// ---- The parts of a machine that a task may not measure: a scheduler binds it to some cores, or a
// group of processes has a quota.

/// Returns the reasons that a task cannot measure the whole machine, none if it can: "1 of 32
/// cores: this task is bound to CPU 0". A core counts if the task may use one of its SMT siblings;
/// CPUs that are offline do not count, nor do `reserved` cores that a site keeps for the system. Of
/// the settings, the memory that it may take.
std::vector<std::string> coverage_gaps(const machine::Topology &topology, std::size_t reserved = 0,
                                       const machine::SystemSettings &settings = {});

/// Returns the start of a task that is not bound, for the engine that started this one.
std::string unbound_start(const machine::Topology &topology, const Environment &environment);

// ---- How a node's time is spent: known before anything is measured, whatever the number of cores.

struct NodePlan {
    double alone_seconds = 0;
    double together_seconds = 0;
    double soak_seconds = 0;
    double memory_seconds = 0; ///< 0 if there is no time for it
    double device_seconds = 0; ///< after all others; 0 without devices
    double least_seconds = 0;  ///< less is too little for one visit of each row
    /// CPUs that are busy at a time while cores are measured alone. One in each group, as long as
    /// the time allows; then cores of different packages, then of different memory nodes, then
    /// those that are farthest from each other in the system's order.
    std::vector<std::vector<int>> groups;
    std::vector<int> all; ///< one CPU of each core, ascending
};

/// Divides `deadline_seconds` among `kernels` kernels on every core with at least one CPU in this
/// process's affinity mask. `soak_share` of the time is for a soak, unless that is too short for a
/// result; memory has half a second, unless that is much of it. `devices` have a third of it.
NodePlan plan_node(const machine::Topology &topology, std::size_t kernels, double deadline_seconds,
                   double soak_share = 0, std::size_t devices = 0);

/// For a node that is not in a hurry.
constexpr double usual_soak_share = 0.2;

// ---- How fast all cores together read and write memory: one figure of a node, by STREAM's triad.

/// Returns the bytes that the arrays need to be four times as large as the caches together, within
/// an eighth of the memory; nothing if most of them would then fit into the caches.
std::optional<std::uint64_t> bandwidth_bytes(const machine::Topology &topology);

/// Runs a[i] = b[i] + s * c[i] with a thread on each of `cpus`, on arrays of `bytes` in total,
/// until `end`: bytes per second, 24 for each i, as STREAM counts them. Each thread's is that of
/// its median pass. Nothing if it was stopped, or memory or threads are missing.
std::optional<double> memory_bandwidth(const std::vector<int> &cpus, std::uint64_t bytes,
                                       std::chrono::steady_clock::time_point end,
                                       const std::atomic<bool> &stop);

// ---- Compute devices.

/// Returns what is known of the devices before they are measured: those to be measured, and those
/// on the bus that no driver lists, without being hidden from this process. `hidden_by`: why others
/// are not to be measured; empty if all are.
NodeDevices find_node_devices(const std::vector<backends::MonitoredDevice> &devices,
                              const std::string &hidden_by,
                              const std::function<const char *(const char *name)> &environment,
                              const std::filesystem::path &root);

/// Measures each of `devices` alone, if the time allows, then all together, then copies, and runs a
/// soak of them. Adds to `missing` what there was no time for. Wrong results are in the
/// figures, the soaks and `mismatches`.
void measure_node_devices(const std::vector<backends::MonitoredDevice> &devices,
                          const NodePlan &plan, const std::atomic<bool> &interrupted, NodeRun &run,
                          std::vector<std::string> &missing);

// ---- Measuring.

/// The work requested of a node.
struct NodeRequest {
    NodeName name;
    NodePlan plan;
    std::vector<const Kernel *> kernels;
    machine::ClockRequest clock;
    /// Nodes that began at one time also load all cores at one time: they wait for the rest of the
    /// time for single cores.
    bool in_step = false;
    std::vector<std::string> gaps; ///< coverage_gaps()
    std::string command;           ///< the line that the user typed
    NodeDevices found;             ///< those of `devices` and others, before they are measured
    std::vector<backends::MonitoredDevice> devices = {}; ///< to be measured: different hardware
};

/// Returns the kernels that the manifest puts first for many lanes on such a processor, whatever
/// `tune` found: equal nodes run equal kernels.
std::vector<const Kernel *> node_kernels(const CpuInfo &cpu);

/// Measures each core alone, then all together, then runs a soak, then measures the memory. Work
/// that the time was too short for, or that an interrupt prevented, is left out, and listed in the
/// node's `incomplete_reason` after the request's gaps. Wrong results are in the columns, the soak
/// and the report's mismatches.
NodeRun measure_node(const NodeRequest &request, const std::atomic<bool> &interrupted);

/// Tells measurements to stop at a point of time, or as soon as `interrupted`, which must outlive
/// it: a visit that has begun is given up, not waited for.
class TimeLimit {
public:
    using Clock = std::chrono::steady_clock;

    TimeLimit(Clock::time_point end, const std::atomic<bool> &interrupted);
    const std::atomic<bool> &is_over() const { return is_over_; }

private:
    std::atomic<bool> is_over_;
    std::jthread thread_; ///< last: it uses the other
};

} // namespace hashlane::cluster
