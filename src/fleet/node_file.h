// SPDX-License-Identifier: MIT
//
// What `hashlane node` wrote of one machine, as far as a fleet is judged by it: plain data.
// docs/json.md describes the file.
#ifndef HASHLANE_SRC_FLEET_NODE_FILE_H
#define HASHLANE_SRC_FLEET_NODE_FILE_H

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane {

/// One kernel on each core, in columns of equal lengths.
struct CoreColumns {
    std::string kernel;
    std::string workload;
    std::string scope; ///< "alone": one core after the other; "together": all at once
    std::vector<int> cpus;
    std::vector<double> cycles_per_unit; ///< core cycles; not a number where they are not known
    std::vector<double> clock_hz;        ///< not a number where it is not known
    std::vector<bool> noisy;             ///< the core's figures are not trustworthy
    std::vector<unsigned> wrong;         ///< how many results were wrong
};

/// A core that the soak found wrong.
struct WrongCore {
    int cpu = 0;
    std::string kernel;
    std::string unit; ///< of the core: "sha", "vectors"; empty if not known
    /// How often the repetition was wrong, and of how many; nothing if it was not repeated.
    std::optional<std::pair<unsigned, unsigned>> again_here, again_beside;
};

/// Nothing where the machine does not tell.
struct NodeSensors {
    std::optional<double> temperature_c, throttle_count, steal_share, load_average;
};

struct NodeFile {
    std::string path;
    std::string name; ///< a host name: letters, digits, '.', '-' and '_'
    std::string job, task;
    std::string started;  ///< ISO 8601
    double seconds = 0;   ///< how long it measured
    bool complete = true; ///< false: ended early
    std::string incomplete_reason;

    std::string cpu_model, cpu_identity, version;
    std::vector<std::string> core_kinds;
    std::vector<std::vector<int>> cpus_of_kind; ///< one for each of core_kinds

    std::map<std::string, std::string> settings; ///< what an operator can set, microcode included
    NodeSensors sensors;
    std::vector<CoreColumns> cores;
    std::size_t mismatches = 0; ///< wrong results that have no row
    std::vector<WrongCore> wrong_cores;
};

} // namespace hashlane

#endif
