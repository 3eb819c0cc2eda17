// SPDX-License-Identifier: MIT
//
// Every core computes with every kernel, alone and all together, and every result is checked:
// docs/how-to/soak.md. This file has a soak's request and its findings as plain data.
#pragma once

#include "../../backends/gpu/telemetry.h"
#include "../../lib/core/kernel.h"
#include "../../results/json.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cluster {

enum class SoakPattern {
    steady, ///< cores compute without a pause
    bursts, ///< all cores pause and go on together, after 1 to 256 ms
    mixed,  ///< drawn for each visit
};

constexpr SoakPattern soak_patterns[] = {SoakPattern::steady, SoakPattern::bursts,
                                         SoakPattern::mixed};

/// Returns "steady", "bursts", "mixed".
std::string_view soak_pattern_name(SoakPattern pattern);

/// A compute device, and the chains that it computes: at least one.
struct SoakDeviceRequest {
    backends::MonitoredDevice device;
    std::vector<Workload> workloads;
};

constexpr double most_requested_seconds = 366 * 86400.0;
constexpr double least_visit_seconds = 0.01, most_visit_seconds = 30;

/// Within these limits.
struct SoakRequest {
    std::vector<const Kernel *> kernels;    ///< that can run here; at least one, or a device
    std::vector<int> cpus;                  ///< a thread on each; at least one
    std::vector<SoakDeviceRequest> devices; ///< in parallel, all the time; different hardware
    double seconds = 0;                     ///< ends then; 0: after the given number of passes
    std::uint64_t passes = 1;               ///< of all kernels; no matter where seconds are given
    SoakPattern pattern = SoakPattern::mixed;
    double visit_seconds = 2; ///< of a kernel on all cores together; less where time is short
    std::uint64_t seed = 0;   ///< of the data and the order
    /// Begins with each kernel on all cores together, without a pause; cores alone and bursts
    /// follow in the second pass. For a soak that may end before one pass.
    bool in_haste = false;
};

/// A lane that ended at something else than it must.
struct SoakWrong {
    std::string device; ///< "cuda:0"; empty: a core, given by the next three
    int cpu = 0;
    std::size_t core = 0; ///< as 'hashlane info' numbers them
    int socket = 0;
    std::string kernel, unit; ///< of unit_of(), or "device"
    std::string scope;        ///< "alone", "together", or "answers": while the ends were made
    double at_seconds = 0;    ///< since the soak began
    std::uint64_t pass = 0;   ///< from 0
    std::size_t segment = 0;  ///< of the pass
    std::size_t lane = 0;
    std::size_t wrong_lanes = 0; ///< of the batch, this one included
    std::uint64_t iterations = 0;
    std::vector<std::uint8_t> start, expected, got; ///< states
    /// The core's values then, and those of the hottest sensor; or the device's.
    std::optional<double> clock_hz, celsius;
    /// The batch again, on the same core and then on its neighbour: how often it was wrong. No
    /// tries: it was not repeated.
    unsigned again_here = 0, tries_here = 0;
    std::optional<int> neighbour; ///< its CPU
    unsigned again_beside = 0, tries_beside = 0;
};

/// Bits of `got` that are not those of `expected`, from the first byte's lowest on.
std::vector<std::size_t> differing_bits(const SoakWrong &wrong);

struct SoakCore {
    int cpu = 0;
    std::size_t core = 0;
    int socket = 0;
    double idle_seconds = 0;           ///< on purpose: another core ran alone, or a gap of a burst
    double proven_seconds = 0;         ///< in batches that ended right
    double plain_seconds = 0;          ///< the time of its batches at their usual speed
    std::uint64_t hashes = 0;          ///< checked: hashes and permutations
    std::uint64_t wrong = 0;           ///< batches
    std::vector<std::uint64_t> visits; ///< of each kernel, with at least one checked batch
};

struct SoakKernel {
    std::string kernel, unit;
    double visit_seconds = 0; ///< of all cores together
    std::uint64_t hashes = 0;
    std::uint64_t wrong = 0;
};

