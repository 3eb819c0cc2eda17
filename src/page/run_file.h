// SPDX-License-Identifier: MIT
//
// A result file as a page shows it: the rows with all that a plot can show, and where they were
// measured. docs/json.md describes the file; whatever it lacks is left out of the page.
#ifndef HASHLANE_SRC_PAGE_RUN_FILE_H
#define HASHLANE_SRC_PAGE_RUN_FILE_H

#include "../compare/result_file.h"
#include "../plots/plot_data.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// One proven measurement.
struct RunRow {
    RowKey key;
    std::string kernel; ///< the id without a message
    unsigned lanes = 1;
    double bytes_per_hash = 0;    ///< 0 for a permutation
    double cycles = 0;            ///< for one hash; 0 where there are none
    double hashes_per_second = 0; ///< all threads together
    std::optional<Range> interval;
    std::optional<double> bound; ///< cycles
    double clock_hz = 0;         ///< 0 where it is not known
    std::string cycle_source;
    std::string noise, noise_note;
    bool trustworthy = true;
    std::string device, proof;
    std::vector<int> cpus;
    std::vector<double> thread_rates;
    unsigned cores = 0; ///< of a scope

    struct Visits {
        std::vector<double> cycles, ns, kept_share;
    } visits;

    /// Of all threads, in the order of taking; `cost` is cycles, or nanoseconds without them.
    struct Sample {
        double cost = 0;
        double clock_hz = 0; ///< 0 where it is not known
        bool kept = true;
    };
    std::vector<Sample> samples;

    struct Energy {
        double joules = 0, watts = 0, idle_watts = 0;
    };
    std::optional<Energy> energy;

    double kept_samples = 0, discarded_samples = 0;
};

struct RunCore {
    std::vector<int> cpus;
    std::string kind;
    double package = 0, numa_node = 0;
};

struct RunFile {
    std::string path, date, command;
    std::string cpu, microcode, compiler, version, hypervisor, emulator, governor, system;
    std::vector<RunCore> cores;
    std::vector<RunRow> rows;
    std::vector<std::string> mismatches; ///< kernels whose result was wrong
    std::size_t skipped = 0;
    ResultFile compared; ///< the same, as compare/ reads it
};

/// Both throw a BadFile when it cannot be read or is no report of ours.
RunFile read_run_file(const std::string &path);
RunFile run_file_of(const JsonDocument &document, const std::string &path);

} // namespace hashlane

#endif
