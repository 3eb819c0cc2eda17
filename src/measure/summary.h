// SPDX-License-Identifier: MIT
//
// From the samples of a row's threads to the row: its values, and how far they can be trusted.
#pragma once

#include "runner.h"
#include "verdicts.h"

#include <optional>
#include <span>

namespace hashlane::measure {

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
};

/// Makes the complete row. Rates are of the time in which all threads ran.
results::Row make_row(const Job &job, const Measured &measured);

/// True if the visits agree so well that more would change nothing.
bool is_settled(const results::Row &row);

/// True if the row is trusted, and `hashlane compare` has enough visits for a verdict.
bool is_comparable(const results::Row &row);

} // namespace hashlane::measure
