// SPDX-License-Identifier: MIT
//
// One verified measurement, as plain data: made by measuring, or read from a file (run.h).
#pragma once

#include "../lib/core/workload.h"
#include "../machine/clock/cycle_clock.h"
#include "../machine/sensors/energy_meter.h"
#include "../statistics/statistics.h"
#include "device_hardware.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::results {

class Json;
class JsonFields;

// ---- What a row computes: a workload of the table (workloads.def), or one that a plug-in brings,
// which has a name, a title and a unit, and whose results hashlane cannot know.

/// Names a workload. Those of the table come first, in their order, then the foreign ones by their
/// names; two of one name are the same.
class Work {
public:
    Work() = default;
    // Implicit: every workload of the table is also a Work.
    Work(Workload ours) : number_(static_cast<std::size_t>(ours)) {} // NOLINT(*-explicit-*)

    /// Returns nothing for a foreign workload.
    std::optional<Workload> ours() const;

    bool operator==(const Work &) const = default;
    std::strong_ordering operator<=>(const Work &other) const;

    /// Foreign ones are numbered as they become known.
    std::size_t number() const { return number_; }
    static Work of_number(std::size_t number);

private:
    std::size_t number_ = 0;
};

WorkloadFacts facts_of(Work work);
std::string_view workload_name(Work work);

/// One line: why these cannot describe a foreign workload.
class BadWork : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the foreign workload of that name, which is known from then on, to the end of the
/// program. The first title stays. Throws a BadWork if hashlane has a workload of that name, if the
/// known one of that name has another unit, or if a text is not of the plug-ins' letters
/// (hashlane/plugin.h).
Work foreign_work(const std::string &name, const std::string &title, const std::string &unit);

/// Returns the workload of that name, of the table or foreign, if it is known.
std::optional<Work> find_work(std::string_view name);

/// True for 1 to 40 of a-z, 0-9 and '-': the names of plug-ins' kernels and workloads.
bool is_plugin_name(std::string_view name);
constexpr std::size_t longest_plugin_name = 40;

// ---- The row.

/// The disturbances of a measurement, from harmless to fatal. measure/verdicts.h finds them;
/// notes.h has the sentences.
enum class Noise {
    clean,
    drift,    ///< the clock moved: cycles are right, the rate is that of the median clock
    layout,   ///< the cost depends on the place in memory; the value is typical
    busy,     ///< other work took the CPU; those samples were taken again
    shared,   ///< something shared the core; the value is that of the undisturbed part, if any
    slowed,   ///< the clock fell and stayed low: heat, or a limit on power
    noisy,    ///< no clean mode, or too few samples
    emulated, ///< an emulator ran it, not a processor
    unknown,  ///< a word of a newer hashlane, in a file
};

/// Returns the word of tables, files and pages: "clean", "drift", "busy", …
constexpr std::string_view noise_name(Noise noise)
{
    constexpr std::string_view names[] = {"clean",  "drift", "layout",   "busy",   "shared",
                                          "slowed", "noisy", "emulated", "unknown"};
    return names[static_cast<std::size_t>(noise)];
}

/// The limit that sets a kernel's bound (workloads/bound.h).
enum class BoundBy {
    latency,    ///< the path of instructions that wait for each other
    throughput, ///< the pipes that execute the instructions
    issue,      ///< the front end, which starts a fixed number of instructions in a cycle
    unknown,    ///< a device, an older file, or a word of a newer hashlane
};

/// Returns the word of files and tables.
constexpr std::string_view bound_by_name(BoundBy by)
{
    constexpr std::string_view names[] = {"latency", "throughput", "issue", "unknown"};
    return names[static_cast<std::size_t>(by)];
}

/// The use that was made of a sample.
enum class SampleVerdict {
    kept,        ///< used
    slower_mode, ///< left out: something shared the core or the device meanwhile
    drifted,     ///< left out: the clock changed meanwhile
    preempted,   ///< left out: the thread was taken off its core meanwhile
    throttled,   ///< left out: the device lowered its clock meanwhile
    contended,   ///< left out: its contention bursts took longer, so something shared the core
    uncounted,   ///< left out: the hardware counter stopped meanwhile
    moved,       ///< left out: it ended on another CPU than the one that the thread is bound to
};

/// True if the sample has values that can be used if too few samples are undisturbed.
constexpr bool has_figures(SampleVerdict verdict)
{
    return verdict != SampleVerdict::uncounted && verdict != SampleVerdict::moved;
}

/// Copies between the processor's memory and a device's, by the processor's clock, waits included.
struct Copies {
    std::uint64_t to_device_bytes = 0;
    double to_device_ns = 0;
    std::uint64_t from_device_bytes = 0;
    double from_device_ns = 0;

    bool operator==(const Copies &) const = default;
};

