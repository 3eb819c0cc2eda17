// SPDX-License-Identifier: MIT
//
// Decides on the samples of a row. Samples hold the sampler's observations; this file alone decides
// which of them count, and why the others do not. A later step overrides an earlier one:
//
//   1. the sampler's facts: uncounted, preempted or drifted, in this order
//   2. the clock: uncounted in a visit that counted ticks where others counted core cycles
//   3. moved: it ended on another CPU than the one that its thread is bound to
//   4. contention: of the kept ones, those in windows whose bursts took longer
//   5. too little else: samples of a row that was contended throughout are kept, and so are the
//      disturbed ones of a thread that has nothing undisturbed
//
// Judges then rate how far the values can be trusted: for visits that agree or do not, and for a
// device's launches. A judge uses numbers and finds a cause; results/notes.h has the words.
// docs/explanation/methodology.md explains each decision.
#pragma once

#include "../results/notes.h"
#include "../statistics/statistics.h"
#include "visit.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace hashlane::measure {

/// The verdict on each of a thread's samples, in order.
using Verdicts = std::vector<results::SampleVerdict>;

/// Which of a set of costs (lower is faster) of equal pieces of work belong together.
struct Modes {
    enum class Kind {
        one,
        fast_and_slow, ///< the fast one can be reported
        spread,        ///< no mode stands out
    };
    Kind kind = Kind::one;
    std::vector<bool> reported; ///< for each cost, in order
};
Modes find_modes(const std::vector<double> &costs);

/// Makes `slower_mode` of the kept ones that `modes`, of their costs in order, do not report.
void leave_out_slower(Verdicts &verdicts, const Modes &modes);

/// The parts of a row besides its job.
struct Measured {
    std::span<const int> cpus = {};              ///< one for each thread, in order
    std::span<const ThreadSamples> threads = {}; ///< one for each CPU
    RowClock clock = {};                         ///< of the same visits
    bool pinned = true;                          ///< the threads were, in all visits
    bool bound = true; ///< the system binds threads: one that ends elsewhere was moved
    /// Nothing: contention is not judged.
    std::optional<double> undisturbed_burst_cycles = {};
    std::optional<machine::Energy> energy = {};
    /// The software that runs the program instead of a processor; or empty.
    std::string_view emulator = {};
};

/// Steps 1 to 3, of one thread that is bound to this CPU, if to any.
Verdicts seen_verdicts(const Samples &samples, std::optional<int> cpu, const RowClock &clock);

struct RowVerdicts {
    std::vector<Verdicts> threads;
    unsigned visits = 0;                         ///< those that kept nothing included
    bool contended_throughout = false;           ///< contention left too few visits for a result
    std::optional<std::size_t> always_disturbed; ///< a thread that has nothing undisturbed
};

/// Decides on all samples.
RowVerdicts verdicts_of(const Measured &measured);

// ---- Judges ----

struct Judgement {
    results::Cause cause = results::Cause::none;
    double extent = 0; ///< how far it moves the figure, as a share of it; 0 if not known
};

/// The outcome of a row's visits, all threads together.
struct VisitsSeen {
    std::vector<double> costs;         ///< cycles per unit of each visit that kept samples
    std::size_t visits = 0;            ///< those that kept none included
    bool contended_throughout = false; ///< the costs are those of contended samples
    double contended_share = 0, preempted_share = 0; ///< of all samples
    std::optional<statistics::Interval95> interval;
    bool is_emulated = false;
    bool throttle_events = false; ///< on any thread
};
Judgement judge_visits(const VisitsSeen &seen);

/// The outcome of a device's launches.
struct LaunchesSeen {
    std::size_t kept = 0;        ///< of those that are long enough, before slower ones are left out
    double throttled_share = 0;  ///< of all of them
    bool throttled_used = false; ///< throttled ones are among those kept
    Modes::Kind modes = Modes::Kind::one;
    bool clock_explains = false;                ///< in cycles they are all equal
    double clock_low_hz = 0, clock_high_hz = 0; ///< of the kept ones; 0 if it is not known
    bool other_processes = false; ///< computed on the device at any launch, short ones included
};
Judgement judge_launches(const LaunchesSeen &seen);

} // namespace hashlane::measure
