// SPDX-License-Identifier: MIT
//
// A node of a cluster as plain data: measured and written by `hashlane node`, judged by `hashlane
// fleet` and `hashlane node --check`. docs/how-to/cluster.md and docs/reference/node-file.md
// describe the file.
#pragma once

#include "../../machine/sensors/system_state.h"
#include "../../results/device_hardware.h"
#include "../../results/json.h"

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::cluster {

/// The key of a node in context.hashlane.
constexpr const char *node_key = "node";

/// The values of CoreColumns::scope.
constexpr const char *scope_alone = "alone", *scope_together = "together";

/// The reason that a core's values are not trustworthy.
struct CoreRemark {
    int cpu = 0;
    std::string remark;
};

/// One kernel on each core, in columns of equal lengths.
struct CoreColumns {
    std::string kernel;
    std::string workload;
    std::string scope; ///< "alone": one core after the other; "together": all at once
    std::vector<int> cpus;
    std::vector<double> cycles_per_unit; ///< core cycles; not a number if they are not known
    std::vector<double> clock_hz;        ///< not a number if it is not known
    std::vector<bool> noisy;             ///< the core's figures are not trustworthy
    std::vector<unsigned> wrong;         ///< how many results were wrong

    // Written for people and other programs, and not read back.
    unsigned at_once = 1; ///< cores that were busy at a time
    std::optional<double> bound_cycles_per_unit = {};
    std::vector<CoreRemark> remarks = {};
};

/// A core that the soak found wrong.
struct WrongCore {
    int cpu = 0;
    std::string kernel;
    std::string unit; ///< of the core: "sha", "vectors"; empty if not known
    /// The number of wrong repetitions, and of repetitions; nothing if it was not repeated.
    std::optional<std::pair<unsigned, unsigned>> again_here, again_beside;
};

/// The result of a soak of all cores.
struct NodeSoak {
    double seconds = 0, proven_share = 0; ///< not read back
    /// Counts all kernels, and those that every core has tested; nothing in older files.
    std::optional<unsigned> kernels, reached;
    std::vector<WrongCore> wrong;

    /// Returns the share of the kernels that were reached; 0 if it is not known.
    double reached_share() const
    {
        return kernels.value_or(0) == 0 ? 0 : static_cast<double>(reached.value_or(0)) / *kernels;
    }
};

/// Empty if the machine does not report them.
struct NodeSensors {
    std::optional<double> temperature_c;         ///< at the end of the load
    std::optional<std::uint64_t> throttle_count; ///< while it was measured
    std::optional<double> steal_share;           ///< the same, of all CPUs' time
    std::optional<double> load_average;          ///< before
    // All modules of memory together, since boot; `now` is while it was measured.
    std::optional<std::uint64_t> memory_errors_corrected = {}, memory_errors_uncorrected = {},
                                 memory_errors_corrected_now = {};
    std::optional<double> memory_bytes_per_second = {}; ///< by all cores, read and written
    std::string memory_reason = {};                     ///< that it was not measured
    std::vector<machine::MemoryErrors::Module> memory_modules = {}; ///< those with errors
};

// ---- Compute devices: docs/reference/node-file.md describes each value.

/// One workload on one device. Not a number where it is not known.
struct DeviceFigure {
    std::string kernel, workload;
    std::string scope; ///< "alone": one device at a time; "together": all at once
    double units_per_second = std::nan("");
    double clock_hz = std::nan("");
    std::optional<double> celsius, watts;
    std::vector<std::string> limits; ///< reasons for a low clock: "power cap", "heat"
    std::uint64_t throttled_launches = 0;
    bool noisy = false; ///< not trustworthy; `remark` has the reason
    std::string remark;
    unsigned wrong = 0; ///< how many results were wrong
};

/// Copies between the machine's memory and the device's.
struct DeviceCopies {
    std::string scope;
    double to_bytes_per_second = std::nan(""), from_bytes_per_second = std::nan("");
};

/// A batch of the soak that was wrong, and how often it was wrong again.
struct WrongDevice {
    std::string kernel;
    unsigned again = 0, tries = 0; ///< repetitions that were wrong, and all
};

struct DeviceSoakResult {
    double seconds = 0;
    std::uint64_t units = 0; ///< hashes and permutations that ended right
    std::vector<WrongDevice> wrong;
};

struct NodeDevice {
    std::string id; ///< "cuda:0"; empty for one that no driver lists
    std::string name, architecture;
    std::uint64_t memory_bytes = 0;
    unsigned compute_units = 0;
    results::DeviceHardware hardware;
    std::vector<DeviceFigure> figures;
    std::vector<DeviceCopies> copies;
    std::optional<results::DeviceMemory> memory; ///< nothing if it was not checked
    std::optional<DeviceSoakResult> soak;
    /// Programs that computed on it, this one left out; nothing if that is not known.
    std::optional<unsigned> other_processes_before, other_processes_after;
    std::string failure; ///< the call that failed and its answer; else empty
};

/// Devices as a property of a kind of nodes.
struct DeviceSet {
    std::size_t count = 0;
    std::string names = {}; ///< "NVIDIA H200"; of several, each once; empty: none
    auto operator<=>(const DeviceSet &) const = default;

    /// Returns "8 × NVIDIA H200"; empty without devices.
    std::string text() const;
};

struct NodeDevices {
    /// By their PCI addresses; nothing if they were not looked for.
    std::optional<std::vector<NodeDevice>> list;
    std::optional<unsigned> present; ///< on the bus; nothing if that is not known
    std::optional<unsigned> visible; ///< to this process
    std::string hidden_by;           ///< why fewer are visible than present

    /// Not of the file: what comparable nodes have, set by expect_devices().
    DeviceSet expected = {};

    /// Returns the list, empty if there is none.
    std::span<const NodeDevice> listed() const;
    /// Returns the devices that are there, in the driver's list or not.
    std::size_t count() const;
};

// ---- The node.

struct NodeFile {
    std::string path;
    std::string name; ///< a host name: letters, digits, '.', '-' and '_'
    std::string job, task;
    std::string started;  ///< ISO 8601
    double seconds = 0;   ///< how long it measured
    bool complete = true; ///< false: not all of the machine was measured
    std::string incomplete_reason;
    std::string allowed_cpus; ///< of the task; not read back

    std::string cpu_model, cpu_identity, version;
    std::vector<std::string> core_kinds;
    std::vector<std::vector<int>> cpus_of_kind; ///< one for each of core_kinds
    /// The CPUs of each L3 cache, ascending; by the first ones. None if the system does not show
    /// them.
    std::vector<std::vector<int>> l3;
    /// CPUs, ascending, of what lies between a core and the node: "L3 5", "NUMA node 3", "package
    /// 1".
    std::map<std::string, std::vector<int>> parts;

    std::map<std::string, std::string> settings; ///< settings of the operator, microcode included
    std::map<std::string, std::string> hardware; ///< machine::read_hardware()
    NodeSensors sensors;
    std::vector<CoreColumns> cores;
    std::size_t mismatches = 0;   ///< wrong results that have no row
    std::optional<NodeSoak> soak; ///< nothing if there was no time for it
    NodeDevices devices;

    // Not of the file.
    std::string memory_kind = {}; ///< set by expect_memory()
    /// The evidence for a file that is not of the night of the others: set by find_stale().
    std::string stale = {};
    /// `started` is a time, and not ahead of the clock: set by find_stale(). Other runs have no
    /// place in a history.
    bool is_dated = true;
};

/// Nodes that are compared with each other.
using Members = std::vector<const NodeFile *>;

/// Adds a core to the node's parts.
void add_to_parts(NodeFile &node, const std::vector<int> &cpus, int package, int numa_node);

/// Adds the node's caches to its parts, when these have all cores; not one that is a part already.
void add_caches_to_parts(NodeFile &node);

constexpr std::size_t longest_name = 255;

/// True if the text can be the name of a host and may be put into lists for other programs without
/// quotes: letters, digits, '.', '-' and '_', at most longest_name, the first a letter or digit.
bool is_node_name(const std::string &name);

/// Returns true for a letter, a digit, '.', '-' and '_'.
bool is_name_character(char c);

/// Returns the value of a setting; empty if the node has none.
const std::string &setting_of(const NodeFile &node, const std::string &setting);

/// True if a result of the node was wrong: in its columns, its soak, or without a row.
bool has_wrong(const NodeFile &node);

/// True if both nodes name a part whose replacement makes another machine of it, and the part is
/// another one: the board or the processor, by their numbers.
bool is_replaced(const std::map<std::string, std::string> &hardware_before,
                 const std::map<std::string, std::string> &hardware_now);

/// Writes the file's context.hashlane.node. The processor, its kinds of cores and its microcode are
/// written with the rest of the context, and wrong results as the file's mismatches.
results::Json node_json(const NodeFile &node);

/// A node's file that says nothing of it: no JSON, as one that was cut off, or with a value that no
/// node has.
class SpoiltFile : public results::BadFile {
public:
    using results::BadFile::BadFile;
};

/// Reads a node file. Throws a BadFile if `text` is none, a SpoiltFile if it is one that cannot
/// be used.
NodeFile node_file_of(const std::string &text, const std::string &path);

} // namespace hashlane::cluster