/// The reports of a compute device while it ran the launches of a row, and the copies.
struct DeviceState {
    std::string no_telemetry;      ///< the reason that nothing is known; or empty
    std::optional<double> celsius; ///< the highest
    std::optional<double> watts;   ///< the median
    std::optional<double> power_limit_watts;
    std::vector<std::string> clock_limits; ///< reasons for a low clock in the reported launches
    std::uint64_t throttled_launches = 0;
    /// "pid 4711 (python3)", that computed on the device meanwhile; nothing if that is not known.
    std::optional<std::vector<std::string>> other_processes;
    Copies copies; ///< outside the launches, and so in no rate by the device's clock
    std::optional<DeviceHardware> hardware; ///< right after the launches; not in older files

    bool operator==(const DeviceState &) const = default;
};

/// The message that a sha3 kernel is measured on.
struct Message {
    std::string function; ///< "sha3-256"
    std::size_t bytes = 0;
    std::size_t output_bytes = 0;

    bool operator==(const Message &) const = default;
};

/// Every sample that a thread took, in order.
struct RawSamples {
    int cpu = 0;
    std::vector<double> cycles_per_unit; ///< empty without cycles
    std::vector<double> ns_per_unit;
    std::vector<SampleVerdict> verdicts;
    std::vector<unsigned> visits;     ///< the number of each one's visit of the row
    std::vector<double> burst_cycles; ///< of each one's contention bursts; 0 without any

    bool operator==(const RawSamples &) const = default;
};

/// The values of one visit of a row, which had threads, a clock, stack and data of its own.
struct VisitFigures {
    double cycles_per_unit = 0; ///< mean of the middle half of its kept samples
    double ns_per_unit = 0;     ///< of one thread; the same mean of the same samples
    double kept_share = 0;      ///< of its samples; 0 if not known

    bool operator==(const VisitFigures &) const = default;
};

/// A result that was not verified has no row.
struct Row {
    /// The measured kernel and its input.
    struct Identity {
        std::string name;      ///< the kernel's id, with "/sha3-256/64" behind it for a message
        std::string kernel_id; ///< "sha256-chain.shani.x2", "sha256-chain.openssl.x1"
        Work workload;
        unsigned lanes = 1;
        std::string peer;               ///< another library and its version; else empty
        std::string plugin;             ///< a plug-in's file; else empty
        std::string device;             ///< a device and its driver; empty for the processor
        std::optional<Message> message; ///< workloads over messages only
        unsigned repetition = 0;
        unsigned repetitions = 1;

        bool operator==(const Identity &) const = default;
    };

    /// The place of its threads.
    struct Location {
        unsigned threads = 1;  ///< or devices side by side
        std::vector<int> cpus; ///< one a thread, in order; none for a device
        std::string scope;     ///< of a sweep: "core 0"; also of a run: "all cores"; else empty
        unsigned cores = 0;    ///< of a scope: how many those CPUs belong to
        bool pinned = true;    ///< false if a thread was not bound all the time
        std::string core_kind; ///< "P-core"; empty if all cores are of one kind

        bool operator==(const Location &) const = default;
    };

    /// A unit is a hash (64-byte compression) or a permutation; for sha3 a message.
    struct Figures {
        statistics::Summary cycles_per_unit; ///< all 0 without cycles (CycleSource::none)
        /// Contains the result of a repeated run 19 times in 20; nothing for a single visit.
        std::optional<statistics::Interval95> interval;
        double units_per_second = 0; ///< all threads together
        std::vector<double> thread_units_per_second;
        /// The fewest cycles that a unit can take on this core (bound.h), if known. For a device
        /// (gpu/benchmark.h): of its clock, all its multiprocessors together.
        std::optional<double> bound_cycles_per_unit;
        BoundBy bound_by = BoundBy::unknown;
        std::optional<machine::Energy> energy; ///< if it can be measured on the machine
        double clock_hz = 0;                   ///< 0 if not known
        /// Nine tenths of the samples lie between them; 0 if not known.
        double clock_low_hz = 0, clock_high_hz = 0;
        machine::CycleSource cycle_source = machine::CycleSource::perf;
        std::string cycle_note; ///< the reason against more trusted sources; or empty

        bool operator==(const Figures &) const = default;
    };

    /// The samples that the values were made of.
    struct Sampling {
        std::uint64_t iterations_per_sample = 0; ///< kernel iterations: units divided by lanes
        std::uint64_t kept = 0;
        std::uint64_t discarded = 0; ///< for any reason; those of a device: while it was slowed
        std::uint64_t discarded_drift = 0;
        std::uint64_t discarded_preempted = 0;
        std::uint64_t discarded_contended = 0;
        std::uint64_t discarded_uncounted = 0;
        std::uint64_t discarded_moved = 0;
        /// In order, without those that kept nothing. A file has none of a row with a single one.
        std::vector<VisitFigures> visits;
        std::vector<RawSamples> threads; ///< one for each thread

