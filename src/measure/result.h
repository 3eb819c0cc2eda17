// SPDX-License-Identifier: MIT
//
// What a measurement yields. Reports read these structures and nothing else.
#ifndef HASHLANE_SRC_MEASURE_RESULT_H
#define HASHLANE_SRC_MEASURE_RESULT_H

#include "../clock/cycle_clock.h"
#include "../core/kernel.h"
#include "../machine/energy.h"
#include "../machine/system_state.h"
#include "../machine/topology.h"
#include "../statistics/statistics.h"
#include "device_state.h"
#include "noise.h"
#include "task.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// What a sha3 kernel is measured on.
struct Message {
    std::string function; ///< "sha3-256"
    std::size_t bytes = 0;
    std::size_t output_bytes = 0;
};

/// Every sample that a thread took, in order.
struct RawSamples {
    int cpu = 0;
    std::vector<double> cycles_per_unit; ///< empty where there are no cycles
    std::vector<double> ns_per_unit;
    /// A letter for each: k in the figures, s slower mode, d the clock changed, p preempted,
    /// t throttled (a device).
    std::string verdicts;
};

/// One proven measurement. There is no row for a result that was not proven.
struct Row {
    std::string name;   ///< the kernel's id, with "/sha3-256/64" behind it for a message
    std::string kernel; ///< the kernel's id
    Workload workload = Workload::sha256_chain;
    unsigned lanes = 1;
    std::string peer; ///< another library and its version; empty for a kernel of our own
    /// And its driver; empty for the processor, else there are no `cpus`.
    std::string device;
    unsigned threads = 1;  ///< or devices side by side
    std::vector<int> cpus; ///< one a thread, in order
    std::string scope;     ///< of a sweep: "core 0", "all cores"; else empty
    unsigned cores = 0;    ///< of a sweep: how many those CPUs belong to
    bool pinned = true;    ///< false where the system did not let the threads be bound
    std::string core_kind; ///< "P-core"; empty where all cores are of one kind

    /// A unit is a hash (64-byte compression) or a permutation; for sha3 a message. All 0 where
    /// there are no cycles (CycleSource::none).
    Summary cycles_per_unit;
    double units_per_second = 0; ///< all threads together
    std::vector<double> thread_units_per_second;
    std::optional<Message> message; ///< sha3 only
    /// The fewest cycles that a unit can take on this core (bound.h), where that is known. For a
    /// device (gpu/bound.h): of its clock, all its multiprocessors together.
    std::optional<double> bound_cycles_per_unit;
    std::optional<Energy> energy;            ///< where the machine lets it be measured
    std::optional<DeviceState> device_state; ///< of one device

    double sample_ns = 0;                    ///< median of a sample, per thread
    std::uint64_t iterations_per_sample = 0; ///< kernel iterations: units divided by lanes
    std::uint64_t kept_samples = 0;
    std::uint64_t discarded_samples = 0;
    std::uint64_t discarded_drift = 0;
    std::uint64_t discarded_preempted = 0;

    double clock_hz = 0; ///< 0 where it is not known
    CycleSource cycle_source = CycleSource::perf;
    std::string cycle_note; ///< why not a more trusted source; or empty

    Noise noise = Noise::clean;
    bool trustworthy = true; ///< else the figures are not to be relied on
    std::string noise_note;  ///< what happened, to which figure, and what to do; empty when clean
    unsigned attempts = 1; ///< an untrustworthy one is measured again, and the less_noisy one kept
    std::vector<RawSamples> samples; ///< one for each thread
    unsigned repetition = 0;
    unsigned repetitions = 1;

    /// keccak over a range of keys only.
    struct KeyRange {
        std::uint64_t first = 0, last = 0, loops = 0;
        std::uint64_t checksum = 0;
        double seconds = 0;
    };
    std::optional<KeyRange> key_range;
    std::string proof; ///< what the result was checked against
};

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