struct SoakDevice {
    std::string device; ///< "cuda:0"
    std::string name;   ///< as the driver gives it
    std::vector<Workload> workloads;
    double seconds = 0;        ///< in batches, with copies and comparisons
    double proven_seconds = 0; ///< in those that ended right
    std::uint64_t hashes = 0;  ///< of those
    std::uint64_t wrong = 0;   ///< batches
    std::string failure;       ///< why it gave up; empty: it did not

    double proven_share() const { return seconds > 0 ? proven_seconds / seconds : 0; }
};

/// The progress of a soak so far, and everything needed to continue it.
struct SoakTotals {
    double seconds = 0;             ///< by the wall clock, without the time between two runs
    std::uint64_t passes = 0;       ///< finished
    std::size_t visits_of_pass = 0; ///< finished, of the pass under way
    double alone_seconds = 0;
    std::vector<SoakCore> cores;     ///< in the order of the request's CPUs
    std::vector<SoakKernel> kernels; ///< in the order of the request
    std::vector<SoakDevice> devices; ///< in the order of the request
    std::uint64_t wrong = 0;         ///< batches, and ends of segments
    std::vector<SoakWrong> found;    ///< the first few of each kernel on each core
    bool interrupted = false;
    bool pinned = true; ///< the system bound each thread to its CPU

    bool device_failed() const;
    /// Returns how often the kernel of this number was tested on the core that tested it least.
    std::uint64_t least_visits(std::size_t kernel) const;
    /// Returns the kernels that some core has not tested, and the devices that checked nothing.
    std::vector<std::string> not_reached() const;
    /// Returns the share of the time in which the core was not idle on purpose. 0 before any.
    double proven_share(const SoakCore &core) const;
    /// Returns the minimum of all cores.
    double proven_share() const;
    /// Returns the share of the kernels' rate between two checks that is left over the whole time:
    /// the minimum of all cores.
    double rate_share() const;
};

/// Callbacks for immediate notice. They are called one at a time, on any thread.
struct SoakWatch {
    template <class Thing> using Notice = std::function<void(const Thing &)>;
    Notice<SoakWrong> found = [](auto &) {};    ///< before it is repeated
    Notice<SoakWrong> repeated = [](auto &) {}; ///< with how often it was wrong again
    Notice<SoakDevice> failed = [](auto &) {};  ///< of a device, once
    Notice<SoakTotals> visited = [](auto &) {}; ///< after every visit, within seconds
};

/// Runs until the requested work is done, or `stop` is set: then some milliseconds longer, with
/// devices some tenths of a second. Continues `so_far`, of the same request, if that is given.
/// Throws a ThreadError, and a DeviceError if a device does not even begin.
SoakTotals soak(const SoakRequest &request, const SoakWatch &watch, const std::atomic<bool> &stop,
                const SoakTotals *so_far = nullptr);

/// Says whether the time or the passes that were asked for are over.
bool is_done(const SoakRequest &request, const SoakTotals &totals);

/// Returns the part of a core that a kernel keeps busy, by its instruction set: "sha",
/// "vector-512", "vector-256", "vector-128" or "general" (registers and arithmetic);
/// "vector-512+general" if a kernel is written for both.
std::string unit_of(const Kernel &kernel);

// ---- A soak as JSON: the file of --out, which a soak can go on with, and its lines.
// docs/reference/json.md describes the keys.

struct SoakCheckpoint {
    SoakRequest request;
    SoakTotals totals;
    std::string started, updated; ///< dates
    unsigned resumed = 0;         ///< how often
    bool complete = false;        ///< it did what was asked for
};

results::Json soak_json(const SoakCheckpoint &checkpoint);
results::Json soak_request_json(const SoakRequest &request);
results::Json soak_wrong_json(const SoakWrong &wrong);

/// True if `document` is the file of a soak.
bool is_soak(const results::JsonFields &document);

/// Returns the last of the lines of 'hashlane soak --format jsonl', which is the soak's file, and
/// any other text as it is. Throws a BadFile if the lines end before it.
std::string end_of_soak_lines(const std::string &text, const std::string &path);

/// Reads all but the request. Throws a BadFile if something in the document is missing or wrong.
SoakCheckpoint read_soak(const results::JsonFields &document);

/// Reads a file to go on with. Throws a BadFile as well where it is of another machine.
SoakCheckpoint read_soak_checkpoint(const std::string &text, const std::string &path);

} // namespace hashlane::cluster
