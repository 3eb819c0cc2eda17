// SPDX-License-Identifier: MIT
//
// One proven measurement, as plain data.
#ifndef HASHLANE_SRC_MEASURE_ROW_H
#define HASHLANE_SRC_MEASURE_ROW_H

#include "../clock/cycle_source.h"
#include "../core/kernel.h"
#include "../machine/energy.h"
#include "../statistics/estimate.h"
#include "../statistics/statistics.h"
#include "device_state.h"
#include "noise.h"
#include "sample_verdict.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

struct Operations;

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
    std::vector<SampleVerdict> verdicts;
    std::vector<unsigned> visits;     ///< which visit of the row each belongs to
    std::vector<double> burst_cycles; ///< of the contention bursts in it; 0 where there are none
};

/// What one visit of a row says: threads, clock, stack and data were its own.
struct VisitFigures {
    double cycles_per_unit = 0; ///< median of its kept samples
    double ns_per_unit = 0;     ///< the same; of one thread
    double kept_share = 0;      ///< of its samples
};

/// There is no row for a result that was not proven.
struct Row {
    /// What was measured.
    struct Identity {
        std::string name;      ///< the kernel's id, with "/sha3-256/64" behind it for a message
        std::string kernel_id; ///< "sha256-chain.shani.x2", "sha256-chain.openssl.x1"
        const Kernel *kernel = nullptr; ///< of the registry; else null
        Workload workload = Workload::sha256_chain;
        unsigned lanes = 1;
        std::string peer;   ///< another library and its version; else empty
        std::string plugin; ///< a plug-in's file; else empty
        /// What bounds a plug-in's kernel (bound.h); else null, or not known.
        std::shared_ptr<const Operations> operations;
        std::string device;             ///< a device and its driver; empty for the processor
        std::optional<Message> message; ///< sha3 only
        unsigned repetition = 0;
        unsigned repetitions = 1;
    };

    /// Where it ran.
    struct Location {
        unsigned threads = 1;  ///< or devices side by side
        std::vector<int> cpus; ///< one a thread, in order; none for a device
        std::string scope;     ///< of a sweep: "core 0"; also of a run: "all cores"; else empty
        unsigned cores = 0;    ///< of a scope: how many those CPUs belong to
        bool pinned = true;    ///< false where the threads were not bound all the while
        std::vector<int> taken_cpus; ///< of these, those that were taken away meanwhile
        std::string core_kind;       ///< "P-core"; empty where all cores are of one kind
    };

    /// A unit is a hash (64-byte compression) or a permutation; for sha3 a message.
    struct Figures {
        Summary cycles_per_unit; ///< all 0 where there are no cycles (CycleSource::none)
        /// Holds what another run would report, 19 times in 20; nothing for a single visit.
        std::optional<Interval95> interval;
        double units_per_second = 0; ///< all threads together
        std::vector<double> thread_units_per_second;
        /// The fewest cycles that a unit can take on this core (bound.h), where that is known. For
        /// a device (gpu/bound.h): of its clock, all its multiprocessors together.
        std::optional<double> bound_cycles_per_unit;
        std::optional<Energy> energy; ///< where the machine lets it be measured
        double clock_hz = 0;          ///< 0 where it is not known
        /// Between them lie nine tenths of the samples; 0 where it is not known.
        double clock_low_hz = 0, clock_high_hz = 0;
        CycleSource cycle_source = CycleSource::perf;
        std::string cycle_note; ///< why not a more trusted source; or empty
    };

    /// What the figures were made of.
    struct Sampling {
        double sample_ns = 0;                    ///< median of a sample, per thread
        std::uint64_t iterations_per_sample = 0; ///< kernel iterations: units divided by lanes
        std::uint64_t kept = 0;
        std::uint64_t discarded = 0; ///< for any reason; a device's were throttled
        std::uint64_t discarded_drift = 0;
        std::uint64_t discarded_preempted = 0;
        std::uint64_t discarded_contended = 0;
        std::uint64_t discarded_uncounted = 0;
        std::uint64_t discarded_moved = 0;
        std::vector<VisitFigures> visits; ///< in order; without those that kept nothing
        std::vector<RawSamples> threads;  ///< one for each thread
    };

    /// How far the figures can be believed.
    struct Quality {
        Noise noise = Noise::clean;
        bool trustworthy = true; ///< else the figures are not to be relied on
        /// What happened, to which figure, and what to do: the same words for all rows of a cause.
        /// Empty when clean.
        std::string note;
        unsigned attempts = 1; ///< visits, those that kept nothing included
        double extent = 0;     ///< of what happened, as a share of the figure; 0 where not known
    };

    /// What the result was checked against.
    struct Proof {
        std::string text;
        std::optional<std::uint64_t> spot_check_seed; ///< key ranges: draws the repeated stretches
    };

    /// keccak over a range of keys only.
    struct KeyRangeSum {
        std::uint64_t first = 0, last = 0, loops = 0;
        std::uint64_t checksum = 0;
        double seconds = 0;
    };

    Identity identity;
    Location location;
    Figures figures;
    Sampling sampling;
    Quality quality;
    Proof proof;
    std::optional<KeyRangeSum> key_range;
    std::optional<DeviceState> device_state; ///< of one device
};

/// Whether the visits agree so well that more would change nothing.
bool is_settled(const Row &row);

inline bool is_trustworthy(const Row &row) { return row.quality.trustworthy; }

} // namespace hashlane

#endif
