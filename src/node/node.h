// SPDX-License-Identifier: MIT
//
// What a node of a cluster is and does, as plain data: what `hashlane node` writes, and what
// `hashlane health` judges. docs/cluster.md describes the file.
#ifndef HASHLANE_SRC_NODE_NODE_H
#define HASHLANE_SRC_NODE_NODE_H

#include "../machine/system_settings.h"
#include "../measure/result.h"
#include "../soak/soak.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// One core under one kernel.
struct CoreFigures {
    int cpu = 0;
    std::optional<double> cycles_per_unit; ///< nothing where it was not measured, or not counted
    std::optional<double> clock_hz;
    bool noisy = false; ///< not trustworthy; `remark` says why
    bool wrong = false; ///< a result was
    std::string remark;
    bool measured = false; ///< else there was no time for it
};

/// All cores under one kernel, one after the other or all together.
struct CoreTable {
    const Kernel *kernel = nullptr;
    bool together = false;
    unsigned at_once = 1; ///< cores that were busy at a time
    std::optional<double> bound_cycles_per_unit;
    std::vector<CoreFigures> cores; ///< ascending by CPU
};

struct Sensors {
    std::optional<double> temperature_c;         ///< at the end of the load
    std::optional<std::uint64_t> throttle_count; ///< while it was measured
    std::optional<double> steal_share;           ///< the same, of all CPUs' time
    double load_average = 0;                     ///< before
};

/// Who it is in its cluster.
struct NodeName {
    std::string name;      ///< the host's, or what Slurm calls it
    std::string job, task; ///< empty outside a job
};

struct Node {
    NodeName name;
    double seconds = 0;            ///< from the first measurement to the last
    std::string incomplete_reason; ///< empty where nothing is missing
    bool interrupted = false;
    SystemSettings settings;
    Sensors sensors;
    std::vector<CoreTable> tables;
    std::optional<SoakTotals> soak; ///< nothing where there was no time for it
    Report report;                  ///< a row of each kernel on one core, and on all together
};

} // namespace hashlane

#endif