        bool operator==(const Sampling &) const = default;
    };

    /// The trust in the values.
    struct Quality {
        Noise noise = Noise::clean;
        bool trustworthy = true; ///< false: the values must not be relied on
        /// The event, the value that it affects, and the remedy: the same words for all rows of a
        /// cause. Empty if clean.
        std::string note;
        unsigned visits_taken = 1; ///< those that kept nothing included
        double extent = 0;         ///< of the effect, as a share of the value; 0 if not known

        bool operator==(const Quality &) const = default;
    };

    /// The answer that the result was compared with.
    struct Proof {
        std::string text;
        std::optional<std::uint64_t> spot_check_seed; ///< key ranges: draws the repeated stretches

        bool operator==(const Proof &) const = default;
    };

    /// Only of the command keccak, over a range of keys.
    struct KeyRangeSum {
        std::uint64_t first = 0, last = 0, loops = 0;
        std::uint64_t checksum = 0;
        double seconds = 0;

        bool operator==(const KeyRangeSum &) const = default;
    };

    Identity identity;
    Location location;
    Figures figures;
    Sampling sampling;
    Quality quality;
    Proof proof;
    std::optional<KeyRangeSum> key_range;
    std::optional<DeviceState> device_state; ///< of one device

    bool operator==(const Row &) const = default;
};

/// A kernel, another library or a device that cannot be used here, and so has no row.
struct Skipped {
    std::string name; ///< "sha256-chain.armv8.x1", "nettle", "opencl:7"; "opencl" for all of them
    std::string reason;
};

/// A wrong result. It has no row.
struct Mismatch {
    std::string kernel;
    unsigned lane = 0;
    std::uint64_t iteration = 0; ///< the iteration at which it was seen, from the chain's start
    std::string where; ///< more about the place: "sha3-256 of 64 bytes", "key 7"; or empty
};

/// "sha256-chain.shani.x4: wrong result in lane 3 at iteration 65536".
std::string describe(const Mismatch &mismatch);

/// Identifies rows of two files as the same measurement. The number of CPUs is part of it; their
/// own numbers are not.
struct RowKey {
    std::string name; ///< Row::Identity::name
    Work workload;
    double bytes_per_unit = 0; ///< as of the row
    unsigned threads = 1;
    unsigned cpus = 1;     ///< different ones; 0 of a device
    std::string core_kind; ///< empty if the processor has only one
    std::string scope;     ///< of a sweep; else empty
    auto operator<=>(const RowKey &) const = default;

    /// The name, and the placement unless it is one thread: "sha256-chain.shani.x4, 2 threads".
    std::string label() const;
    std::string short_label() const; ///< without the workload
};

RowKey key_of(const Row &row);

/// Returns the workloads of the rows, each once, in their order.
std::set<Work> works_of(const std::vector<Row> &rows);

inline bool is_trustworthy(const Row &row) { return row.quality.trustworthy; }

/// True if the row has cycles. Rows of devices have none, nor do rows without a counter.
inline bool has_cycles(const Row &row)
{
    return row.figures.cycle_source != machine::CycleSource::none;
}

/// True if its clock is known. A device's row has one only if its driver reports it.
inline bool has_clock(const Row &row) { return has_cycles(row) || row.figures.clock_hz > 0; }

/// Returns the cycles of one unit; 0 without cycles.
inline double cycles_of(const Row &row) { return row.figures.cycles_per_unit.median; }

/// True if its cycles are core cycles, and not ticks; the clock may be one that the user stated.
inline bool is_in_core_cycles(const Row &row)
{
    return machine::counts_core_cycles(row.figures.cycle_source);
}

/// True if its core cycles were measured: the user did not state the clock.
inline bool has_measured_cycles(const Row &row)
{
    return is_in_core_cycles(row) && row.figures.cycle_source != machine::CycleSource::given;
}

/// The bytes of one unit of the row: 64 for a hash, the message for sha3, 0 for a permutation.
double bytes_per_unit(const Row &row);

/// " (3.1 %)", or nothing for 0.
std::string extent_text(double extent);

/// The note of the row's noise, followed by its extent if that is known.
std::string whole_note(const Row &row);

/// True if hashlane compared the result with its own; false for a plug-in's own workload, whose
/// result the plug-in alone checked.
inline bool is_verified(const Row &row) { return row.identity.workload.ours().has_value(); }

/// True if it has a value to show: some rows in files kept no sample.
bool has_figures(const Row &row);

/// The element of "benchmarks" with this index; docs/reference/json.md describes every key.
Json row_json(const Row &row, std::size_t index);

/// Reads such an element: the row that was written, its samples and visits to the digits that the
/// file has. Throws a BadFile that names the key that is missing or wrong.
Row read_row(const JsonFields &row);

} // namespace hashlane::results
