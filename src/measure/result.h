// SPDX-License-Identifier: MIT
//
// What a run yields. Reports read these structures and nothing else.
#ifndef HASHLANE_SRC_MEASURE_RESULT_H
#define HASHLANE_SRC_MEASURE_RESULT_H

#include "../machine/system_state.h"
#include "../machine/topology.h"
#include "mismatch.h"
#include "row.h"

#include <string>
#include <vector>

namespace hashlane {

struct Skipped {
    std::string kernel;
    std::string reason;
};

/// Where, when and with what a report was made.
struct Context {
    std::string date; ///< ISO 8601 with offset
    std::string host;
    std::string command;
    std::string executable;
    std::string cpu_model;
    std::string cpu_identity; ///< "AuthenticAMD family 26 model 2 stepping 1"
    std::string microcode;    ///< "0x1000065", or "unknown"
    std::string features;
    std::string os_release;    ///< operating system and its release
    std::string hypervisor;    ///< empty on bare metal
    std::string emulator;      ///< empty where a processor runs the program
    std::string energy_source; ///< the packages whose energy is counted, or why it is not
    std::string compiler;
    std::string compiler_flags; ///< for all sources; a kernel adds its instruction set's
    std::string build_type;
    std::string version;
    double load_average = 0;
    SystemState system;
    Topology topology;
};

struct Report {
    Context context;
    std::vector<Row> rows;
    std::vector<Skipped> skipped;
    std::vector<Mismatch> mismatches;
};

} // namespace hashlane

#endif
